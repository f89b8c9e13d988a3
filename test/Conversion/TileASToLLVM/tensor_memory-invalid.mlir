// A buffer in tensor memory must be allocated before it becomes an address.
// RUN: not tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' 2>&1 | FileCheck %s
// CHECK: error: 'nv_tileas.alloc_tmem' op expected an offset and a base, which tileas-assign-tmem chooses

#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>

gpu.module @k attributes {nv_tileaa.compute_capability = 100 : i32} {
  nv_tileaa.func @unplaced(%c: tensor<128x64xf32, #rows>) {
    %m = nv_tileas.alloc_tmem : !sums
    nv_tileas.copy %c, %m atom <tmem_store.32x32b, 32> : tensor<128x64xf32, #rows>, !sums
    nv_tileaa.return
  }
}
