// Loads of memory that nothing writes: those that no token connects with a store, from other arguments than stores go
// to. Arguments as such may overlap.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileaa-annotate-accesses)))' | FileCheck %s

!p = !nv_tileaa.ptr<f32>
!t = !nv_tileaa.mem_token
#spec = #nv_tileaa.kernel_spec<numWarps = 4>

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // CHECK-LABEL: @apart
  // CHECK: nv_tileaa.load {{.*}} {alignment = 4 : i64, read_only}
  // CHECK: nv_tileaa.tiled_load {{.*}}, read_only}
  nv_tileaa.func @apart(%a: !p, %b: !p, %c: !p, %i: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    %far = nv_tileaa.addptr %a, %i : !p, i32
    %x, %t0 = nv_tileaa.load <weak> %far : !p -> f32, !t
    %m = nv_tileaa.make_memref %b, sizes = [%i], strides = [] : !p sizes i32 -> <?xf32, strides = [1]>
    %v = nv_tileaa.block_tile %m : <?xf32, strides = [1]> -> <64, !nv_tileaa.memref<?xf32, strides = [1]>, steps = [64], dims = [0]>
    %y, %t1 = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: true>} : <64, !nv_tileaa.memref<?xf32, strides = [1]>, steps = [64], dims = [0]>[i32] -> tensor<64xf32>, !t
    %t2 = nv_tileaa.store <weak> %c, %x : !p, f32 -> !t
    nv_tileaa.return
  }

  // Memory of the tile block may have been written by another one; loads of arguments are not affected.
  // CHECK-LABEL: @own
  // CHECK: nv_tileaa.load {{.*}}, read_only}
  // CHECK: nv_tileaa.load
  // CHECK-NOT: read_only
  // CHECK: nv_tileaa.release
  nv_tileaa.func @own(%a: !p) attributes {nv_tileaa.kernel_spec = #spec} {
    %own = nv_tileaa.alloca bytes = 4, alignment = 16 : !p
    %x, %t0 = nv_tileaa.load <weak> %a : !p -> f32, !t
    %y, %t1 = nv_tileaa.load <weak> %own : !p -> f32, !t
    nv_tileaa.release %own, alignment = 16 : !p
    nv_tileaa.return
  }

  // A token that orders nothing connects nothing.
  // CHECK-LABEL: @fresh
  // CHECK: nv_tileaa.load {{.*}}, read_only}
  nv_tileaa.func @fresh(%a: !p, %b: !p) attributes {nv_tileaa.kernel_spec = #spec} {
    %t = nv_tileaa.create_mem_token : !t
    %x, %t0 = nv_tileaa.load <weak> %a token = %t : !p -> f32, !t
    %t1 = nv_tileaa.store <weak> %b, %x token = %t : !p, f32 -> !t
    nv_tileaa.return
  }

  // The program orders the two: they may overlap.
  // CHECK-LABEL: @ordered
  // CHECK-NOT: read_only
  // CHECK: nv_tileaa.return
  nv_tileaa.func @ordered(%a: !p, %b: !p) attributes {nv_tileaa.kernel_spec = #spec} {
    %x, %t0 = nv_tileaa.load <weak> %a : !p -> f32, !t
    %j = nv_tileaa.join_mem_token %t0, %t0 : !t
    %t1 = nv_tileaa.store <weak> %b, %x token = %j : !p, f32 -> !t
    nv_tileaa.return
  }

  // In the next iteration the load comes after the store.
  // CHECK-LABEL: @ordered_by_loop
  // CHECK: nv_tileaa.load <weak> %arg0 token = %{{.*}} {alignment = 4 : i64} :
  // CHECK: nv_tileaa.load <weak> %arg1 token = %{{.*}} {alignment = 4 : i64, read_only}
  // CHECK: nv_tileaa.return
  nv_tileaa.func @ordered_by_loop(%a: !p, %b: !p, %c: !p, %n: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    %t = nv_tileaa.create_mem_token : !t
    scf.for %i = %n to %n step %n iter_args(%before = %t) -> (!t) : i32 {
      %x, %t0 = nv_tileaa.load <weak> %a token = %before : !p -> f32, !t
      %y, %t1 = nv_tileaa.load <weak> %b token = %t : !p -> f32, !t
      %t2 = nv_tileaa.store <weak> %c, %x : !p, f32 -> !t
      scf.yield %t2 : !t
    }
    nv_tileaa.return
  }

  // CHECK-LABEL: @in_place
  // CHECK-NOT: read_only
  // CHECK: nv_tileaa.return
  nv_tileaa.func @in_place(%a: !p, %i: i32) attributes {nv_tileaa.kernel_spec = #spec} {
    %x, %t0 = nv_tileaa.load <weak> %a : !p -> f32, !t
    %far = nv_tileaa.addptr %a, %i : !p, i32
    %t1 = nv_tileaa.store <weak> %far, %x : !p, f32 -> !t
    nv_tileaa.return
  }

  // Other tile blocks may write before an access that waits for them.
  // CHECK-LABEL: @synchronised
  // CHECK-NOT: read_only
  // CHECK: nv_tileaa.return
  nv_tileaa.func @synchronised(%a: !p, %b: !p) attributes {nv_tileaa.kernel_spec = #spec} {
    %x, %t0 = nv_tileaa.load <weak> %a : !p -> f32, !t
    %y, %t1 = nv_tileaa.load <acquire> scope <gpu> %b : !p -> f32, !t
    nv_tileaa.return
  }

  // CHECK-LABEL: @atomic
  // CHECK-NOT: read_only
  // CHECK: nv_tileaa.return
  nv_tileaa.func @atomic(%a: !p, %b: !p) attributes {nv_tileaa.kernel_spec = #spec} {
    %x, %t0 = nv_tileaa.load <weak> %a : !p -> f32, !t
    %old, %t1 = nv_tileaa.atomic_rmw <addf> <relaxed> <gpu> %b, %x : !p, f32 -> !t
    nv_tileaa.return
  }

  // A store to any address; a load from any address.
  // CHECK-LABEL: @stores_anywhere
  // CHECK-NOT: read_only
  // CHECK: nv_tileaa.return
  nv_tileaa.func @stores_anywhere(%a: !p, %b: i64) attributes {nv_tileaa.kernel_spec = #spec} {
    %x, %t0 = nv_tileaa.load <weak> %a : !p -> f32, !t
    %p = nv_tileaa.int_to_ptr %b : i64 -> !p
    %t1 = nv_tileaa.store <weak> %p, %x : !p, f32 -> !t
    nv_tileaa.return
  }

  // CHECK-LABEL: @loads_anywhere
  // CHECK-NOT: read_only
  // CHECK: nv_tileaa.return
  nv_tileaa.func @loads_anywhere(%a: !p, %b: i64) attributes {nv_tileaa.kernel_spec = #spec} {
    %p = nv_tileaa.int_to_ptr %b : i64 -> !p
    %x, %t0 = nv_tileaa.load <weak> %p : !p -> f32, !t
    %t1 = nv_tileaa.store <weak> %a, %x : !p, f32 -> !t
    nv_tileaa.return
  }

  // A caller may write.
  // CHECK-LABEL: @no_kernel
  // CHECK-NOT: read_only
  // CHECK: nv_tileaa.return
  nv_tileaa.func @no_kernel(%a: !p) {
    %x, %t0 = nv_tileaa.load <weak> %a : !p -> f32, !t
    nv_tileaa.return
  }
}
