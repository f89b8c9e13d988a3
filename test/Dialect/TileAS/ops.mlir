// Every operation and attribute round-trips, in its own syntax and in the generic one.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s --mlir-print-op-generic | tileiras-opt | FileCheck %s

#one = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
#two = #nv_tileas.layout<{lane=[[0,1],[0,2],[1,0],[2,0],[4,0]]}>
#pair = #nv_tileas.layout<{register=[[0,4]], lane=[[0,1],[0,2],[1,0],[2,0],[4,0]]}>
#rows = #nv_tileas.layout<{lane=[[0],[0],[1],[2],[4]]}>
!ptr = !nv_tileaa.ptr<f32>
!m = !nv_tileaa.memref<?xf32, strides = [1]>
!v = !nv_tileaa.tiled_view<32, !m, steps = [32], dims = [0]>
!t = !nv_tileaa.mem_token
#half = #nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#linear = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#other = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[1,0],[2,0]]}>
!ring = !nv_tileaa.memref<8x8xf32, shared, layout = #linear, stages = 3>
!stage = !nv_tileaa.memref<8x8xf32, shared, layout = #linear>
!w = !nv_tileaa.tiled_view<8x8, !nv_tileaa.memref<?x?xf32, strides = [?, 1]>, steps = [8, 8], dims = [0, 1]>

// CHECK-DAG: #[[ONE:.*]] = #nv_tileas.layout<{lane={{\[}}[1],[2],[4],[8],[16]]}>
// CHECK-DAG: #[[TWO:.*]] = #nv_tileas.layout<{lane={{\[}}[0,1],[0,2],[1,0],[2,0],[4,0]]}>
// CHECK-DAG: #[[PAIR:.*]] = #nv_tileas.layout<{register={{\[}}[0,4]], lane={{\[}}[0,1],[0,2],[1,0],[2,0],[4,0]]}>
// CHECK-DAG: #[[HALF:.*]] = #nv_tileas.layout<{register={{\[}}[0,1]], lane={{\[}}[0,2],[0,4],[1,0],[2,0],[4,0]]}>
// CHECK-DAG: #[[ROWS:.*]] = #nv_tileas.layout<{lane={{\[}}[0],[0],[1],[2],[4]]}>

