// Layouts are chosen before shared memory is planned, and there is only so much
// of it.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(tileas-plan-shared-memory))' -split-input-file -verify-diagnostics

// Req: G-02
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // expected-error @+1 {{expected a layout, got 'tensor<128xf32>'}}
  nv_tileaa.func @reduce(%x: tensor<128xf32>) {
    %r = nv_tileas.reduce %x dim = 0 identities = [0.0 : f32] : (tensor<128xf32>) -> f32 {
    ^bb0(%e: f32, %a: f32):
      nv_tileaa.yield %e : f32
    }
    nv_tileaa.return
  }
}

// -----

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // expected-error @+1 {{expected a layout, got 'tensor<128xf32>'}}
  nv_tileaa.func @convert(%x: tensor<128xf32>) {
    %y = nv_tileas.convert_layout %x : tensor<128xf32> -> tensor<128xf32, #l>
    nv_tileaa.return
  }
}

// -----

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  nv_tileaa.func @splat(%x: f32) {
    // expected-error @+1 {{expected a layout, got 'tensor<128xf32>'}}
    %0 = nv_tileaa.splat %x : f32 -> tensor<128xf32>
    nv_tileaa.return
  }
}

// -----

// expected-error @+1 {{Failed to get ComputeCapability}}
gpu.module @k {
  nv_tileaa.func @f() {
    nv_tileaa.return
  }
}

// -----

// One result of each of seven operands, of 1,024 threads.
#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64],[128],[256],[512]]}>
!t = tensor<1024xi64, #l>
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // expected-error @+1 {{needs 57344 bytes of shared memory, more than the 49152 of sm_80}}
  nv_tileaa.func @too_much(%x: !t) {
    %r:7 = nv_tileas.reduce %x, %x, %x, %x, %x, %x, %x dim = 0 identities = [0, 0, 0, 0, 0, 0, 0] : (!t, !t, !t, !t, !t, !t, !t) -> (i64, i64, i64, i64, i64, i64, i64) {
    ^bb0(%0: i64, %1: i64, %2: i64, %3: i64, %4: i64, %5: i64, %6: i64, %7: i64, %8: i64, %9: i64, %10: i64, %11: i64, %12: i64, %13: i64):
      nv_tileaa.yield %0, %2, %4, %6, %8, %10, %12 : i64, i64, i64, i64, i64, i64, i64
    }
    nv_tileaa.return
  }
}
