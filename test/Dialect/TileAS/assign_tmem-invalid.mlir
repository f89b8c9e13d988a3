// Tensor memory is limited, and all threads allocate it, or one agent.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-tmem)))' -split-input-file -verify-diagnostics

#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[0,128]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[0,128]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
!sums = !nv_tileaa.memref<128x256xf32, tensor, layout = #cells>
!tile = tensor<128x256xf32, #rows>
gpu.module @k attributes {nv_tileaa.compute_capability = 100 : i32} {
  // expected-error @below {{fails to assign tmem buffer: the kernel takes 768 columns of tensor memory, sm_100 has 512; smaller tiles take less}}
  nv_tileaa.func @too_much(%c: !tile) {
    %l = nv_tileas.alloc_tmem : !sums
    %m = nv_tileas.alloc_tmem : !sums
    %n = nv_tileas.alloc_tmem : !sums
    nv_tileas.copy %c, %l atom <tmem_store.32x32b, 32> : !tile, !sums
    nv_tileas.copy %c, %m atom <tmem_store.32x32b, 32> : !tile, !sums
    nv_tileas.copy %c, %n atom <tmem_store.32x32b, 32> : !tile, !sums
    %d = nv_tileas.copy %l atom <tmem_load.32x32b, 32> : !sums -> !tile
    %e = nv_tileas.copy %m atom <tmem_load.32x32b, 32> : !sums -> !tile
    nv_tileaa.return
  }
}

// -----

#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[0,128]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[0,128]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
!sums = !nv_tileaa.memref<128x256xf32, tensor, layout = #cells>
!tile = tensor<128x256xf32, #rows>
gpu.module @k attributes {nv_tileaa.compute_capability = 100 : i32} {
  nv_tileaa.func @agents() attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    nv_tileas.agent_switch num_agents_per_group = [1, 1] num_warps = [4, 4] warp_id = [0, 4] {
    ^bb0(%i: i32):
      %m = nv_tileas.alloc_tmem : !sums
    }, {
    ^bb0(%i: i32):
      // expected-error @below {{expected tensor memory of all threads or of one agent}}
      %m = nv_tileas.alloc_tmem : !sums
    }
    nv_tileaa.return
  }
}
