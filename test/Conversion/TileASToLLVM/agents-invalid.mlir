// Agents that the target's CTAs can't run, and barriers without an order.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' -split-input-file -verify-diagnostics

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @keep() {
    // expected-error @below {{'nv_tileas.agent_switch' op expected no 'max_regs' on sm_80, whose warps keep the registers that they have}}
    nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [4] warp_id = [0] max_regs = [240] {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @more() {
    // expected-error @below {{expected 'max_regs' of at most 2016 registers over all warps, since a launch gives 168 to each of 12, got 2080}}
    nv_tileas.agent_switch num_agents_per_group = [1, 2] num_warps = [1, 4] warp_id = [8, 0] max_regs = [40, 240] {
    ^bb0(%agent: i32):
    }, {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

// With two CTAs on a multiprocessor.
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @occupancy() attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90", nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>, nv_tileaa.occupancy = 2 : i32} {
    // expected-error @below {{expected 'max_regs' of at most 1024 registers over all warps, since a launch gives 128 to each of 8, got 1120}}
    nv_tileas.agent_switch num_agents_per_group = [1, 1] num_warps = [4, 4] warp_id = [0, 4] max_regs = [40, 240] {
    ^bb0(%agent: i32):
    }, {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @no_id() {
    nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [4] warp_id = [0] {
    ^bb0(%agent: i32):
      // expected-error @below {{'nv_tileas.barrier' op fails to assign named barrier: it has no id, which tileas-assign-named-barriers chooses}}
      nv_tileas.barrier
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @last() {
    nv_tileas.agent_switch num_agents_per_group = [3] num_warps = [4] warp_id = [0] {
    ^bb0(%agent: i32):
      // expected-error @below {{expected named barriers up to 15, got an id of 14 for 3 agents}}
      nv_tileas.barrier id = 14
    }
    nv_tileaa.return
  }
}

// -----

// The second agent of the first group is at barrier 2.
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @same() {
    nv_tileas.agent_switch num_agents_per_group = [2, 1] num_warps = [4, 4] warp_id = [0, 8] {
    ^bb0(%agent: i32):
      // expected-note @below {{other threads synchronise here}}
      nv_tileas.barrier id = 1
    }, {
    ^bb0(%agent: i32):
      // expected-error @below {{expected the same threads at every barrier 2}}
      nv_tileas.barrier id = 2
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @number() {
    nv_tileas.agent_switch num_agents_per_group = [1, 1] num_warps = [4, 4] warp_id = [0, 4] {
    ^bb0(%agent: i32):
      // expected-note @below {{other threads synchronise here}}
      nv_tileas.barrier id = 3 threads = 256
    }, {
    ^bb0(%agent: i32):
      // expected-error @below {{expected the same threads at every barrier 3}}
      nv_tileas.barrier id = 3 threads = 160
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @too_many() {
    nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [4] warp_id = [0] {
    ^bb0(%agent: i32):
      // expected-error @below {{expected at most the 128 threads of the CTA, got 160}}
      nv_tileas.barrier id = 3 threads = 160
    }
    nv_tileaa.return
  }
}

// -----

// Layouts inside span the agent.
#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @layout() {
    nv_tileas.agent_switch num_agents_per_group = [2] num_warps = [2] warp_id = [0] {
    ^bb0(%agent: i32):
      // expected-error @below {{expected a layout over 2 warps}}
      %x = arith.constant dense<0.0> : tensor<128xf32, #l>
    }
    nv_tileaa.return
  }
}

// -----

// Outside of agents they span all warps, of which there may be 3.
#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @outside() {
    // expected-error @below {{expected a layout over 3 warps}}
    %x = arith.constant dense<0.0> : tensor<128xf32, #l>
    nv_tileas.agent_switch num_agents_per_group = [3] num_warps = [1] warp_id = [0] {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2],[4],[8]]}>
!smem = !nv_tileaa.memref<16xf32, shared, layout = #m>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @stride() attributes {nv_tileas.shared_memory = 512 : i64} {
    nv_tileas.agent_switch num_agents_per_group = [2] num_warps = [4] warp_id = [0] {
    ^bb0(%agent: i32):
      // expected-error @below {{fails to do bufferization analysis: 'nv_tileas.alloc_tensor' takes 64 bytes for each of 2 agents, which 'agent_strides' puts 0 bytes apart}}
      %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !smem
    }
    nv_tileaa.return
  }
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2],[4],[8]]}>
!smem = !nv_tileaa.memref<16xf32, shared, layout = #m>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @end() attributes {nv_tileas.shared_memory = 128 : i64} {
    nv_tileas.agent_switch num_agents_per_group = [2] num_warps = [4] warp_id = [0] agent_strides = [128] {
    ^bb0(%agent: i32):
      // expected-error @below {{ends at byte 192 of shared memory, but 128 are reserved}}
      %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !smem
    }
    nv_tileaa.return
  }
}

// -----

// They follow each other in one agent, but agents are not in step.
#m = #nv_tileas.layout<{offset=[[1],[2],[4],[8]]}>
!smem = !nv_tileaa.memref<16xf32, shared, layout = #m>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @overlap() attributes {nv_tileas.shared_memory = 512 : i64} {
    nv_tileas.agent_switch num_agents_per_group = [2] num_warps = [4] warp_id = [0] agent_strides = [64] {
    ^bb0(%agent: i32):
      // expected-note @below {{the other buffer}}
      %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !smem
      // expected-error @below {{overlaps another buffer that lives at the same time}}
      %b = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 64 : i64} : !smem
    }
    nv_tileaa.return
  }
}

// -----

#m = #nv_tileas.layout<{offset=[[1],[2],[4],[8]]}>
!smem = !nv_tileaa.memref<16xf32, shared, layout = #m>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @groups() attributes {nv_tileas.shared_memory = 512 : i64} {
    nv_tileas.agent_switch num_agents_per_group = [1, 1] num_warps = [4, 4] warp_id = [0, 4] {
    ^bb0(%agent: i32):
      // expected-note @below {{the other buffer}}
      %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 0 : i64} : !smem
    }, {
    ^bb0(%agent: i32):
      // expected-error @below {{overlaps another buffer that lives at the same time}}
      %b = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 48 : i64} : !smem
    }
    nv_tileaa.return
  }
}
