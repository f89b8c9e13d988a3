// The expansion of a schedule in mode `pipelined` refuses these loops, after the rules of VerifySchedule.h hold.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-verify-schedule,tileas-unspecialized-pipeline)))' -split-input-file -verify-diagnostics

#threads = #nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#m = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[1,0],[2,0],[4,0]]}>
!ring = !nv_tileaa.memref<8x8xf32, shared, layout = #m, stages = 3>
!stage = !nv_tileaa.memref<8x8xf32, shared, layout = #m>
!view = !nv_tileaa.tiled_view<8x8, !nv_tileaa.memref<?x?xf32, strides = [?, 1]>, steps = [8, 8], dims = [0, 1]>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
nv_tileaa.func @sum(%v: !view, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>,
    tileas.schedule.mode = "pipelined", tileas.schedule.partitions = [#nv_tileas.partition<"all", warps = 1, registers = 64>]} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %c = arith.constant dense<0.0> : tensor<8x8xf32, #threads>
  %ring = nv_tileas.alloc_tensor {alignment = 128 : i64} : !ring
  %r:2 = scf.for %k = %zero to %n step %one iter_args(%acc = %c, %slot = %zero) -> (tensor<8x8xf32, #threads>, i32) : i32 {
    %filled = nv_tileas.buffer_view %ring[%slot] : !ring -> !stage
    // expected-error @below {{expected an order after the first read of what the loop copies, before which threads synchronise, or one copy of the buffer more: other threads may still read the stage that it overwrites}}
    %t = nv_tileas.async.copy %v[%i, %k] to %filled atom <simt_async_copy, 8> threads(#threads)
        {alignment = 16 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: true, true>, tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 0 : i32} : !view[i32, i32], !stage
    %g = nv_tileas.async.commit(%t)
    nv_tileas.async.wait(%g)
    nv_tileas.barrier
    %read = nv_tileas.buffer_view %ring[%slot] : !ring -> !stage
    // expected-note @below {{the first read}}
    // expected-note @below {{the read of that stage}}
    %x = nv_tileas.copy %read atom <universal_copy, 64> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 2 : i32, tileas.schedule.order = 1 : i32} : !stage -> tensor<8x8xf32, #threads>
    %sum = arith.addf %acc, %x {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 2 : i32, tileas.schedule.order = 1 : i32} : tensor<8x8xf32, #threads>
    %more = arith.addi %slot, %one : i32
    %wraps = arith.cmpi eq, %more, %three : i32
    %next = arith.select %wraps, %zero, %more : i32
    scf.yield %sum, %next : tensor<8x8xf32, #threads>, i32
  }
  nv_tileaa.return
}
}

// -----

#threads = #nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#m = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[1,0],[2,0],[4,0]]}>
!ring = !nv_tileaa.memref<8x8xf32, shared, layout = #m, stages = 3>
!stage = !nv_tileaa.memref<8x8xf32, shared, layout = #m>
!view = !nv_tileaa.tiled_view<8x8, !nv_tileaa.memref<?x?xf32, strides = [?, 1]>, steps = [8, 8], dims = [0, 1]>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
nv_tileaa.func @sum(%v: !view, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>,
    tileas.schedule.mode = "pipelined", tileas.schedule.partitions = [#nv_tileas.partition<"all", warps = 1, registers = 64>]} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %c = arith.constant dense<0.0> : tensor<8x8xf32, #threads>
  // expected-error @below {{expected as many stages as the 4 copies of the schedule, got 3}}
  %ring = nv_tileas.alloc_tensor {alignment = 128 : i64, tileas.schedule.copies = 4 : i32} : !ring
  %r:2 = scf.for %k = %zero to %n step %one iter_args(%acc = %c, %slot = %zero) -> (tensor<8x8xf32, #threads>, i32) : i32 {
    %filled = nv_tileas.buffer_view %ring[%slot] : !ring -> !stage
    %t = nv_tileas.async.copy %v[%i, %k] to %filled atom <simt_async_copy, 8> threads(#threads)
        {alignment = 16 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: true, true>, tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 1 : i32} : !view[i32, i32], !stage
    %g = nv_tileas.async.commit(%t)
    nv_tileas.async.wait(%g)
    nv_tileas.barrier
    %read = nv_tileas.buffer_view %ring[%slot] : !ring -> !stage
    %x = nv_tileas.copy %read atom <universal_copy, 64> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 2 : i32, tileas.schedule.order = 0 : i32} : !stage -> tensor<8x8xf32, #threads>
    %sum = arith.addf %acc, %x {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 2 : i32, tileas.schedule.order = 0 : i32} : tensor<8x8xf32, #threads>
    %more = arith.addi %slot, %one : i32
    %wraps = arith.cmpi eq, %more, %three : i32
    %next = arith.select %wraps, %zero, %more : i32
    scf.yield %sum, %next : tensor<8x8xf32, #threads>, i32
  }
  nv_tileaa.return
}
}

