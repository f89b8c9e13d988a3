// Addresses are layouts and coordinates of cute until phase 5.
// Req: G-03
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm --mlir-print-ir-after=cute-hoist-addresses -o %t 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=AFTER --input-file=%t

// AFTER-NOT: cute.

#l = #nv_tileas.layout<{register=[[0,1],[0,2],[32,0]], lane=[[0,4],[0,8],[1,0],[2,0],[4,0]], warp=[[8,0],[16,0]]}>
#row = #nv_tileas.layout<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]]}>
#dependent = #nv_tileas.layout<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], warp=[[4],[128]]}>
#m = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16],[32],[64],[132],[264]]}>
#n = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16],[32],[64],[128]]}>
!array = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<64x16, !array, steps = [64, 16], dims = [0, 1]>
!overlapping = !nv_tileaa.tiled_view<512, !nv_tileaa.memref<?xf32, strides = [1]>, steps = [256], dims = [0]>
!buffer = !nv_tileaa.memref<512xf32, shared, layout = #m>
!small = !nv_tileaa.memref<256xf32, shared, layout = #n>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // The thread's part of the array, then its tiles: rows before the loop, columns in it; then the register's offset.
  // CHECK-LABEL: func.func @loop
  // CHECK: %[[STRIDE:.*]] = cute.make_stride %{{.*}} : !cute.stride<"(?,1)">
  // CHECK: %[[SHAPE:.*]] = cute.static : !cute.shape<"(64,16)">
  // CHECK: %[[TILE:.*]] = cute.make_layout %[[SHAPE]], %[[STRIDE]]
  // CHECK: %[[OWN:.*]] = cute.make_coord %{{.*}}, %{{.*}} : !cute.coord<"(?,?)">
  // CHECK: %[[THREAD:.*]] = cute.crd2idx %[[OWN]], %[[TILE]] : {{.*}} -> i64
  // CHECK: %[[BASE:.*]] = cute.add_offset %{{.*}}, %[[THREAD]] of i32
  // CHECK: %[[VIEW:.*]] = cute.make_view %[[BASE]], %{{.*}} : !cute.memref<i32, gmem, "(?,?):(?,1)">
  // CHECK: %[[REGISTER:.*]] = cute.crd2idx %{{.*}}, %[[TILE]] : !cute.coord<"(32,0)">
  // CHECK: %[[ROWS:.*]] = cute.local_tile %[[VIEW]][%{{.*}}] tile <"(64,_)">
  // CHECK: scf.for
  // CHECK: %[[COLUMNS:.*]] = cute.local_tile %[[ROWS]][%{{.*}}] tile <"(_,16)">
  // CHECK: %[[ITER:.*]] = cute.get_iter %[[COLUMNS]]
  // CHECK: cute_nvgpu.load{{.*}} %[[ITER]]
  // CHECK: %[[SECOND:.*]] = cute.add_offset %[[ITER]], %[[REGISTER]] of i32
  // CHECK: cute_nvgpu.load{{.*}} %[[SECOND]]
  func.func @loop(%p: !llvm.ptr<1>, %n: i32, %i: i32, %z: tensor<64x16xf32, #l>) -> tensor<64x16xf32, #l> {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %ptr = builtin.unrealized_conversion_cast %p : !llvm.ptr<1> to !nv_tileaa.ptr<f32>
    %a = nv_tileaa.make_memref %ptr, sizes = [%n, %n], strides = [%n] : <f32> sizes i32, i32 strides i32 -> <?x?xf32, strides = [?, 1]>
    %v = nv_tileaa.block_tile %a : <?x?xf32, strides = [?, 1]> -> !view
    %r = scf.for %k = %c0 to %n step %c1 iter_args(%s = %z) -> (tensor<64x16xf32, #l>) : i32 {
      %t, %token = nv_tileas.tiled_load <weak> %v[%i, %k] {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, true>, index_bits = 32 : i32} : !view [i32, i32] -> tensor<64x16xf32, #l>, !nv_tileaa.mem_token
      %u = arith.addf %s, %t : tensor<64x16xf32, #l>
      scf.yield %u : tensor<64x16xf32, #l>
    }
    return %r : tensor<64x16xf32, #l>
  }

  // CHECK-LABEL: func.func @steps
  // CHECK: cute.local_tile %{{.*}} tile <"(512)"> step <"(256)">
  func.func @steps(%p: !llvm.ptr<1>, %n: i32, %i: i32) -> tensor<512xf32, #row> {
    %ptr = builtin.unrealized_conversion_cast %p : !llvm.ptr<1> to !nv_tileaa.ptr<f32>
    %a = nv_tileaa.make_memref %ptr, sizes = [%n], strides = [] : <f32> sizes i32 -> <?xf32, strides = [1]>
    %v = nv_tileaa.block_tile %a : <?xf32, strides = [1]> -> !overlapping
    %t, %token = nv_tileas.tiled_load <weak> %v[%i] {alignment = 16 : i64, contiguity = array<i64: 512>, in_bounds = array<i1: true>} : !overlapping [i32] -> tensor<512xf32, #row>, !nv_tileaa.mem_token
    return %t : tensor<512xf32, #row>
  }

  // The modes are lane, warp and register; the swizzle is the buffer's.
  // CHECK-LABEL: func.func @swizzled
  // CHECK: %[[PLACE:.*]] = cute.make_coord %{{.*}}, %{{.*}} : !cute.coord<"(?,?,0)">
  // CHECK: %[[SLOTS:.*]] = cute.static : !cute.layout<"S<2,2,5> o 0 o (32,4,4):(4,128,1)">
  // CHECK: %[[SLOT:.*]] = cute.crd2idx %[[PLACE]], %[[SLOTS]] : {{.*}} -> i32
  // CHECK: cute.add_offset %{{.*}}, %[[SLOT]] of i32 : !llvm.ptr<3>, i32
  func.func @swizzled(%x: tensor<512xf32, #row>) attributes {nv_tileas.shared_memory = 2048 : i64} {
    %b = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !buffer
    nv_tileas.copy %x, %b atom <universal_copy, 128> : tensor<512xf32, #row>, !buffer
    return
  }

  // The first bit of the warp has the same offset as a bit of the lane.
  // CHECK-LABEL: func.func @dependent
  // CHECK: %[[ONE:.*]] = cute.crd2idx %{{.*}} : !cute.coord<"(?,?,0)">, !cute.layout<"(32,(2,2),4):(4,(0,128),1)"> -> i32
  // CHECK: %[[OTHER:.*]] = cute.crd2idx %{{.*}} : !cute.coord<"(?,?,0)">, !cute.layout<"(32,(2,2),4):(0,(4,0),0)"> -> i32
  // CHECK: %[[BOTH:.*]] = llvm.xor %[[ONE]], %[[OTHER]]
  // CHECK: cute.add_offset %{{.*}}, %[[BOTH]] of i32
  func.func @dependent(%x: tensor<256xf32, #dependent>) attributes {nv_tileas.shared_memory = 1024 : i64} {
    %b = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !small
    nv_tileas.copy %x, %b atom <universal_copy, 128> : tensor<256xf32, #dependent>, !small
    return
  }

  // CHECK-LABEL: func.func @pointers
  // CHECK: %[[WIDE:.*]] = llvm.sext %{{.*}} : i16 to i32
  // CHECK: cute.add_offset %{{.*}}, %[[WIDE]] of i32 : !llvm.ptr<1>, i32
  func.func @pointers(%p: !llvm.ptr<1>, %i: i16) -> f32 {
    %ptr = builtin.unrealized_conversion_cast %p : !llvm.ptr<1> to !nv_tileaa.ptr<f32>
    %q = nv_tileaa.addptr %ptr, %i : !nv_tileaa.ptr<f32>, i16
    %x, %token = nv_tileas.load <weak> %q : !nv_tileaa.ptr<f32> -> f32, !nv_tileaa.mem_token
    return %x : f32
  }

  // Operations of cute in the input are lowered the same way.
  // CHECK-LABEL: func.func @given
  // CHECK: cute.add_offset
  // AFTER-LABEL: llvm.func @given
  // AFTER: llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i16
  func.func @given(%p: !llvm.ptr<1>, %i: i64) -> !llvm.ptr<1> {
    %q = cute.add_offset %p, %i of i16 : !llvm.ptr<1>, i64
    return %q : !llvm.ptr<1>
  }
}
