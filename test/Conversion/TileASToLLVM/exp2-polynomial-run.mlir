// exp2 in an agent on sm_100: of each 32 registers six are sums and products. The launches have 4096 numbers each: all
// numbers near 0, then wide ones, then the ends of the range, infinities and NaN. Subnormal results are 0.
//
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-smem, tileas-assign-named-barriers)))' -o %t.mlir
// RUN: tileiras %t.mlir --gpu-name sm_100 --emit=ptx -o %t.ptx
// RUN: FileCheck %s --input-file %t.ptx --check-prefix=PAIRS
// RUN: FileCheck %s --input-file %t.ptx --check-prefix=UNIT
// RUN: %python %S/Inputs/exp2.py %t.x.npy %t.y.npy
// RUN: tileiras-run %t.ptx --arg ptr:%t.x.npy --arg ptr:zeros:f32:16384 --arg i32:4 --expect 1=%t.y.npy --rtol 2.4e-7
//
// Six of 32 registers.
// PAIRS-COUNT-3: add.rm.f32x2
// PAIRS-NOT: add.rm.f32x2
// UNIT-COUNT-26: ex2.approx.ftz.f32
// UNIT-NOT: ex2.approx.ftz.f32

#numbers = #nv_tileas.layout<{register=[[1],[2],[512],[1024],[2048]], lane=[[4],[8],[16],[32],[64]], warp=[[128],[256]]}>
!p = !nv_tileaa.ptr<f32>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 100 : i32} {
  nv_tileaa.func @powers(%from: !p, %to: !p, %n: i32) attributes {nv_tileaa.compute_capability = 100 : i32, nv_tileaa.target_spec = "sm_100", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    nv_tileas.agent_switch(%from, %to, %n : !p, !p, i32) num_agents_per_group = [1] num_warps = [4] warp_id = [0] {
    ^bb0(%agent: i32, %p: !p, %q: !p, %m: i32):
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %c4096 = arith.constant 4096 : i32
      %range = nv_tileas.make_range : tensor<4096xi32, #numbers>
      %sources = nv_tileaa.splat %p : !p -> tensor<4096x!p, #numbers>
      %targets = nv_tileaa.splat %q : !p -> tensor<4096x!p, #numbers>
      scf.for %i = %c0 to %m step %c1 : i32 {
        %start = arith.muli %i, %c4096 : i32
        %starts = nv_tileaa.splat %start : i32 -> tensor<4096xi32, #numbers>
        %at = arith.addi %starts, %range : tensor<4096xi32, #numbers>
        %here = nv_tileaa.addptr %sources, %at : tensor<4096x!p, #numbers>, tensor<4096xi32, #numbers>
        %there = nv_tileaa.addptr %targets, %at : tensor<4096x!p, #numbers>, tensor<4096xi32, #numbers>
        %x, %t = nv_tileas.load <weak> %here : tensor<4096x!p, #numbers> -> tensor<4096xf32, #numbers>, !nv_tileaa.mem_token
        %y = nv_tileaa.exp2 %x ftz {nv_tileas.exp2_by_fma} : tensor<4096xf32, #numbers>
        %u = nv_tileas.store <weak> %there, %y : tensor<4096x!p, #numbers>, tensor<4096xf32, #numbers> -> !nv_tileaa.mem_token
      }
    }
    nv_tileaa.return
  }
}
