// Dots in tensor memory round-trip, in their own syntax and in the generic one.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s --mlir-print-op-generic | tileiras-opt | FileCheck %s

#panel = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0]]}>
#panelB = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#cells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#one = #nv_tileas.layout<{out=[1]}>
!a = !nv_tileaa.memref<128x64xf16, shared, layout = #panel>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #panelB>
!sums = !nv_tileaa.memref<128x64xf32, tensor, layout = #cells>
!slot = !nv_tileaa.memref<1xi32, shared, layout = #one>
!inTensor = !nv_tileaa.memref<128x64xf16, tensor, layout = #cells>

// CHECK-LABEL: @products
nv_tileaa.func @products(%c: tensor<128x64xf32, #rows>, %p: i1) {
  %a = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !a
  %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
  %done = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier<1>
  %slot = nv_tileas.alloc_tensor {alignment = 16 : i64} : !slot
  // CHECK: nv_tileas.acquire_tmem %{{.*}} columns 64 : !nv_tileaa.memref<1xi32, shared, layout = #{{.*}}>
  nv_tileas.acquire_tmem %slot columns 64 : !slot
  // CHECK: %[[M:.*]] = nv_tileas.alloc_tmem : !nv_tileaa.memref<128x64xf32, tensor, layout = #{{.*}}>
  %m = nv_tileas.alloc_tmem : !sums
  // CHECK: %[[N:.*]] = nv_tileas.alloc_tmem base(%{{.*}} : !nv_tileaa.memref<1xi32, shared, layout = #{{.*}}>) {offset = 0 : i64} : !nv_tileaa.memref<128x64xf32, tensor, layout = #{{.*}}>
  %n = nv_tileas.alloc_tmem base(%slot : !slot) {offset = 0 : i64} : !sums
  // CHECK: nv_tileas.copy %{{.*}}, %[[M]] atom <tmem_store.32x32b, 32> : tensor<128x64xf32, #{{.*}}>, !nv_tileaa.memref<128x64xf32, tensor
  nv_tileas.copy %c, %m atom <tmem_store.32x32b, 32> : tensor<128x64xf32, #rows>, !sums
  // CHECK: nv_tileas.async.tmem_dot %{{.*}}, %{{.*}}, %[[M]] <sm100.mma.m128k16.f16.f32, 64> : <{{.*}}>, <{{.*}}>, <128x64xf32, tensor
  nv_tileas.async.tmem_dot %a, %b, %m <sm100.mma.m128k16.f16.f32, 64> : !a, !b, !sums
  // CHECK: %[[A:.*]] = nv_tileas.alloc_tmem : !nv_tileaa.memref<128x64xf16, tensor, layout = #{{.*}}>
  %ta = nv_tileas.alloc_tmem : !inTensor
  // CHECK: nv_tileas.async.tmem_dot %[[A]], %{{.*}}, %[[M]] <sm100.mma.m128k16.f16.f32, 64> : <128x64xf16, tensor{{.*}}>, <{{.*}}>, <128x64xf32, tensor
  nv_tileas.async.tmem_dot %ta, %b, %m <sm100.mma.m128k16.f16.f32, 64> : !inTensor, !b, !sums
  // CHECK: nv_tileas.async.tmem_dot %{{.*}}, %{{.*}}, %[[N]] <sm100.mma.m128k16.f16.f32, 32> accumulate(%{{.*}}) :
  nv_tileas.async.tmem_dot %a, %b, %n <sm100.mma.m128k16.f16.f32, 32> accumulate(%p) : !a, !b, !sums
  // CHECK: nv_tileas.async.tmem_wait %{{.*}} : !nv_tileas.mbarrier{{$}}
  nv_tileas.async.tmem_wait %done : !nv_tileas.mbarrier<1>
  // CHECK: nv_tileas.copy %[[M]] atom <tmem_load.32x32b, 64> : !nv_tileaa.memref<128x64xf32, tensor, layout = #{{.*}}> -> tensor<128x64xf32, #{{.*}}>
  %d = nv_tileas.copy %m atom <tmem_load.32x32b, 64> : !sums -> tensor<128x64xf32, #rows>
  // CHECK: nv_tileas.release_tmem %{{.*}} columns 64 : !nv_tileaa.memref<1xi32, shared
  nv_tileas.release_tmem %slot columns 64 : !slot
  nv_tileaa.return
}

