// Two agents modify a buffer in ping-pong order; nothing else orders their accesses.
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_80 sm_90
// PASSES: tileas-assign-smem, tileas-insert-memory-barriers, tileas-assign-named-barriers
// LAUNCH: --arg ptr:zeros:i32:64 --arg i32:5
// EXPECT 0: i32: [512 * j + 681 for j in range(32)] + [1024 * j + 1364 for j in range(32)]
// WAITS: race on shared memory
// CHANGE no-arrival: mbarrier\.arrive\S* [^;]*; ==> => deadlock: .* waits for parity

#line = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16]]}>
#one = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
#two = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[0]]}>
!ptr = !nv_tileaa.ptr<i32>
!buffer = !nv_tileaa.memref<32xi32, shared, layout = #line>
!bars = !nv_tileas.mbarrier<2>
!order = !nv_tileas.order<agents = 2, warps = 1>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @turns(%to: !ptr, %steps: i32) attributes {nv_tileaa.compute_capability = 80 : i32, nv_tileaa.target_spec = "sm_80", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 2>} {
    %bars = nv_tileas.alloc_mbarrier : !bars
    %order = nv_tileas.async.order.create_order %bars : !bars -> !order
    %buffer = nv_tileas.alloc_tensor {alignment = 16 : i64} : !buffer
    %first = nv_tileas.make_range : tensor<32xi32, #two>
    nv_tileas.copy %first, %buffer atom <universal_copy, 32> : tensor<32xi32, #two>, !buffer
    nv_tileas.agent_switch(%to, %steps, %buffer, %order : !ptr, i32, !buffer, !order)
        num_agents_per_group = [2] num_warps = [1] warp_id = [0] {
    ^bb0(%agent: i32, %p: !ptr, %n: i32, %s: !buffer, %o: !order):
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c32 = arith.constant 32 : i32
      %two = arith.constant dense<2> : tensor<32xi32, #one>
      %number = arith.addi %agent, %c1 : i32
      %numbers = nv_tileaa.splat %number : i32 -> tensor<32xi32, #one>
      %i0 = nv_tileas.async.order.create_iterator %o : !order
      %end:2 = scf.for %k = %c0 to %n step %c1 iter_args(%i = %i0, %last = %two) -> (!nv_tileas.order_iterator, tensor<32xi32, #one>) : i32 {
        nv_tileas.async.order.wait %o[%i] : !order
        %x = nv_tileas.copy %s atom <universal_copy, 32> : !buffer -> tensor<32xi32, #one>
        %y = arith.muli %x, %two : tensor<32xi32, #one>
        %z = arith.addi %y, %numbers : tensor<32xi32, #one>
        nv_tileas.copy %z, %s atom <universal_copy, 32> : tensor<32xi32, #one>, !buffer
        %j = nv_tileas.async.order.arrive %o[%i] : !order
        scf.yield %j, %z : !nv_tileas.order_iterator, tensor<32xi32, #one>
      }
      %start = arith.muli %agent, %c32 : i32
      %starts = nv_tileaa.splat %start : i32 -> tensor<32xi32, #one>
      %range = nv_tileas.make_range : tensor<32xi32, #one>
      %at = arith.addi %starts, %range : tensor<32xi32, #one>
      %ptrs = nv_tileaa.splat %p : !ptr -> tensor<32x!ptr, #one>
      %there = nv_tileaa.addptr %ptrs, %at : tensor<32x!ptr, #one>, tensor<32xi32, #one>
      %token = nv_tileas.store <weak> %there, %end#1 : tensor<32x!ptr, #one>, tensor<32xi32, #one> -> !nv_tileaa.mem_token
    }
    nv_tileaa.return
  }
}
