// Warps branch to the code of their agents, and count from there.
// Req: F-13, F-16, G-15
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' -split-input-file | FileCheck %s

#m = #nv_tileas.layout<{offset=[[1],[2],[4],[8],[16],[32]]}>
#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32]]}>
!b = !nv_tileaa.memref<64xf32, shared, layout = #m>
!x = tensor<64xf32, #l>
!p = !nv_tileaa.ptr<f32>

// One warp at warp 4, two agents of two warps before it. The CTA has the warps of all of them, whatever the kernel's
// workers are.
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: llvm.func @groups
  // CHECK-SAME: nvvm.minctasm = 1 : i32, nvvm.reqntid = array<i32: 160, 1, 1>
  // CHECK: nvvm.barrier0
  // CHECK: %[[TID:.*]] = nvvm.read.ptx.sreg.tid.x
  // CHECK: %[[OWN:.*]] = llvm.lshr %[[TID]]
  // CHECK: %[[WARP:.*]] = nvvm.shfl.sync idx %{{.*}}, %[[OWN]]
  // CHECK: %[[FOUR:.*]] = llvm.mlir.constant(4 : i32)
  // CHECK: %[[BELOW:.*]] = llvm.icmp "ult" %[[WARP]], %[[FOUR]]
  // CHECK-NEXT: llvm.cond_br %[[BELOW]], ^[[PAIRS:.*]], ^[[SINGLE:.*]]
  // CHECK: ^[[PAIRS]]:
  // The second of these agents is at warp 2, uses barrier 2 of 1 and 2, and has its buffer 256 bytes further.
  // CHECK: %[[FIRST:.*]] = llvm.mlir.constant(0 : i32)
  // CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i32)
  // CHECK: %[[BEHIND:.*]] = llvm.sub %[[WARP]], %[[FIRST]]
  // CHECK: %[[AGENT:.*]] = llvm.lshr %[[BEHIND]], %[[ONE]]
  // CHECK: %[[START:.*]] = llvm.getelementptr %{{.*}}[256]
  // CHECK: %[[STRIDE:.*]] = llvm.mlir.constant(256 : i32)
  // CHECK: %[[BYTES:.*]] = llvm.mul %[[AGENT]], %[[STRIDE]]
  // CHECK: llvm.getelementptr %[[START]][%[[BYTES]]]
  // CHECK: %[[T:.*]] = nvvm.read.ptx.sreg.tid.x
  // CHECK: %[[W:.*]] = llvm.lshr %[[T]]
  // CHECK: llvm.and %[[W]], %{{.*}} : i32
  // CHECK: %[[OWNID:.*]] = llvm.add %{{.*}}, %[[AGENT]]
  // CHECK: %[[COUNT:.*]] = llvm.mlir.constant(64 : i32)
  // CHECK: nvvm.barrier id = %[[OWNID]] number_of_threads = %[[COUNT]]
  // CHECK: llvm.br ^[[END:.*]]
  // CHECK: ^[[SINGLE]]:
  // CHECK: %[[ALL:.*]] = llvm.mlir.constant(-1 : i32)
  // CHECK: nvvm.bar.warp.sync %[[ALL]]
  // CHECK: %[[FIVE:.*]] = llvm.mlir.constant(5 : i32)
  // CHECK: %[[MOST:.*]] = llvm.mlir.constant(160 : i32)
  // CHECK: nvvm.barrier id = %[[FIVE]] number_of_threads = %[[MOST]]
  // CHECK: llvm.br ^[[END]]
  // CHECK: ^[[END]]:
  // CHECK-NEXT: llvm.return
  nv_tileaa.func @groups(%p: !p) attributes {nv_tileaa.compute_capability = 80 : i32, nv_tileaa.target_spec = "sm_80", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>, nv_tileas.shared_memory = 768 : i64} {
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !b
    nv_tileas.barrier
    nv_tileas.agent_switch(%p, %a : !p, !b) num_agents_per_group = [1, 2]
        num_warps = [1, 2] warp_id = [4, 0] agent_strides = [0, 256] {
    ^bb0(%agent: i32, %q: !p, %c: !b):
      nv_tileas.barrier
      nv_tileas.barrier id = 5 threads = 160
    }, {
    ^bb0(%agent: i32, %q: !p, %c: !b):
      %own = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 256 : i64} : !b
      %x = nv_tileas.copy %c atom <universal_copy, 32> : !b -> !x
      nv_tileas.copy %x, %own atom <universal_copy, 32> : !x, !b
      nv_tileas.barrier id = 1
      nv_tileas.barrier id = 5 threads = 160
    }
    nv_tileaa.return
  }
}

