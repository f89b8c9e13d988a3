// Tiles of more than 128 registers of each of the 32 threads of one warp.
// RUN: tileiras-opt %s --split-input-file --pass-pipeline='builtin.module(nv_tileaa.func(tileaa-slice-and-fuse))' | FileCheck %s

!line = !nv_tileaa.memref<?xf32, strides = [1]>
!large = !nv_tileaa.tiled_view<8192, !line, steps = [8192], dims = [0]>
!t = !nv_tileaa.mem_token

// Runs become as short as a slice, and with them the range of their alignment.
// CHECK-LABEL: @elementwise
// CHECK: [[FROM:%.*]] = nv_tileaa.block_tile %arg0 : {{.*}} -> <1024, {{.*}}, steps = [1024], dims = [0]>
// CHECK: scf.for [[I:%.*]] = %c0{{.*}} to %c8
// CHECK-DAG: [[WIDE:%.*]] = arith.extui [[I]] : i32 to i64
// CHECK-DAG: [[AT:%.*]] = arith.addi {{.*}}, [[WIDE]] : i64
// CHECK: [[X:%.*]], %{{.*}} = nv_tileaa.tiled_load <weak> [[FROM]][[[AT]]] {alignment = 1024 : i64, contiguity = array<i64: 1024>, in_bounds = array<i1: false>}
// CHECK: [[TWO:%.*]] = arith.constant dense<2.000000e+00> : tensor<1024xf32>
// CHECK: [[Y:%.*]] = arith.mulf [[X]], [[TWO]] : tensor<1024xf32>
// CHECK: nv_tileaa.tiled_store <weak> [[Y]], {{.*}} -> !nv_tileaa.mem_token
// CHECK-NOT: tensor<8192
nv_tileaa.func @elementwise(%a: !line, %b: !line, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !line -> !large
  %w = nv_tileaa.block_tile %b : !line -> !large
  %x, %k = nv_tileaa.tiled_load <weak> %v[%i] {alignment = 1024 : i64, contiguity = array<i64: 8192>, in_bounds = array<i1: false>} : !large [i32] -> tensor<8192xf32>, !t
  %two = arith.constant dense<2.0> : tensor<8192xf32>
  %y = arith.mulf %x, %two : tensor<8192xf32>
  %l = nv_tileaa.tiled_store <weak> %y, %w[%i] {in_bounds = array<i1: false>} : tensor<8192xf32>, !large [i32] -> !t
  nv_tileaa.return
}

// -----

!line = !nv_tileaa.memref<?xf32, strides = [1]>
!steps = !nv_tileaa.tiled_view<8192, !line, steps = [48], dims = [0]>
!t = !nv_tileaa.mem_token

// Tiles that overlap: slices of 1024 begin at multiples of 16.
// CHECK-LABEL: @overlapping
// CHECK: [[TILE:%.*]] = arith.extui %arg2
// CHECK: arith.muli [[TILE]], %c3_i64
// CHECK: nv_tileaa.block_tile {{.*}} -> <1024, {{.*}}, steps = [16], dims = [0]>
// CHECK: scf.for [[I:%.*]] = %c0{{.*}} to %c8
// CHECK: [[WIDE:%.*]] = arith.extui [[I]]
// CHECK: arith.muli [[WIDE]], %c64_i64
nv_tileaa.func @overlapping(%a: !line, %b: !line, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %w = nv_tileaa.block_tile %b : !line -> !steps
  %y = arith.constant dense<2.0> : tensor<8192xf32>
  %l = nv_tileaa.tiled_store <weak> %y, %w[%i] {in_bounds = array<i1: false>} : tensor<8192xf32>, !steps [i32] -> !t
  nv_tileaa.return
}

// -----

!line = !nv_tileaa.memref<?xf32, strides = [1]>
!large = !nv_tileaa.tiled_view<8192, !line, steps = [8192], dims = [0]>
!t = !nv_tileaa.mem_token