// -----

#threads = #nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#m = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[1,0],[2,0],[4,0]]}>
!ring = !nv_tileaa.memref<8x8xf32, shared, layout = #m, stages = 3>
!stage = !nv_tileaa.memref<8x8xf32, shared, layout = #m>
!view = !nv_tileaa.tiled_view<8x8, !nv_tileaa.memref<?x?xf32, strides = [?, 1]>, steps = [8, 8], dims = [0, 1]>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
nv_tileaa.func @sum(%v: !view, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>,
    tileas.schedule.mode = "pipelined", tileas.schedule.partitions = [#nv_tileas.partition<"all", warps = 1, registers = 64>]} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %c = arith.constant dense<0.0> : tensor<8x8xf32, #threads>
  %ring = nv_tileas.alloc_tensor {alignment = 128 : i64} : !ring
  %r:2 = scf.for %k = %zero to %n step %one iter_args(%acc = %c, %slot = %zero) -> (tensor<8x8xf32, #threads>, i32) : i32 {
    %filled = nv_tileas.buffer_view %ring[%slot] : !ring -> !stage
    %t = nv_tileas.async.copy %v[%i, %k] to %filled atom <simt_async_copy, 8> threads(#threads)
        {alignment = 16 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: true, true>, tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 1 : i32} : !view[i32, i32], !stage
    %g = nv_tileas.async.commit(%t)
    nv_tileas.async.wait(%g)
    nv_tileas.barrier
    // expected-error @below {{expected none in a loop of mode pipelined, whose copies are cp.async and whose MMAs are synchronous}}
    nv_tileas.async.proxy_fence
    %read = nv_tileas.buffer_view %ring[%slot] : !ring -> !stage
    %x = nv_tileas.copy %read atom <universal_copy, 64> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 2 : i32, tileas.schedule.order = 0 : i32} : !stage -> tensor<8x8xf32, #threads>
    %sum = arith.addf %acc, %x {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 2 : i32, tileas.schedule.order = 0 : i32} : tensor<8x8xf32, #threads>
    %more = arith.addi %slot, %one : i32
    %wraps = arith.cmpi eq, %more, %three : i32
    %next = arith.select %wraps, %zero, %more : i32
    scf.yield %sum, %next : tensor<8x8xf32, #threads>, i32
  }
  nv_tileaa.return
}
}

// -----

#threads = #nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
#m = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[1,0],[2,0],[4,0]]}>
!ring = !nv_tileaa.memref<8x8xf32, shared, layout = #m, stages = 3>
!stage = !nv_tileaa.memref<8x8xf32, shared, layout = #m>
!view = !nv_tileaa.tiled_view<8x8, !nv_tileaa.memref<?x?xf32, strides = [?, 1]>, steps = [8, 8], dims = [0, 1]>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
nv_tileaa.func @sum(%v: !view, %i: i32, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>,
    tileas.schedule.mode = "pipelined", tileas.schedule.partitions = [#nv_tileas.partition<"all", warps = 1, registers = 64>]} {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %c = arith.constant dense<0.0> : tensor<8x8xf32, #threads>
  %ring = nv_tileas.alloc_tensor {alignment = 128 : i64} : !ring
  // expected-error @below {{expected a loop that can be expanded as its schedule says: it carries only what an iteration computes for the next one}}
  %r:4 = scf.for %k = %zero to %n step %one iter_args(%acc = %c, %slot = %zero, %older = %zero, %old = %zero) -> (tensor<8x8xf32, #threads>, i32, i32, i32) : i32 {
    %filled = nv_tileas.buffer_view %ring[%slot] : !ring -> !stage
    %t = nv_tileas.async.copy %v[%i, %k] to %filled atom <simt_async_copy, 8> threads(#threads)
        {alignment = 16 : i64, contiguity = array<i64: 1, 4>, in_bounds = array<i1: true, true>, tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 1 : i32} : !view[i32, i32], !stage
    %g = nv_tileas.async.commit(%t)
    nv_tileas.async.wait(%g)
    nv_tileas.barrier
    %read = nv_tileas.buffer_view %ring[%slot] : !ring -> !stage
    %x = nv_tileas.copy %read atom <universal_copy, 64> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 2 : i32, tileas.schedule.order = 0 : i32} : !stage -> tensor<8x8xf32, #threads>
    %sum = arith.addf %acc, %x {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 2 : i32, tileas.schedule.order = 0 : i32} : tensor<8x8xf32, #threads>
    %more = arith.addi %slot, %one : i32
    %wraps = arith.cmpi eq, %more, %three : i32
    %next = arith.select %wraps, %zero, %more : i32
    scf.yield %sum, %next, %old, %more : tensor<8x8xf32, #threads>, i32, i32, i32
  }
  nv_tileaa.return
}
}
