// Agents that the verifiers refuse.
// RUN: tileiras-opt %s -split-input-file -verify-diagnostics

gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{'nv_tileas.agent_switch' op expected 'num_agents_per_group' to have a number for each of 1 regions, got 2}}
    nv_tileas.agent_switch num_agents_per_group = [1, 1] num_warps = [4] warp_id = [0] {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected 'num_warps' to have a number for each of 2 regions, got 1}}
    nv_tileas.agent_switch num_agents_per_group = [1, 1] num_warps = [4] warp_id = [0, 4] {
    ^bb0(%agent: i32):
    }, {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected 'warp_id' to have a number for each of 1 regions, got 0}}
    nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [4] warp_id = [] {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected 'max_regs' to have a number for each of 1 regions, got 2}}
    nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [4] warp_id = [0] max_regs = [24, 240] {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected 'agent_strides' to have a number for each of 1 regions, got 2}}
    nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [4] warp_id = [0] agent_strides = [0, 16] {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected agents of a number of warps that is a power of two, got 3}}
    nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [3] warp_id = [0] {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected at most 32 warps in a CTA, got 4 agents of 8 warps from warp 4 on}}
    nv_tileas.agent_switch num_agents_per_group = [4] num_warps = [8] warp_id = [4] {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

// Totals beyond 32 bits.
gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected at most 32 warps in a CTA, got 2147483647 agents of 1073741824 warps from warp 2147483647 on}}
    nv_tileas.agent_switch num_agents_per_group = [2147483647] num_warps = [1073741824] warp_id = [2147483647] {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected every warp in one agent, got agents of warps 0 to 7 and of warps 4 to 7}}
    nv_tileas.agent_switch num_agents_per_group = [1, 2] num_warps = [4, 4] warp_id = [4, 0] {
    ^bb0(%agent: i32):
    }, {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected 'max_regs' of 24 to 256 registers in steps of 8, got 16}}
    nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [4] warp_id = [0] max_regs = [16] {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected 'max_regs' of 24 to 256 registers in steps of 8, got 264}}
    nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [4] warp_id = [0] max_regs = [264] {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected 'max_regs' of 24 to 256 registers in steps of 8, got 100}}
    nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [4] warp_id = [0] max_regs = [100] {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected an agent in every warpgroup where 'max_regs' is given, got none in warps 4 to 7}}
    nv_tileas.agent_switch num_agents_per_group = [1, 1] num_warps = [4, 4] warp_id = [0, 8] max_regs = [24, 240] {
    ^bb0(%agent: i32):
    }, {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected one number of registers in the warpgroup of warp 1, got 'max_regs' 24 and 40}}
    nv_tileas.agent_switch num_agents_per_group = [1, 1] num_warps = [1, 1] warp_id = [0, 1] max_regs = [24, 40] {
    ^bb0(%agent: i32):
    }, {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

// The warpgroup of both begins with the first.
gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected one number of registers in the warpgroup of warp 6, got 'max_regs' 168 and 40}}
    nv_tileas.agent_switch num_agents_per_group = [3, 1] num_warps = [2, 2] warp_id = [0, 6] max_regs = [168, 40] {
    ^bb0(%agent: i32):
    }, {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

// One instruction of four warps from a warp divisible by 4.
gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected agents of whole warpgroups, which execute #cute_nvgpu.atom<sm90.mma.m64k16.f16.f32, 64>, got 4 warps from warp 2 on}}
    nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [4] warp_id = [2] {
    ^bb0(%agent: i32):
      %0 = arith.constant {atom = #cute_nvgpu.atom<sm90.mma.m64k16.f16.f32, 64>} 0 : i32
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected agents of whole warpgroups, which execute #cute_nvgpu.atom<sm90.mma.m64k16.f16.f32, 64>, got 2 warps from warp 0 on}}
    nv_tileas.agent_switch num_agents_per_group = [2] num_warps = [2] warp_id = [0] {
    ^bb0(%agent: i32):
      %0 = arith.constant {atom = #cute_nvgpu.atom<sm90.mma.m64k16.f16.f32, 64>} 0 : i32
    }
    nv_tileaa.return
  }
}

// -----

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
gpu.module @k {
  nv_tileaa.func @f(%x: tensor<32xf32, #l>) {
    // expected-error @below {{expected captures that all threads hold alike, got 'tensor<32xf32, #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>>', which lies in the registers of the threads outside; copy it to a buffer}}
    nv_tileas.agent_switch(%x : tensor<32xf32, #l>) num_agents_per_group = [1] num_warps = [1] warp_id = [0] {
    ^bb0(%agent: i32, %y: tensor<32xf32, #l>):
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f(%t: !nv_tileaa.mem_token) {
    // expected-error @below {{expected captures that mean the same to every agent, got '!nv_tileaa.mem_token', which stands for what the threads outside do}}
    nv_tileas.agent_switch(%t : !nv_tileaa.mem_token) num_agents_per_group = [1] num_warps = [1] warp_id = [0] {
    ^bb0(%agent: i32, %u: !nv_tileaa.mem_token):
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f(%x: f32) {
    // expected-error @below {{expected the arguments of region 0 to be ('i32', 'f32'), got ('i32')}}
    nv_tileas.agent_switch(%x : f32) num_agents_per_group = [1] num_warps = [1] warp_id = [0] {
    ^bb0(%agent: i32):
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected nothing but the function's end after it}}
    nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [1] warp_id = [0] {
    ^bb0(%agent: i32):
    }
    nv_tileas.barrier
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f(%c: i1) {
    scf.if %c {
      // expected-error @below {{'nv_tileas.agent_switch' op expected to stand in the body of a function}}
      nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [4] warp_id = [0] {
      ^bb0(%agent: i32):
      }
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{expected a region for each group of agents, got none}}
    "nv_tileas.agent_switch"() <{num_agents_per_group = array<i32>, num_warps = array<i32>, warp_id = array<i32>}> : () -> ()
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
      nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [4] warp_id = [0] {
    ^bb0(%agent: i32):
      // expected-error @below {{'nv_tileas.barrier' op expected an id where the number of threads is given}}
      nv_tileas.barrier threads = 128
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
      nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [4] warp_id = [0] {
    ^bb0(%agent: i32):
      // expected-error @below {{expected whole warps, and at least the 128 threads of the agent, got 64}}
      nv_tileas.barrier id = 1 threads = 64
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
      nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [4] warp_id = [0] {
    ^bb0(%agent: i32):
      // expected-error @below {{expected whole warps, and at least the 128 threads of the agent, got 144}}
      nv_tileas.barrier id = 1 threads = 144
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
      nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [4] warp_id = [0] {
    ^bb0(%agent: i32):
      // expected-error @below {{attribute 'id' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 1 whose maximum value is 15}}
      nv_tileas.barrier id = 0
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
      nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [4] warp_id = [0] {
    ^bb0(%agent: i32):
      // expected-error @below {{attribute 'id' failed to satisfy constraint}}
      nv_tileas.barrier id = 16
    }
    nv_tileaa.return
  }
}

// -----

gpu.module @k {
  nv_tileaa.func @f() {
    // expected-error @below {{'nv_tileas.barrier' op expected no id where all threads of the CTA synchronise, got 3}}
    nv_tileas.barrier id = 3
    nv_tileaa.return
  }
}