// -----

// A launch of 384 threads has 168 registers for each. All four warps of a warpgroup execute one setmaxnreg, and diverge
// after it; idle ones, too.
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  // CHECK-LABEL: llvm.func @registers
  // CHECK-SAME: nvvm.reqntid = array<i32: 384, 1, 1>
  // CHECK: %[[WARP:.*]] = nvvm.shfl.sync
  // CHECK: %[[EIGHT:.*]] = llvm.mlir.constant(8 : i32)
  // CHECK: llvm.icmp "ult" %[[WARP]], %[[EIGHT]]
  // CHECK-NEXT: llvm.cond_br %{{.*}}, ^[[CONSUMERS:.*]], ^[[PRODUCERS:.*]]
  // CHECK: ^[[CONSUMERS]]:
  // CHECK-NEXT: nvvm.setmaxregister increase 240
  // CHECK: ^[[PRODUCERS]]:
  // CHECK-NEXT: nvvm.setmaxregister decrease 24
  // CHECK: %[[NINE:.*]] = llvm.mlir.constant(9 : i32)
  // CHECK-NEXT: llvm.icmp "ult" %[[WARP]], %[[NINE]]
  // CHECK-NEXT: llvm.cond_br %{{.*}}, ^[[FIRST:.*]], ^[[NEXT:.*]]
  // CHECK: ^[[NEXT]]:
  // CHECK: %[[TEN:.*]] = llvm.mlir.constant(10 : i32)
  // CHECK-NEXT: llvm.icmp "ult" %[[WARP]], %[[TEN]]
  // CHECK-NEXT: llvm.cond_br %{{.*}}, ^[[SECOND:.*]], ^[[IDLE:.*]]
  // CHECK: ^[[IDLE]]:
  // CHECK-NEXT: llvm.br ^[[END:.*]]
  // CHECK: ^[[END]]:
  // CHECK-NEXT: llvm.return
  // CHECK-NOT: setmaxregister
  nv_tileaa.func @registers() attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 8>} {
    nv_tileas.agent_switch num_agents_per_group = [1, 1, 2]
        num_warps = [1, 1, 4] warp_id = [8, 9, 0] max_regs = [24, 24, 240] {
    ^bb0(%agent: i32):
    }, {
    ^bb0(%agent: i32):
    }, {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }

  // Two CTAs of 256 threads: 128 registers for each. Agents that keep their registers have no setmaxnreg.
  // CHECK-LABEL: llvm.func @occupancy
  // CHECK-SAME: nvvm.maxnreg = 128 : i32
  // CHECK: nvvm.setmaxregister decrease 40
  // CHECK: nvvm.setmaxregister increase 208
  nv_tileaa.func @occupancy() attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>, nv_tileaa.occupancy = 2 : i32} {
    nv_tileas.agent_switch num_agents_per_group = [1, 1] num_warps = [4, 4]
        warp_id = [0, 4] max_regs = [40, 208] {
    ^bb0(%agent: i32):
    }, {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }

  // CHECK-LABEL: llvm.func @kept
  // CHECK-NOT: setmaxregister
  nv_tileaa.func @kept() {
    nv_tileas.agent_switch num_agents_per_group = [2, 1] num_warps = [4, 4]
        warp_id = [0, 8] max_regs = [168, 168] {
    ^bb0(%agent: i32):
    }, {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}