// In place: the store of a slice waits for the load of the same elements, and operations after the store wait for all
// slices.
// CHECK-LABEL: @in_place
// CHECK: [[BEFORE:%.*]] = nv_tileaa.create_mem_token
// CHECK: [[AFTER:%.*]] = scf.for {{.*}} iter_args([[LAST:%.*]] = [[BEFORE]])
// CHECK: [[X:%.*]], [[LOADED:%.*]] = nv_tileaa.tiled_load {{.*}} -> tensor<1024xf32>
// CHECK: [[BOTH:%.*]] = nv_tileaa.join_mem_token [[LAST]], [[LOADED]]
// CHECK: [[STORED:%.*]] = nv_tileaa.tiled_store {{.*}} token = [[BOTH]]
// CHECK: scf.yield [[STORED]]
// CHECK: nv_tileaa.store <weak> %arg1, {{.*}} token = [[AFTER]]
nv_tileaa.func @in_place(%a: !line, %p: !nv_tileaa.ptr<f32>, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !line -> !large
  %x, %k = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>} : !large [i32] -> tensor<8192xf32>, !t
  %y = arith.negf %x : tensor<8192xf32>
  %l = nv_tileaa.tiled_store <weak> %y, %v[%i] token = %k {in_bounds = array<i1: false>} : tensor<8192xf32>, !large [i32] -> !t
  %s = arith.constant 1.0 : f32
  %m = nv_tileaa.store <weak> %p, %s token = %l : !nv_tileaa.ptr<f32>, f32 -> !t
  nv_tileaa.return
}

// The store is ordered after the load of another tile, which may overlap.
// CHECK-LABEL: @next_tile
// CHECK-NOT: scf.for
// CHECK: nv_tileaa.tiled_store {{.*}} tensor<8192xf32>
nv_tileaa.func @next_tile(%a: !line, %i: i32, %j: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !line -> !large
  %x, %k = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>} : !large [i32] -> tensor<8192xf32>, !t
  %l = nv_tileaa.tiled_store <weak> %x, %v[%j] token = %k {in_bounds = array<i1: false>} : tensor<8192xf32>, !large [i32] -> !t
  nv_tileaa.return
}

// The same tile, but a write that is ordered after the load comes first.
// CHECK-LABEL: @write_between
// CHECK-NOT: scf.for
// CHECK: nv_tileaa.tiled_store {{.*}} tensor<8192xf32>
nv_tileaa.func @write_between(%a: !line, %b: !line, %p: !nv_tileaa.ptr<f32>, %s: f32, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !line -> !large
  %w = nv_tileaa.block_tile %b : !line -> !large
  %x, %k = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>} : !large [i32] -> tensor<8192xf32>, !t
  %m = nv_tileaa.store <weak> %p, %s token = %k : !nv_tileaa.ptr<f32>, f32 -> !t
  %l = nv_tileaa.tiled_store <weak> %x, %w[%i] {in_bounds = array<i1: false>} : tensor<8192xf32>, !large [i32] -> !t
  nv_tileaa.return
}

// A write that is ordered after the store stays after all loads.
// CHECK-LABEL: @write_behind
// CHECK-NOT: tensor<8192
// CHECK: [[LOADS:%.*]] = scf.for {{.*}} iter_args([[LAST:%.*]] = %{{.*}})
// CHECK: [[X:%.*]], [[LOADED:%.*]] = nv_tileaa.tiled_load {{.*}} -> tensor<1024xf32>
// CHECK: nv_tileaa.tiled_store <weak> [[X]], {{.*}}] {
// CHECK: [[NEXT:%.*]] = nv_tileaa.join_mem_token [[LOADED]], [[LAST]]
// CHECK: scf.yield [[NEXT]]
// CHECK: [[ALL:%.*]] = nv_tileaa.join_mem_token {{.*}}, [[LOADS]]
// CHECK: nv_tileaa.store <weak> %arg2, %arg3 token = [[ALL]]
nv_tileaa.func @write_behind(%a: !line, %b: !line, %p: !nv_tileaa.ptr<f32>, %s: f32, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !line -> !large
  %w = nv_tileaa.block_tile %b : !line -> !large
  %x, %k = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>} : !large [i32] -> tensor<8192xf32>, !t
  %l = nv_tileaa.tiled_store <weak> %x, %w[%i] {in_bounds = array<i1: false>} : tensor<8192xf32>, !large [i32] -> !t
  %m = nv_tileaa.store <weak> %p, %s token = %k : !nv_tileaa.ptr<f32>, f32 -> !t
  nv_tileaa.return
}

