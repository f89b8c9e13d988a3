// Tiles that can't be printed.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' -split-input-file -verify-diagnostics
// Req: G-10

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @text(%x: i32) {
    // expected-error @below {{'nv_tileaa.print' op fails to decompose print ops: no value is printed by the conversion '%s'}}
    %t = nv_tileaa.print "%s", %x : i32 -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @type(%x: f32) {
    // expected-error @below {{'nv_tileaa.print' op fails to decompose print ops: expected an integer for the conversion '%d', got 'f32'}}
    %t = nv_tileaa.print "%d", %x : f32 -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}

// -----

#l = #nv_tileas.layout<{lane=[[2],[1],[4],[8],[16]], warp=[[32],[64]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @layout() {
    %x = arith.constant dense<1> : tensor<128xi32, #l>
    // expected-error @below {{'nv_tileaa.print' op expected operand #0 to have the layout {lane=}}
    %t = nv_tileaa.print "%d", %x : tensor<128xi32, #l> -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}

// -----

// Its warps would synchronise between the ordered sections of threads, at a barrier for which the agent has no id.
#four = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @agent() {
    nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [4] warp_id = [0] {
    ^bb0(%agent: i32):
      %x = arith.constant dense<1> : tensor<128xi32, #four>
      // expected-error @below {{'nv_tileaa.print' op fails to decompose print ops: expected a tile to be printed by all warps, or by an agent of one}}
      %t = nv_tileaa.print "%d", %x : tensor<128xi32, #four> -> !nv_tileaa.mem_token
    }
    nv_tileaa.return
  }
}
