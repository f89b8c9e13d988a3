// Async copies, groups and waits; stages of rings; mbarriers.
// Req: G-28
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nv-tileas-to-llvm))' | FileCheck %s

#threads = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4]], lane=[[0,8],[0,16],[1,0],[2,0],[4,0]]}>
#m = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,8]]}>
!ring = !nv_tileaa.memref<8x32xf16, shared, layout = #m, stages = 3>
!stage = !nv_tileaa.memref<8x32xf16, shared, layout = #m>
!view = !nv_tileaa.tiled_view<8x32, !nv_tileaa.memref<?x?xf16, strides = [?, 1]>, steps = [8, 32], dims = [0, 1]>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
// CHECK-LABEL: @copies
func.func @copies(%v: !view, %i: i32, %p: i1) attributes {nv_tileas.shared_memory = 1560 : i64} {
  // CHECK: llvm.mlir.addressof @global_smem
  %ring = nv_tileas.alloc_tensor {alignment = 128 : i64, offset = 0 : i64} : !ring
  // The stage is 512 bytes from the next.
  // CHECK: %[[BYTES:.*]] = llvm.mlir.constant(512 : i32)
  // CHECK: %[[OFFSET:.*]] = llvm.mul %{{.*}}, %[[BYTES]]
  // CHECK: llvm.getelementptr %{{.*}}[%[[OFFSET]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %stage = nv_tileas.buffer_view %ring[%i] : !ring -> !stage
  // Elements outside of the array are zeros; without the predicate nothing is written.
  // CHECK: llvm.inline_asm has_side_effects asm_dialect = att {{.*}}"@$3 cp.async.cg.shared.global $0, $1, 16, $2;", "*m,*m,b,b" %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (!llvm.ptr<3>, !llvm.ptr<1>, i1, i1) -> ()
  %t = nv_tileas.async.copy %v[%i, %i] if %p to %stage atom <simt_async_copy, 16> threads(#threads)
      {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: true, false>} : !view[i32, i32], !stage
  // CHECK: nvvm.cp.async.shared.global %{{.*}}, %{{.*}}, 16, cache = cg : !llvm.ptr<3>, !llvm.ptr<1>{{$}}
  %u = nv_tileas.async.copy %v[%i, %i] to %stage atom <simt_async_copy, 16> threads(#threads)
      {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: true, true>} : !view[i32, i32], !stage
  // Any padding other than zero is stored by the thread that would have copied: copied and stored elements are
  // disjoint.
  // CHECK: %[[MINUS:.*]] = llvm.mlir.constant(0xFC00 : f16) : f16
  // CHECK: %[[INSIDE:.*]] = llvm.icmp "slt"
  // CHECK: %[[COPIED:.*]] = llvm.and %{{.*}}, %[[INSIDE]] : i1
  // CHECK: "@$2 cp.async.cg.shared.global $0, $1, 16;", "*m,*m,b" %[[TO:.*]], %{{.*}}, %[[COPIED]]
  // CHECK: %[[OUTSIDE:.*]] = llvm.xor %[[INSIDE]], %{{.*}} : i1
  // CHECK: %[[STORED:.*]] = llvm.and %{{.*}}, %[[OUTSIDE]] : i1
  // CHECK: llvm.inline_asm has_side_effects asm_dialect = att {{.*}}"@$5 st.shared.v4.b32 $0, {$1, $2, $3, $4};", "*m,r,r,r,r,b" %[[TO]], {{.*}}, %[[STORED]]
  %w = nv_tileas.async.copy %v[%i, %i] padding <neg_inf> if %p to %stage atom <simt_async_copy, 16> threads(#threads)
      {alignment = 16 : i64, contiguity = array<i64: 1, 8>, in_bounds = array<i1: true, false>} : !view[i32, i32], !stage
  // CHECK: nvvm.cp.async.commit.group
  %g = nv_tileas.async.commit(%t, %u, %w)
  // CHECK: nvvm.cp.async.wait.group 1
  nv_tileas.async.wait(%g) {pending = 1 : i64}
  // CHECK: nvvm.cp.async.wait.group 0
  nv_tileas.async.wait()
  return
}

// Rows that start at multiples of 16 bytes, and end anywhere.
// CHECK-LABEL: @row_ends
func.func @row_ends(%v: !view, %i: i32, %p: i1, %stage: !stage) {
  // The copied bytes are those inside: 2 for each remaining element, up to 16; none where the row itself is outside.
  // CHECK: %[[LEFT:.*]] = llvm.sub
  // CHECK: %[[BYTES:.*]] = llvm.mul %[[LEFT]], %{{.*}} : i32
  // CHECK: %[[FROM:.*]] = llvm.intr.smax(%[[BYTES]], %{{.*}})
  // CHECK: %[[TO:.*]] = llvm.intr.smin(%[[FROM]], %{{.*}})
  // CHECK: %[[COUNT:.*]] = llvm.select %{{.*}}, %[[TO]], %{{.*}} : i1, i32
  // CHECK: llvm.inline_asm has_side_effects {{.*}}"@$3 cp.async.cg.shared.global $0, $1, 16, $2;", "*m,*m,r,b" %{{.*}}, %{{.*}}, %[[COUNT]], %{{.*}}
  %t = nv_tileas.async.copy %v[%i, %i] if %p to %stage atom <simt_async_copy, 16> threads(#threads)
      {alignment = 16 : i64, contiguity = array<i64: 1, 1>, in_bounds = array<i1: false, false>, index_bits = 32 : i32} : !view[i32, i32], !stage
  // The access is inside along a row: nothing is counted.
  // CHECK-NOT: llvm.intr.smin
  // CHECK: "cp.async.cg.shared.global $0, $1, 16, $2;", "*m,*m,b"
  %u = nv_tileas.async.copy %v[%i, %i] to %stage atom <simt_async_copy, 16> threads(#threads)
      {alignment = 16 : i64, contiguity = array<i64: 1, 32>, in_bounds = array<i1: false, true>, index_bits = 32 : i32} : !view[i32, i32], !stage
  // With another padding, whole vectors are copied, and the partial one at the end of the array is loaded element by
  // element.
  // CHECK: "@$2 cp.async.cg.shared.global $0, $1, 16;", "*m,*m,b"
  // CHECK: llvm.cond_br
  // CHECK-COUNT-8: "@$2 ld.global.b16 $0, $1;"
  // CHECK: llvm.store %{{.*}}, %{{.*}} {alignment = 16 : i64} : vector<4xi32>, !llvm.ptr<3>
  %w = nv_tileas.async.copy %v[%i, %i] padding <nan> to %stage atom <simt_async_copy, 16> threads(#threads)
      {alignment = 16 : i64, contiguity = array<i64: 1, 1>, in_bounds = array<i1: false, false>, index_bits = 32 : i32} : !view[i32, i32], !stage
  return
}

// Req: K-05
// Req: K-21
// Req: K-22
// Req: K-24
// Req: K-25
// CHECK-LABEL: @barriers
// CHECK-SAME: (%[[I:[^:]*]]: i32
func.func @barriers(%i: i32, %ticks: i32) -> !nv_tileaa.mem_token attributes {nv_tileas.shared_memory = 1560 : i64} {
  // Stages of 8 bytes, at a multiple of 8.
  // CHECK: %[[SLOTS:.*]] = llvm.getelementptr %{{.*}}[1536] : (!llvm.ptr<3>) -> !llvm.ptr<3>, i8
  // CHECK: llvm.insertvalue %[[SLOTS]], %{{.*}}[0] : !llvm.struct<(ptr<3>, i32)>
  %all = nv_tileas.alloc_mbarrier {offset = 1536 : i64} : !nv_tileas.mbarrier<3>
  // CHECK: %[[EIGHT:.*]] = llvm.mlir.constant(8 : i32)
  // CHECK: llvm.mul %[[I]], %[[EIGHT]]
  // CHECK: %[[SLOT:.*]] = llvm.getelementptr %[[SLOTS]][%{{.*}}] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, i8
  %one = nv_tileas.buffer_view %all[%i] : !nv_tileas.mbarrier<3> -> !nv_tileas.mbarrier
  // CHECK: nvvm.mbarrier.init %[[SLOT]], %{{.*}}, predicate = %{{.*}} : !llvm.ptr<3>, i32, i1
  // CHECK: %[[NONE:.*]] = llvm.mlir.constant(0 : i32)
  %t = nv_tileas.async.mbarrier_init %one, %ticks : !nv_tileas.mbarrier, i32 -> !nv_tileaa.mem_token
  // CHECK: llvm.return %[[NONE]]
  return %t : !nv_tileaa.mem_token
}
}
