// Shared memory is limited.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-smem)))' -split-input-file -verify-diagnostics

#m = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16],[32],[64],[128],[256],[512],[1024],[2048],[4096]]}>
!b = !nv_tileaa.memref<8192xf32, shared, layout = #m>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // expected-note @below {{a cubin may take 166912 (--enable-extended-smem)}}
  // expected-error @below {{fails to assign smem buffer: the kernel takes 65536 bytes of shared memory, sm_80 has 49152; smaller tiles take less}}
  nv_tileaa.func @too_much() {
    // expected-note @below {{the largest buffer, of 32768 bytes}}
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64} : !b
    %c = nv_tileas.alloc_tensor {alignment = 16 : i64} : !b
    %0 = nv_tileas.copy %a atom <universal_copy, 32> : !b -> tensor<8192xf32>
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  // expected-error @below {{Failed to get ComputeCapability}}
  nv_tileaa.func @f() {
    nv_tileaa.return
  }
}