// CHECK: nv_tileaa.func @tiles({{.*}}) attributes {nv_tileas.shared_memory = 16 : i64}
nv_tileaa.func @tiles(%x: tensor<32xf32, #one>, %y: tensor<8x4xf32, #two>, %z: tensor<8x8xf32, #pair>, %i: i32) attributes {nv_tileas.shared_memory = 16 : i64} {
  // CHECK: nv_tileas.convert_layout %{{.*}} : tensor<32xf32, #[[ONE]]> -> tensor<32xf32>
  %0 = nv_tileas.convert_layout %x : tensor<32xf32, #one> -> tensor<32xf32>
  // CHECK: nv_tileas.barrier
  nv_tileas.barrier
  // CHECK: nv_tileas.cluster_barrier
  nv_tileas.cluster_barrier
  // CHECK: nv_tileas.make_range : tensor<32xi32, #[[ONE]]>
  %1 = nv_tileas.make_range : tensor<32xi32, #one>
  // CHECK: nv_tileas.view %{{.*}} : tensor<8x4xf32, #[[TWO]]> -> tensor<32xf32, #[[ONE]]>
  %2 = nv_tileas.view %y : tensor<8x4xf32, #two> -> tensor<32xf32, #one>
  // CHECK: nv_tileas.permute %{{.*}} [1, 0] : tensor<8x4xf32, #[[TWO]]> -> tensor<4x8xf32>
  %3 = nv_tileas.permute %y [1, 0] : tensor<8x4xf32, #two> -> tensor<4x8xf32>
  %r = nv_tileaa.splat %i : i32 -> tensor<8xi32, #rows>
  // CHECK: %[[COLUMN:.*]] = nv_tileas.view %{{.*}} : tensor<8xi32, #[[ROWS]]> -> tensor<8x1xi32>
  %c = nv_tileas.view %r : tensor<8xi32, #rows> -> tensor<8x1xi32>
  // CHECK: nv_tileas.broadcast %[[COLUMN]] : tensor<8x1xi32> -> tensor<8x4xi32, #[[TWO]]>
  %4 = nv_tileas.broadcast %c : tensor<8x1xi32> -> tensor<8x4xi32, #two>
  // CHECK: nv_tileas.extract_slice %{{.*}}[%{{.*}}, %{{.*}}] : tensor<8x8xf32, #[[PAIR]]> -> tensor<8x4xf32, #[[TWO]]>
  %5 = nv_tileas.extract_slice %z[%i, %i] : tensor<8x8xf32, #pair> -> tensor<8x4xf32, #two>
  // CHECK: nv_tileas.cat %{{.*}}, %{{.*}} dim = 1 : tensor<8x4xf32, #[[TWO]]>, tensor<8x4xf32, #[[TWO]]> -> tensor<8x8xf32, #[[PAIR]]>
  %6 = nv_tileas.cat %5, %5 dim = 1 : tensor<8x4xf32, #two>, tensor<8x4xf32, #two> -> tensor<8x8xf32, #pair>
  // CHECK: nv_tileas.reduce %{{.*}} dim = 1 identities = [0.000000e+00 : f32] : (tensor<8x4xf32, #[[TWO]]>) -> tensor<8xf32, #[[ROWS]]>
  %7 = nv_tileas.reduce %5 dim = 1 identities = [0.0 : f32] : (tensor<8x4xf32, #two>) -> tensor<8xf32, #rows> {
  ^bb0(%e: f32, %acc: f32):
    nv_tileaa.yield %e : f32
  }
  // CHECK: nv_tileas.scan %{{.*}} dim = 1 reverse = false identities = [0.000000e+00 : f32] : (tensor<8x4xf32, #[[TWO]]>) -> tensor<8x4xf32, #[[TWO]]>
  %8 = nv_tileas.scan %5 dim = 1 reverse = false identities = [0.0 : f32] : (tensor<8x4xf32, #two>) -> tensor<8x4xf32, #two> {
  ^bb0(%e: f32, %acc: f32):
    nv_tileaa.yield %e : f32
  }
  nv_tileaa.return
}

