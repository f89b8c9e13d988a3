// Attention of 128 rows on sm_90, as FlashAttention-3 orders it: one warp loads K and V, two warpgroups compute 64 rows
// each, and multiply P by V one iteration after they have computed P.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-verify-schedule)))' --remark-format=emitRemark --remarks-filter=.* -o %t 2>%t.remarks
// RUN: tileiras-opt %t | FileCheck %s
// RUN: FileCheck %s --input-file=%t.remarks --check-prefix=COST
// COST: Schedule{{.*}}an iteration takes 2048 cycles by the machine model, bound by unit tensor

#rows = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[64,0],[0,64]]}>
#columns = #nv_tileas.layout<{offset=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[8,1],[16,2],[32,4],[0,8],[0,16],[0,32],[0,64],[64,0]]}>
#half = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,8],[2,16],[4,32],[8,0],[16,0],[32,0],[0,64]]}>
#acc = #nv_tileas.layout<{register=[[0,1],[8,0],[0,8],[0,16],[0,32],[0,64]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#column = #nv_tileas.layout<{register=[[8,0]], lane=[[0,0],[0,0],[1,0],[2,0],[4,0]], warp=[[16,0],[32,0]]}>
#vector = #nv_tileas.layout<{register=[[8]], lane=[[0],[0],[1],[2],[4]], warp=[[16],[32]]}>
!array = !nv_tileaa.memref<?x128xf16, strides = [128, 1]>
!half = !nv_tileaa.memref<64x128xf16, shared, layout = #half>
!k = !nv_tileaa.memref<128x128xf16, shared, layout = #columns>
!v = !nv_tileaa.memref<128x128xf16, shared, layout = #rows>
!half_map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<64x128, !array, steps = [64, 128], dims = [0, 1]>, !half>
!k_map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<128x128, !array, steps = [128, 128], dims = [1, 0]>, !k>
!v_map = !nv_tileas.tma_descriptor_iter<!nv_tileaa.tiled_view<128x128, !array, steps = [128, 128], dims = [0, 1]>, !v>
!tile = tensor<64x128xf32, #acc>
!tile16 = tensor<64x128xf16, #acc>
!row = tensor<64x1xf32, #column>
!row1 = tensor<64xf32, #vector>
!future = !nv_tileas.async.future<tensor<64x128xf32, #acc>>
!bar = !nv_tileas.mbarrier

