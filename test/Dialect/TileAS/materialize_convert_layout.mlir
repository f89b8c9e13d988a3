// Conversions across warps are copies to and from buffers; others are unchanged.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-materialize-convert-layout)))' -split-input-file | FileCheck %s

#row = #nv_tileas.layout<{register=[[0,1],[0,2]], lane=[[0,4],[0,8],[0,16],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#swapped = #nv_tileas.layout<{register=[[0,2],[0,1]], lane=[[0,4],[0,8],[0,16],[1,0],[2,0]], warp=[[4,0],[8,0]]}>
#warps = #nv_tileas.layout<{register=[[0,1],[0,2]], lane=[[0,4],[0,8],[0,16],[4,0],[8,0]], warp=[[1,0],[2,0]]}>
#parts = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[0]], warp=[[16],[32]]}>
#all = #nv_tileas.layout<{register=[[16],[32]], lane=[[1],[2],[4],[8],[0]], warp=[[0],[0]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: @within
  // CHECK-NEXT: nv_tileas.convert_layout
  // CHECK-NOT: alloc_tensor
  nv_tileaa.func @within(%x: tensor<16x32xf32, #row>) {
    %y = nv_tileas.convert_layout %x : tensor<16x32xf32, #row> -> tensor<16x32xf32, #swapped>
    nv_tileaa.return
  }

  // The copy back is where the tile is needed.
  // CHECK-LABEL: @across
  // CHECK-SAME: %[[X:.*]]: tensor
  // CHECK-NEXT: %[[BUFFER:.*]] = nv_tileas.alloc_tensor {alignment = 16 : i64} : !nv_tileaa.memref<16x32xf32, shared, layout = #{{[a-z0-9]*}}>
  // CHECK-NEXT: nv_tileas.copy %[[X]], %[[BUFFER]] atom <universal_copy, 128>
  // CHECK-NEXT: arith.negf
  // CHECK-NEXT: %[[Y:.*]] = nv_tileas.copy %[[BUFFER]] atom <universal_copy, 128>
  // CHECK-NEXT: nv_tileaa.return %[[Y]]
  nv_tileaa.func @across(%x: tensor<16x32xf32, #row>) -> tensor<16x32xf32, #warps> {
    %y = nv_tileas.convert_layout %x : tensor<16x32xf32, #row> -> tensor<16x32xf32, #warps>
    %z = arith.negf %x : tensor<16x32xf32, #row>
    nv_tileaa.return %y : tensor<16x32xf32, #warps>
  }

  // Two that fit into the third one's memory are live together.
  // CHECK-LABEL: @together
  // CHECK: %[[A:.*]] = nv_tileas.alloc_tensor {{.*}} : !nv_tileaa.memref<16x32xf16
  // CHECK-NEXT: nv_tileas.copy %{{.*}}, %[[A]]
  // CHECK-NEXT: %[[B:.*]] = nv_tileas.alloc_tensor {{.*}} : !nv_tileaa.memref<16x32xf16
  // CHECK-NEXT: nv_tileas.copy %{{.*}}, %[[B]]
  // CHECK-NEXT: nv_tileas.copy %[[A]]
  // CHECK-NEXT: nv_tileas.copy %[[B]]
  // CHECK-NEXT: %[[C:.*]] = nv_tileas.alloc_tensor {{.*}} : !nv_tileaa.memref<16x32xf32
  nv_tileaa.func @together(%x: tensor<16x32xf16, #row>, %y: tensor<16x32xf16, #row>, %z: tensor<16x32xf32, #row>) -> (tensor<16x32xf16, #warps>, tensor<16x32xf16, #warps>, tensor<16x32xf32, #warps>) {
    %0 = nv_tileas.convert_layout %x : tensor<16x32xf16, #row> -> tensor<16x32xf16, #warps>
    %1 = nv_tileas.convert_layout %y : tensor<16x32xf16, #row> -> tensor<16x32xf16, #warps>
    %2 = nv_tileas.convert_layout %z : tensor<16x32xf32, #row> -> tensor<16x32xf32, #warps>
    nv_tileaa.return %0, %1, %2 : tensor<16x32xf16, #warps>, tensor<16x32xf16, #warps>, tensor<16x32xf32, #warps>
  }

  // So are two small ones, whatever others need: those of a reduction over two operands.
  // CHECK-LABEL: @small
  // CHECK-COUNT-2: nv_tileas.copy {{.*}} -> tensor<64
  // CHECK-NEXT: nv_tileaa.return
  nv_tileaa.func @small(%x: tensor<64xf32, #parts>, %y: tensor<64xi32, #parts>) -> (tensor<64xf32, #all>, tensor<64xi32, #all>) {
    %0 = nv_tileas.convert_layout %x : tensor<64xf32, #parts> -> tensor<64xf32, #all>
    %1 = nv_tileas.convert_layout %y : tensor<64xi32, #parts> -> tensor<64xi32, #all>
    nv_tileaa.return %0, %1 : tensor<64xf32, #all>, tensor<64xi32, #all>
  }

  // An existing buffer: its bytes and those of the staging would add up.
  // CHECK-LABEL: @beside
  // CHECK: nv_tileas.alloc_tensor {{.*}} : !nv_tileaa.memref<16x32xf32
  // CHECK: %[[Y:.*]] = nv_tileas.copy
  // CHECK: nv_tileas.alloc_tensor {{.*}} : !nv_tileaa.memref<32xf32
  // CHECK: nv_tileaa.return %[[Y]]
  nv_tileaa.func @beside(%x: tensor<16x32xf32, #row>) -> tensor<16x32xf32, #warps> {
    %y = nv_tileas.convert_layout %x : tensor<16x32xf32, #row> -> tensor<16x32xf32, #warps>
    %b = nv_tileas.alloc_tensor {alignment = 16 : i64} : !nv_tileaa.memref<32xf32, shared, layout = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16]]}>>
    nv_tileaa.return %y : tensor<16x32xf32, #warps>
  }
}

// -----

// 64 KiB are staged in two parts of 32.
#src = #nv_tileas.layout<{register=[[0,1],[0,2],[16,0],[32,0],[64,0],[0,128],[0,64]], lane=[[0,4],[0,8],[0,16],[0,32],[1,0]], warp=[[2,0],[4,0],[8,0]]}>
#dst = #nv_tileas.layout<{register=[[0,1],[0,2],[16,0],[32,0],[64,0],[0,128],[0,64]], lane=[[0,4],[0,8],[0,16],[0,32],[2,0]], warp=[[1,0],[4,0],[8,0]]}>
// CHECK-LABEL: @parts
// CHECK: %[[BUFFER:.*]] = nv_tileas.alloc_tensor {{.*}}, parts = [[PARTS:[0-9]+]]>
// CHECK-NEXT: nv_tileas.copy %{{.*}}, %[[BUFFER]] atom <universal_copy, 128> :
// CHECK-NEXT: %[[FIRST:.*]] = nv_tileas.copy %[[BUFFER]] atom <universal_copy, 128> :
// CHECK-NEXT: nv_tileas.copy %{{.*}}, %[[BUFFER]] atom <universal_copy, 128> part 1 :
// CHECK-NEXT: nv_tileas.copy %[[BUFFER]], %[[FIRST]] atom <universal_copy, 128> part 1 :
gpu.module @parts attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @f(%x: tensor<128x256xf32, #src>) -> tensor<128x256xf32, #dst> {
    %y = nv_tileas.convert_layout %x : tensor<128x256xf32, #src> -> tensor<128x256xf32, #dst>
    nv_tileaa.return %y : tensor<128x256xf32, #dst>
  }
}
