// Accesses name the instruction that executes them: vectors as wide as facts and layout allow, and atomic RMWs of one
// element. So do reductions and barriers.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-access-atoms)))' | FileCheck %s

// Req: L-14, G-05
#l = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4],[1,0]], lane=[[0,8],[0,16],[2,0],[4,0],[8,0]], warp=[[16,0],[32,0]]}>
#own = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
#lanes = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
#own4 = #nv_tileas.layout<{register=[[1],[2]], lane=[[0],[0],[0],[0],[0]]}>
#eight = #nv_tileas.layout<{register=[[1],[2],[4]], lane=[[8],[16],[32],[64],[128]], warp=[[256]]}>
!ptrs = tensor<64x32x!nv_tileaa.ptr<f16>, #l>
!tile = tensor<64x32xf16, #l>
!m = !nv_tileaa.memref<?x?xf16, strides = [?, 1]>
!v = !nv_tileaa.tiled_view<64x32, !m, steps = [64, 32], dims = [0, 1]>
!t = !nv_tileaa.mem_token

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: @vectors
  nv_tileaa.func @vectors(%p: !ptrs, %v: !v, %i: i32) {
    // A thread has eight adjacent elements along the row.
    // CHECK: nv_tileas.load {{.*}} {alignment = 16 : i64, atom = #cute_nvgpu.atom<universal_copy, 128>, contiguity
    %x, %t0 = nv_tileas.load <weak> %p {alignment = 16 : i64, contiguity = array<i64: 1, 32>} : !ptrs -> !tile, !t
    // Two along the column.
    // CHECK: nv_tileas.store {{.*}} {alignment = 16 : i64, atom = #cute_nvgpu.atom<universal_copy, 32>, contiguity
    %t1 = nv_tileas.store <weak> %p, %x {alignment = 16 : i64, contiguity = array<i64: 64, 1>} : !ptrs, !tile -> !t
    // The alignment is that of four.
    // CHECK: nv_tileas.tiled_load {{.*}} {alignment = 8 : i64, atom = #cute_nvgpu.atom<universal_copy, 64>, contiguity
    %y, %t2 = nv_tileas.tiled_load <weak> %v[%i, %i] {alignment = 8 : i64, contiguity = array<i64: 1, 32>, in_bounds = array<i1: true, true>} : !v[i32, i32] -> !tile, !t
    // Nothing is known.
    // CHECK: nv_tileas.tiled_store {{.*}} {atom = #cute_nvgpu.atom<universal_copy, 16>
    %t3 = nv_tileas.tiled_store <weak> %y, %v[%i, %i] {in_bounds = array<i1: true, true>} : !tile, !v[i32, i32] -> !t
    nv_tileaa.return
  }

  // CHECK-LABEL: @updates
  nv_tileaa.func @updates(%p: tensor<128x!nv_tileaa.ptr<i32>, #own>, %x: tensor<128xi32, #own>, %q: !nv_tileaa.ptr<f64>) {
    // CHECK: nv_tileas.atomic_rmw {{.*}} {atom = #cute_nvgpu.atom<atom>}
    %0, %t0 = nv_tileas.atomic_rmw <add> <relaxed> <gpu> %p, %x : tensor<128x!nv_tileaa.ptr<i32>, #own>, tensor<128xi32, #own> -> !t
    // CHECK: nv_tileas.atomic_cas {{.*}} {atom = #cute_nvgpu.atom<atom.cas>}
    %1, %t1 = nv_tileas.atomic_cas <relaxed> <gpu> %p, %x, %x : tensor<128x!nv_tileaa.ptr<i32>, #own>, tensor<128xi32, #own> -> !t
    // A scalar; and an existing choice is kept.
    // CHECK: nv_tileas.load {{.*}} {atom = #cute_nvgpu.atom<universal_copy, 64>}
    %2, %t2 = nv_tileas.load <weak> %q : !nv_tileaa.ptr<f64> -> f64, !t
    // CHECK: nv_tileas.load {{.*}} {alignment = 16 : i64, atom = #cute_nvgpu.atom<universal_copy, 32>, contiguity
    %3, %t3 = nv_tileas.load <weak> %p {alignment = 16 : i64, atom = #cute_nvgpu.atom<universal_copy, 32>, contiguity = array<i64: 128>} : tensor<128x!nv_tileaa.ptr<i32>, #own> -> tensor<128xi32, #own>, !t
    nv_tileaa.return
  }

  // Float additions whose old value is not used: several adjacent elements at a time, on sm_80 pairs of f16.
  // CHECK-LABEL: @sums
  nv_tileaa.func @sums(%p: !ptrs, %x: !tile, %b: tensor<64x32x!nv_tileaa.ptr<bf16>, #l>, %y: tensor<64x32xbf16, #l>) {
    // CHECK: nv_tileas.atomic_rmw {{.*}} atom = #cute_nvgpu.atom<red.f16x2, 32>
    %0, %t0 = nv_tileas.atomic_rmw <addf> <relaxed> <gpu> %p, %x {alignment = 16 : i64, contiguity = array<i64: 1, 32>} : !ptrs, !tile -> !t
    // CHECK: nv_tileas.atomic_rmw {{.*}} atom = #cute_nvgpu.atom<atom>
    %1, %t1 = nv_tileas.atomic_rmw <addf> <relaxed> <gpu> %b, %y {alignment = 16 : i64, contiguity = array<i64: 1, 32>} : tensor<64x32x!nv_tileaa.ptr<bf16>, #l>, tensor<64x32xbf16, #l> -> !t
    // An access that orders others after it.
    // CHECK: nv_tileas.atomic_rmw {{.*}} atom = #cute_nvgpu.atom<atom>
    %2, %t2 = nv_tileas.atomic_rmw <addf> <acq_rel> <gpu> %p, %x {alignment = 16 : i64, contiguity = array<i64: 1, 32>} : !ptrs, !tile -> !t
    nv_tileaa.return
  }

  // Lanes of a warp are combined by shuffles, or by one instruction where the target has one.
  // CHECK-LABEL: @reductions
  nv_tileaa.func @reductions(%x: tensor<32xi32, #lanes>, %f: tensor<32xf32, #lanes>, %r: tensor<4xi32, #own4>) {
    // CHECK: nv_tileas.reduce {{.*}} {atom = #cute_nvgpu.atom<redux>, commutes}
    %0 = nv_tileas.reduce %x dim = 0 identities = [0 : i32] {commutes} : (tensor<32xi32, #lanes>) -> i32 {
    ^bb0(%e: i32, %a: i32):
      %s = arith.addi %e, %a : i32
      nv_tileaa.yield %s : i32
    }
    // CHECK: nv_tileas.reduce {{.*}} {atom = #cute_nvgpu.atom<shfl.bfly>, commutes}
    %1 = nv_tileas.reduce %f dim = 0 identities = [0.0 : f32] {commutes} : (tensor<32xf32, #lanes>) -> f32 {
    ^bb0(%e: f32, %a: f32):
      %s = arith.addf %e, %a : f32
      nv_tileaa.yield %s : f32
    }
    // A product is no combination of redux.sync.
    // CHECK: nv_tileas.reduce {{.*}} {atom = #cute_nvgpu.atom<shfl.bfly>, commutes}
    %2 = nv_tileas.reduce %x dim = 0 identities = [1 : i32] {commutes} : (tensor<32xi32, #lanes>) -> i32 {
    ^bb0(%e: i32, %a: i32):
      %s = arith.muli %e, %a : i32
      nv_tileaa.yield %s : i32
    }
    // A thread has all elements.
    // CHECK: nv_tileas.reduce %{{.*}} dim = 0 identities = [0 : i32] {commutes} : (tensor<4xi32
    %3 = nv_tileas.reduce %r dim = 0 identities = [0 : i32] {commutes} : (tensor<4xi32, #own4>) -> i32 {
    ^bb0(%e: i32, %a: i32):
      %s = arith.addi %e, %a : i32
      nv_tileaa.yield %s : i32
    }
    nv_tileaa.return
  }

  // The threads that synchronise: all of the CTA, of an agent, of a warp.
  // CHECK-LABEL: @barriers
  nv_tileaa.func @barriers() attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>} {
    // CHECK: nv_tileas.barrier atom <bar.sync, 128>
    nv_tileas.barrier
    nv_tileas.agent_switch num_agents_per_group = [1, 1] num_warps = [2, 1] warp_id = [0, 2] {
    ^bb0(%agent: i32):
      // CHECK: nv_tileas.barrier id = 1 atom <bar.sync, 64>
      nv_tileas.barrier id = 1
      // CHECK: nv_tileas.barrier id = 2 threads = 96 atom <bar.sync, 96>
      nv_tileas.barrier id = 2 threads = 96
    }, {
    ^bb0(%agent: i32):
      // CHECK: nv_tileas.barrier atom <bar.warp.sync>
      nv_tileas.barrier
      nv_tileas.barrier id = 2 threads = 96
    }
    nv_tileaa.return
  }
}

