// Sums and products within a thread: every other element first, which pairs do at once where there are pairs. The order
// is the same on every target.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-shared-memory),convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' | FileCheck %s

#along = #nv_tileas.layout<{register=[[0,1],[0,2],[0,4]], lane=[[1,0],[2,0],[4,0],[8,0],[16,0]]}>
#across = #nv_tileas.layout<{register=[[1,0],[0,1],[0,2]], lane=[[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#rows = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
#pairs = #nv_tileas.layout<{register=[[1]], lane=[[2],[4],[8],[16],[32]]}>

gpu.module @blackwell attributes {nv_tileaa.compute_capability = 100 : i32} {
  // Eight adjacent elements are four pairs, and the two sums.
  // CHECK-LABEL: llvm.func @along
  // CHECK-COUNT-3: llvm.fadd %{{.*}} : vector<2xf32>
  // CHECK-NOT: vector<2xf32>
  // CHECK: %[[LOW:.*]] = llvm.extractelement %[[SUMS:[0-9]+]]
  // CHECK: %[[HIGH:.*]] = llvm.extractelement %[[SUMS]]
  // CHECK: llvm.fadd %[[HIGH]], %[[LOW]] : f32
  // CHECK-NOT: llvm.fadd
  // CHECK: llvm.return
  nv_tileaa.func @along(%x: tensor<32x8xf32, #along>) -> tensor<32xf32, #rows> {
    %r = nv_tileas.reduce %x dim = 1 identities = [0.0 : f32] {commutes} : (tensor<32x8xf32, #along>) -> tensor<32xf32, #rows> {
    ^bb0(%e: f32, %a: f32):
      %s = arith.addf %e, %a : f32
      nv_tileaa.yield %s : f32
    }
    nv_tileaa.return %r : tensor<32xf32, #rows>
  }

  // Adjacent elements that belong to two results: both at once, each of four elements.
  // CHECK-LABEL: llvm.func @across
  // CHECK-COUNT-3: llvm.fmul %{{.*}} : vector<2xf32>
  // CHECK-NOT: llvm.fmul
  // CHECK: llvm.return
  nv_tileaa.func @across(%x: tensor<64x4xf32, #across>) -> tensor<64xf32, #pairs> {
    %r = nv_tileas.reduce %x dim = 1 identities = [1.0 : f32] {commutes} : (tensor<64x4xf32, #across>) -> tensor<64xf32, #pairs> {
    ^bb0(%e: f32, %a: f32):
      %s = arith.mulf %e, %a : f32
      nv_tileaa.yield %s : f32
    }
    nv_tileaa.return %r : tensor<64xf32, #pairs>
  }

  // Numbers that were f16 are added as they are, by scalars.
  // CHECK-LABEL: llvm.func @widened
  // CHECK-COUNT-7: llvm.fadd %{{.*}} : f32
  nv_tileaa.func @widened(%h: tensor<32x8xf16, #along>) -> tensor<32xf32, #rows> {
    %x = nv_tileaa.fp_to_fp %h : tensor<32x8xf16, #along> -> tensor<32x8xf32, #along>
    %r = nv_tileas.reduce %x dim = 1 identities = [0.0 : f32] {commutes} : (tensor<32x8xf32, #along>) -> tensor<32xf32, #rows> {
    ^bb0(%e: f32, %a: f32):
      %s = arith.addf %e, %a : f32
      nv_tileaa.yield %s : f32
    }
    nv_tileaa.return %r : tensor<32xf32, #rows>
  }

  // More than one operation, and maxima of f32, have no pairs.
  // CHECK-LABEL: llvm.func @squares
  // CHECK-NOT: vector<2xf32>
  // CHECK: llvm.return
  nv_tileaa.func @squares(%x: tensor<32x8xf32, #along>) -> tensor<32xf32, #rows> {
    %r = nv_tileas.reduce %x dim = 1 identities = [0.0 : f32] : (tensor<32x8xf32, #along>) -> tensor<32xf32, #rows> {
    ^bb0(%e: f32, %a: f32):
      %q = arith.mulf %e, %e : f32
      %s = arith.addf %q, %a : f32
      nv_tileaa.yield %s : f32
    }
    nv_tileaa.return %r : tensor<32xf32, #rows>
  }
  // CHECK-LABEL: llvm.func @most
  // CHECK-COUNT-7: llvm.intr.maximum({{.*}}) : (f32, f32) -> f32
  nv_tileaa.func @most(%x: tensor<32x8xf32, #along>) -> tensor<32xf32, #rows> {
    %r = nv_tileas.reduce %x dim = 1 identities = [0xFF800000 : f32] {commutes} : (tensor<32x8xf32, #along>) -> tensor<32xf32, #rows> {
    ^bb0(%e: f32, %a: f32):
      %s = arith.maximumf %e, %a : f32
      nv_tileaa.yield %s : f32
    }
    nv_tileaa.return %r : tensor<32xf32, #rows>
  }
}

gpu.module @hopper attributes {nv_tileaa.compute_capability = 90 : i32} {
  // Two chains of three, and their sum.
  // CHECK-LABEL: llvm.func @along
  // CHECK: %[[EVEN1:.*]] = llvm.fadd %[[X2:.*]], %[[X0:.*]] : f32
  // CHECK: %[[ODD1:.*]] = llvm.fadd %[[X3:.*]], %[[X1:.*]] : f32
  // CHECK: %[[EVEN2:.*]] = llvm.fadd %{{.*}}, %[[EVEN1]] : f32
  // CHECK: %[[ODD2:.*]] = llvm.fadd %{{.*}}, %[[ODD1]] : f32
  // CHECK: %[[EVEN3:.*]] = llvm.fadd %{{.*}}, %[[EVEN2]] : f32
  // CHECK: %[[ODD3:.*]] = llvm.fadd %{{.*}}, %[[ODD2]] : f32
  // CHECK: llvm.fadd %[[ODD3]], %[[EVEN3]] : f32
  nv_tileaa.func @along(%x: tensor<32x8xf32, #along>) -> tensor<32xf32, #rows> {
    %r = nv_tileas.reduce %x dim = 1 identities = [0.0 : f32] {commutes} : (tensor<32x8xf32, #along>) -> tensor<32xf32, #rows> {
    ^bb0(%e: f32, %a: f32):
      %s = arith.addf %e, %a : f32
      nv_tileaa.yield %s : f32
    }
    nv_tileaa.return %r : tensor<32xf32, #rows>
  }

  // For f16 every target has pairs, also for maxima.
  // CHECK-LABEL: llvm.func @halves
  // CHECK-COUNT-3: llvm.intr.maximum({{.*}}) : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
  // CHECK: llvm.intr.maximum({{.*}}) : (f16, f16) -> f16
  nv_tileaa.func @halves(%x: tensor<32x8xf16, #along>) -> tensor<32xf16, #rows> {
    %r = nv_tileas.reduce %x dim = 1 identities = [0xFC00 : f16] {commutes} : (tensor<32x8xf16, #along>) -> tensor<32xf16, #rows> {
    ^bb0(%e: f16, %a: f16):
      %s = arith.maximumf %e, %a : f16
      nv_tileaa.yield %s : f16
    }
    nv_tileaa.return %r : tensor<32xf16, #rows>
  }
}
