// A producer warp and four warps that add to its tiles, over one buffer: barriers of both say when it is full and when
// it is empty. Each thread of the warp has four elements, each of the others one.
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// TARGETS: sm_80 sm_90 sm_100
// PASSES: tileas-assign-smem, tileas-assign-named-barriers
// DATA a: f32: range(640)
// LAUNCH: --arg ptr:{a} --arg ptr:zeros:f32:640 --arg i32:5
// EXPECT 1: f32: [x + 1 for x in range(640)]

#line = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16],[32],[64]]}>
#one = #nv_tileas.layout<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]]}>
#four = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
!p = !nv_tileaa.ptr<f32>
!b = !nv_tileaa.memref<128xf32, shared, layout = #line>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @add_one(%from: !p, %to: !p, %n: i32) attributes {nv_tileaa.compute_capability = 80 : i32, nv_tileaa.target_spec = "sm_80", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64} : !b
    nv_tileas.agent_switch(%from, %to, %n, %a : !p, !p, i32, !b)
        num_agents_per_group = [1, 1] num_warps = [1, 4] warp_id = [4, 0] {
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
        nv_tileas.barrier id = 1 threads = 160
        // FAULT not-full: => race on shared memory .* missing: a barrier between|uninitialised shared
        nv_tileas.barrier id = 2 threads = 160
        // FAULT not-empty: => race on shared memory .* missing: a barrier between
      }
    }, {
    ^bb0(%agent: i32, %p: !p, %q: !p, %m: i32, %s: !b):
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c128 = arith.constant 128 : i32
      %range = nv_tileas.make_range : tensor<128xi32, #four>
      %ptrs = nv_tileaa.splat %q : !p -> tensor<128x!p, #four>
      %one = arith.constant dense<1.0> : tensor<128xf32, #four>
      scf.for %i = %c0 to %m step %c1 : i32 {
        %start = arith.muli %i, %c128 : i32
        %starts = nv_tileaa.splat %start : i32 -> tensor<128xi32, #four>
        %at = arith.addi %starts, %range : tensor<128xi32, #four>
        %there = nv_tileaa.addptr %ptrs, %at : tensor<128x!p, #four>, tensor<128xi32, #four>
        nv_tileas.barrier id = 1 threads = 160
        // FAULT not-full: => as above
        %x = nv_tileas.copy %s atom <universal_copy, 32> : !b -> tensor<128xf32, #four>
        nv_tileas.barrier id = 2 threads = 160
        // FAULT not-empty: => as above
        %y = arith.addf %x, %one : tensor<128xf32, #four>
        %t = nv_tileas.store <weak> %there, %y : tensor<128x!p, #four>, tensor<128xf32, #four> -> !nv_tileaa.mem_token
      }
    }
    nv_tileaa.return
  }
}
