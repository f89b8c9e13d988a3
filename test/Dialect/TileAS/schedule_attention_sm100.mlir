// Attention of 256 rows on sm_100, as FlashAttention-4 orders it: one warp loads, one starts MMAs, two warpgroups compute
// 128 rows each. P takes the columns of S. The order of the MMAs is QK of the first half, PV of the second half of the
// iteration before, QK of the second half, PV of the first half.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-verify-schedule)))' --remark-format=emitRemark --remarks-filter=.* -o %t 2>%t.remarks
// RUN: tileiras-opt %t | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=COST
// COST: Schedule{{.*}}an iteration takes 2915 cycles by the machine model, bound by {{[0-9]+}} operations that wait for each other: nv_tileas.async.tmem_dot of 'mma', nv_tileas.copy of 'compute'

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0],[0,64]]}>
#columns = #nv_tileas.layout<{offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[8,1],[16,2],[32,4],[0,8],[0,16],[0,32],[0,64],[64,0]]}>
#lanes = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]], tensor_column=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[0,64]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#column = #nv_tileas.layout<{lane=[[1,0],[2,0],[4,0],[8,0],[16,0]], warp=[[32,0],[64,0]]}>
#vector = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
!array = !nv_tileaa.memref<?x128xf16, strides = [128, 1]>
!k = !nv_tileaa.memref<128x128xf16, shared, layout = #columns>
!v = !nv_tileaa.memref<128x128xf16, shared, layout = #rows>
!sums = !nv_tileaa.memref<128x128xf32, tensor, layout = #lanes>
!p = !nv_tileaa.memref<128x128xf16, tensor, layout = #lanes>
!k_map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<128x128, !array, steps = [128, 128], dims = [1, 0]>, !k>
!v_map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<128x128, !array, steps = [128, 128], dims = [0, 1]>, !v>
!tile = tensor<128x128xf32, #acc>
!tile16 = tensor<128x128xf16, #acc>
!row = tensor<128x1xf32, #column>
!row1 = tensor<128xf32, #vector>
!bar = !nv_tileas.mbarrier

