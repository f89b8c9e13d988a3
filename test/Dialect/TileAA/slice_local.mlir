// A tile that can't be computed slice by slice, and exceeds the registers as a whole, is kept in local memory: tiles of
// more than 1024 registers of each of 32 threads.
// RUN: tileiras-opt %s --split-input-file --pass-pipeline='builtin.module(nv_tileaa.func(tileaa-slice-and-fuse))' | FileCheck %s

!line = !nv_tileaa.memref<?xf32, strides = [1]>
!large = !nv_tileaa.tiled_view<65536, !line, steps = [65536], dims = [0]>
!t = !nv_tileaa.mem_token

// All elements are loaded before any store to memory that may overlap.
// CHECK-LABEL: @overwritten
// CHECK: [[LOADED:%.*]] = scf.for [[I:%.*]] = %c0{{.*}} to %c64{{.*}} iter_args([[LAST:%.*]] = %{{.*}})
// CHECK:   [[X:%.*]], [[K:%.*]] = nv_tileaa.tiled_load <weak> {{.*}} -> tensor<1024xf32>
// CHECK:   nv_tileaa.local_store [[X]], slot = 0[[[I]] of 64] : tensor<1024xf32>
// CHECK:   [[BOTH:%.*]] = nv_tileaa.join_mem_token [[LAST]], [[K]]
// CHECK:   scf.yield [[BOTH]]
// CHECK: scf.for [[J:%.*]] = %c0{{.*}} to %c64{{.*}}
// CHECK:   [[Y:%.*]] = nv_tileaa.local_load slot = 0[[[J]] of 64] : tensor<1024xf32>
// CHECK:   [[Z:%.*]] = arith.negf [[Y]]
// CHECK:   nv_tileaa.tiled_store <weak> [[Z]]
// CHECK-NOT: tensor<65536
nv_tileaa.func @overwritten(%a: !line, %i: i32, %j: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !line -> !large
  %x, %k = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>} : !large [i32] -> tensor<65536xf32>, !t
  %y = arith.negf %x : tensor<65536xf32>
  %l = nv_tileaa.tiled_store <weak> %y, %v[%j] token = %k {in_bounds = array<i1: false>} : tensor<65536xf32>, !large [i32] -> !t
  nv_tileaa.return
}

// Each element is exchanged once, and the old values are stored afterwards.
// CHECK-LABEL: @exchanged
// CHECK: [[DONE:%.*]] = scf.for
// CHECK:   [[OLD:%.*]], %{{.*}} = nv_tileaa.atomic_rmw <xchg> <relaxed> <gpu> {{.*}} : tensor<{{[0-9]+}}x!nv_tileaa.ptr<f32>>
// CHECK:   nv_tileaa.local_store [[OLD]], slot = 0
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = [[DONE]])
// CHECK:   [[VALUE:%.*]] = nv_tileaa.local_load slot = 0
// CHECK:   nv_tileaa.tiled_store <weak> [[VALUE]]
// CHECK-NOT: nv_tileaa.atomic_rmw
nv_tileaa.func @exchanged(%a: !line, %p: !nv_tileaa.ptr<f32>, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !line -> !large
  %range = nv_tileaa.make_range : tensor<65536xi32>
  %base = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<65536x!nv_tileaa.ptr<f32>>
  %q = nv_tileaa.addptr %base, %range : tensor<65536x!nv_tileaa.ptr<f32>>, tensor<65536xi32>
  %x = arith.constant dense<1.0> : tensor<65536xf32>
  %old, %k = nv_tileaa.atomic_rmw <xchg> <relaxed> <gpu> %q, %x : tensor<65536x!nv_tileaa.ptr<f32>>, tensor<65536xf32> -> !t
  %l = nv_tileaa.tiled_store <weak> %old, %v[%i] token = %k {in_bounds = array<i1: false>} : tensor<65536xf32>, !large [i32] -> !t
  nv_tileaa.return
}