// Global memory is accessed 256 bits at a time where the target does that and addresses are known to allow it.
gpu.module @blackwell attributes {nv_tileaa.compute_capability = 100 : i32} {
  // CHECK-LABEL: @wide
  nv_tileaa.func @wide(%p: tensor<512x!nv_tileaa.ptr<f32>, #eight>, %q: tensor<512x!nv_tileaa.ptr<f16>, #eight>) {
    // CHECK: nv_tileas.load {{.*}} {alignment = 64 : i64, atom = #cute_nvgpu.atom<wide_copy, 256>, contiguity
    %x, %t0 = nv_tileas.load <weak> %p {alignment = 64 : i64, contiguity = array<i64: 512>} : tensor<512x!nv_tileaa.ptr<f32>, #eight> -> tensor<512xf32, #eight>, !t
    // CHECK: nv_tileas.store {{.*}} {alignment = 32 : i64, atom = #cute_nvgpu.atom<wide_copy, 256>, contiguity
    %t1 = nv_tileas.store <weak> %p, %x {alignment = 32 : i64, contiguity = array<i64: 512>} : tensor<512x!nv_tileaa.ptr<f32>, #eight>, tensor<512xf32, #eight> -> !t
    // Addresses are multiples of 16.
    // CHECK: nv_tileas.store {{.*}} {alignment = 16 : i64, atom = #cute_nvgpu.atom<universal_copy, 128>, contiguity
    %t2 = nv_tileas.store <weak> %p, %x {alignment = 16 : i64, contiguity = array<i64: 512>} : tensor<512x!nv_tileaa.ptr<f32>, #eight>, tensor<512xf32, #eight> -> !t
    // A thread has no more adjacent elements.
    // CHECK: nv_tileas.load {{.*}} {alignment = 32 : i64, atom = #cute_nvgpu.atom<universal_copy, 128>, contiguity
    %y, %t3 = nv_tileas.load <weak> %q {alignment = 32 : i64, contiguity = array<i64: 512>} : tensor<512x!nv_tileaa.ptr<f16>, #eight> -> tensor<512xf16, #eight>, !t
    // Atomic RMWs are as wide as elsewhere.
    // CHECK: nv_tileas.atomic_rmw {{.*}} atom = #cute_nvgpu.atom<red.vector, 128>
    %0, %t4 = nv_tileas.atomic_rmw <addf> <relaxed> <gpu> %p, %x {alignment = 32 : i64, contiguity = array<i64: 512>} : tensor<512x!nv_tileaa.ptr<f32>, #eight>, tensor<512xf32, #eight> -> !t
    nv_tileaa.return
  }

  // Maxima and minima of f32 use redux.sync where it has them. It has no addition.
  // CHECK-LABEL: @extremes
  nv_tileaa.func @extremes(%x: tensor<32xf32, #lanes>, %h: tensor<32xf16, #lanes>) {
    // CHECK: nv_tileas.reduce {{.*}} {atom = #cute_nvgpu.atom<redux.f32>, commutes}
    %0 = nv_tileas.reduce %x dim = 0 identities = [0xFF800000 : f32] {commutes} : (tensor<32xf32, #lanes>) -> f32 {
    ^bb0(%e: f32, %a: f32):
      %s = arith.maximumf %e, %a : f32
      nv_tileaa.yield %s : f32
    }
    // CHECK: nv_tileas.reduce {{.*}} {atom = #cute_nvgpu.atom<redux.f32>, commutes}
    %1 = nv_tileas.reduce %x dim = 0 identities = [0x7F800000 : f32] {commutes} : (tensor<32xf32, #lanes>) -> f32 {
    ^bb0(%e: f32, %a: f32):
      %s = arith.minnumf %a, %e : f32
      nv_tileaa.yield %s : f32
    }
    // CHECK: nv_tileas.reduce {{.*}} {atom = #cute_nvgpu.atom<shfl.bfly>, commutes}
    %2 = nv_tileas.reduce %x dim = 0 identities = [0.0 : f32] {commutes} : (tensor<32xf32, #lanes>) -> f32 {
    ^bb0(%e: f32, %a: f32):
      %s = arith.addf %e, %a : f32
      nv_tileaa.yield %s : f32
    }
    // CHECK: nv_tileas.reduce {{.*}} {atom = #cute_nvgpu.atom<shfl.bfly>, commutes}
    %3 = nv_tileas.reduce %h dim = 0 identities = [0xFC00 : f16] {commutes} : (tensor<32xf16, #lanes>) -> f16 {
    ^bb0(%e: f16, %a: f16):
      %s = arith.maximumf %e, %a : f16
      nv_tileaa.yield %s : f16
    }
    nv_tileaa.return
  }
}
gpu.module @hopper attributes {nv_tileaa.compute_capability = 90 : i32} {
  // CHECK-LABEL: @not_wide
  nv_tileaa.func @not_wide(%p: tensor<512x!nv_tileaa.ptr<f32>, #eight>) {
    // CHECK: nv_tileas.load {{.*}} {alignment = 64 : i64, atom = #cute_nvgpu.atom<universal_copy, 128>, contiguity
    %x, %t0 = nv_tileas.load <weak> %p {alignment = 64 : i64, contiguity = array<i64: 512>} : tensor<512x!nv_tileaa.ptr<f32>, #eight> -> tensor<512xf32, #eight>, !t
    nv_tileaa.return
  }
}
gpu.module @without_floats attributes {nv_tileaa.compute_capability = 120 : i32} {
  // CHECK-LABEL: @extreme
  nv_tileaa.func @extreme(%x: tensor<32xf32, #lanes>) {
    // CHECK: nv_tileas.reduce {{.*}} {atom = #cute_nvgpu.atom<shfl.bfly>, commutes}
    %0 = nv_tileas.reduce %x dim = 0 identities = [0xFF800000 : f32] {commutes} : (tensor<32xf32, #lanes>) -> f32 {
    ^bb0(%e: f32, %a: f32):
      %s = arith.maximumf %e, %a : f32
      nv_tileaa.yield %s : f32
    }
    nv_tileaa.return
  }
}

