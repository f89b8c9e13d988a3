// Operations of agents, round trip in both forms.
// RUN: tileiras-opt %s | tileiras-opt | FileCheck %s
// RUN: tileiras-opt %s --mlir-print-op-generic | tileiras-opt | FileCheck %s

!p = !nv_tileaa.ptr<f32>
!b = !nv_tileaa.memref<32xf32, shared, layout = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16]]}>>

gpu.module @kernels {
  // CHECK-LABEL: @two_groups
  // CHECK: nv_tileas.barrier{{$}}
  // CHECK: nv_tileas.agent_switch(%{{.*}}, %{{.*}} : !nv_tileaa.ptr<f32>, !nv_tileaa.memref<{{.*}}>)
  // CHECK-SAME: num_agents_per_group = [1, 2] num_warps = [4, 4] warp_id = [8, 0] max_regs = [24, 240] agent_strides = [0, 128] {
  // CHECK-NEXT: ^bb0(%{{.*}}: i32, %{{.*}}: !nv_tileaa.ptr<f32>, %{{.*}}: !nv_tileaa.memref<{{.*}}>):
  // CHECK-NEXT: nv_tileas.barrier id = 1{{$}}
  // CHECK-NEXT: nv_tileas.barrier id = 2 threads = 384
  // CHECK-NEXT: }, {
  // CHECK: nv_tileas.barrier id = 2 threads = 384
  // CHECK: nv_tileas.barrier id = 14
  // CHECK-NEXT: nv_tileas.barrier{{$}}
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  nv_tileaa.func @two_groups(%p: !p) {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64} : !b
    nv_tileas.barrier
    nv_tileas.agent_switch(%p, %a : !p, !b)
        num_agents_per_group = [1, 2] num_warps = [4, 4] warp_id = [8, 0]
        max_regs = [24, 240] agent_strides = [0, 128] {
    ^bb0(%agent: i32, %q: !p, %c: !b):
      nv_tileas.barrier id = 1
      nv_tileas.barrier id = 2 threads = 384
      nv_tileas.yield
    }, {
    ^bb0(%agent: i32, %q: !p, %c: !b):
      nv_tileas.barrier id = 2 threads = 384
      nv_tileas.barrier id = 14
      nv_tileas.barrier
    }
    nv_tileaa.return
  }

  // Warps that share a warpgroup have the same number of registers; there may be idle warps.
  // CHECK-LABEL: @one_warp_each
  // CHECK: nv_tileas.agent_switch num_agents_per_group = [1, 1, 1] num_warps = [1, 4, 1] warp_id = [4, 0, 6] max_regs = [40, 232, 40]
  nv_tileaa.func @one_warp_each() {
    nv_tileas.agent_switch num_agents_per_group = [1, 1, 1]
        num_warps = [1, 4, 1] warp_id = [4, 0, 6] max_regs = [40, 232, 40] {
    ^bb0(%agent: i32):
    }, {
    ^bb0(%agent: i32):
    }, {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }

  // CHECK-LABEL: @alone
  // CHECK: nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [2] warp_id = [1] attributes {note} {
  nv_tileaa.func @alone() {
    nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [2]
        warp_id = [1] attributes {note} {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}
