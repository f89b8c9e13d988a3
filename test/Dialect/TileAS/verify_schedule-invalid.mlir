// Each rule of schedules is broken, in all ways that the verifier tells apart.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-verify-schedule)))' -split-input-file -verify-diagnostics
// RUN: not tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-shared-memory)))' -split-input-file 2>&1 | FileCheck %s
// CHECK: breaks rule V1 of schedules: expected a partition

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @no_partition(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      // expected-error @below {{breaks rule V1 of schedules: expected a partition, 'tileas.schedule.partition'}}
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64>  : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @no_partitions(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      // expected-error @below {{breaks rule V1 of schedules: expected 'tileas.schedule.partitions' on the function}}
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @range(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      // expected-error @below {{breaks rule V1 of schedules: expected one of 2 partitions, got 2}}
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @clone(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      // expected-error @below {{breaks rule V1 of schedules: expected one partition, since it has effects or starts an MMA, got 2}}
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 0, 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @some_order(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      // expected-note @below {{this has one}}
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 0 : i32} : !map, !b[i32, i32], !bar
      // expected-error @below {{breaks rule V1 of schedules: expected either all operations of partition 'load' in this loop to have an order, or none}}
      %u = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @instances(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240, replicas = 2 by rows>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      // expected-error @below {{breaks rule V1 of schedules: expected a number for each of 2 replicas, got 3}}
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = array<i32: 0, 0, 1>} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @lengths(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240, replicas = 2 by rows>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      // expected-error @below {{breaks rule V1 of schedules: expected lists of one length, got 3 and 2 numbers}}
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = array<i32: 0, 1>, tileas.schedule.order = array<i32: 0, 1, 2>} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @ordered(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      // expected-error @below {{breaks rule V1 of schedules: expected 'ordered' in a partition with replicas, got 'compute'}}
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.ordered = 0 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @replica_id(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
      // expected-error @below {{breaks rule V1 of schedules: expected a partition with replicas, got 'load'}}
    %x = nv_tileas.replica_id {tileas.schedule.partition = array<i32: 0>} : i32
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // expected-error @below {{breaks rule V1 of schedules: expected one partition without replicas in mode pipelined}}
  nv_tileaa.func @mode(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "pipelined", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @serial(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "serial", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"all", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      // expected-error @below {{breaks rule V1 of schedules: expected stage 0 in mode serial, got 1}}
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @nested(%map: !map, %n: i32, %yes: i1, %x: !tile16) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      // expected-note @below {{the outer operation}}
      scf.if %yes {
        // expected-error @below {{breaks rule V1 of schedules: expected no partition inside of an operation that has one}}
        nv_tileas.copy %x, %a atom <universal_copy, 32> {tileas.schedule.partition = array<i32: 1>} : !tile16, !b
      } {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32}
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @tile(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    // expected-note @below {{it comes from here}}
    %w = arith.truncf %sum {tileas.schedule.partition = array<i32: 1>} : !tile to !tile16
    %o = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
    // expected-error @below {{breaks rule V2 of schedules: expected a tile in registers of its own partition 'load', got one of 'compute'}}
    nv_tileas.copy %w, %o atom <universal_copy, 32> {tileas.schedule.partition = array<i32: 0>} : !tile16, !b
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @later(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      // expected-note @below {{it comes from here}}
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 1 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      // expected-error @below {{breaks rule V3 of schedules: expected a stage of at least 1, since it takes the result of an operation in stage 1, got 0}}
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 0 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @order(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "pipelined", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"all", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      // expected-note @below {{it comes from here}}
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 1 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      // expected-error @below {{breaks rule V3 of schedules: expected an order after the operation whose result it takes, 1, got 0}}
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 0 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @stages(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      // expected-error @below {{breaks rule V3 of schedules: expected a stage below the 2 of the loop, got 2}}
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 2 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    } {tileas.schedule.num_stages = 2 : i32}
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @outside(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    // expected-error @below {{breaks rule V3 of schedules: expected no stage, order or cycle outside of the body of a loop that counts}}
    %w = arith.truncf %sum {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !tile to !tile16
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @iterations(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240, replicas = 2 by iterations>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %zero <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !tile -> !future
      %s = nv_tileas.async.future_wait %f : !future -> !tile
      // expected-error @below {{breaks rule V3 of schedules: expected stage 1, that of the other operations of 'compute', whose replicas have whole iterations, got 2}}
      %w = arith.truncf %s {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 2 : i32} : !tile to !tile16
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @deadlock(%map: !map, %n: i32, %x: !tile16) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 1 : i32} : !b
    %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      // expected-error @below {{breaks rule V3 of schedules: expected a token in each cycle, but these operations wait for each other: }}
      // expected-note @below {{partition 'load', replica 0, stage 0, order 1, waits by an edge of kind stream}}
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 1 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      // expected-note @below {{partition 'compute', replica 0, stage 0, order 0, waits by an edge of kind data}}
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 0 : i32} : !b, !b, !future -> !future
      // expected-note @below {{partition 'compute', replica 0, stage 0, order 1, waits by an edge of kind stream}}
      nv_tileas.copy %x, %b atom <universal_copy, 32> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 1 : i32} : !tile16, !b
      nv_tileas.async.proxy_fence
      // expected-note @below {{partition 'load', replica 0, stage 0, order 0, waits by an edge of kind data}}
      %st = nv_tileas.async.tiled_tma_store %b, %map[%j, %c0] atom <tma_store, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 0 : i32} : !b, !map[i32, i32]
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @no_ii(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      // expected-error @below {{breaks rule V4 of schedules: expected 'tileas.schedule.ii' on the loop of an operation with a cycle}}
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.cycle = 0 : i64} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @latency(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      // expected-note @below {{it waits for this, from cycle 0 on for }}
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.cycle = 0 : i64} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      // expected-error @below {{breaks rule V4 of schedules: expected a cycle of at least }}
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.cycle = 0 : i64} : !b, !b, !future -> !future
      scf.yield %f : !future
    } {tileas.schedule.ii = 256 : i64}
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @busy(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    // expected-error @below {{breaks rule V4 of schedules: expected an interval of at least 212 cycles, for which unit l2 is busy, got 8}}
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.cycle = 0 : i64} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    } {tileas.schedule.ii = 8 : i64}
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @copies(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    // expected-error @below {{breaks rule V5 of schedules: expected at least 2 copies, got 1}}
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 1 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      // expected-note @below {{this writes it, in stage 0}}
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      // expected-note @below {{this is the last use, in stage 2}}
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 2 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @over(%map: !map, %n: i32, %x: !tile16) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %o = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.name = "o"} : !b
    %p = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.over = @o} : !b
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 3 : i32} : !b, !b, !future -> !future
      nv_tileas.copy %x, %o atom <universal_copy, 32> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 0 : i32} : !tile16, !b
      // expected-note @below {{they are used here}}
      %y = nv_tileas.copy %o atom <universal_copy, 32> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 2 : i32} : !b -> !tile16
      // expected-error @below {{breaks rule V5 of schedules: expected to be executed after what uses the contents of the buffer that it overwrites}}
      nv_tileas.copy %x, %p atom <universal_copy, 32> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 1 : i32} : !tile16, !b
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @name(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %o = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.name = "o"} : !b
    // expected-error @below {{breaks rule V5 of schedules: expected one buffer of the name 'o'}}
    %p = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.name = "o"} : !b
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @unknown(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    // expected-error @below {{breaks rule V5 of schedules: expected an earlier buffer of the name 'o' in the same memory, with at least 8192 bytes}}
    %p = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.over = @o} : !b
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @other_block(%map: !map, %n: i32, %yes: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    scf.if %yes {
      %o = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.name = "o"} : !b
    } {tileas.schedule.partition = array<i32: 1>}
    // expected-error @below {{breaks rule V5 of schedules: expected an earlier buffer of the name 'o' in the same memory, with at least 8192 bytes}}
    %p = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.over = @o} : !b
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // expected-error @below {{breaks rule V6 of schedules: expected to fit 1 times on an SM of sm_90, which has 233472 bytes of shared memory for each, got a need of 329344}}
  // expected-note @below {{buffers of several partitions have bytes of their own, where one is not over another, 'tileas.schedule.over'}}
  nv_tileaa.func @memory(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 40 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // expected-error @below {{breaks rule V6 of schedules: expected to fit 3 times on an SM of sm_90, which has 21845 registers for each, got a need of 33792}}
  nv_tileaa.func @registers(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 3 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @warps(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 2, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      // expected-error @below {{breaks rule V7 of schedules: expected a partition of whole warpgroups, got 2 warps of 'compute'}}
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @call(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      // expected-note @below {{the MMA}}
      // expected-note @below {{the first use of its result}}
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      // expected-error @below {{breaks rule V7 of schedules: expected no call while an MMA is in flight}}
      %pt = nv_tileaa.print "x\\n" {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} -> !nv_tileaa.mem_token
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @reads(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero) -> (!tile) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      // expected-note @below {{the MMA}}
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 0 : i32} : !b, !b, !tile -> !future
      %g = nv_tileas.async.future_wait %f : !future -> !tile
      // expected-error @below {{breaks rule V7 of schedules: expected to be executed before the MMA that overwrites the accumulator it reads}}
      %w = arith.truncf %acc {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 1 : i32} : !tile to !tile16
      scf.yield %g : !tile
    }
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // expected-note @below {{it begins with this}}
  nv_tileaa.func @start(%map: !map, %n: i32, %x: !tile) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %x) -> (!tile) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      // expected-error @below {{breaks rule V7 of schedules: expected an accumulator that begins with a constant; what it begins with can be added after the last MMA}}
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 0 : i32} : !b, !b, !tile -> !future
      %g = nv_tileas.async.future_wait %f : !future -> !tile
      scf.yield %g : !tile
    }
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @token(%map: !map, %n: i32, %p: !nv_tileaa.ptr<i32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      // expected-note @below {{it comes from here}}
      %u = nv_tileas.store <weak> %p, %j {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
      // expected-error @below {{breaks rule V8 of schedules: expected a token of its own partition 'load', got one of 'compute'}}
      %w = nv_tileas.store <weak> %p, %j token = %u {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 1 : i32} : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @token_order(%map: !map, %n: i32, %p: !nv_tileaa.ptr<i32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 0 : i32} : !b, !b, !future -> !future
      // expected-note @below {{it comes from here}}
      %u = nv_tileas.store <weak> %p, %j {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 2 : i32} : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
      // expected-error @below {{breaks rule V8 of schedules: expected an order after the operation whose token it takes, 2, got 1}}
      %w = nv_tileas.store <weak> %p, %j token = %u {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 1 : i32} : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @token_stage(%map: !map, %n: i32, %p: !nv_tileaa.ptr<i32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 0 : i32} : !b, !b, !future -> !future
      // expected-note @below {{it comes from here}}
      %u = nv_tileas.store <weak> %p, %j {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 1 : i32} : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
      // expected-error @below {{breaks rule V8 of schedules: expected a stage of at least 1, since it takes the token of an operation in stage 1, got 0}}
      %w = nv_tileas.store <weak> %p, %j token = %u {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 2 : i32} : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @replicas(%map: !map, %n: i32, %p: !nv_tileaa.ptr<i32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240, replicas = 2 by rows>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      // expected-error @below {{breaks rule V9 of schedules: expected the 2 replicas of 'compute' to write different elements, chosen by 'nv_tileas.replica_id', or 'tileas.schedule.only_replica'}}
      %u = nv_tileas.store <weak> %p, %j {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @only(%map: !map, %n: i32, %p: !nv_tileaa.ptr<i32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240, replicas = 2 by rows>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      // expected-error @below {{breaks rule V9 of schedules: expected a replica below 2, got 2}}
      %u = nv_tileas.store <weak> %p, %j {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.only_replica = 2 : i32} : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @result(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240, replicas = 2 by rows>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      // expected-error @below {{breaks rule V9 of schedules: expected no use of the result of what only replica 0 executes}}
      %y = nv_tileas.copy %a atom <universal_copy, 32> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.only_replica = 0 : i32} : !b -> !tile16
      %z = arith.extf %y {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !tile16 to !tile
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @condition(%map: !map, %n: i32, %yes: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      // expected-note @below {{it is here}}
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = scf.if %yes -> !future {
          // expected-error @below {{breaks rule V10 of schedules: expected to be in the same loops and conditions as what writes the buffer in another partition}}
      %h = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>} : !b, !b, !future -> !future
        scf.yield %h : !future
      } else {
        scf.yield %acc : !future
      } {tileas.schedule.stage = 1 : i32}
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @reads_once(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 1 : i32} : !b
    scf.for %j = %c0 to %n step %c1 : i32 {
      // expected-error @below {{breaks rule V10 of schedules: expected to be in the same loops and conditions as what reads the buffer in another partition}}
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
    }
      // expected-note @below {{it is here}}
    %y = nv_tileas.copy %a atom <universal_copy, 32> {tileas.schedule.partition = array<i32: 1>} : !b -> !tile16
    nv_tileaa.return
  }
}

// -----

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @predicate(%map: !map, %n: i32, %yes: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      // expected-error @below {{breaks rule V10 of schedules: expected the predicate under which its bytes are expected}}
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar if %yes atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      // expected-note @below {{they are expected here}}
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}
