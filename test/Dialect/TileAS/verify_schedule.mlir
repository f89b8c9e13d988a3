// Schedules that obey the rules: for each rule, one that comes close to breaking it.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-verify-schedule)))' | FileCheck %s

// No pass uses them yet: loops get the schedule of the templates, which a remark says.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-unspecialized-pipeline)))' --remark-format=emitRemark --remarks-filter=.* -o %t 2>%t.remarks
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t --check-prefix=DROPPED --implicit-check-not=tileas.schedule
// DROPPED: @condition
// REMARK: Schedule{{.*}}the schedule of the kernel's attributes is not expanded: its loops get that of the built-in templates

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
  // V1: a scalar has no partition, or several, and a tile of constants several.
  // CHECK: @cloned
  nv_tileaa.func @cloned(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %x = arith.addi %j, %c1 : i32
      %y = arith.addi %j, %x {tileas.schedule.partition = array<i32: 0, 1>, tileas.schedule.stage = 0 : i32} : i32
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    %i = nv_tileaa.splat %n {tileas.schedule.partition = array<i32: 0, 1>} : i32 -> tensor<64x64xi32, #acc>
    %w = arith.sitofp %i {tileas.schedule.partition = array<i32: 1>} : tensor<64x64xi32, #acc> to !tile
    nv_tileaa.return
  }

  // V2: a tile crosses in a buffer.
  // CHECK: @crosses
  nv_tileaa.func @crosses(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
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
    %w = arith.truncf %sum {tileas.schedule.partition = array<i32: 1>} : !tile to !tile16
    %o = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
    nv_tileas.copy %w, %o atom <universal_copy, 32> {tileas.schedule.partition = array<i32: 1>} : !tile16, !b
    nv_tileas.async.proxy_fence
    %st = nv_tileas.async.tiled_tma_store %o, %map[%c0, %c0] atom <tma_store, 2> {tileas.schedule.partition = array<i32: 0>} : !b, !map[i32, i32]
    nv_tileaa.return
  }

  // V3: the store of an iteration comes before its load in the stream, but one iteration late.
  // CHECK: @late
  nv_tileaa.func @late(%map: !map, %n: i32, %x: !tile16) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 2 : i32} : !b
    %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 1 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 0 : i32} : !b, !b, !future -> !future
      nv_tileas.copy %x, %b atom <universal_copy, 32> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 1 : i32} : !tile16, !b
      nv_tileas.async.proxy_fence
      %st = nv_tileas.async.tiled_tma_store %b, %map[%j, %c0] atom <tma_store, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 0 : i32} : !b, !map[i32, i32]
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }

  // V3: replicas take turns, and have iterations of their own.
  // CHECK: @turns
  nv_tileaa.func @turns(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240, replicas = 2 by rows>]} {
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
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 0 : i32, tileas.schedule.ordered = 0 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }

  // CHECK: @iterations
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
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }

  // V4: the loads take 212 cycles of the port to the second-level cache; a load is there after 1,185 cycles, and 92 for the
  // hand-over, five iterations of 256 later.
  // CHECK: @cycles
  nv_tileaa.func @cycles(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 6 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.cycle = 0 : i64} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 5 : i32, tileas.schedule.cycle = 0 : i64} : !b, !b, !future -> !future
      scf.yield %f : !future
    } {tileas.schedule.ii = 256 : i64}
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }

  // V5: P takes the bytes of O when they have been read.
  // CHECK: @over
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
      %y = nv_tileas.copy %o atom <universal_copy, 32> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 1 : i32} : !b -> !tile16
      nv_tileas.copy %x, %p atom <universal_copy, 32> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 2 : i32} : !tile16, !b
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }

  // V6: two CTAs have 512 threads x 128 registers together.
  // CHECK: @two
  nv_tileaa.func @two(%map: !map, %n: i32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 2 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 232>]} {
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

  // V7: the accumulator is read before the MMA, and the runtime called after the wait.
  // CHECK: @reads
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
      %w = arith.truncf %acc {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 0 : i32} : !tile to !tile16
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 1 : i32} : !b, !b, !tile -> !future
      %g = nv_tileas.async.future_wait %f : !future -> !tile
      %h = arith.negf %g {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 2 : i32} : !tile
      %pt = nv_tileaa.print "x" {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 3 : i32} -> !nv_tileaa.mem_token
      scf.yield %h : !tile
    }
    nv_tileaa.return
  }

  // V7: the accumulator begins with a rescaled constant.
  // CHECK: @rescaled
  nv_tileaa.func @rescaled(%map: !map, %n: i32, %x: !tile) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %w = arith.mulf %x, %zero {tileas.schedule.partition = array<i32: 1>} : !tile
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %w) -> (!tile) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 0 : i32} : !b, !b, !tile -> !future
      %g = nv_tileas.async.future_wait %f : !future -> !tile
      scf.yield %g : !tile
    }
    nv_tileaa.return
  }

  // V8: the second store follows the first.
  // CHECK: @tokens
  nv_tileaa.func @tokens(%map: !map, %n: i32, %p: !nv_tileaa.ptr<i32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
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
      %u = nv_tileas.store <weak> %p, %j {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 1 : i32} : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
      %w = nv_tileas.store <weak> %p, %j token = %u {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 2 : i32} : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }

  // V9: each replica has a number of its own, or one of them stores it.
  // CHECK: @replicas
  nv_tileaa.func @replicas(%map: !map, %n: i32, %p: !nv_tileaa.ptr<i32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240, replicas = 2 by rows>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
      %i = nv_tileas.replica_id {tileas.schedule.partition = array<i32: 1>} : i32
      %mine = nv_tileaa.addptr %p, %i : !nv_tileaa.ptr<i32>, i32
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %f = nv_tileas.async.dot %a, %a, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !b, !b, !future -> !future
      %u = nv_tileas.store <weak> %mine, %j {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32} : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
      %w = nv_tileas.store <weak> %p, %j {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.only_replica = 0 : i32} : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
      scf.yield %f : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }

  // V10: both sides are under the condition, and a buffer that is written once is read in each iteration.
  // CHECK: @condition
  nv_tileaa.func @condition(%map: !map, %n: i32, %yes: i1) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [#nv_tileas.partition<"load", warps = 1, registers = 24>, #nv_tileas.partition<"compute", warps = 4, registers = 240>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %start = nv_tileas.async.to_async %zero : !tile -> !future
    %bar = nv_tileas.alloc_mbarrier : !bar
    %a = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
    %t0 = nv_tileas.async.tiled_tma_load %map, %b[%c0, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>} : !map, !b[i32, i32], !bar
    %r = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %start) -> (!future) : i32 {
      %g = scf.if %yes -> !future {
      %t = nv_tileas.async.tiled_tma_load %map, %a[%j, %c0], %bar if %yes atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 8192 if %yes : !bar
      nv_tileas.async.mbarrier_wait %bar, %j : !bar
      %e = nv_tileas.async.dot %b, %b, %acc <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>} : !b, !b, !future -> !future
      %f = nv_tileas.async.dot %a, %a, %e <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>} : !b, !b, !future -> !future
        scf.yield %f : !future
      } else {
        scf.yield %acc : !future
      }
      scf.yield %g : !future
    }
    %sum = nv_tileas.async.future_wait %r : !future -> !tile
    nv_tileaa.return
  }
}
