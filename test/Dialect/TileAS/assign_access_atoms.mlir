// Accesses say which instruction makes them: vectors as wide as facts and
// layout allow, and updates of one element.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-access-atoms)))' | FileCheck %s

// Req: L-14, G-05
#l = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[1,0]], lane=[[0,8],[0,16],[2,0],[4,0],[8,0]], warp=[[16,0],[32,0]]}>
#own = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
!ptrs = tensor<64x32x!nv_tileaa.ptr<f16>, #l>
!tile = tensor<64x32xf16, #l>
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!v = !nv_tileaa.tiled_view<64x32, !m, steps = [64, 32], dims = [0, 1]>
!t = !nv_tileaa.mem_token

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: @vectors
  nv_tileaa.func @vectors(%p: !ptrs, %v: !v, %i: i32) {
    // A thread has eight neighbours along the row.
    // CHECK: nv_tileas.load {{.*}} {alignment = 16 : i64, atom = #cute_nvgpu.atom<universal_copy, 128>, contiguity
    %x, %t0 = nv_tileas.load <weak> %p {alignment = 16 : i64, contiguity = array<i64: 1, 32>} : !ptrs -> !tile, !t
    // Two along the column.
    // CHECK: nv_tileas.store {{.*}} {alignment = 16 : i64, atom = #cute_nvgpu.atom<universal_copy, 32>, contiguity
    %t1 = nv_tileas.store <weak> %p, %x {alignment = 16 : i64, contiguity = array<i64: 64, 1>} : !ptrs, !tile -> !t
    // The alignment is that of four.
    // CHECK: nv_tileas.tiled_load {{.*}} {alignment = 8 : i64, atom = #cute_nvgpu.atom<universal_copy, 64>, contiguity
    %y, %t2 = nv_tileas.tiled_load <weak> %v[%i, %i] {alignment = 8 : i64, contiguity = array<i64: 1, 32>, in_bounds = array<i1: true, true>} : !v[i32, i32] -> !tile, !t
    // Nothing is known.
    // CHECK: nv_tileas.tiled_store {{.*}} {atom = #cute_nvgpu.atom<universal_copy, 16>
    %t3 = nv_tileas.tiled_store <weak> %y, %v[%i, %i] {in_bounds = array<i1: true, true>} : !tile, !v[i32, i32] -> !t
    nv_tileaa.return
  }

  // CHECK-LABEL: @updates
  nv_tileaa.func @updates(%p: tensor<128x!nv_tileaa.ptr<i32>, #own>, %x: tensor<128xi32, #own>, %q: !nv_tileaa.ptr<f64>) {
    // CHECK: nv_tileas.atomic_rmw {{.*}} {atom = #cute_nvgpu.atom<atom>}
    %0, %t0 = nv_tileas.atomic_rmw <add> <relaxed> <gpu> %p, %x : tensor<128x!nv_tileaa.ptr<i32>, #own>, tensor<128xi32, #own> -> !t
    // CHECK: nv_tileas.atomic_cas {{.*}} {atom = #cute_nvgpu.atom<atom.cas>}
    %1, %t1 = nv_tileas.atomic_cas <relaxed> <gpu> %p, %x, %x : tensor<128x!nv_tileaa.ptr<i32>, #own>, tensor<128xi32, #own> -> !t
    // A scalar; and what is chosen already stays.
    // CHECK: nv_tileas.load {{.*}} {atom = #cute_nvgpu.atom<universal_copy, 64>}
    %2, %t2 = nv_tileas.load <weak> %q : !nv_tileaa.ptr<f64> -> f64, !t
    // CHECK: nv_tileas.load {{.*}} {alignment = 16 : i64, atom = #cute_nvgpu.atom<universal_copy, 32>, contiguity
    %3, %t3 = nv_tileas.load <weak> %p {alignment = 16 : i64, atom = #cute_nvgpu.atom<universal_copy, 32>, contiguity = array<i64: 128>} : tensor<128x!nv_tileaa.ptr<i32>, #own> -> tensor<128xi32, #own>, !t
    nv_tileaa.return
  }
}