// The user of the carried tile is in the loop: that loop carries nothing. A store after it requests slices that each
// run the whole loop.
// CHECK-LABEL: @carried
// CHECK: scf.for {{.*}} to %c64
// CHECK:   [[X:%.*]], %{{.*}} = nv_tileaa.tiled_load <weak> {{.*}} -> tensor<1024xf32>
// CHECK:   nv_tileaa.local_store [[X]], slot = 0
// CHECK: scf.for %{{.*}} = %arg2 to %arg3 step %arg2  : i32 {
// CHECK:   scf.for {{.*}} to %c64
// CHECK:     nv_tileaa.local_load slot = 0
// CHECK:     nv_tileaa.tiled_store <weak>
// CHECK:   scf.for {{.*}} to %c64
// CHECK:     [[OLD:%.*]] = nv_tileaa.local_load slot = 0
// CHECK:     [[NEW:%.*]] = arith.negf [[OLD]]
// CHECK:     nv_tileaa.local_store [[NEW]], slot = 0
// CHECK: scf.for {{.*}} to %c64
// CHECK:   [[LAST:%.*]] = scf.for {{.*}} -> (tensor<1024xf32>)
// CHECK:   nv_tileaa.tiled_store <weak> [[LAST]]
// CHECK-NOT: tensor<65536
nv_tileaa.func @carried(%a: !line, %b: !line, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !line -> !large
  %w = nv_tileaa.block_tile %b : !line -> !large
  %x, %k = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>} : !large [i32] -> tensor<65536xf32>, !t
  %r = scf.for %j = %i to %n step %i iter_args(%s = %x) -> (tensor<65536xf32>) : i32 {
    %l = nv_tileaa.tiled_store <weak> %s, %w[%j] {in_bounds = array<i1: false>} : tensor<65536xf32>, !large [i32] -> !t
    %y = arith.negf %s : tensor<65536xf32>
    scf.yield %y : tensor<65536xf32>
  }
  %m = nv_tileaa.tiled_store <weak> %r, %w[%i] {in_bounds = array<i1: false>} : tensor<65536xf32>, !large [i32] -> !t
  nv_tileaa.return
}

// A condition chooses between slices.
// CHECK-LABEL: @chosen
// CHECK: scf.for
// CHECK: scf.if %arg3 -> (tensor<1024xf32>)
// CHECK:   nv_tileaa.tiled_load <weak> {{.*}} -> tensor<1024xf32>
// CHECK: } else {
// CHECK:   arith.constant dense<1.000000e+00> : tensor<1024xf32>
// CHECK: nv_tileaa.tiled_store <weak>
// CHECK-NOT: tensor<65536
nv_tileaa.func @chosen(%a: !line, %b: !line, %i: i32, %c: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !line -> !large
  %w = nv_tileaa.block_tile %b : !line -> !large
  %r = scf.if %c -> (tensor<65536xf32>) {
    %x, %k = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>} : !large [i32] -> tensor<65536xf32>, !t
    scf.yield %x : tensor<65536xf32>
  } else {
    %x = arith.constant dense<1.0> : tensor<65536xf32>
    scf.yield %x : tensor<65536xf32>
  }
  %m = nv_tileaa.tiled_store <weak> %r, %w[%i] {in_bounds = array<i1: false>} : tensor<65536xf32>, !large [i32] -> !t
  nv_tileaa.return
}

// Slices along the scanned dimension, the last one first: a slice's result is combined with the total before it, and
// carried on.
// CHECK-LABEL: @scanned
// CHECK: scf.for [[I:%.*]] = %c0{{.*}} to %c64{{.*}} iter_args([[BEFORE:%.*]] = %{{.*}}) -> (tensor<1xf32>)
// CHECK:   [[NUMBER:%.*]] = arith.subi %c63{{.*}}, [[I]]
// CHECK:   [[X:%.*]], %{{.*}} = nv_tileaa.tiled_load <weak> {{.*}} -> tensor<1024xf32>
// CHECK:   [[PART:%.*]] = nv_tileaa.scan [[X]] dim = 0 reverse = true
// CHECK:   [[FIRST:%.*]] = arith.cmpi eq, [[I]]
// CHECK:   [[SPREAD:%.*]] = nv_tileaa.broadcast [[BEFORE]] : tensor<1xf32> -> tensor<1024xf32>
// CHECK:   [[BOTH:%.*]] = arith.addf {{.*}} : tensor<1024xf32>
// CHECK:   [[SCAN:%.*]] = arith.select [[FIRST]], [[PART]], [[BOTH]]
// CHECK:   nv_tileaa.local_store [[SCAN]], slot = 0[[[NUMBER]] of 64]
// CHECK:   nv_tileaa.reduce [[X]] dim = 0
// CHECK: scf.for
// CHECK:   nv_tileaa.local_load slot = 0
// CHECK:   nv_tileaa.tiled_store <weak>
// CHECK-NOT: tensor<65536
nv_tileaa.func @scanned(%a: !line, %b: !line, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !line -> !large
  %w = nv_tileaa.block_tile %b : !line -> !large
  %x, %k = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>} : !large [i32] -> tensor<65536xf32>, !t
  %y = nv_tileaa.scan %x dim = 0 reverse = true identities = [0.0 : f32] : (tensor<65536xf32>) -> tensor<65536xf32> {
  ^bb0(%before: f32, %e: f32):
    %r = arith.addf %before, %e : f32
    nv_tileaa.yield %r : f32
  }
  %m = nv_tileaa.tiled_store <weak> %y, %w[%i] {in_bounds = array<i1: false>} : tensor<65536xf32>, !large [i32] -> !t
  nv_tileaa.return
}