gpu.module @kernels attributes {nv_tileaa.compute_capability = 90 : i32} {
  // CHECK-LABEL: @attention
  nv_tileaa.func @attention(%q_map: !half_map, %k_map: !k_map, %v_map: !v_map, %o_map: !half_map, %block: i32, %n: i32) attributes {
      nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      tileas.schedule.mode = "warp_specialized", tileas.schedule.ctas_per_sm = 1 : i32, tileas.schedule.partitions = [
        #nv_tileas.partition<"load", warps = 1, registers = 24>,
        #nv_tileas.partition<"compute", warps = 4, registers = 240, replicas = 2 by rows>]} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c2 = arith.constant 2 : i32
    %zero = arith.constant dense<0.0> : !tile
    %low = arith.constant dense<0xFF800000> : !row
    %none = arith.constant dense<0.0> : !row
    %q = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !half
    %k = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !k
    %v = nv_tileas.alloc_tensor {alignment = 1024 : i64, tileas.schedule.copies = 3 : i32} : !v
    %bar = nv_tileas.alloc_mbarrier : !bar
    %i = nv_tileas.async.mbarrier_init %bar, %c1 : !bar, i32 -> !nv_tileaa.mem_token
    nv_tileas.barrier

    %replica = nv_tileas.replica_id {tileas.schedule.partition = array<i32: 1>} : i32
    %pair = arith.muli %block, %c2 : i32
    %mine = arith.addi %pair, %replica : i32
    %tq = nv_tileas.async.tiled_tma_load %q_map, %q[%mine, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 1>} : !half_map, !half[i32, i32], !bar
    nv_tileas.async.mbarrier_expect_tx %bar, 16384 : !bar
    nv_tileas.async.mbarrier_wait %bar, %c0 : !bar

    %end:3 = scf.for %j = %c0 to %n step %c1 iter_args(%o = %zero, %m = %low, %l = %none) -> (!tile, !row, !row) : i32 {
      %tk = nv_tileas.async.tiled_tma_load %k_map, %k[%c0, %j], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 0 : i32} : !k_map, !k[i32, i32], !bar
      %tv = nv_tileas.async.tiled_tma_load %v_map, %v[%j, %c0], %bar atom <tma_load, 2> {tileas.schedule.partition = array<i32: 0>, tileas.schedule.stage = 0 : i32, tileas.schedule.order = 1 : i32} : !v_map, !v[i32, i32], !bar
      nv_tileas.async.mbarrier_expect_tx %bar, 65536 : !bar
      %next = arith.addi %j, %c1 : i32
      nv_tileas.async.mbarrier_wait %bar, %next : !bar
      nv_tileas.barrier

      %f = nv_tileas.async.dot %q, %k, %zero <sm90.mma.m64k16.f16.f32, 128> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 1 : i32, tileas.schedule.ordered = 0 : i32} : !half, !k, !tile -> !future
      %s = nv_tileas.async.future_wait %f : !future -> !tile
      %s1 = nv_tileas.reduce %s dim = 1 identities = [0xFF800000 : f32] {commutes, tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 3 : i32} : (!tile) -> !row1 {
      ^bb0(%x: f32, %y: f32):
        %z = arith.maxnumf %x, %y : f32
        nv_tileaa.yield %z : f32
      }
      %s2 = nv_tileas.view %s1 {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 3 : i32} : !row1 -> !row
      %m1 = arith.maxnumf %m, %s2 {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 3 : i32} : !row
      %d = arith.subf %m, %m1 {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 3 : i32} : !row
      %rescale = nv_tileaa.exp2 %d ftz {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 3 : i32} : !row
      %mb = nv_tileas.broadcast %m1 {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 3 : i32} : !row -> !tile
      %sm = arith.subf %s, %mb {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 3 : i32} : !tile
      %x = nv_tileaa.exp2 %sm ftz {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 3 : i32} : !tile
      %x1 = nv_tileas.reduce %x dim = 1 identities = [0.0 : f32] {commutes, tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 3 : i32} : (!tile) -> !row1 {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        nv_tileaa.yield %c : f32
      }
      %x2 = nv_tileas.view %x1 {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 3 : i32} : !row1 -> !row
      %l1 = math.fma %l, %rescale, %x2 {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 3 : i32} : !row
      %p = arith.truncf %x {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 1 : i32, tileas.schedule.order = 4 : i32} : !tile to !tile16

      // Of the iteration before.
      %fb = nv_tileas.broadcast %rescale {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 2 : i32, tileas.schedule.order = 0 : i32} : !row -> !tile
      %o1 = arith.mulf %o, %fb {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 2 : i32, tileas.schedule.order = 0 : i32} : !tile
      %g = nv_tileas.async.dot %p, %v, %o1 <sm90.mma.m64k16.f16.f32, 128> {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = 2 : i32, tileas.schedule.order = 2 : i32} : !tile16, !v, !tile -> !future
      %o2 = nv_tileas.async.future_wait %g : !future -> !tile
      scf.yield %o2, %m1, %l1 : !tile, !row, !row
    // CHECK: tileas.schedule.ii = 2048 : i64, tileas.schedule.num_stages = 3 : i32
    } {tileas.schedule.ii = 2048 : i64, tileas.schedule.num_stages = 3 : i32}

    %lb = nv_tileas.broadcast %end#2 {tileas.schedule.partition = array<i32: 1>} : !row -> !tile
    %mean = arith.divf %end#0, %lb {tileas.schedule.partition = array<i32: 1>} : !tile
    %out = arith.truncf %mean {tileas.schedule.partition = array<i32: 1>} : !tile to !tile16
    %staged = nv_tileas.alloc_tensor {alignment = 1024 : i64} : !half
    nv_tileas.copy %out, %staged atom <stsm, 4> {tileas.schedule.partition = array<i32: 1>} : !tile16, !half
    nv_tileas.async.proxy_fence
    nv_tileas.barrier
    %to = nv_tileas.async.tiled_tma_store %staged, %o_map[%mine, %c0] atom <tma_store, 2> {tileas.schedule.partition = array<i32: 1>} : !half, !half_map[i32, i32]
    nv_tileas.async.tma_store_wait() pending = 0 read
    nv_tileaa.return
  }
}
