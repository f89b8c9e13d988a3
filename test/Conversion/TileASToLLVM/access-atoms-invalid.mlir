// An access uses no wider atom than its facts and its layout allow.
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm -split-input-file -verify-diagnostics

#l = #nv_tileas.layout<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @wide(%p: tensor<128x!nv_tileaa.ptr<f32>, #l>) {
    // expected-error @below {{'nv_tileas.load' op expected an atom of 32 to 64 bits, which facts and layout allow, got #cute_nvgpu.atom<universal_copy, 128>}}
    %x, %t = nv_tileas.load <weak> %p {alignment = 8 : i64, atom = #cute_nvgpu.atom<universal_copy, 128>, contiguity = array<i64: 128>} : tensor<128x!nv_tileaa.ptr<f32>, #l> -> tensor<128xf32, #l>, !nv_tileaa.mem_token
    return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @narrow(%p: !nv_tileaa.ptr<f32>, %x: f32) {
    // expected-error @below {{'nv_tileas.store' op expected an atom of 32 to 32 bits, which facts and layout allow, got #cute_nvgpu.atom<universal_copy, 16>}}
    %t = nv_tileas.store <weak> %p, %x {atom = #cute_nvgpu.atom<universal_copy, 16>} : !nv_tileaa.ptr<f32>, f32 -> !nv_tileaa.mem_token
    return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @copy(%p: !nv_tileaa.ptr<f32>) {
    // expected-error @below {{'nv_tileas.load' op expected an atom of loads and stores, got #cute_nvgpu.atom<simt_async_copy, 4>}}
    %x, %t = nv_tileas.load <weak> %p {atom = #cute_nvgpu.atom<simt_async_copy, 4>} : !nv_tileaa.ptr<f32> -> f32, !nv_tileaa.mem_token
    return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @update(%p: !nv_tileaa.ptr<i32>, %x: i32) {
    // expected-error @below {{'nv_tileas.atomic_rmw' op expected the atom atom, got #cute_nvgpu.atom<red>}}
    %0, %t = nv_tileas.atomic_rmw <add> <relaxed> <gpu> %p, %x {atom = #cute_nvgpu.atom<red>} : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
    return
  }
}

// -----

// The old value is used.
#l = #nv_tileas.layout<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  func.func @used(%p: tensor<128x!nv_tileaa.ptr<f32>, #l>, %x: tensor<128xf32, #l>) -> tensor<128xf32, #l> {
    // expected-error @below {{'nv_tileas.atomic_rmw' op expected an update that type, result, order, facts and layout allow, got #cute_nvgpu.atom<red.vector, 128>}}
    %0, %t = nv_tileas.atomic_rmw <addf> <relaxed> <gpu> %p, %x {alignment = 16 : i64, atom = #cute_nvgpu.atom<red.vector, 128>, contiguity = array<i64: 128>} : tensor<128x!nv_tileaa.ptr<f32>, #l>, tensor<128xf32, #l> -> !nv_tileaa.mem_token
    return %0 : tensor<128xf32, #l>
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @swap(%p: !nv_tileaa.ptr<i32>, %x: i32) {
    // expected-error @below {{'nv_tileas.atomic_cas' op expected the atom atom.cas, got #cute_nvgpu.atom<atom>}}
    %0, %t = nv_tileas.atomic_cas <relaxed> <gpu> %p, %x, %x {atom = #cute_nvgpu.atom<atom>} : !nv_tileaa.ptr<i32>, i32 -> !nv_tileaa.mem_token
    return
  }
}

// -----

#lanes = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @combination(%x: tensor<32xf32, #lanes>) {
    // expected-error @below {{'nv_tileas.reduce' op expected one i32 in each of 32 lanes, and a combination that redux.sync has, for #cute_nvgpu.atom<redux>}}
    %0 = nv_tileas.reduce %x dim = 0 identities = [0.0 : f32] {commutes, atom = #cute_nvgpu.atom<redux>} : (tensor<32xf32, #lanes>) -> f32 {
    ^bb0(%e: f32, %a: f32):
      %s = arith.addf %e, %a : f32
      nv_tileaa.yield %s : f32
    }
    return
  }
}

// -----

#lanes = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 100 : i32} {
  func.func @sum_of_floats(%x: tensor<32xf32, #lanes>) {
    // expected-error @below {{'nv_tileas.reduce' op expected one f32 in each of 32 lanes, and a combination that redux.sync has, for #cute_nvgpu.atom<redux.f32>}}
    %0 = nv_tileas.reduce %x dim = 0 identities = [0.0 : f32] {commutes, atom = #cute_nvgpu.atom<redux.f32>} : (tensor<32xf32, #lanes>) -> f32 {
    ^bb0(%e: f32, %a: f32):
      %s = arith.addf %e, %a : f32
      nv_tileaa.yield %s : f32
    }
    return
  }
}

// -----

#lanes = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 120 : i32} {
  func.func @floats(%x: tensor<32xf32, #lanes>) {
    // expected-error @below {{'nv_tileas.reduce' op expected an atom that sm_120 has, got #cute_nvgpu.atom<redux.f32>}}
    %0 = nv_tileas.reduce %x dim = 0 identities = [0xFF800000 : f32] {commutes, atom = #cute_nvgpu.atom<redux.f32>} : (tensor<32xf32, #lanes>) -> f32 {
    ^bb0(%e: f32, %a: f32):
      %s = arith.maximumf %e, %a : f32
      nv_tileaa.yield %s : f32
    }
    return
  }
}

// -----

#lanes = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @no_reduction(%x: tensor<32xi32, #lanes>) {
    // expected-error @below {{'nv_tileas.reduce' op expected an atom that combines lanes, got #cute_nvgpu.atom<atom>}}
    %0 = nv_tileas.reduce %x dim = 0 identities = [0 : i32] {commutes, atom = #cute_nvgpu.atom<atom>} : (tensor<32xi32, #lanes>) -> i32 {
    ^bb0(%e: i32, %a: i32):
      %s = arith.addi %e, %a : i32
      nv_tileaa.yield %s : i32
    }
    return
  }
}

