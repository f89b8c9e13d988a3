// Tiles in tensor memory are loaded in the requested slices, each where it is used.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(nv_tileaa.func(tileas-slicing))' | FileCheck %s

#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64]]}>
#all = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,64]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0],[0,32]]}>
#half = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0],[0,32]]}>
!sums = !nv_tileaa.memref<128x128xf32, tensor, layout = #cells>

// CHECK-LABEL: @sliced
// CHECK: %[[M:.*]] = nv_tileas.alloc_tmem
// CHECK-NOT: nv_tileas.copy
// CHECK: %[[A:.*]] = nv_tileas.copy %[[M]] atom <tmem_load.32x32b, 32> slice [0, 0] : {{.*}} -> tensor<128x64xf32
// CHECK-NEXT: math.absf %[[A]]
// CHECK-NEXT: %[[B:.*]] = nv_tileas.copy %[[M]] atom <tmem_load.32x32b, 32> slice [0, 64] : {{.*}} -> tensor<128x64xf32
// CHECK-NOT: nv_tileas.extract_slice
nv_tileaa.func @sliced() -> (tensor<128x64xf32, #half>, tensor<128x64xf32, #half>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %m = nv_tileas.alloc_tmem : !sums
  %x = nv_tileas.copy %m atom <tmem_load.32x32b, 32> : !sums -> tensor<128x128xf32, #all>
  %a = nv_tileas.extract_slice %x[%c0, %c0] : tensor<128x128xf32, #all> -> tensor<128x64xf32, #half>
  %p = math.absf %a : tensor<128x64xf32, #half>
  %b = nv_tileas.extract_slice %x[%c0, %c1] : tensor<128x128xf32, #all> -> tensor<128x64xf32, #half>
  nv_tileaa.return %p, %b : tensor<128x64xf32, #half>, tensor<128x64xf32, #half>
}

// Others overwrite it before the second slice is used, or use all of it.
// CHECK-LABEL: @whole
// CHECK: %[[X:.*]] = nv_tileas.copy %{{.*}} atom <tmem_load.32x32b, 32> : {{.*}} -> tensor<128x128xf32
// CHECK: nv_tileas.extract_slice %[[X]]
// CHECK: nv_tileas.extract_slice %[[X]]
// CHECK: %[[Y:.*]] = nv_tileas.copy %{{.*}} atom <tmem_load.32x32b, 32> : {{.*}} -> tensor<128x128xf32
// CHECK: nv_tileas.extract_slice %[[Y]]
nv_tileaa.func @whole(%z: tensor<128x128xf32, #all>) -> (tensor<128x64xf32, #half>, tensor<128x64xf32, #half>, tensor<128x64xf32, #half>, tensor<128x128xf32, #all>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %m = nv_tileas.alloc_tmem : !sums
  %x = nv_tileas.copy %m atom <tmem_load.32x32b, 32> : !sums -> tensor<128x128xf32, #all>
  %a = nv_tileas.extract_slice %x[%c0, %c0] : tensor<128x128xf32, #all> -> tensor<128x64xf32, #half>
  nv_tileas.copy %z, %m atom <tmem_store.32x32b, 32> : tensor<128x128xf32, #all>, !sums
  %b = nv_tileas.extract_slice %x[%c0, %c1] : tensor<128x128xf32, #all> -> tensor<128x64xf32, #half>
  %y = nv_tileas.copy %m atom <tmem_load.32x32b, 32> : !sums -> tensor<128x128xf32, #all>
  %c = nv_tileas.extract_slice %y[%c0, %c1] : tensor<128x128xf32, #all> -> tensor<128x64xf32, #half>
  nv_tileaa.return %a, %b, %c, %y : tensor<128x64xf32, #half>, tensor<128x64xf32, #half>, tensor<128x64xf32, #half>, tensor<128x128xf32, #all>
}