#half = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[0,0],[16,0],[32,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#panelHalf = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#fragment = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>

// Accumulators of 64 rows are in 16 lanes of each quarter.
// CHECK-LABEL: @half
nv_tileaa.func @half(%c: tensor<64x64xf32, #fragment>) {
  %a = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !nv_tileaa.memref<64x64xf16, shared, layout = #panelHalf>
  %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
  %m = nv_tileas.alloc_tmem : !nv_tileaa.memref<64x64xf32, tensor, layout = #half>
  // CHECK: nv_tileas.copy %{{.*}}, %{{.*}} atom <tmem_store.16x256b, 8>
  nv_tileas.copy %c, %m atom <tmem_store.16x256b, 8> : tensor<64x64xf32, #fragment>, !nv_tileaa.memref<64x64xf32, tensor, layout = #half>
  // CHECK: nv_tileas.async.tmem_dot %{{.*}}, %{{.*}}, %{{.*}} <sm100.mma.m64k16.f16.f32, 64> :
  nv_tileas.async.tmem_dot %a, %b, %m <sm100.mma.m64k16.f16.f32, 64> : !nv_tileaa.memref<64x64xf16, shared, layout = #panelHalf>, !b, !nv_tileaa.memref<64x64xf32, tensor, layout = #half>
  // CHECK: nv_tileas.copy %{{.*}} atom <tmem_load.16x256b, 4> :
  %d = nv_tileas.copy %m atom <tmem_load.16x256b, 4> : !nv_tileaa.memref<64x64xf32, tensor, layout = #half> -> tensor<64x64xf32, #fragment>
  nv_tileaa.return
}

#bytes = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64],[1,16],[2,32],[4,64],[8,0],[16,0],[32,0],[64,0]]}>
#bytesB = #nv_tileas.layout<{offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0],[16,1],[32,2],[64,4],[0,8],[0,16],[0,32]]}>
#held = #nv_tileas.layout<{register=[[0,1],[0,2],[32,0],[64,0],[0,4]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[0,0],[0,0]]}>
#scalesA = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[0,0],[0,0]], tensor_column=[[0,1],[0,2],[32,0],[64,0],[0,4]]}>
#scalesB = #nv_tileas.layout<{tensor_lane=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,0],[0,0]], tensor_column=[[1,0],[2,0],[0,32],[4,0]]}>
!bytesA = !nv_tileaa.memref<128x128xi8, shared, layout = #bytes>
!bytesB = !nv_tileaa.memref<128x64xi8, shared, layout = #bytesB>
#blocksA = #nv_tileas.layout<{offset=[[0,1],[0,2],[32,0],[64,0],[1,0],[2,0],[4,0],[8,0],[16,0],[0,4]]}>
#blocksB = #nv_tileas.layout<{offset=[[1,0],[2,0],[0,32],[0,64],[0,1],[0,2],[0,4],[0,8],[0,16],[4,0]]}>
#wideB = #nv_tileas.layout<{offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0],[16,1],[32,2],[64,4],[0,8],[0,16],[0,32],[0,64]]}>
#wideScalesB = #nv_tileas.layout<{tensor_lane=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,0],[0,0]], tensor_column=[[1,0],[2,0],[0,32],[0,64],[4,0]]}>
#wideCells = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64]]}>
!wideB = !nv_tileaa.memref<128x128xi8, shared, layout = #wideB>
!wideScalesB = !nv_tileaa.memref<8x128xf8E8M0FNU, tensor, layout = #wideScalesB>
!wideSums = !nv_tileaa.memref<128x128xf32, tensor, layout = #wideCells>
!blocksA = !nv_tileaa.memref<128x8xf8E8M0FNU, shared, layout = #blocksA>
!blocksB = !nv_tileaa.memref<8x128xf8E8M0FNU, shared, layout = #blocksB>
!scalesA = !nv_tileaa.memref<128x8xf8E8M0FNU, tensor, layout = #scalesA>
!scalesB = !nv_tileaa.memref<8x64xf8E8M0FNU, tensor, layout = #scalesB>