// -----

#lanes = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 75 : i32} {
  func.func @target(%x: tensor<32xi32, #lanes>) {
    // expected-error @below {{'nv_tileas.reduce' op expected an atom that sm_75 has, got #cute_nvgpu.atom<redux>}}
    %0 = nv_tileas.reduce %x dim = 0 identities = [0 : i32] {commutes, atom = #cute_nvgpu.atom<redux>} : (tensor<32xi32, #lanes>) -> i32 {
    ^bb0(%e: i32, %a: i32):
      %s = arith.addi %e, %a : i32
      nv_tileaa.yield %s : i32
    }
    return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @of_the_block() attributes {nvvm.reqntid = array<i32: 128>} {
    // expected-error @below {{'nv_tileas.barrier' op expected the atom #cute_nvgpu.atom<bar.sync, 128>, got #cute_nvgpu.atom<bar.warp.sync>}}
    nv_tileas.barrier atom <bar.warp.sync>
    return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @of_an_agent() attributes {nvvm.reqntid = array<i32: 64>} {
    nv_tileas.agent_switch num_agents_per_group = [1] num_warps = [2] warp_id = [0] {
    ^bb0(%agent: i32):
      // expected-error @below {{'nv_tileas.barrier' op expected the atom #cute_nvgpu.atom<bar.sync, 64>, got #cute_nvgpu.atom<bar.sync, 32>}}
      nv_tileas.barrier id = 1 atom <bar.sync, 32>
    }
    return
  }
}

// -----

#l = #nv_tileas.layout<{register=[[1],[2]], lane=[[4],[8],[16],[32],[64]]}>
!v = !nv_tileaa.tiled_view<128, !nv_tileaa.memref<128xi32, strides = [1]>, steps = [128], dims = [0]>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  func.func @replicas(%v: !v, %i: i32, %x: tensor<128xi32, #l>) {
    // expected-error @below {{'nv_tileas.tiled_atomic_rmw' op expected the atom multimem.red of 32 to 32 bits, got #cute_nvgpu.atom<multimem.red, 64>}}
    %t = nv_tileas.tiled_atomic_rmw <add> <relaxed> <gpu> %v[%i], %x {alignment = 16 : i64, atom = #cute_nvgpu.atom<multimem.red, 64>, contiguity = array<i64: 128>, in_bounds = array<i1: true>, multicast} : tensor<128xi32, #l>, !v[i32] -> !nv_tileaa.mem_token
    return
  }
}

// -----

#l = #nv_tileas.layout<{register=[[1],[2],[4]], lane=[[8],[16],[32],[64],[128]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  func.func @too_wide(%p: tensor<256x!nv_tileaa.ptr<f32>, #l>) {
    // expected-error @below {{'nv_tileas.load' op expected an atom that sm_90 has, got #cute_nvgpu.atom<wide_copy, 256>}}
    %x, %t = nv_tileas.load <weak> %p {alignment = 32 : i64, atom = #cute_nvgpu.atom<wide_copy, 256>, contiguity = array<i64: 256>} : tensor<256x!nv_tileaa.ptr<f32>, #l> -> tensor<256xf32, #l>, !nv_tileaa.mem_token
    return
  }
}

// -----

#l = #nv_tileas.layout<{register=[[1],[2],[4]], lane=[[8],[16],[32],[64],[128]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 120 : i32} {
  func.func @unaligned(%p: tensor<256x!nv_tileaa.ptr<f32>, #l>) {
    // expected-error @below {{'nv_tileas.load' op expected an atom of 32 to 128 bits, which facts and layout allow, got #cute_nvgpu.atom<wide_copy, 256>}}
    %x, %t = nv_tileas.load <weak> %p {alignment = 16 : i64, atom = #cute_nvgpu.atom<wide_copy, 256>, contiguity = array<i64: 256>} : tensor<256x!nv_tileaa.ptr<f32>, #l> -> tensor<256xf32, #l>, !nv_tileaa.mem_token
    return
  }
}