// Loads other than weak ones run once.
// CHECK-LABEL: @relaxed
// CHECK-NOT: scf.for
nv_tileaa.func @relaxed(%a: !line, %b: !line, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !line -> !large
  %w = nv_tileaa.block_tile %b : !line -> !large
  %x, %k = nv_tileaa.tiled_load <relaxed> scope <gpu> %v[%i] {in_bounds = array<i1: false>} : !large [i32] -> tensor<8192xf32>, !t
  %l = nv_tileaa.tiled_store <weak> %x, %w[%i] {in_bounds = array<i1: false>} : tensor<8192xf32>, !large [i32] -> !t
  nv_tileaa.return
}

// -----

!matrix = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
!rows = !nv_tileaa.tiled_view<64x128, !matrix, steps = [64, 128], dims = [0, 1]>
!columns = !nv_tileaa.tiled_view<128x64, !matrix, steps = [128, 64], dims = [0, 1]>
!t = !nv_tileaa.mem_token

// Dimensions are followed through changes of shape, to ranges and small tiles.
// CHECK-LABEL: @shapes
// CHECK: [[SMALL:%.*]], %{{.*}} = nv_tileaa.load <acquire>
// CHECK: scf.for [[I:%.*]] = %c0{{.*}} to %c8
// CHECK-DAG: [[RANGE:%.*]] = nv_tileaa.make_range : tensor<8xi32>
// CHECK-DAG: [[FIRST:%.*]] = arith.muli [[I]], %c8
// CHECK-DAG: [[START:%.*]] = nv_tileaa.splat [[FIRST]] : i32 -> tensor<8xi32>
// CHECK: [[ROW:%.*]] = arith.addi [[RANGE]], [[START]] : tensor<8xi32>
// CHECK: nv_tileaa.view [[ROW]] : tensor<8xi32> -> tensor<8x1xi32>
// CHECK: nv_tileaa.broadcast {{.*}} : tensor<8x1xi32> -> tensor<8x128xi32>
// CHECK: nv_tileaa.tiled_load {{.*}} -> tensor<128x8xf32>
// CHECK: nv_tileaa.permute {{.*}} : tensor<128x8xf32> -> tensor<8x128xf32>
// CHECK: nv_tileaa.extract [[SMALL]][[[I]], %c0{{.*}}] : tensor<64x1xf32> -> tensor<8x1xf32>
// CHECK: nv_tileaa.reduce {{.*}} dim = 1 {{.*}} : (tensor<8x128xf32>) -> tensor<8xf32>
// CHECK: nv_tileaa.scan {{.*}} dim = 1 {{.*}} : (tensor<8x128xf32>) -> tensor<8x128xf32>
// CHECK: nv_tileaa.tiled_store {{.*}} : tensor<8x128xf32>
nv_tileaa.func @shapes(%a: !matrix, %b: !matrix, %p: tensor<64x1x!nv_tileaa.ptr<f32>>, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !matrix -> !columns
  %w = nv_tileaa.block_tile %b : !matrix -> !rows
  %small, %k0 = nv_tileaa.load <acquire> scope <gpu> %p : tensor<64x1x!nv_tileaa.ptr<f32>> -> tensor<64x1xf32>, !t
  %range = nv_tileaa.make_range : tensor<64xi32>
  %column = nv_tileaa.view %range : tensor<64xi32> -> tensor<64x1xi32>
  %index = nv_tileaa.broadcast %column : tensor<64x1xi32> -> tensor<64x128xi32>
  %number = arith.sitofp %index : tensor<64x128xi32> to tensor<64x128xf32>
  %x, %k1 = nv_tileaa.tiled_load <weak> %v[%i, %i] {in_bounds = array<i1: false, false>} : !columns [i32, i32] -> tensor<128x64xf32>, !t
  %y = nv_tileaa.permute %x [1, 0] : tensor<128x64xf32> -> tensor<64x128xf32>
  %s = nv_tileaa.broadcast %small : tensor<64x1xf32> -> tensor<64x128xf32>
  %0 = arith.addf %number, %y : tensor<64x128xf32>
  %1 = arith.mulf %0, %s : tensor<64x128xf32>
  %sum = nv_tileaa.reduce %1 dim = 1 identities = [0.0 : f32] {commutes} : (tensor<64x128xf32>) -> tensor<64xf32> {
  ^bb0(%e: f32, %acc: f32):
    %r = arith.addf %e, %acc : f32
    nv_tileaa.yield %r : f32
  }
  %2 = nv_tileaa.view %sum : tensor<64xf32> -> tensor<64x1xf32>
  %3 = nv_tileaa.broadcast %2 : tensor<64x1xf32> -> tensor<64x128xf32>
  %prefix = nv_tileaa.scan %1 dim = 1 reverse = false identities = [0.0 : f32] : (tensor<64x128xf32>) -> tensor<64x128xf32> {
  ^bb0(%e: f32, %acc: f32):
    %r = arith.addf %e, %acc : f32
    nv_tileaa.yield %r : f32
  }
  %4 = arith.subf %prefix, %3 : tensor<64x128xf32>
  %l = nv_tileaa.tiled_store <weak> %4, %w[%i, %i] {in_bounds = array<i1: false, false>} : tensor<64x128xf32>, !rows [i32, i32] -> !t
  nv_tileaa.return
}