// CHECK-LABEL: @scales
nv_tileaa.func @scales(%x: tensor<128x8xf8E8M0FNU, #held>) {
  %a = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !bytesA
  %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !bytesB
  %m = nv_tileas.alloc_tmem : !sums
  // CHECK: %[[P:.*]] = nv_tileas.alloc_tmem : !nv_tileaa.memref<128x8xf8E8M0FNU, tensor, layout = #{{.*}}>
  %p = nv_tileas.alloc_tmem : !scalesA
  // CHECK: %[[Q:.*]] = nv_tileas.alloc_tmem : !nv_tileaa.memref<8x64xf8E8M0FNU, tensor, layout = #{{.*}}>
  %q = nv_tileas.alloc_tmem : !scalesB
  // Four bytes to a column.
  // CHECK: nv_tileas.copy %{{.*}}, %[[P]] atom <tmem_store.32x32b, 8> : tensor<128x8xf8E8M0FNU, #{{.*}}>, !nv_tileaa.memref<128x8xf8E8M0FNU, tensor
  nv_tileas.copy %x, %p atom <tmem_store.32x32b, 8> : tensor<128x8xf8E8M0FNU, #held>, !scalesA
  // CHECK: nv_tileas.async.tmem_dot %{{.*}}, %{{.*}}, %{{.*}} scales(%[[P]], %[[Q]]) <sm100.mma.m128k64.mxf4.f32, 64> {packed = f4E2M1FN} : <128x128xi8, {{.*}}>, <128x64xi8, {{.*}}>, <128x64xf32, {{.*}}>, !nv_tileaa.memref<128x8xf8E8M0FNU, {{.*}}>, !nv_tileaa.memref<8x64xf8E8M0FNU, {{.*}}>
  nv_tileas.async.tmem_dot %a, %b, %m scales(%p, %q) <sm100.mma.m128k64.mxf4.f32, 64> {packed = f4E2M1FN} : !bytesA, !bytesB, !sums, !scalesA, !scalesB
  nv_tileaa.return
}

// CHECK-LABEL: @sources
nv_tileaa.func @sources() {
  %a = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !bytesA
  %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !wideB
  %m = nv_tileas.alloc_tmem : !wideSums
  %p = nv_tileas.alloc_tmem : !scalesA
  %q = nv_tileas.alloc_tmem : !wideScalesB
  // CHECK: %[[R:.*]] = nv_tileas.alloc_tensor {alignment = 128 : i64} : !nv_tileaa.memref<128x8xf8E8M0FNU, shared
  %r = nv_tileas.alloc_tensor {alignment = 128 : i64} : !blocksA
  // CHECK: %[[S:.*]] = nv_tileas.alloc_tensor {alignment = 128 : i64} : !nv_tileaa.memref<8x128xf8E8M0FNU, shared
  %s = nv_tileas.alloc_tensor {alignment = 128 : i64} : !blocksB
  // CHECK: nv_tileas.async.tmem_dot %{{.*}} scales(%{{.*}}, %{{.*}}) from(%[[R]], %[[S]] : !nv_tileaa.memref<128x8xf8E8M0FNU, shared, layout = #{{.*}}>, !nv_tileaa.memref<8x128xf8E8M0FNU, shared, layout = #{{.*}}>) <sm100.mma.m128k64.mxf4.f32, 128>
  nv_tileas.async.tmem_dot %a, %b, %m scales(%p, %q) from(%r, %s : !blocksA, !blocksB) <sm100.mma.m128k64.mxf4.f32, 128> {packed = f4E2M1FN} : !bytesA, !wideB, !wideSums, !scalesA, !wideScalesB
  nv_tileaa.return
}