// The index of a part is known in an iteration only, so a loop's carried tile is kept in local memory though it might
// be whole: its slices request those of the part in each iteration.
// CHECK-LABEL: @parts
// CHECK: nv_tileaa.local_store %{{.*}}, slot = 0
// CHECK: scf.for [[K:%.*]] = %arg2 to %arg3 step %arg2  : i32 {
// CHECK:   scf.for
// CHECK:     nv_tileaa.tiled_load <weak> {{.*}} -> tensor<1024xf32>
// CHECK:     nv_tileaa.local_load slot = 0
// CHECK:     nv_tileaa.local_store %{{.*}}, slot = 0
// CHECK-NOT: tensor<{{65536|32768}}
nv_tileaa.func @parts(%a: !line, %p: !nv_tileaa.ptr<f32>, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !line -> !large
  %x, %k = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>} : !large [i32] -> tensor<65536xf32>, !t
  %zero = arith.constant dense<0.0> : tensor<32768xf32>
  %r = scf.for %j = %i to %n step %i iter_args(%s = %zero) -> (tensor<32768xf32>) : i32 {
    %part = nv_tileaa.extract %x[%j] : tensor<65536xf32> -> tensor<32768xf32>
    %y = arith.addf %s, %part : tensor<32768xf32>
    scf.yield %y : tensor<32768xf32>
  }
  %range = nv_tileaa.make_range : tensor<32768xi32>
  %base = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<32768x!nv_tileaa.ptr<f32>>
  %q = nv_tileaa.addptr %base, %range : tensor<32768x!nv_tileaa.ptr<f32>>, tensor<32768xi32>
  %m = nv_tileaa.store <weak> %q, %r : tensor<32768x!nv_tileaa.ptr<f32>>, tensor<32768xf32> -> !t
  nv_tileaa.return
}

// -----

!line = !nv_tileaa.memref<?xf32, strides = [1]>
!large = !nv_tileaa.tiled_view<65536, !line, steps = [65536], dims = [0]>
!t = !nv_tileaa.mem_token

// Slices after the loop don't run it again, because that would not fill the buffer again in each iteration.
// CHECK-LABEL: @not_again
// CHECK: nv_tileaa.local_store %{{.*}}, slot = 0
// CHECK: scf.for {{.*}} = %arg1 to %arg2 step %arg1  : i32 {
// CHECK:   nv_tileaa.local_load slot = 0
// CHECK:   nv_tileaa.local_load slot = 1
// CHECK:   nv_tileaa.local_store %{{.*}}, slot = 0
// CHECK-NOT: = %arg1 to %arg2
nv_tileaa.func @not_again(%p: !nv_tileaa.ptr<f32>, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %zero = arith.constant dense<0.0> : tensor<65536xf32>
  %range = nv_tileaa.make_range : tensor<65536xi32>
  %base = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<65536x!nv_tileaa.ptr<f32>>
  %q = nv_tileaa.addptr %base, %range : tensor<65536x!nv_tileaa.ptr<f32>>, tensor<65536xi32>
  %r = scf.for %j = %i to %n step %i iter_args(%s = %zero) -> (tensor<65536xf32>) : i32 {
    %w = nv_tileaa.kept slot = 1[64] cut [10, 11, 12, 13, 14, 15] : tensor<65536xf32>
    %y = arith.addf %s, %w : tensor<65536xf32>
    scf.yield %y : tensor<65536xf32>
  }
  %m = nv_tileaa.store <weak> %q, %r : tensor<65536x!nv_tileaa.ptr<f32>>, tensor<65536xf32> -> !t
  nv_tileaa.return
}
