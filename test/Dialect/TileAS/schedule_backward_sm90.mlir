// The gradients of K and V on sm_90, two CTAs on an SM: one warp loads Q and dO, one warpgroup copies the numbers of each row
// and computes. It adds to dK one iteration after it has computed dS.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-verify-schedule)))' --remark-format=emitRemark --remarks-filter=.* -o %t 2>%t.remarks
// RUN: tileiras-opt %t | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=COST
// COST: Schedule{{.*}}an iteration takes 749 cycles by the machine model, bound by {{[0-9]+}} operations that wait for each other: nv_tileas.async.tiled_tma_load of 'load', nv_tileas.async.dot of 'compute'

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0]]}>
#columns = #nv_tileas.layout<{offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[8,1],[16,2],[32,4],[0,8],[0,16],[0,32]]}>
#vector = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#line = #nv_tileas.layout<{register=[[0,1],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[0,0],[0,0],[0,0]], warp=[[0,0],[0,0]]}>
#threads = #nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[0,4],[0,8],[0,16],[0,32]], warp=[[0,0],[0,0]]}>
!array = !nv_tileaa.memref<?x64xf16, strides = [64, 1]>
!numbers = !nv_tileaa.tiled_view<1x64, !nv_tileaa.memref<1x?xf32, strides = [64, 1]>, steps = [1, 64], dims = [0, 1]>
!b = !nv_tileaa.memref<64x64xf16, shared, layout = #rows>
!bt = !nv_tileaa.memref<64x64xf16, shared, layout = #columns>
!n = !nv_tileaa.memref<1x64xf32, shared, layout = #vector>
!map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x64, !array, steps = [64, 64], dims = [0, 1]>, !b>
!tile = tensor<64x64xf32, #acc>
!tile16 = tensor<64x64xf16, #acc>
!line = tensor<1x64xf32, #line>
!future = !nv_tileas.async.future<tensor<64x64xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  // CHECK-LABEL: @backward
  nv_tileaa.func @backward(%q_map: !map, %k_map: !map, %v_map: !map, %do_map: !map, %dk_map: !map, %dv_map: !map, %lse: !numbers, %delta: !numbers, %block: i32, %n: i32) attributes {
      nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 2 : i32, tileas.schedule.partitions = [
        #nv_tileas.partition<"load", warps = 1, registers = 24>,
        #nv_tileas.partition<"compute", warps = 4, registers = 232>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %zero = arith.constant dense<0.0> : !tile
    %k = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
    %v = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
    %q = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %do = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !b
    %lse_b = nv_tileas.alloc_tensor {alignment = 16 : i64, tileas.schedule.copies = 2 : i32} : !n
    %delta_b = nv_tileas.alloc_tensor {alignment = 16 : i64, tileas.schedule.copies = 2 : i32} : !n
    %qt = nv_tileas.buffer_view %q : !b -> !bt
    %dot = nv_tileas.buffer_view %do : !b -> !bt
    %bar = nv_tileas.alloc_mbarrier : !bar
    %i = nv_tileas.async.mbarrier_init %bar, %c1 : !bar, i32 -> !nv_tileaa.mem_token
    nv_tileas.barrier

    %tk = nv_tileas.async.tiled_tma_load %k_map, %k[%block, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>} : !map, !b[i32, i32], !bar
    %tv = nv_tileas.async.tiled_tma_load %v_map, %v[%block, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>} : !map, !b[i32, i32], !bar
    nv_tileas.async.mbarrier_expect_tx %bar, 16384 : !bar
    nv_tileas.async.mbarrier_wait %bar, %c0 : !bar

    %end:2 = scf.for %j = %c0 to %n step %c1 iter_args(%dk = %zero, %dv = %zero) -> (!tile, !tile) : i32 {
      %tq = nv_tileas.async.tiled_tma_load %q_map, %q[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      %tdo = nv_tileas.async.tiled_tma_load %do_map, %do[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32} : !map, !b[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 16384 : !bar
      %tl = nv_tileas.async.copy %lse[%c0, %j] to %lse_b atom <simt_async_copy, 8> threads(#threads) {alignment = 16 : i64, contiguity = array<i64: 1, 64>, in_bounds = array<i1: true, true>, tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 0 : i32} : !numbers[i32, i32], !n
      %td = nv_tileas.async.copy %delta[%c0, %j] to %delta_b atom <simt_async_copy, 8> threads(#threads) {alignment = 16 : i64, contiguity = array<i64: 1, 64>, in_bounds = array<i1: true, true>, tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 0 : i32} : !numbers[i32, i32], !n
      %group = nv_tileas.async.commit(%tl, %td)
      %next = arith.addi %j, %c1 : i32
      nv_tileas.async.wait(%group)
      nv_tileas.async.mbarrier_wait %bar, %next : !bar
      nv_tileas.barrier

      %sf = nv_tileas.async.dot %k, %qt, %zero <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 1 : i32} : !b, !bt, !tile -> !future
      %s = nv_tileas.async.future_wait %sf : !future -> !tile
      %dpf = nv_tileas.async.dot %v, %dot, %zero <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 3 : i32} : !b, !bt, !tile -> !future
      %lt = nv_tileas.copy %lse_b atom <universal_copy, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 4 : i32} : !n -> !line
      %lb = nv_tileas.broadcast %lt {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 4 : i32} : !line -> !tile
      %sl = arith.subf %s, %lb {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 4 : i32} : !tile
      %p = nv_tileaa.exp2 %sl ftz {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 4 : i32} : !tile
      %p16 = arith.truncf %p {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 4 : i32} : !tile to !tile16
      %dvf = nv_tileas.async.dot %p16, %do, %dv <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 5 : i32} : !tile16, !b, !tile -> !future
      %dp = nv_tileas.async.future_wait %dpf : !future -> !tile
      %dt = nv_tileas.copy %delta_b atom <universal_copy, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 6 : i32} : !n -> !line
      %db = nv_tileas.broadcast %dt {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 6 : i32} : !line -> !tile
      %dd = arith.subf %dp, %db {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 6 : i32} : !tile
      %ds = arith.mulf %p, %dd {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 6 : i32} : !tile
      %ds16 = arith.truncf %ds {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 6 : i32} : !tile to !tile16
      %dv1 = nv_tileas.async.future_wait %dvf : !future -> !tile

      // Of the iteration before.
      %dkf = nv_tileas.async.dot %ds16, %q, %dk <sm90.mma.m64k16.f16.f32, 64> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 2 : i32, tileas.schedule.order = 2 : i32} : !tile16, !b, !tile -> !future
      %dk1 = nv_tileas.async.future_wait %dkf : !future -> !tile
      scf.yield %dk1, %dv1 : !tile, !tile
    // CHECK: tileas.schedule.ii = 710 : i64, tileas.schedule.num_stages = 3 : i32
    } {tileas.schedule.ii = 710 : i64, tileas.schedule.num_stages = 3 : i32}

    %dk16 = arith.truncf %end#0 {tileas.schedule.partition = array<i32: 1>} : !tile to !tile16
    %dv16 = arith.truncf %end#1 {tileas.schedule.partition = array<i32: 1>} : !tile to !tile16
    %dk_b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
    %dv_b = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !b
    nv_tileas.copy %dk16, %dk_b atom <stsm, 4> {tileas.schedule.partition = array<i32: 1>} : !tile16, !b
    nv_tileas.copy %dv16, %dv_b atom <stsm, 4> {tileas.schedule.partition = array<i32: 1>} : !tile16, !b
    nv_tileas.async.proxy_fence
    nv_tileas.barrier
    %sk = nv_tileas.async.tiled_tma_store %dk_b, %dk_map[%block, %c0] atom <tma_store, 2> {tileas.schedule.partition = array<i32: 1>} : !b, !map[i32, i32]
    %sv = nv_tileas.async.tiled_tma_store %dv_b, %dv_map[%block, %c0] atom <tma_store, 2> {tileas.schedule.partition = array<i32: 1>} : !b, !map[i32, i32]
    nv_tileas.async.tma_store_wait() pending = 0 read
    nv_tileaa.return
  }
}
