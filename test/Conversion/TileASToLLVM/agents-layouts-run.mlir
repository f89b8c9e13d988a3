// Layouts are chosen inside of agents as in a kernel of their size: one warp reduces rows while four compute a dot, whose
// result is scaled by the largest element of each row, which they exchange through shared memory.
//
// RUN: %python %S/../../Emulator/Inputs/faults.py %s %t
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-dot-layouts,tileas-assign-load-store-layouts,tileas-propagate-layouts,tileas-remove-layout-conversions,tileas-verify-layouts)))' | FileCheck %s
// TARGETS: sm_80 sm_90 sm_120
// PASSES: tileas-assign-dot-layouts, tileas-assign-load-store-layouts, tileas-propagate-layouts, tileas-remove-layout-conversions, tileas-shared-memory, tileas-assign-access-atoms
// DATA a: f32: [x % 7 for x in range(1024)]
// LAUNCH: --arg ptr:{a} --arg ptr:zeros:f32:32 --arg ptr:zeros:f32:1024
// EXPECT 1: f32: [sum((32 * i + j) % 7 for j in range(32)) for i in range(32)]
// EXPECT 2: f32: [p * max(row) for row in [[sum((32 * i + k) % 7 * ((32 * k + j) % 7) for k in range(32)) for j in range(32)] for i in range(32)] for p in row]

!p = !nv_tileaa.ptr<f32>

gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @sums_and_product(%from: !p, %sums: !p, %to: !p) attributes {nv_tileaa.compute_capability = 80 : i32, nv_tileaa.target_spec = "sm_80", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    nv_tileas.agent_switch(%from, %sums, %to : !p, !p, !p)
        num_agents_per_group = [1, 1] num_warps = [1, 4] warp_id = [4, 0] {
    ^bb0(%agent: i32, %p: !p, %q: !p, %s: !p):
      %range = nv_tileas.make_range : tensor<1024xi32>
      %flat = nv_tileas.view %range : tensor<1024xi32> -> tensor<32x32xi32>
      %ptrs = nv_tileaa.splat %p : !p -> tensor<32x32x!p>
      %from_here = nv_tileaa.addptr %ptrs, %flat : tensor<32x32x!p>, tensor<32x32xi32>
      // One warp: 32 elements a thread.
      // CHECK: nv_tileas.load <weak> %{{.*}} : tensor<32x32x!nv_tileaa.ptr<f32>, #[[ONE:.*]]> -> tensor<32x32xf32, #[[ONE]]>
      %x, %t = nv_tileas.load <weak> %from_here : tensor<32x32x!p> -> tensor<32x32xf32>, !nv_tileaa.mem_token
      %sum = nv_tileas.reduce %x dim = 1 identities = [0.0 : f32] {commutes} : (tensor<32x32xf32>) -> tensor<32xf32> {
      ^bb0(%e: f32, %acc: f32):
        %y = arith.addf %e, %acc : f32
        nv_tileaa.yield %y : f32
      }
      %row = nv_tileas.make_range : tensor<32xi32>
      %sum_ptrs = nv_tileaa.splat %q : !p -> tensor<32x!p>
      // FAULT same-memory: %sum_ptrs = nv_tileaa.splat %s : !p -> tensor<32x!p> => race on global memory
      %there = nv_tileaa.addptr %sum_ptrs, %row : tensor<32x!p>, tensor<32xi32>
      %u = nv_tileas.store <weak> %there, %sum : tensor<32x!p>, tensor<32xf32> -> !nv_tileaa.mem_token
    }, {
    ^bb0(%agent: i32, %p: !p, %q: !p, %s: !p):
      %range = nv_tileas.make_range : tensor<1024xi32>
      %flat = nv_tileas.view %range : tensor<1024xi32> -> tensor<32x32xi32>
      %ptrs = nv_tileaa.splat %p : !p -> tensor<32x32x!p>
      %from_here = nv_tileaa.addptr %ptrs, %flat : tensor<32x32x!p>, tensor<32x32xi32>
      // CHECK: nv_tileas.load <weak> %{{.*}} : tensor<32x32x!nv_tileaa.ptr<f32>, #[[FOUR:.*]]> -> tensor<32x32xf32, #[[FOUR]]>
      %x, %t = nv_tileas.load <weak> %from_here : tensor<32x32x!p> -> tensor<32x32xf32>, !nv_tileaa.mem_token
      %a = nv_tileaa.fp_to_fp %x : tensor<32x32xf32> -> tensor<32x32xf16>
      %zero = arith.constant dense<0.0> : tensor<32x32xf32>
      // CHECK: nv_tileas.dot {{.*}}, tensor<32x32xf32, #[[ACC:.*]]>
      %d = nv_tileas.dot %a, %a, %zero <sm80.mma.m16n8k16.f16.f32> : tensor<32x32xf16>, tensor<32x32xf16>, tensor<32x32xf32>
      %top = nv_tileas.reduce %d dim = 1 identities = [0.0 : f32] {commutes} : (tensor<32x32xf32>) -> tensor<32xf32> {
      ^bb0(%e: f32, %acc: f32):
        %y = arith.maximumf %e, %acc : f32
        nv_tileaa.yield %y : f32
      }
      %column = nv_tileas.view %top : tensor<32xf32> -> tensor<32x1xf32>
      %tops = nv_tileas.broadcast %column : tensor<32x1xf32> -> tensor<32x32xf32>
      %scaled = arith.mulf %d, %tops : tensor<32x32xf32>
      %to_ptrs = nv_tileaa.splat %s : !p -> tensor<32x32x!p>
      %there = nv_tileaa.addptr %to_ptrs, %flat : tensor<32x32x!p>, tensor<32x32xi32>
      %u = nv_tileas.store <weak> %there, %scaled : tensor<32x32x!p>, tensor<32x32xf32> -> !nv_tileaa.mem_token
    }
    nv_tileaa.return
  }
}