// -----

!line = !nv_tileaa.memref<?xi64, strides = [1]>
!large = !nv_tileaa.tiled_view<8192, !line, steps = [8192], dims = [0]>
!reals = !nv_tileaa.memref<?xf32, strides = [1]>
!many = !nv_tileaa.tiled_view<8192, !reals, steps = [8192], dims = [0]>
!t = !nv_tileaa.mem_token

// Two accumulators, and a constant of the combiner that becomes a tile. Identities are not combined with anything.
// CHECK-LABEL: @reduction
// CHECK: [[SUMS:%.*]]:2 = scf.for [[I:%.*]] = {{.*}} iter_args([[A:%.*]] = {{.*}}, [[B:%.*]] = {{.*}}) -> (tensor<512xi64>, tensor<512xi32>)
// CHECK: [[X:%.*]], %{{.*}} = nv_tileaa.tiled_load
// CHECK: [[MORE:%.*]] = arith.cmpi sgt, [[A]], [[X]] : tensor<512xi64>
// CHECK: nv_tileaa.splat %{{.*}} : i32 -> tensor<512xi32>
// CHECK: [[BOTH:%.*]] = arith.select [[MORE]], [[A]], [[X]] : tensor<512xi1>, tensor<512xi64>
// CHECK: [[IS_FIRST:%.*]] = arith.cmpi eq, [[I]], %c0
// CHECK: arith.select [[IS_FIRST]], [[X]], [[BOTH]] : tensor<512xi64>
// CHECK: arith.select [[IS_FIRST]], {{.*}} : tensor<512xi32>
// CHECK: scf.yield
// CHECK: nv_tileaa.reduce [[SUMS]]#0, [[SUMS]]#1 dim = 0 {{.*}} {commutes} : (tensor<512xi64>, tensor<512xi32>) -> (i64, i32)
nv_tileaa.func @reduction(%a: !line, %p: !nv_tileaa.ptr<i32>, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !line -> !large
  %x, %k = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>} : !large [i32] -> tensor<8192xi64>, !t
  %index = nv_tileaa.make_range : tensor<8192xi32>
  %r:2 = nv_tileaa.reduce %x, %index dim = 0 identities = [-1 : i64, 0 : i32] {commutes} : (tensor<8192xi64>, tensor<8192xi32>) -> (i64, i32) {
  ^bb0(%e: i64, %acc: i64, %n: i32, %nacc: i32):
    %more = arith.cmpi sgt, %e, %acc : i64
    %c1 = arith.constant 1 : i32
    %next = arith.addi %n, %c1 : i32
    %value = arith.select %more, %e, %acc : i64
    %where = arith.select %more, %next, %nacc : i32
    nv_tileaa.yield %value, %where : i64, i32
  }
  %l = nv_tileaa.store <weak> %p, %r#1 : !nv_tileaa.ptr<i32>, i32 -> !t
  nv_tileaa.return
}

