// Three agents: a warp that loads tiles, and two of four warps that run one region. Each of these transposes every tile
// in its own buffer, synchronises at its own barrier, and writes to its own half of the result.
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_80 sm_90
// PASSES: tileas-assign-smem, tileas-assign-named-barriers
// DATA a: f32: range(512)
// LAUNCH: --arg ptr:{a} --arg ptr:zeros:f32:1024 --arg i32:4
// EXPECT 1: f32: [(g + 1) * (128 * i + 127 - j) for g in range(2) for i in range(4) for j in range(128)]

#line = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16],[32],[64]]}>
#one = #nv_tileas.layout<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]]}>
#four = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
#other = #nv_tileas.layout<{lane=[[64],[32],[16],[8],[4]], warp=[[2],[1]]}>
!p = !nv_tileaa.ptr<f32>
!b = !nv_tileaa.memref<128xf32, shared, layout = #line>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @turn(%from: !p, %to: !p, %n: i32) attributes {nv_tileaa.compute_capability = 80 : i32, nv_tileaa.target_spec = "sm_80", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64} : !b
    nv_tileas.agent_switch(%from, %to, %n, %a : !p, !p, i32, !b)
        num_agents_per_group = [1, 2] num_warps = [1, 4] warp_id = [8, 0] {
    ^bb0(%agent: i32, %p: !p, %q: !p, %m: i32, %s: !b):
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c128 = arith.constant 128 : i32
      %range = nv_tileas.make_range : tensor<128xi32, #one>
      %ptrs = nv_tileaa.splat %p : !p -> tensor<128x!p, #one>
      scf.for %i = %c0 to %m step %c1 : i32 {
        %start = arith.muli %i, %c128 : i32
        %starts = nv_tileaa.splat %start : i32 -> tensor<128xi32, #one>
        %at = arith.addi %starts, %range : tensor<128xi32, #one>
        %there = nv_tileaa.addptr %ptrs, %at : tensor<128x!p, #one>, tensor<128xi32, #one>
        %x, %t = nv_tileas.load <weak> %there : tensor<128x!p, #one> -> tensor<128xf32, #one>, !nv_tileaa.mem_token
        nv_tileas.copy %x, %s atom <universal_copy, 128> : tensor<128xf32, #one>, !b
        nv_tileas.barrier id = 1 threads = 288
        nv_tileas.barrier id = 2 threads = 288
      }
    }, {
    ^bb0(%agent: i32, %p: !p, %q: !p, %m: i32, %s: !b):
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c127 = arith.constant dense<127> : tensor<128xi32, #four>
      %c128 = arith.constant 128 : i32
      %c512 = arith.constant 512 : i32
      %half = arith.muli %agent, %c512 : i32
      %number = arith.addi %agent, %c1 : i32
      %factor = arith.sitofp %number : i32 to f32
      %factors = nv_tileaa.splat %factor : f32 -> tensor<128xf32, #four>
      %range = nv_tileas.make_range : tensor<128xi32, #four>
      %back = arith.subi %c127, %range : tensor<128xi32, #four>
      %ptrs = nv_tileaa.splat %q : !p -> tensor<128x!p, #four>
      %own = nv_tileas.alloc_tensor {alignment = 16 : i64} : !b
      scf.for %i = %c0 to %m step %c1 : i32 {
        %tile = arith.muli %i, %c128 : i32
        %start = arith.addi %tile, %half : i32
        %starts = nv_tileaa.splat %start : i32 -> tensor<128xi32, #four>
        %at = arith.addi %starts, %back : tensor<128xi32, #four>
        %there = nv_tileaa.addptr %ptrs, %at : tensor<128x!p, #four>, tensor<128xi32, #four>
        nv_tileas.barrier id = 1 threads = 288
        %x = nv_tileas.copy %s atom <universal_copy, 32> : !b -> tensor<128xf32, #other>
        nv_tileas.barrier id = 2 threads = 288
        nv_tileas.copy %x, %own atom <universal_copy, 32> : tensor<128xf32, #other>, !b
        nv_tileas.barrier
        // FAULT no-exchange: => race on shared memory .* missing: a barrier between|uninitialised shared
        %y = nv_tileas.copy %own atom <universal_copy, 32> : !b -> tensor<128xf32, #four>
        %z = arith.mulf %y, %factors : tensor<128xf32, #four>
        %t = nv_tileas.store <weak> %there, %z : tensor<128x!p, #four>, tensor<128xf32, #four> -> !nv_tileaa.mem_token
      }
    }
    nv_tileaa.return
  }
}
