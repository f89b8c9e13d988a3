// The target has the instruction; the module says which target it is.
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm -split-input-file -verify-diagnostics

gpu.module @turing attributes {nv_tileaa.compute_capability = 75 : i32} {
  llvm.func @kernel() {
    // expected-error @below {{'cute_nvgpu.cp_async.commit_group' op is an instruction that sm_75 does not have}}
    cute_nvgpu.cp_async.commit_group
    llvm.return
  }
}

// -----

gpu.module @ampere attributes {nv_tileaa.compute_capability = 80 : i32} {
  llvm.func @kernel(%b: !llvm.ptr<3>, %parity: i32) {
    %0 = cute_nvgpu.mbarrier.test_wait %b, %parity : !llvm.ptr<3>
    // expected-error @below {{'cute_nvgpu.mbarrier.try_wait' op is an instruction that sm_80 does not have}}
    %1 = cute_nvgpu.mbarrier.try_wait %b, %parity : !llvm.ptr<3>
    llvm.return
  }
}

// -----

gpu.module @blackwell attributes {nv_tileaa.compute_capability = 100 : i32} {
  llvm.func @kernel() {
    // expected-error @below {{'cute_nvgpu.wgmma.fence' op is an instruction that sm_100 does not have}}
    %0 = cute_nvgpu.wgmma.fence [] : () -> !llvm.struct<()>
    llvm.return
  }
}

// -----

gpu.module @one_device attributes {nv_tileaa.compute_capability = 89 : i32} {
  llvm.func @kernel(%g: !llvm.ptr<1>, %x: i32) {
    // expected-error @below {{'cute_nvgpu.multimem.st' op is an instruction that sm_89 does not have}}
    cute_nvgpu.multimem.st i32 %g, %x order <relaxed> scope <gpu> : !llvm.ptr<1>, i32
    llvm.return
  }
}

// -----

// expected-error @below {{Failed to get ComputeCapability}}
gpu.module @unknown {
  llvm.func @kernel() {
    cute_nvgpu.bar.sync
    llvm.return
  }
}