// Each slice is reduced by itself, and combined after those before it.
// CHECK-LABEL: @in_order
// CHECK: [[SUMS:%.*]]:2 = scf.for [[I:%.*]] = {{.*}} iter_args([[A:%.*]] = {{.*}}, [[B:%.*]] = {{.*}}) -> (i64, i32)
// CHECK: [[X:%.*]], %{{.*}} = nv_tileaa.tiled_load
// CHECK: [[PART:%.*]]:2 = nv_tileaa.reduce [[X]], %{{.*}} dim = 0 identities = [-1, 0 : i32] : (tensor<512xi64>, tensor<512xi32>) -> (i64, i32)
// CHECK: [[MORE:%.*]] = arith.cmpi sgt, [[A]], [[PART]]#0 : i64
// CHECK: [[BOTH:%.*]] = arith.select [[MORE]], [[A]], [[PART]]#0 : i64
// CHECK: [[IS_FIRST:%.*]] = arith.cmpi eq, [[I]], %c0
// CHECK: arith.select [[IS_FIRST]], [[PART]]#0, [[BOTH]] : i64
// CHECK: scf.yield
// CHECK-NOT: nv_tileaa.reduce
// CHECK: nv_tileaa.store <weak> %{{.*}}, [[SUMS]]#1
nv_tileaa.func @in_order(%a: !line, %p: !nv_tileaa.ptr<i32>, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !line -> !large
  %x, %k = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>} : !large [i32] -> tensor<8192xi64>, !t
  %index = nv_tileaa.make_range : tensor<8192xi32>
  %r:2 = nv_tileaa.reduce %x, %index dim = 0 identities = [-1 : i64, 0 : i32] : (tensor<8192xi64>, tensor<8192xi32>) -> (i64, i32) {
  ^bb0(%e: i64, %acc: i64, %n: i32, %nacc: i32):
    %more = arith.cmpi sgt, %e, %acc : i64
    %c1 = arith.constant 1 : i32
    %next = arith.addi %n, %c1 : i32
    %value = arith.select %more, %e, %acc : i64
    %where = arith.select %more, %next, %nacc : i32
    nv_tileaa.yield %value, %where : i64, i32
  }
  %l = nv_tileaa.store <weak> %p, %r#1 : !nv_tileaa.ptr<i32>, i32 -> !t
  nv_tileaa.return
}

// A neutral number is known for one operation, whatever the program's identity is: -0 for additions, NaN for maxima where it
// loses.
// CHECK-LABEL: @neutral
// CHECK: [[NAN:%.*]] = arith.constant dense<0xFFC00000> : tensor<1024xf32>
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = [[NAN]])
// CHECK: arith.maxnumf
// CHECK-NOT: arith.select
// CHECK: [[ZERO:%.*]] = arith.constant dense<-0.000000e+00> : tensor<1024xf32>
// CHECK-NOT: arith.select
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = [[ZERO]])
// CHECK: arith.addf
// CHECK-NOT: arith.select
// CHECK: nv_tileaa.return
nv_tileaa.func @neutral(%a: !reals, %p: !nv_tileaa.ptr<f32>, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %v = nv_tileaa.block_tile %a : !reals -> !many
  %x, %k = nv_tileaa.tiled_load <weak> %v[%i] {in_bounds = array<i1: false>} : !many [i32] -> tensor<8192xf32>, !t
  %m = nv_tileaa.reduce %x dim = 0 identities = [0.0 : f32] {commutes} : (tensor<8192xf32>) -> f32 {
  ^bb0(%e: f32, %l: f32):
    %r = arith.maxnumf %e, %l : f32
    nv_tileaa.yield %r : f32
  }
  %s = nv_tileaa.reduce %x dim = 0 identities = [0.0 : f32] {commutes} : (tensor<8192xf32>) -> f32 {
  ^bb0(%e: f32, %l: f32):
    %r = arith.addf %e, %l : f32
    nv_tileaa.yield %r : f32
  }
  %q = arith.divf %s, %m : f32
  %l = nv_tileaa.store <weak> %p, %q : !nv_tileaa.ptr<f32>, f32 -> !t
  nv_tileaa.return
}

// -----

!a = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!c = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
!av = !nv_tileaa.tiled_view<128x32, !a, steps = [128, 32], dims = [0, 1]>
!bv = !nv_tileaa.tiled_view<32x64, !a, steps = [32, 64], dims = [0, 1]>
!cv = !nv_tileaa.tiled_view<128x64, !c, steps = [128, 64], dims = [0, 1]>
!t = !nv_tileaa.mem_token