// CHECK-LABEL: nv_tileaa.func @flight
nv_tileaa.func @flight(%view: !w, %i: i32, %p: i1) {
  // CHECK: %[[RING:.*]] = nv_tileas.alloc_tensor {alignment = 128 : i64} : !nv_tileaa.memref<8x8xf32, shared, layout = #{{.*}}, stages = 3>
  %ring = nv_tileas.alloc_tensor {alignment = 128 : i64} : !ring
  // CHECK: nv_tileas.alloc_mbarrier {offset = 1024 : i64} : !nv_tileas.mbarrier<3>
  %full = nv_tileas.alloc_mbarrier {offset = 1024 : i64} : !nv_tileas.mbarrier<3>
  // CHECK: %[[ONE_BARRIER:.*]] = nv_tileas.buffer_view %{{.*}}[%{{.*}}] : !nv_tileas.mbarrier<3> -> !nv_tileas.mbarrier
  %barrier = nv_tileas.buffer_view %full[%i] : !nv_tileas.mbarrier<3> -> !nv_tileas.mbarrier
  // CHECK: nv_tileas.async.mbarrier_init %[[ONE_BARRIER]], %{{.*}} : !nv_tileas.mbarrier, i32 -> !nv_tileaa.mem_token
  %t = nv_tileas.async.mbarrier_init %barrier, %i : !nv_tileas.mbarrier, i32 -> !nv_tileaa.mem_token
  // CHECK: %[[STAGE:.*]] = nv_tileas.buffer_view %[[RING]][%{{.*}}] : !nv_tileaa.memref<8x8xf32, shared, layout = #{{.*}}, stages = 3> -> !nv_tileaa.memref<8x8xf32, shared, layout = #{{[^,]*}}>
  %stage = nv_tileas.buffer_view %ring[%i] : !ring -> !stage
  // CHECK: %[[COPY:.*]] = nv_tileas.async.copy %{{.*}}[%{{.*}}, %{{.*}}] if %{{.*}} to %[[STAGE]] atom <simt_async_copy, 8> threads(#[[HALF]]) {alignment = 16 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: true, false>, index_bits = 32 : i32}
  %c = nv_tileas.async.copy %view[%i, %i] if %p to %stage atom <simt_async_copy, 8> threads(#half)
      {alignment = 16 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: true, false>, index_bits = 32 : i32} : !w[i32, i32], !stage
  // CHECK: nv_tileas.async.copy %{{.*}}[%{{.*}}, %{{.*}}] padding <nan> to %[[STAGE]] atom
  %padded = nv_tileas.async.copy %view[%i, %i] padding <nan> to %stage atom <simt_async_copy, 8> threads(#half)
      {alignment = 16 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: true, false>} : !w[i32, i32], !stage
  // CHECK: %[[GROUP:.*]] = nv_tileas.async.commit(%[[COPY]])
  %g = nv_tileas.async.commit(%c)
  // CHECK: nv_tileas.async.wait(%[[GROUP]]) {pending = 1 : i64}
  nv_tileas.async.wait(%g) {pending = 1 : i64}
  // CHECK: nv_tileas.async.wait(){{$}}
  nv_tileas.async.wait()
  // CHECK: %[[TURNED:.*]] = nv_tileas.buffer_view %[[STAGE]] : {{.*}} -> !nv_tileaa.memref<4x16xf32, shared, layout = #{{[^,]*}}>
  %turned = nv_tileas.buffer_view %stage : !stage -> !nv_tileaa.memref<4x16xf32, shared, layout = #other>
  // CHECK: nv_tileas.copy %[[TURNED]] atom <universal_copy, 32> slice [2, 8] : {{.*}} -> tensor<2x8xf32>
  %x = nv_tileas.copy %turned atom <universal_copy, 32> slice [2, 8] : !nv_tileaa.memref<4x16xf32, shared, layout = #other> -> tensor<2x8xf32>
  nv_tileaa.return
}

// CHECK-LABEL: nv_tileaa.func @products
nv_tileaa.func @products(%a: tensor<16x16xf16>, %b: tensor<16x8xf16>, %c: tensor<16x8xf32>, %x: tensor<4x4xi8>, %y: tensor<4x4xi32>, %u: tensor<16x32xf8E4M3FN>, %v: tensor<32x8xf8E4M3FN>, %s: tensor<16x4xf8E8M0FNU>, %t: tensor<4x8xf8E8M0FNU>) {
  // CHECK: nv_tileas.dot %{{.*}}, %{{.*}}, %{{.*}} <sm80.mma.m16n8k16.f16.f32> : tensor<16x16xf16>, tensor<16x8xf16>, tensor<16x8xf32>
  %0 = nv_tileas.dot %a, %b, %c <sm80.mma.m16n8k16.f16.f32> : tensor<16x16xf16>, tensor<16x8xf16>, tensor<16x8xf32>
  // CHECK: nv_tileas.dot %{{.*}}, %{{.*}}, %{{.*}} <universal_fma> fast_acc {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<unsigned>}
  %1 = nv_tileas.dot %x, %x, %y <universal_fma> fast_acc {signedness_a = #nv_tileaa.signedness<signed>, signedness_b = #nv_tileaa.signedness<unsigned>} : tensor<4x4xi8>, tensor<4x4xi8>, tensor<4x4xi32>
  // CHECK: nv_tileas.dot %{{.*}}, %{{.*}}, %{{.*}} scales %{{.*}}, %{{.*}} from 3 <sm120.mma.m16n8k32.mxf8f6f4.f32> : tensor<16x32xf8E4M3FN>, tensor<32x8xf8E4M3FN>, tensor<16x8xf32> scales tensor<16x4xf8E8M0FNU>, tensor<4x8xf8E8M0FNU>
  %2 = nv_tileas.dot %u, %v, %c scales %s, %t from 3 <sm120.mma.m16n8k32.mxf8f6f4.f32> : tensor<16x32xf8E4M3FN>, tensor<32x8xf8E4M3FN>, tensor<16x8xf32> scales tensor<16x4xf8E8M0FNU>, tensor<4x8xf8E8M0FNU>
  nv_tileaa.return
}

// CHECK-LABEL: nv_tileaa.func @memory
nv_tileaa.func @memory(%v: !v, %i: i32, %p: tensor<32x!ptr, #one>, %m: tensor<32xi1, #one>, %o: tensor<32xf32, #one>) {
  // CHECK: nv_tileas.tiled_load <weak> %{{.*}}[%{{.*}}] padding <zero> {allow_tma = false, in_bounds = array<i1: false>, latency = 2 : i64} : {{.*}}[i32] -> tensor<32xf32, #[[ONE]]>, !nv_tileaa.mem_token
  %x, %t0 = nv_tileas.tiled_load <weak> %v[%i] padding <zero> {allow_tma = false, in_bounds = array<i1: false>, latency = 2 : i64} : !v[i32] -> tensor<32xf32, #one>, !t
  // CHECK: nv_tileas.tiled_store <relaxed> scope <gpu> %{{.*}}, %{{.*}}[%{{.*}}] token = %{{.*}} {in_bounds = array<i1: true>} : tensor<32xf32, #[[ONE]]>
  %t1 = nv_tileas.tiled_store <relaxed> scope <gpu> %x, %v[%i] token = %t0 {in_bounds = array<i1: true>} : tensor<32xf32, #one>, !v[i32] -> !t
  // CHECK: nv_tileas.load <acquire> scope <sys> %{{.*}}, mask = %{{.*}}, other = %{{.*}} token = %{{.*}}
  %y, %t2 = nv_tileas.load <acquire> scope <sys> %p, mask = %m, other = %o token = %t1 : tensor<32x!ptr, #one>, mask tensor<32xi1, #one>, other tensor<32xf32, #one> -> tensor<32xf32, #one>, !t
  // CHECK: nv_tileas.store <weak> %{{.*}}, %{{.*}}, mask = %{{.*}} : tensor<32x!nv_tileaa.ptr<f32>, #[[ONE]]>, tensor<32xf32, #[[ONE]]>, mask tensor<32xi1, #[[ONE]]>
  %t3 = nv_tileas.store <weak> %p, %y, mask = %m : tensor<32x!ptr, #one>, tensor<32xf32, #one>, mask tensor<32xi1, #one> -> !t
  // CHECK: nv_tileas.atomic_rmw <xchg> <release> <gpu> %{{.*}}, %{{.*}}, mask = %{{.*}} token = %{{.*}}
  %z, %t4 = nv_tileas.atomic_rmw <xchg> <release> <gpu> %p, %y, mask = %m token = %t3 : tensor<32x!ptr, #one>, tensor<32xf32, #one>, mask tensor<32xi1, #one> -> !t
  // CHECK: nv_tileas.atomic_cas <relaxed> <tl_blk> %{{.*}}, %{{.*}}, %{{.*}} : tensor<32x!nv_tileaa.ptr<f32>, #[[ONE]]>, tensor<32xf32, #[[ONE]]>
  %w, %t5 = nv_tileas.atomic_cas <relaxed> <tl_blk> %p, %y, %z : tensor<32x!ptr, #one>, tensor<32xf32, #one> -> !t
  // CHECK: nv_tileas.tiled_atomic_rmw <addf> <relaxed> <gpu> %{{.*}}[%{{.*}}], %{{.*}} token = %{{.*}} {atom = #cute_nvgpu.atom<atom>, in_bounds = array<i1: true>} : tensor<32xf32, #[[ONE]]>
  %t6 = nv_tileas.tiled_atomic_rmw <addf> <relaxed> <gpu> %v[%i], %w token = %t5 {in_bounds = array<i1: true>, atom = #cute_nvgpu.atom<atom>} : tensor<32xf32, #one>, !v[i32] -> !t
  nv_tileaa.return
}

#swizzled = #nv_tileas.layout<{offset=[[0,1],[0,2],[1,1],[2,0],[4,0]]}>
!buffer = !nv_tileaa.memref<8x4xf32, shared, layout = #swizzled>
!halves = !nv_tileaa.memref<8x4xf32, shared, layout = #swizzled, parts = 2>
#fragment = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#rowmajor = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[1,0],[2,0],[4,0],[8,0]]}>

// CHECK-LABEL: nv_tileaa.func @buffers
nv_tileaa.func @buffers(%y: tensor<8x4xf32, #two>, %i: i32) {
  // CHECK: %[[A:.*]] = nv_tileas.alloc_tensor {alignment = 16 : i64} : !nv_tileaa.memref<8x4xf32, shared, layout = #[[SWIZZLED:.*]]>
  %a = nv_tileas.alloc_tensor {alignment = 16 : i64} : !buffer
  // CHECK: %[[B:.*]] = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 128 : i64} : !nv_tileaa.memref<8x4xf32, shared, layout = #[[SWIZZLED]], parts = 2>
  %b = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 128 : i64} : !halves
  // CHECK: nv_tileas.copy %{{.*}}, %[[A]] atom <universal_copy, 32> : tensor<8x4xf32, #[[TWO]]>, !nv_tileaa.memref<8x4xf32, shared, layout = #[[SWIZZLED]]>
  nv_tileas.copy %y, %a atom <universal_copy, 32> : tensor<8x4xf32, #two>, !buffer
  // CHECK: %[[X:.*]] = nv_tileas.copy %[[B]] atom <universal_copy, 32> : !nv_tileaa.memref<{{.*}}, parts = 2> -> tensor<8x4xf32, #[[TWO]]>
  %0 = nv_tileas.copy %b atom <universal_copy, 32> : !halves -> tensor<8x4xf32, #two>
  // CHECK: nv_tileas.copy %[[B]], %[[X]] atom <universal_copy, 32> part 1 : !nv_tileaa.memref<{{.*}}, parts = 2>, tensor<8x4xf32, #[[TWO]]> -> tensor<8x4xf32, #[[TWO]]>
  %1 = nv_tileas.copy %b, %0 atom <universal_copy, 32> part 1 : !halves, tensor<8x4xf32, #two> -> tensor<8x4xf32, #two>
  %m = nv_tileas.alloc_tensor {alignment = 16 : i64} : !nv_tileaa.memref<16x16xf16, shared, layout = #rowmajor>
  // CHECK: nv_tileas.copy %{{.*}} atom <ldsm, 4> : !nv_tileaa.memref<16x16xf16, shared, layout = #{{.*}}> -> tensor<16x16xf16, #{{.*}}>
  %2 = nv_tileas.copy %m atom <ldsm, 4> : !nv_tileaa.memref<16x16xf16, shared, layout = #rowmajor> -> tensor<16x16xf16, #fragment>
  // CHECK: #cute_nvgpu.atom<ldsm.trans, 2>
  %s = nv_tileas.alloc_tensor {alignment = 4 : i64, atom = #cute_nvgpu.atom<ldsm.trans, 2>} : !nv_tileaa.memref<1xi32, shared, layout = #nv_tileas.layout<{offset=[], out=[1]}>>
  // CHECK: nv_tileas.copy %{{.*}}, %{{.*}} atom <universal_copy, 32> : i32, !nv_tileaa.memref<1xi32
  nv_tileas.copy %i, %s atom <universal_copy, 32> : i32, !nv_tileaa.memref<1xi32, shared, layout = #nv_tileas.layout<{offset=[], out=[1]}>>
  nv_tileaa.return
}