// Where there is no redux.sync.
gpu.module @turing attributes {nv_tileaa.compute_capability = 75 : i32} {
  // CHECK-LABEL: @sum
  nv_tileaa.func @sum(%x: tensor<32xi32, #lanes>) {
    // CHECK: nv_tileas.reduce {{.*}} {atom = #cute_nvgpu.atom<shfl.bfly>, commutes}
    %0 = nv_tileas.reduce %x dim = 0 identities = [0 : i32] {commutes} : (tensor<32xi32, #lanes>) -> i32 {
    ^bb0(%e: i32, %a: i32):
      %s = arith.addi %e, %a : i32
      nv_tileaa.yield %s : i32
    }
    nv_tileaa.return
  }
}

// Later targets have vectors.
// CHECK-LABEL: gpu.module @vectors
gpu.module @vectors attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @sums(%p: !ptrs, %x: !tile, %b: tensor<64x32x!nv_tileaa.ptr<f32>, #l>, %y: tensor<64x32xf32, #l>, %v: !v, %i: i32) -> !tile {
    // CHECK: nv_tileas.atomic_rmw {{.*}} atom = #cute_nvgpu.atom<red.vector, 128>
    %0, %t0 = nv_tileas.atomic_rmw <addf> <release> <gpu> %p, %x {alignment = 16 : i64, contiguity = array<i64: 1, 32>} : !ptrs, !tile -> !t
    // CHECK: nv_tileas.atomic_rmw {{.*}} atom = #cute_nvgpu.atom<red.vector, 64>
    %1, %t1 = nv_tileas.atomic_rmw <addf> <relaxed> <gpu> %b, %y {alignment = 8 : i64, contiguity = array<i64: 1, 32>} : tensor<64x32x!nv_tileaa.ptr<f32>, #l>, tensor<64x32xf32, #l> -> !t
    // CHECK: nv_tileas.tiled_atomic_rmw {{.*}} atom = #cute_nvgpu.atom<red.vector, 64>
    %t2 = nv_tileas.tiled_atomic_rmw <addf> <relaxed> <gpu> %v[%i, %i], %x {alignment = 8 : i64, contiguity = array<i64: 1, 32>, in_bounds = array<i1: true, true>} : !tile, !v[i32, i32] -> !t
    // CHECK: nv_tileas.atomic_rmw {{.*}} atom = #cute_nvgpu.atom<atom>
    %3, %t3 = nv_tileas.atomic_rmw <addf> <relaxed> <gpu> %p, %x {alignment = 16 : i64, contiguity = array<i64: 1, 32>} : !ptrs, !tile -> !t
    nv_tileaa.return %3 : !tile
  }
}
