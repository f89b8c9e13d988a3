// An element has one atomic RMW, and all threads that hold it get the old value.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-shared-memory),convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' | FileCheck %s

#own = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
#lanes = #nv_tileas.layout<{lane=[[0],[1],[2],[4],[8]], warp=[[16],[32]]}>
#warps = #nv_tileas.layout<{register=[[32]], lane=[[1],[2],[4],[8],[16]], warp=[[0],[0]]}>
#four = #nv_tileas.layout<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]]}>
!ptr = !nv_tileaa.ptr<i32>
!halves = !nv_tileaa.tiled_view<512, !nv_tileaa.memref<?xf16, strides = [1]>, steps = [512], dims = [0]>
!view = !nv_tileaa.tiled_view<128, !nv_tileaa.memref<?xf32, strides = [1]>, steps = [128], dims = [0]>

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // Every thread has a separate element: no predicate, nothing to share.
  // CHECK-LABEL: llvm.func @own
  // CHECK: llvm.inline_asm has_side_effects {{.*}} "atom.acq_rel.sys.global.max.s32 $0, $1, $2;", "=r,*m,r" {{.*}} -> i32
  // CHECK-NOT: nvvm.shfl
  // CHECK-NOT: nvvm.barrier0
  // CHECK: llvm.return
  nv_tileaa.func @own(%p: tensor<128x!ptr, #own>, %x: tensor<128xi32, #own>) -> tensor<128xi32, #own> {
    %old, %t = nv_tileas.atomic_rmw <max> <acq_rel> <sys> %p, %x : tensor<128x!ptr, #own>, tensor<128xi32, #own> -> !nv_tileaa.mem_token
    nv_tileaa.return %old : tensor<128xi32, #own>
  }

  // The even lanes act, under their masks, and send the result to the odd ones.
  // CHECK-LABEL: llvm.func @lanes
  // CHECK: %[[ACT:.*]] = llvm.and %{{.*}}, %{{.*}} : i1
  // CHECK: %[[ZERO:.*]] = llvm.mlir.zero : i32
  // CHECK: %[[OLD:.*]] = llvm.inline_asm {{.*}} "@$3 atom.relaxed.cta.global.add.u32 $0, $1, $2;", "=r,*m,r,b,0" %{{.*}}, %{{.*}}, %[[ACT]], %[[ZERO]]
  // CHECK: nvvm.shfl.sync idx %{{.*}}, %[[OLD]]
  // CHECK-NOT: nvvm.barrier0
  // CHECK: llvm.return
  nv_tileaa.func @lanes(%p: tensor<64x!ptr, #lanes>, %x: tensor<64xi32, #lanes>, %m: tensor<64xi1, #lanes>) -> tensor<64xi32, #lanes> {
    %old, %t = nv_tileas.atomic_rmw <add> <relaxed> <tl_blk> %p, %x, mask = %m : tensor<64x!ptr, #lanes>, tensor<64xi32, #lanes>, mask tensor<64xi1, #lanes> -> !nv_tileaa.mem_token
    nv_tileaa.return %old : tensor<64xi32, #lanes>
  }

  // The first warp acts, and sends the result to the others in shared memory.
  // CHECK-LABEL: llvm.func @warps
  // CHECK-COUNT-2: "@$4 atom.relaxed.gpu.global.cas.b32 $0, $1, $2, $3;", "=r,*m,r,r,b,0"
  // CHECK-NOT: nvvm.barrier0
  // CHECK: "@$3 st.shared.v2.b32 $0, {$1, $2};"
  // CHECK: nvvm.barrier0
  // CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> vector<2xi32>
  nv_tileaa.func @warps(%p: tensor<64x!ptr, #warps>, %x: tensor<64xi32, #warps>, %y: tensor<64xi32, #warps>) -> tensor<64xi32, #warps> {
    %old, %t = nv_tileas.atomic_cas <relaxed> <gpu> %p, %x, %y : tensor<64x!ptr, #warps>, tensor<64xi32, #warps> -> !nv_tileaa.mem_token
    nv_tileaa.return %old : tensor<64xi32, #warps>
  }

  // The result is not used.
  // CHECK-LABEL: llvm.func @unused
  // CHECK-COUNT-2: "@$3 atom.relaxed.gpu.global.xor.b32 $0, $1, $2;"
  // CHECK-NOT: nvvm.barrier0
  // CHECK: llvm.return
  nv_tileaa.func @unused(%p: tensor<64x!ptr, #warps>, %x: tensor<64xi32, #warps>) {
    %old, %t = nv_tileas.atomic_rmw <xor> <relaxed> <gpu> %p, %x : tensor<64x!ptr, #warps>, tensor<64xi32, #warps> -> !nv_tileaa.mem_token
    nv_tileaa.return
  }

  // A masked comparison returns its comparand.
  // CHECK-LABEL: llvm.func @scalar
  // CHECK-SAME: %[[P:.*]]: !llvm.ptr<1>, %[[X:.*]]: f64, %[[Y:.*]]: f64, %[[M:.*]]: i1
  // CHECK: %[[FIRST:.*]] = llvm.icmp "eq"
  // CHECK: %[[ACT:.*]] = llvm.and %[[FIRST]], %[[M]]
  // CHECK: %[[CMP:.*]] = llvm.bitcast %[[X]] : f64 to i64
  // CHECK: "@$4 atom.release.sys.global.cas.b64 $0, $1, $2, $3;", "=l,*m,l,l,b,0" %[[P]], %{{.*}}, %{{.*}}, %[[ACT]], %{{.*}} :
  // CHECK-NOT: nvvm.barrier0
  // CHECK: %[[STORES:.*]] = llvm.icmp "eq"
  // CHECK: "@$2 st.shared.b64 $0, $1;", "*m,l,b" %{{.*}}, %{{.*}}, %[[STORES]]
  // CHECK: nvvm.barrier0
  // CHECK: llvm.load {{.*}} : !llvm.ptr<3> -> i64
  nv_tileaa.func @scalar(%p: !nv_tileaa.ptr<f64>, %x: f64, %y: f64, %m: i1) -> f64 {
    %old, %t = nv_tileas.atomic_cas <release> <sys> %p, %x, %y, mask = %m : !nv_tileaa.ptr<f64>, f64, mask i1 -> !nv_tileaa.mem_token
    nv_tileaa.return %old : f64
  }

  // CHECK-LABEL: llvm.func @instructions
  // CHECK: atom.relaxed.gpu.global.and.b64
  // CHECK: atom.relaxed.gpu.global.or.b64
  // CHECK: atom.relaxed.gpu.global.max.u64
  // CHECK: atom.relaxed.gpu.global.min.u64
  // CHECK: atom.relaxed.gpu.global.min.s64
  // CHECK: atom.relaxed.gpu.global.add.noftz.f16 {{.*}} "=h,*m,h,b,0"
  // CHECK: atom.relaxed.gpu.global.add.noftz.bf16
  // CHECK: atom.acquire.gpu.global.add.f32
  // CHECK: atom.relaxed.gpu.global.add.f64
  // CHECK: atom.relaxed.gpu.global.exch.b32
  nv_tileaa.func @instructions(%i: !nv_tileaa.ptr<i64>, %h: !nv_tileaa.ptr<f16>, %b: !nv_tileaa.ptr<bf16>, %f: !nv_tileaa.ptr<f32>, %d: !nv_tileaa.ptr<f64>,
                               %xi: i64, %xh: f16, %xb: bf16, %xf: f32, %xd: f64) {
    %r0, %t0 = nv_tileas.atomic_rmw <and> <relaxed> <gpu> %i, %xi : !nv_tileaa.ptr<i64>, i64 -> !nv_tileaa.mem_token
    %r1, %t1 = nv_tileas.atomic_rmw <or> <relaxed> <gpu> %i, %xi : !nv_tileaa.ptr<i64>, i64 -> !nv_tileaa.mem_token
    %r2, %t2 = nv_tileas.atomic_rmw <umax> <relaxed> <gpu> %i, %xi : !nv_tileaa.ptr<i64>, i64 -> !nv_tileaa.mem_token
    %r3, %t3 = nv_tileas.atomic_rmw <umin> <relaxed> <gpu> %i, %xi : !nv_tileaa.ptr<i64>, i64 -> !nv_tileaa.mem_token
    %r4, %t4 = nv_tileas.atomic_rmw <min> <relaxed> <gpu> %i, %xi : !nv_tileaa.ptr<i64>, i64 -> !nv_tileaa.mem_token
    %r5, %t5 = nv_tileas.atomic_rmw <addf> <relaxed> <gpu> %h, %xh : !nv_tileaa.ptr<f16>, f16 -> !nv_tileaa.mem_token
    %r6, %t6 = nv_tileas.atomic_rmw <addf> <relaxed> <gpu> %b, %xb : !nv_tileaa.ptr<bf16>, bf16 -> !nv_tileaa.mem_token
    %r7, %t7 = nv_tileas.atomic_rmw <addf> <acquire> <gpu> %f, %xf : !nv_tileaa.ptr<f32>, f32 -> !nv_tileaa.mem_token
    %r8, %t8 = nv_tileas.atomic_rmw <addf> <relaxed> <gpu> %d, %xd : !nv_tileaa.ptr<f64>, f64 -> !nv_tileaa.mem_token
    %r9, %t9 = nv_tileas.atomic_rmw <xchg> <relaxed> <gpu> %f, %xf : !nv_tileaa.ptr<f32>, f32 -> !nv_tileaa.mem_token
    nv_tileaa.return
  }

  // Additions to adjacent elements: one address and one predicate for each vector.
  // CHECK-LABEL: llvm.func @neighbours
  // CHECK-COUNT-2: "@$3 red.relaxed.gpu.global.add.v2.f32 $0, {$1, $2};", "*m,r,r,b"
  // CHECK-COUNT-2: "red.relaxed.gpu.global.add.noftz.f16x2 $0, $1;", "*m,r"
  // CHECK: llvm.return
  nv_tileaa.func @neighbours(%p: tensor<512x!nv_tileaa.ptr<f32>, #four>, %x: tensor<512xf32, #four>, %m: tensor<512xi1, #four>, %h: !halves, %j: i32, %y: tensor<512xf16, #four>) {
    %old, %t0 = nv_tileas.atomic_rmw <addf> <relaxed> <gpu> %p, %x, mask = %m {alignment = 8 : i64, atom = #cute_nvgpu.atom<red.vector, 64>, contiguity = array<i64: 512>} : tensor<512x!nv_tileaa.ptr<f32>, #four>, tensor<512xf32, #four>, mask tensor<512xi1, #four> -> !nv_tileaa.mem_token
    %t1 = nv_tileas.tiled_atomic_rmw <addf> <relaxed> <gpu> %h[%j], %y {alignment = 16 : i64, atom = #cute_nvgpu.atom<red.f16x2, 32>, contiguity = array<i64: 512>, in_bounds = array<i1: true>} : tensor<512xf16, #four>, !halves[i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }

  // For a tile of a view: where it is inside of the array, in the threads that own an element.
  // CHECK-LABEL: llvm.func @views
  // CHECK: llvm.intr.usub.sat
  // CHECK: %[[INSIDE:.*]] = llvm.icmp "slt"
  // CHECK: "@$3 atom.relaxed.gpu.global.add.f32 $0, $1, $2;", "=r,*m,r,b,0" {{.*}}, %[[INSIDE]]
  nv_tileaa.func @views(%v: !view, %i: i32, %x: tensor<128xf32, #own>) {
    %t = nv_tileas.tiled_atomic_rmw <addf> <relaxed> <gpu> %v[%i], %x {in_bounds = array<i1: false>} : tensor<128xf32, #own>, !view[i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}

// Before sm_90 bf16 are added by compare-and-swap, in a loop.
// CHECK-LABEL: gpu.module @before
gpu.module @before attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: llvm.func @swap
  // CHECK: "ld.relaxed.gpu.global.b16 $0, $1;"
  // CHECK: llvm.fadd %{{.*}}, %{{.*}} : f32
  // CHECK: "atom.acquire.gpu.global.cas.b16 $0, $1, $2, $3;", "=h,*m,h,h"
  // CHECK: llvm.icmp "ne" %{{.*}}, %{{.*}} : i16
  // CHECK: llvm.cond_br
  nv_tileaa.func @swap(%p: tensor<128x!nv_tileaa.ptr<bf16>, #own>, %x: tensor<128xbf16, #own>) {
    %r, %t = nv_tileas.atomic_rmw <addf> <acquire> <gpu> %p, %x : tensor<128x!nv_tileaa.ptr<bf16>, #own>, tensor<128xbf16, #own> -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