// Rows of the result: each half of them has the loop, but not its other carried values.
// CHECK-LABEL: @product
// CHECK: scf.for [[HALF:%.*]] = %c0{{.*}} to %c2
// CHECK: [[SUM:%.*]] = scf.for [[K:%.*]] = %arg3 to %arg4 step %arg5 iter_args([[ACC:%.*]] = %{{.*}}) -> (tensor<64x64xf32>)
// CHECK-DAG: [[A:%.*]], %{{.*}} = nv_tileaa.tiled_load {{.*}}[{{.*}}, [[K]]] {{.*}} -> tensor<64x32xf16>
// CHECK-DAG: [[B:%.*]], %{{.*}} = nv_tileaa.tiled_load {{.*}}[[[K]], {{.*}}] {{.*}} -> tensor<32x64xf16>
// CHECK: [[NEXT:%.*]] = nv_tileaa.dot [[A]], [[B]], [[ACC]] : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
// CHECK: scf.yield [[NEXT]] : tensor<64x64xf32>
// CHECK: nv_tileaa.tiled_store <weak> [[SUM]]
nv_tileaa.func @product(%a: !a, %b: !a, %c: !c, %from: i32, %to: i32, %step: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %zero = arith.constant dense<0.0> : tensor<128x64xf32>
  %av = nv_tileaa.block_tile %a : !a -> !av
  %bv = nv_tileaa.block_tile %b : !a -> !bv
  %cv = nv_tileaa.block_tile %c : !c -> !cv
  %r:2 = scf.for %k = %from to %to step %step iter_args(%acc = %zero, %other = %from) -> (tensor<128x64xf32>, i32) : i32 {
    %x, %k0 = nv_tileaa.tiled_load <weak> %av[%from, %k] {in_bounds = array<i1: false, false>} : !av [i32, i32] -> tensor<128x32xf16>, !t
    %y, %k1 = nv_tileaa.tiled_load <weak> %bv[%k, %from] {in_bounds = array<i1: false, false>} : !bv [i32, i32] -> tensor<32x64xf16>, !t
    %d = nv_tileaa.dot %x, %y, %acc : tensor<128x32xf16>, tensor<32x64xf16>, tensor<128x64xf32>
    %next = arith.addi %other, %step : i32
    scf.yield %d, %next : tensor<128x64xf32>, i32
  }
  %l = nv_tileaa.tiled_store <weak> %r#0, %cv[%from, %from] {in_bounds = array<i1: false, false>} : tensor<128x64xf32>, !cv [i32, i32] -> !t
  nv_tileaa.return
}

// -----

!a = !nv_tileaa.memref<?x?xf32, strides = [?, 1]>
!av = !nv_tileaa.tiled_view<64x64, !a, steps = [64, 64], dims = [0, 1]>
!t = !nv_tileaa.mem_token

// Without matrix units, 8192 multiply-adds of a thread are 8 times 1024.
// CHECK-LABEL: @plain_product
// CHECK: [[SUM:%.*]] = scf.for {{.*}} = %c0{{.*}} to %c8{{.*}} iter_args([[ACC:%.*]] = %cst) -> (tensor<64x64xf32>)
// CHECK: nv_tileaa.dot {{.*}}, [[ACC]] : tensor<64x8xf32>, tensor<8x64xf32>, tensor<64x64xf32>
// CHECK: nv_tileaa.tiled_store <weak> [[SUM]]
nv_tileaa.func @plain_product(%a: !a, %i: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
  %zero = arith.constant dense<0.0> : tensor<64x64xf32>
  %v = nv_tileaa.block_tile %a : !a -> !av
  %x, %k0 = nv_tileaa.tiled_load <weak> %v[%i, %i] {in_bounds = array<i1: false, false>} : !av [i32, i32] -> tensor<64x64xf32>, !t
  %d = nv_tileaa.dot %x, %x, %zero : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
  %l = nv_tileaa.tiled_store <weak> %d, %v[%i, %i] {in_bounds = array<i1: false, false>} : tensor<64x64xf32>, !av [i32, i32] -> !t
  nv_tileaa.return
}
