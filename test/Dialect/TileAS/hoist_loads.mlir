// Loads of memory that nothing writes start together, as many as registers allow; others stay, and separate them.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-unspecialized-pipeline)))' | FileCheck %s

#row = #nv_tileas.layout<{register=[[1],[2],[4],[8]], lane=[[16],[32],[64],[128],[256]], warp=[[512],[1024]]}>
#short = #nv_tileas.layout<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]]}>
!memref = !nv_tileaa.memref<?xf32, strides = [1]>
!view = !nv_tileaa.tiled_view<2048, !memref, steps = [2048], dims = [0]>
!few = !nv_tileaa.tiled_view<512, !memref, steps = [512], dims = [0]>

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

// The loads of one location use 64 of 80 registers.
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

// Memory that may be written is read where the program says so, and no load passes a store.
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

// An iteration that requests 16 bytes of a thread: four together request 64, and the remainder has a separate loop. An
// iteration that stores, or a loop that counts from elsewhere, is unchanged.
// CHECK-LABEL: @steps
// CHECK: scf.for
// CHECK-COUNT-4: nv_tileas.tiled_load
// CHECK-COUNT-4: arith.addf
// CHECK: scf.yield
// CHECK: scf.for
// CHECK: nv_tileas.tiled_load
// CHECK-NEXT: arith.addf
// CHECK: scf.yield
// CHECK: scf.for
// CHECK: nv_tileas.tiled_load
// CHECK-NOT: nv_tileas.tiled_load
// CHECK: nv_tileas.tiled_store
// CHECK: scf.for %{{.*}} = %arg1 to
// CHECK: nv_tileas.tiled_load
// CHECK-NOT: nv_tileas.tiled_load
// CHECK: nv_tileaa.return
nv_tileaa.func @steps(%a: !few, %n: i32) attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %zero = arith.constant dense<0.0> : tensor<512xf32, #short>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (tensor<512xf32, #short>) : i32 {
    %x, %t0 = nv_tileas.tiled_load <weak> %a[%i] {in_bounds = array<i1: false>, read_only} : !few[i32] -> tensor<512xf32, #short>, !nv_tileaa.mem_token
    %s = arith.addf %acc, %x : tensor<512xf32, #short>
    scf.yield %s : tensor<512xf32, #short>
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x, %t1 = nv_tileas.tiled_load <weak> %a[%i] {in_bounds = array<i1: false>, read_only} : !few[i32] -> tensor<512xf32, #short>, !nv_tileaa.mem_token
    %s = arith.addf %sum, %x : tensor<512xf32, #short>
    %t2 = nv_tileas.tiled_store <weak> %s, %a[%i] {in_bounds = array<i1: false>} : tensor<512xf32, #short>, !few[i32] -> !nv_tileaa.mem_token
  }
  %more = scf.for %i = %n to %c1 step %c1 iter_args(%acc = %sum) -> (tensor<512xf32, #short>) : i32 {
    %x, %t3 = nv_tileas.tiled_load <weak> %a[%i] {in_bounds = array<i1: false>, read_only} : !few[i32] -> tensor<512xf32, #short>, !nv_tileaa.mem_token
    %s = arith.addf %acc, %x : tensor<512xf32, #short>
    scf.yield %s : tensor<512xf32, #short>
  }
  %t4 = nv_tileas.tiled_store <weak> %more, %a[%c0] {in_bounds = array<i1: false>} : tensor<512xf32, #short>, !few[i32] -> !nv_tileaa.mem_token
  nv_tileaa.return
}
}
