// Where two stages of a loop don't fit into shared memory, each load is copied while the one before it is read.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-lower-loads-to-async)))' | FileCheck %s
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-lower-loads-to-async,tileas-materialize-async,tileas-assign-smem,tileas-insert-memory-barriers)))' | FileCheck %s --check-prefix=WAITS

#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,16],[0,32],[32,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[0,8]]}>
#rows = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[32,0]], lane=[[0,8],[0,16],[1,0],[2,0],[4,0]], warp=[[8,0],[16,0]]}>
#columns = #nv_tileas.layout<{register=[[1,0],[2,0],[4,0],[0,32]], lane=[[8,0],[16,0],[0,1],[0,2],[0,4]], warp=[[0,8],[0,16]]}>
#a = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[32,0]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[0,0]]}>
#b = #nv_tileas.layout<{register=[[1,0],[8,0],[16,0],[0,16],[0,32]], lane=[[2,0],[4,0],[0,1],[0,2],[0,4]], warp=[[0,0],[0,8]]}>
#large = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16],[32],[64],[128],[256],[512],[1024],[2048],[4096]]}>
#line = #nv_tileas.layout<{register=[[1],[2],[4],[8],[16],[32]], lane=[[64],[128],[256],[512],[1024]], warp=[[2048],[4096]]}>
!memref = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!view = !nv_tileaa.tiled_view<64x32, !memref, steps = [64, 32], dims = [0, 1]>
!large = !nv_tileaa.memref<8192xf32, shared, layout = #large>
!more = !nv_tileaa.memref<64x32xf16, shared, layout = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {

// 36 of 48 KiB are used otherwise. The second operand is read first: its copy for the next iteration is started after
// the barrier of the last reader, with the index of that iteration.
// CHECK-LABEL: @two_readers
// CHECK: %[[B:.*]] = nv_tileas.alloc_tensor {alignment = 128 : i64} : !nv_tileaa.memref<64x32xf16, shared, layout = #{{[^,]*}}>
// CHECK: %[[A:.*]] = nv_tileas.alloc_tensor {alignment = 128 : i64} : !nv_tileaa.memref<64x32xf16, shared, layout = #{{[^,]*}}>
// CHECK: %[[ANY:.*]] = arith.cmpi slt, %{{.*}}, %[[N:.*]] : i32
// CHECK: %[[T:.*]] = nv_tileas.async.copy %{{.*}} if %[[ANY]] to %[[B]]
// CHECK: %[[FIRST:.*]] = nv_tileas.async.commit(%[[T]])
// CHECK: scf.for %[[K:.*]] = %{{.*}} to %[[N]] {{.*}} iter_args(%{{.*}} = %{{.*}}, %[[LAST:.*]] = %[[FIRST]])
// CHECK: nv_tileas.async.wait(%[[LAST]])
// CHECK-NEXT: nv_tileas.barrier
// CHECK: %[[U:.*]] = nv_tileas.async.copy %{{.*}}[%{{.*}}, %[[K]]] to %[[A]]
// CHECK: %[[OTHER:.*]] = nv_tileas.async.commit(%[[U]])
// CHECK: %[[SEEN:.*]] = nv_tileas.buffer_view %[[B]]
// CHECK: %[[READ:.*]] = nv_tileas.copy %[[SEEN]] atom <ldsm, 4>
// CHECK: nv_tileas.dot %{{.*}}, %[[READ]]
// CHECK: nv_tileas.async.wait(%[[OTHER]])
// CHECK-NEXT: nv_tileas.barrier
// CHECK: %[[STEP:.*]] = arith.addi %[[K]], %{{.*}} : i32
// CHECK: %[[MORE:.*]] = arith.cmpi slt, %[[STEP]], %[[N]] : i32
// CHECK: %[[TWICE:.*]] = arith.addi %[[STEP]], %[[STEP]] : i32
// CHECK: %[[V:.*]] = nv_tileas.async.copy %{{.*}}[%{{.*}}, %[[TWICE]]] if %[[MORE]] to %[[B]]
// CHECK: %[[NEXT:.*]] = nv_tileas.async.commit(%[[V]])
// CHECK: %[[READ:.*]] = nv_tileas.copy %[[A]] atom <ldsm, 4>
// CHECK: nv_tileas.dot %[[READ]]
// CHECK: scf.yield %{{.*}}, %[[NEXT]]
// Each wait is for the newest group, and no other barrier is needed.
// WAITS-LABEL: @two_readers
// WAITS: scf.for
// WAITS: nv_tileas.async.wait({{.*}}) {pending = 0 : i64}
// WAITS-NEXT: nv_tileas.barrier
// WAITS-NOT: nv_tileas.barrier
// WAITS: nv_tileas.async.wait({{.*}}) {pending = 0 : i64}
// WAITS-NEXT: nv_tileas.barrier
// WAITS-NOT: nv_tileas.barrier
// WAITS: scf.yield
nv_tileaa.func @two_readers(%x: !view, %y: !view, %i: i32, %n: i32, %z: tensor<8192xf32, #line>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #acc>
  %ones = arith.constant dense<1.0> : tensor<64x32xf16, #a>
  %twos = arith.constant dense<2.0> : tensor<32x64xf16, #b>
  %other = nv_tileas.alloc_tensor {alignment = 16 : i64} : !large
  nv_tileas.copy %z, %other atom <universal_copy, 32> : tensor<8192xf32, #line>, !large
  %more = nv_tileas.alloc_tensor {alignment = 16 : i64} : !more
  %r = scf.for %k = %zero to %n step %one iter_args(%acc = %c) -> (tensor<64x64xf32, #acc>) : i32 {
    %l, %t = nv_tileas.tiled_load <weak> %x[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> tensor<64x32xf16, #rows>, !nv_tileaa.mem_token
    %ca = nv_tileas.convert_layout %l : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #a>
    %twice = arith.addi %k, %k : i32
    %m, %u = nv_tileas.tiled_load <weak> %y[%i, %twice] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> tensor<64x32xf16, #rows>, !nv_tileaa.mem_token
    %p = nv_tileas.permute %m [1, 0] : tensor<64x32xf16, #rows> -> tensor<32x64xf16, #columns>
    %cb = nv_tileas.convert_layout %p : tensor<32x64xf16, #columns> -> tensor<32x64xf16, #b>
    %d = nv_tileas.dot %ones, %cb, %acc <sm80.mma.m16n8k16.f16.f32> : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #acc>
    %e = nv_tileas.dot %ca, %twos, %d <sm80.mma.m16n8k16.f16.f32> : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #acc>
    scf.yield %e : tensor<64x64xf32, #acc>
  }
  %kept = nv_tileas.copy %more atom <universal_copy, 32> : !more -> tensor<64x32xf16, #rows>
  %last = nv_tileas.copy %other atom <universal_copy, 32> : !large -> tensor<8192xf32, #line>
  nv_tileaa.return
}

// One dot reads both, or the first load's coordinate comes from the iteration before: no single buffers.
// CHECK-LABEL: @one_reader
// CHECK-NOT: async.copy
// CHECK-LABEL: @carried_place
// CHECK-NOT: async.copy
nv_tileaa.func @one_reader(%x: !view, %y: !view, %i: i32, %n: i32, %z: tensor<8192xf32, #line>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #acc>
  %other = nv_tileas.alloc_tensor {alignment = 16 : i64} : !large
  nv_tileas.copy %z, %other atom <universal_copy, 32> : tensor<8192xf32, #line>, !large
  %more = nv_tileas.alloc_tensor {alignment = 16 : i64} : !more
  %r = scf.for %k = %zero to %n step %one iter_args(%acc = %c) -> (tensor<64x64xf32, #acc>) : i32 {
    %l, %t = nv_tileas.tiled_load <weak> %x[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> tensor<64x32xf16, #rows>, !nv_tileaa.mem_token
    %ca = nv_tileas.convert_layout %l : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #a>
    %m, %u = nv_tileas.tiled_load <weak> %y[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> tensor<64x32xf16, #rows>, !nv_tileaa.mem_token
    %p = nv_tileas.permute %m [1, 0] : tensor<64x32xf16, #rows> -> tensor<32x64xf16, #columns>
    %cb = nv_tileas.convert_layout %p : tensor<32x64xf16, #columns> -> tensor<32x64xf16, #b>
    %d = nv_tileas.dot %ca, %cb, %acc <sm80.mma.m16n8k16.f16.f32> : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #acc>
    scf.yield %d : tensor<64x64xf32, #acc>
  }
  %kept = nv_tileas.copy %more atom <universal_copy, 32> : !more -> tensor<64x32xf16, #rows>
  %last = nv_tileas.copy %other atom <universal_copy, 32> : !large -> tensor<8192xf32, #line>
  nv_tileaa.return
}

nv_tileaa.func @carried_place(%x: !view, %y: !view, %i: i32, %n: i32, %z: tensor<8192xf32, #line>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %c = arith.constant dense<0.0> : tensor<64x64xf32, #acc>
  %ones = arith.constant dense<1.0> : tensor<64x32xf16, #a>
  %twos = arith.constant dense<2.0> : tensor<32x64xf16, #b>
  %other = nv_tileas.alloc_tensor {alignment = 16 : i64} : !large
  nv_tileas.copy %z, %other atom <universal_copy, 32> : tensor<8192xf32, #line>, !large
  %more = nv_tileas.alloc_tensor {alignment = 16 : i64} : !more
  %r:2 = scf.for %k = %zero to %n step %one iter_args(%acc = %c, %place = %i) -> (tensor<64x64xf32, #acc>, i32) : i32 {
    %l, %t = nv_tileas.tiled_load <weak> %x[%i, %k] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> tensor<64x32xf16, #rows>, !nv_tileaa.mem_token
    %ca = nv_tileas.convert_layout %l : tensor<64x32xf16, #rows> -> tensor<64x32xf16, #a>
    %m, %u = nv_tileas.tiled_load <weak> %y[%i, %place] padding <zero> {alignment = 16 : i64, contiguity = array<i64: 1, 16>, in_bounds = array<i1: true, false>} : !view[i32, i32] -> tensor<64x32xf16, #rows>, !nv_tileaa.mem_token
    %p = nv_tileas.permute %m [1, 0] : tensor<64x32xf16, #rows> -> tensor<32x64xf16, #columns>
    %cb = nv_tileas.convert_layout %p : tensor<32x64xf16, #columns> -> tensor<32x64xf16, #b>
    %d = nv_tileas.dot %ones, %cb, %acc <sm80.mma.m16n8k16.f16.f32> : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #acc>
    %e = nv_tileas.dot %ca, %twos, %d <sm80.mma.m16n8k16.f16.f32> : tensor<64x32xf16, #a>, tensor<32x64xf16, #b>, tensor<64x64xf32, #acc>
    %next = arith.muli %place, %place : i32
    scf.yield %e, %next : tensor<64x64xf32, #acc>, i32
  }
  %kept = nv_tileas.copy %more atom <universal_copy, 32> : !more -> tensor<64x32xf16, #rows>
  %last = nv_tileas.copy %other atom <universal_copy, 32> : !large -> tensor<8192xf32, #line>
  nv_tileaa.return
}
}