gpu.module @kernels attributes {nv_tileaa.compute_capability = 100 : i32} {
  // CHECK-LABEL: @attention
  nv_tileaa.func @attention(%q_map: !v_map, %k_map: !k_map, %v_map: !v_map, %out: !nv_tileaa.tiled_view<128x128, !array, steps = [128, 128], dims = [0, 1]>, %block: i32, %n: i32) attributes {
      nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [
        #nv_tileas.partition<"load", warps = 1, registers = 24>,
        #nv_tileas.partition<"mma", warps = 1, registers = 24>,
        #nv_tileas.partition<"compute", warps = 4, registers = 232, replicas = 2 by rows>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %false = arith.constant false
    %low = arith.constant dense<0xFF800000> : !row
    %none = arith.constant dense<0.0> : !row
    %q = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !v
    %k = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 2 : i32} : !k
    %v = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 2 : i32} : !v
    %s = nv_tileas.alloc_tmem {tileas.schedule.name = "s", tileas.schedule.copies = 1 : i32} : !sums
    %p = nv_tileas.alloc_tmem {tileas.schedule.over = @s} : !p
    %o = nv_tileas.alloc_tmem : !sums
    %bar = nv_tileas.alloc_mbarrier : !bar
    %i = nv_tileas.async.mbarrier_init %bar, %c1 : !bar, i32 -> !nv_tileaa.mem_token
    nv_tileas.barrier

    %replica = nv_tileas.replica_id {tileas.schedule.partition = array<i32: 2>} : i32
    %pair = arith.muli %block, %c2 : i32
    %mine = arith.addi %pair, %replica : i32
    %tq = nv_tileas.async.tiled_tma_load %q_map, %q[%mine, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 2>} : !v_map, !v[i32, i32], !bar
    nv_tileas.async.mbarrier_expect_tx %bar, 32768 : !bar
    nv_tileas.async.mbarrier_wait %bar, %c0 : !bar

    %end:2 = scf.for %j = %c0 to %n step %c1 iter_args(%m = %low, %l = %none) -> (!row, !row) : i32 {
      %tk = nv_tileas.async.tiled_tma_load %k_map, %k[%c0, %j], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 0 : i32} : !k_map, !k[i32, i32], !bar
      %tv = nv_tileas.async.tiled_tma_load %v_map, %v[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 1 : i32} : !v_map, !v[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 65536 : !bar
      %next = arith.addi %j, %c1 : i32
      nv_tileas.async.mbarrier_wait %bar, %next : !bar
      nv_tileas.barrier

      nv_tileas.async.tmem_dot %q, %k, %s <sm100.mma.m128k16.f16.f32, 128> accumulate(%false) {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = array<i32: 0, 2>} : !v, !k, !sums
      nv_tileas.async.tmem_wait %bar : !bar
      %st = nv_tileas.copy %s atom <tmem_load.32x32b, 32> {tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 0 : i32} : !sums -> !tile
      %s1 = nv_tileas.reduce %st dim = 1 identities = [0xFF800000 : f32] {commutes, tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 0 : i32} : (!tile) -> !row1 {
      ^bb0(%x: f32, %y: f32):
        %z = arith.maxnumf %x, %y : f32
        nv_tileaa.yield %z : f32
      }
      %s2 = nv_tileas.view %s1 {tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 0 : i32} : !row1 -> !row
      %m1 = arith.maxnumf %m, %s2 {tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 0 : i32} : !row
      %d = arith.subf %m, %m1 {tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 0 : i32} : !row
      %rescale = nv_tileaa.exp2 %d ftz {tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 0 : i32} : !row

      %ot = nv_tileas.copy %o atom <tmem_load.32x32b, 32> {tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 1 : i32, tileas.schedule.slice = #nv_tileas.slice<1, 16>} : !sums -> !tile
      %fb = nv_tileas.broadcast %rescale {tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 1 : i32, tileas.schedule.slice = #nv_tileas.slice<1, 16>} : !row -> !tile
      %o1 = arith.mulf %ot, %fb {tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 1 : i32, tileas.schedule.slice = #nv_tileas.slice<1, 16>} : !tile
      nv_tileas.copy %o1, %o atom <tmem_store.32x32b, 32> {tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 1 : i32, tileas.schedule.slice = #nv_tileas.slice<1, 16>} : !tile, !sums

      %mb = nv_tileas.broadcast %m1 {tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 2 : i32, tileas.schedule.slice = #nv_tileas.slice<1, 2>} : !row -> !tile
      %sm = arith.subf %st, %mb {tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 2 : i32, tileas.schedule.slice = #nv_tileas.slice<1, 2>} : !tile
      %e = nv_tileaa.exp2 %sm ftz {tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 2 : i32, tileas.schedule.slice = #nv_tileas.slice<1, 2>, tileas.schedule.exp2_by_fma = array<i32: 3, 16>} : !tile
      %x1 = nv_tileas.reduce %e dim = 1 identities = [0.0 : f32] {commutes, tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 2 : i32, tileas.schedule.slice = #nv_tileas.slice<1, 2>} : (!tile) -> !row1 {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        nv_tileaa.yield %c : f32
      }
      %x2 = nv_tileas.view %x1 {tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 2 : i32, tileas.schedule.slice = #nv_tileas.slice<1, 2>} : !row1 -> !row
      %l1 = math.fma %l, %rescale, %x2 {tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 2 : i32, tileas.schedule.slice = #nv_tileas.slice<1, 2>} : !row
      %p16 = arith.truncf %e {tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 2 : i32, tileas.schedule.slice = #nv_tileas.slice<1, 2>} : !tile to !tile16
      nv_tileas.copy %p16, %p atom <tmem_store.32x32b, 32> {tileas.schedule.partition = array<i32: 2>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 2 : i32, tileas.schedule.slice = #nv_tileas.slice<1, 2>} : !tile16, !p

      nv_tileas.async.tmem_dot %p, %v, %o <sm100.mma.m128k16.f16.f32, 128> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = array<i32: 1, 2>, tileas.schedule.order = array<i32: 3, 1>, tileas.schedule.slice = #nv_tileas.slice<2, 2>} : !p, !v, !sums
      nv_tileas.async.tmem_wait %bar : !bar
      scf.yield %m1, %l1 : !row, !row
    // CHECK: tileas.schedule.ii = 2431 : i64, tileas.schedule.num_stages = 3 : i32
    } {tileas.schedule.ii = 2431 : i64, tileas.schedule.num_stages = 3 : i32}

    %oe = nv_tileas.copy %o atom <tmem_load.32x32b, 32> {tileas.schedule.partition = array<i32: 2>} : !sums -> !tile
    %lb = nv_tileas.broadcast %end#1 {tileas.schedule.partition = array<i32: 2>} : !row -> !tile
    %mean = arith.divf %oe, %lb {tileas.schedule.partition = array<i32: 2>} : !tile
    %o16 = arith.truncf %mean {tileas.schedule.partition = array<i32: 2>} : !tile to !tile16
    %to = nv_tileas.tiled_store <weak> %o16, %out[%mine, %c0] {tileas.schedule.partition = array<i32: 2>, in_bounds = array<i1: false, true>} : !tile16, !nv_tileaa.tiled_view<128x128, !array, steps = [128, 128], dims = [0, 1]>[i32, i32] -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
