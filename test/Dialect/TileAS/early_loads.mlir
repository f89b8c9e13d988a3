// Loads of what nothing writes start together, as many as registers are left for; others stay, and keep them apart.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-unspecialized-pipeline)))' | FileCheck %s

#row = #nv_tileas.layout<{register=[[1],[2],[4],[8]], lane=[[16],[32],[64],[128],[256]], warp=[[512],[1024]]}>
!memref = !nv_tileaa.memref<?xf32, strides = [1]>
!view = !nv_tileaa.tiled_view<2048, !memref, steps = [2048], dims = [0]>

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {

// CHECK-LABEL: @three
// CHECK: nv_tileas.tiled_load
// CHECK-NEXT: arith.addi
// CHECK-NEXT: nv_tileas.tiled_load
// CHECK-NEXT: nv_tileas.tiled_load
// CHECK-NEXT: math.exp
nv_tileaa.func @three(%a: !view, %b: !view, %c: !view, %i: i32) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %x, %t0 = nv_tileas.tiled_load <weak> %a[%i] {in_bounds = array<i1: false>, read_only} : !view[i32] -> tensor<2048xf32, #row>, !nv_tileaa.mem_token
  %e = math.exp %x : tensor<2048xf32, #row>
  %j = arith.addi %i, %i : i32
  %y, %t1 = nv_tileas.tiled_load <weak> %b[%j] {in_bounds = array<i1: false>, read_only} : !view[i32] -> tensor<2048xf32, #row>, !nv_tileaa.mem_token
  %s = arith.addf %e, %y : tensor<2048xf32, #row>
  %z, %t2 = nv_tileas.tiled_load <weak> %c[%i] {in_bounds = array<i1: false>, read_only} : !view[i32] -> tensor<2048xf32, #row>, !nv_tileaa.mem_token
  %u = arith.addf %s, %z : tensor<2048xf32, #row>
  %t3 = nv_tileas.tiled_store <weak> %u, %a[%i] {in_bounds = array<i1: false>} : tensor<2048xf32, #row>, !view[i32] -> !nv_tileaa.mem_token
  nv_tileaa.return
}

// Of 80 registers 64 are for the loads of one place.
// CHECK-LABEL: @registers
// CHECK-COUNT-4: nv_tileas.tiled_load
// CHECK-NOT: nv_tileas.tiled_load
// CHECK: arith.addf
// CHECK: nv_tileas.tiled_load
nv_tileaa.func @registers(%a: !view, %i: i32) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %v, %t0 = nv_tileas.tiled_load <weak> %a[%i] {in_bounds = array<i1: false>, read_only} : !view[i32] -> tensor<2048xf32, #row>, !nv_tileaa.mem_token
  %w, %t1 = nv_tileas.tiled_load <weak> %a[%i] {in_bounds = array<i1: false>, read_only} : !view[i32] -> tensor<2048xf32, #row>, !nv_tileaa.mem_token
  %x, %t2 = nv_tileas.tiled_load <weak> %a[%i] {in_bounds = array<i1: false>, read_only} : !view[i32] -> tensor<2048xf32, #row>, !nv_tileaa.mem_token
  %s0 = arith.addf %v, %w : tensor<2048xf32, #row>
  %y, %t3 = nv_tileas.tiled_load <weak> %a[%i] {in_bounds = array<i1: false>, read_only} : !view[i32] -> tensor<2048xf32, #row>, !nv_tileaa.mem_token
  %s1 = arith.addf %s0, %x : tensor<2048xf32, #row>
  %z, %t4 = nv_tileas.tiled_load <weak> %a[%i] {in_bounds = array<i1: false>, read_only} : !view[i32] -> tensor<2048xf32, #row>, !nv_tileaa.mem_token
  %s2 = arith.addf %y, %z : tensor<2048xf32, #row>
  %t5 = nv_tileas.tiled_store <weak> %s1, %a[%i] {in_bounds = array<i1: false>} : tensor<2048xf32, #row>, !view[i32] -> !nv_tileaa.mem_token
  %t6 = nv_tileas.tiled_store <weak> %s2, %a[%i] {in_bounds = array<i1: false>} : tensor<2048xf32, #row>, !view[i32] -> !nv_tileaa.mem_token
  nv_tileaa.return
}

// What may be written is read where the program says so, and nothing passes a store.
// CHECK-LABEL: @apart
// CHECK: nv_tileas.tiled_load
// CHECK: math.exp
// CHECK: nv_tileas.tiled_load
// CHECK: arith.addf
// CHECK: nv_tileas.tiled_store
// CHECK: nv_tileas.tiled_load
nv_tileaa.func @apart(%a: !view, %i: i32) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %x, %t0 = nv_tileas.tiled_load <weak> %a[%i] {in_bounds = array<i1: false>, read_only} : !view[i32] -> tensor<2048xf32, #row>, !nv_tileaa.mem_token
  %e = math.exp %x : tensor<2048xf32, #row>
  %y, %t1 = nv_tileas.tiled_load <weak> %a[%i] {in_bounds = array<i1: false>} : !view[i32] -> tensor<2048xf32, #row>, !nv_tileaa.mem_token
  %s = arith.addf %e, %y : tensor<2048xf32, #row>
  %t2 = nv_tileas.tiled_store <weak> %s, %a[%i] {in_bounds = array<i1: false>} : tensor<2048xf32, #row>, !view[i32] -> !nv_tileaa.mem_token
  %z, %t3 = nv_tileas.tiled_load <weak> %a[%i] {in_bounds = array<i1: false>, read_only} : !view[i32] -> tensor<2048xf32, #row>, !nv_tileaa.mem_token
  %t4 = nv_tileas.tiled_store <weak> %z, %a[%i] {in_bounds = array<i1: false>} : tensor<2048xf32, #row>, !view[i32] -> !nv_tileaa.mem_token
  nv_tileaa.return
}
}
