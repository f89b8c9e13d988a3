// Before bodies are converted, exchanged tiles are in buffers, and every buffer is in the kernel's shared memory.
// Req: G-02, G-11
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' -split-input-file -verify-diagnostics

#lanes = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
#warps = #nv_tileas.layout<{lane=[[4],[8],[16],[32],[64]], warp=[[1],[2]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @convert(%x: tensor<128xf32, #lanes>) -> tensor<128xf32, #warps> {
    // expected-error @below {{fails to do bufferization analysis: 'nv_tileas.convert_layout' crosses warps, which takes a buffer that tileas-materialize-convert-layout makes}}
    %y = nv_tileas.convert_layout %x : tensor<128xf32, #lanes> -> tensor<128xf32, #warps>
    nv_tileaa.return %y : tensor<128xf32, #warps>
  }
}

// -----

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @reduce(%x: tensor<128xf16, #l>) -> f16 {
    // expected-error @below {{fails to do bufferization analysis: 'nv_tileas.reduce' crosses warps, which tileas-legalize-reduce splits}}
    %r = nv_tileas.reduce %x dim = 0 identities = [0.0 : f16] : (tensor<128xf16, #l>) -> f16 {
    ^bb0(%e: f16, %a: f16):
      nv_tileaa.yield %e : f16
    }
    nv_tileaa.return %r : f16
  }
}

// -----

#warps = #nv_tileas.layout<{register=[[32]], lane=[[1],[2],[4],[8],[16]], warp=[[0],[0]]}>
!ptr = !nv_tileaa.ptr<i64>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @load(%p: tensor<64x!ptr, #warps>) -> tensor<64xi64, #warps> {
    // expected-error @below {{fails to do bufferization analysis: 'nv_tileas.load' has a result that other warps hold too, which takes a buffer that tileas-materialize-shared-results makes}}
    %x, %t = nv_tileas.load <acquire> scope <gpu> %p : tensor<64x!ptr, #warps> -> tensor<64xi64, #warps>, !nv_tileaa.mem_token
    nv_tileaa.return %x : tensor<64xi64, #warps>
  }
}

// -----

!ptr = !nv_tileaa.ptr<f64>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @atomic(%p: !ptr, %x: f64) -> f64 {
    // expected-error @below {{'nv_tileas.atomic_rmw' has a result that other warps hold too}}
    %old, %t = nv_tileas.atomic_rmw <addf> <relaxed> <gpu> %p, %x : !ptr, f64 -> !nv_tileaa.mem_token
    nv_tileaa.return %old : f64
  }
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2],[4],[8]]}>
!smem = !nv_tileaa.memref<16xf32, shared, layout = #m>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @no_offset() attributes {nv_tileas.shared_memory = 64 : i64} {
    // expected-error @below {{'nv_tileas.alloc_tensor' has no offset, which tileas-assign-smem chooses}}
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64} : !smem
    nv_tileaa.return
  }
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2],[4],[8]]}>
!smem = !nv_tileaa.memref<16xf32, shared, layout = #m>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @beyond() attributes {nv_tileas.shared_memory = 79 : i64} {
    // expected-error @below {{'nv_tileas.alloc_tensor' ends at byte 80 of shared memory, but 79 are reserved}}
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 16 : i64} : !smem
    nv_tileaa.return
  }
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2],[4],[8]]}>
#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[0]]}>
!smem = !nv_tileaa.memref<16xf32, shared, layout = #m>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @overlap(%x: f32) attributes {nv_tileas.shared_memory = 128 : i64} {
    // expected-note @below {{the other buffer}}
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !smem
    // expected-error @below {{'nv_tileas.alloc_tensor' overlaps another buffer that lives at the same time}}
    %b = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 48 : i64} : !smem
    %y = nv_tileas.copy %a atom <universal_copy, 32> : !smem -> tensor<16xf32, #l>
    nv_tileaa.return
  }
}

// -----

// Pairs of lanes hold the same elements, but in different registers.
#crossed = #nv_tileas.layout<{register=[[1]], lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
!ptr = !nv_tileaa.ptr<i32>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @crossed(%p: tensor<128x!ptr, #crossed>) -> tensor<128xi32, #crossed> {
    // expected-error @+2 {{'nv_tileas.load' op expected a layout in which lanes that hold an element hold it in the same register, got {register=}}
    // expected-error @+1 {{failed to legalize operation 'nv_tileas.load'}}
    %x, %t = nv_tileas.load <relaxed> scope <gpu> %p : tensor<128x!ptr, #crossed> -> tensor<128xi32, #crossed>, !nv_tileaa.mem_token
    nv_tileaa.return %x : tensor<128xi32, #crossed>
  }
}

// -----

// An existing symbol must be large enough, and shared memory.
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // expected-error @+1 {{expected 'global_smem' to be an array of at least 512 x i8 in address space 3, got '!llvm.array<256 x i8>' in address space 3}}
  llvm.mlir.global external @global_smem() {addr_space = 3 : i32} : !llvm.array<256 x i8>
  nv_tileaa.func @f() attributes {nv_tileas.shared_memory = 512 : i64} {
    nv_tileaa.return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // expected-error @+1 {{expected 'global_smem' to be an array of at least 512 x i8 in address space 3, got '!llvm.array<512 x i8>' in address space 1}}
  llvm.mlir.global external @global_smem() {addr_space = 1 : i32} : !llvm.array<512 x i8>
  nv_tileaa.func @f() attributes {nv_tileas.shared_memory = 512 : i64} {
    nv_tileaa.return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // expected-error @+1 {{expected 'global_smem' to be an array of at least 512 x i8 in address space 3, got 'llvm.func'}}
  llvm.func @global_smem()
  nv_tileaa.func @f() attributes {nv_tileas.shared_memory = 512 : i64} {
    nv_tileaa.return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @uncounted(%g: !nv_tileas.async.token) {
    // expected-error @below {{'nv_tileas.async.wait' op expected the number of groups that may be pending, which tileas-materialize-async counts}}
    // expected-error @below {{failed to legalize operation 'nv_tileas.async.wait'}}
    nv_tileas.async.wait(%g)
    return
  }
}
