// Pairs of floats are computed at a time where the target has that: half the instructions in PTX.
// RUN: tileiras-opt %s --convert-nv-tile-func-to-llvm --convert-nv-tileas-to-llvm -split-input-file | FileCheck %s

#pair = #nv_tileas.layout<{register=[[1]], lane=[[2],[4],[8],[16],[32]]}>
#single = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>

gpu.module @ampere attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: @halves
  // CHECK: llvm.fadd %{{.*}}, %{{.*}} : vector<2xf16>
  // CHECK: llvm.fsub %{{.*}}, %{{.*}} : vector<2xf16>
  // CHECK: llvm.fmul %{{.*}}, %{{.*}} : vector<2xf16>
  // CHECK: llvm.intr.fma({{.*}}) : (vector<2xf16>, vector<2xf16>, vector<2xf16>) -> vector<2xf16>
  // CHECK: llvm.intr.maximum({{.*}}) : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
  // CHECK: llvm.intr.minnum({{.*}}) : (vector<2xf16>, vector<2xf16>) -> vector<2xf16>
  // CHECK: llvm.fneg %{{.*}} : vector<2xf16>
  // CHECK: llvm.intr.fabs(%{{.*}}) : (vector<2xf16>) -> vector<2xf16>
  nv_tileaa.func @halves(%x: tensor<64xf16, #pair>, %y: tensor<64xf16, #pair>) -> tensor<64xf16, #pair> {
    %0 = arith.addf %x, %y : tensor<64xf16, #pair>
    %1 = arith.subf %0, %y : tensor<64xf16, #pair>
    %2 = arith.mulf %1, %y : tensor<64xf16, #pair>
    %3 = math.fma %2, %y, %x : tensor<64xf16, #pair>
    %4 = arith.maximumf %3, %y : tensor<64xf16, #pair>
    %5 = arith.minnumf %4, %y : tensor<64xf16, #pair>
    %6 = arith.negf %5 : tensor<64xf16, #pair>
    %7 = math.absf %6 : tensor<64xf16, #pair>
    nv_tileaa.return %7 : tensor<64xf16, #pair>
  }

  // Before sm_90 there is fma only.
  // CHECK-LABEL: @brain_floats
  // CHECK: %[[ONE:.*]] = llvm.mlir.constant(dense<1.000000e+00> : vector<2xbf16>)
  // CHECK: llvm.intr.fma(%{{.*}}, %[[ONE]], %{{.*}}) : (vector<2xbf16>, vector<2xbf16>, vector<2xbf16>) -> vector<2xbf16>
  // CHECK: %[[MINUS:.*]] = llvm.mlir.constant(dense<-1.000000e+00> : vector<2xbf16>)
  // CHECK: llvm.intr.fma(%{{.*}}, %[[MINUS]], %{{.*}}) : (vector<2xbf16>
  // CHECK: %[[NOTHING:.*]] = llvm.mlir.constant(dense<-0.000000e+00> : vector<2xbf16>)
  // CHECK: llvm.intr.fma(%{{.*}}, %{{.*}}, %[[NOTHING]]) : (vector<2xbf16>
  nv_tileaa.func @brain_floats(%x: tensor<64xbf16, #pair>, %y: tensor<64xbf16, #pair>) -> tensor<64xbf16, #pair> {
    %0 = arith.addf %x, %y : tensor<64xbf16, #pair>
    %1 = arith.subf %0, %y : tensor<64xbf16, #pair>
    %2 = arith.mulf %1, %y : tensor<64xbf16, #pair>
    nv_tileaa.return %2 : tensor<64xbf16, #pair>
  }

  // CHECK-LABEL: @converted
  // CHECK: llvm.fadd %{{.*}}, %{{.*}} : vector<2xf16>
  nv_tileaa.func @converted(%b: tensor<64xbf16, #pair>) -> tensor<64xf16, #pair> {
    %x = nv_tileaa.fp_to_fp %b : tensor<64xbf16, #pair> -> tensor<64xf16, #pair>
    %0 = arith.addf %x, %x : tensor<64xf16, #pair>
    nv_tileaa.return %0 : tensor<64xf16, #pair>
  }

  // A thread with one element has no pair; other types haven't, either.
  // CHECK-LABEL: @single
  // CHECK: llvm.fadd %{{.*}}, %{{.*}} : f16
  nv_tileaa.func @single(%x: tensor<32xf16, #single>) -> tensor<32xf16, #single> {
    %0 = arith.addf %x, %x : tensor<32xf16, #single>
    nv_tileaa.return %0 : tensor<32xf16, #single>
  }
  // CHECK-LABEL: @floats
  // CHECK-COUNT-2: llvm.fadd %{{.*}}, %{{.*}} : f32
  nv_tileaa.func @floats(%x: tensor<64xf32, #pair>) -> tensor<64xf32, #pair> {
    %0 = arith.addf %x, %x : tensor<64xf32, #pair>
    nv_tileaa.return %0 : tensor<64xf32, #pair>
  }
}

// -----

#pair = #nv_tileas.layout<{register=[[1]], lane=[[2],[4],[8],[16],[32]]}>

gpu.module @hopper attributes {nv_tileaa.compute_capability = 90 : i32} {
  // CHECK-LABEL: @sum
  // CHECK: llvm.fadd %{{.*}}, %{{.*}} : vector<2xbf16>
  nv_tileaa.func @sum(%x: tensor<64xbf16, #pair>) -> tensor<64xbf16, #pair> {
    %0 = arith.addf %x, %x : tensor<64xbf16, #pair>
    nv_tileaa.return %0 : tensor<64xbf16, #pair>
  }
}

// -----

#pair = #nv_tileas.layout<{register=[[1]], lane=[[2],[4],[8],[16],[32]]}>

gpu.module @turing attributes {nv_tileaa.compute_capability = 75 : i32} {
  // CHECK-LABEL: @no_brain_floats
  // CHECK-COUNT-2: llvm.fadd %{{.*}}, %{{.*}} : bf16
  nv_tileaa.func @no_brain_floats(%x: tensor<64xbf16, #pair>) -> tensor<64xbf16, #pair> {
    %0 = arith.addf %x, %x : tensor<64xbf16, #pair>
    nv_tileaa.return %0 : tensor<64xbf16, #pair>
  }
}

// -----

#pair = #nv_tileas.layout<{register=[[1]], lane=[[2],[4],[8],[16],[32]]}>
#single = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>

gpu.module @blackwell attributes {nv_tileaa.compute_capability = 100 : i32} {
  // Pairs of f32 are added and multiplied; they are neither compared nor negated.
  // CHECK-LABEL: @floats
  // CHECK: llvm.fadd %{{.*}}, %{{.*}} : vector<2xf32>
  // CHECK: llvm.fsub %{{.*}}, %{{.*}} : vector<2xf32>
  // CHECK: llvm.fmul %{{.*}}, %{{.*}} : vector<2xf32>
  // CHECK: llvm.intr.fma({{.*}}) : (vector<2xf32>, vector<2xf32>, vector<2xf32>) -> vector<2xf32>
  // CHECK-COUNT-2: llvm.intr.maximum({{.*}}) : (f32, f32) -> f32
  // CHECK-COUNT-2: llvm.fneg %{{.*}} : f32
  nv_tileaa.func @floats(%x: tensor<64xf32, #pair>, %y: tensor<64xf32, #pair>) -> tensor<64xf32, #pair> {
    %0 = arith.addf %x, %y : tensor<64xf32, #pair>
    %1 = arith.subf %0, %y : tensor<64xf32, #pair>
    %2 = arith.mulf %1, %y : tensor<64xf32, #pair>
    %3 = math.fma %2, %y, %x : tensor<64xf32, #pair>
    %4 = arith.maximumf %3, %y : tensor<64xf32, #pair>
    %5 = arith.negf %4 : tensor<64xf32, #pair>
    nv_tileaa.return %5 : tensor<64xf32, #pair>
  }

  // Numbers that were f16 are added without being widened first, by scalars.
  // CHECK-LABEL: @widened
  // CHECK-COUNT-2: llvm.fadd %{{.*}}, %{{.*}} : f32
  // CHECK: llvm.fmul %{{.*}}, %{{.*}} : vector<2xf32>
  nv_tileaa.func @widened(%h: tensor<64xf16, #pair>, %y: tensor<64xf32, #pair>) -> tensor<64xf32, #pair> {
    %x = nv_tileaa.fp_to_fp %h : tensor<64xf16, #pair> -> tensor<64xf32, #pair>
    %0 = arith.addf %x, %y : tensor<64xf32, #pair>
    %1 = arith.mulf %0, %x : tensor<64xf32, #pair>
    nv_tileaa.return %1 : tensor<64xf32, #pair>
  }

  // With a rounding mode or ftz they are inline assembly, because LLVM has no intrinsics for them.
  // CHECK-LABEL: @rounded
  // CHECK: llvm.inline_asm "{ .reg .b64 pair; add.rz.f32x2 pair, $2, $3; mov.b64 {$0, $1}, pair; }", "=f,=f,l,l" %{{.*}}, %{{.*}} : (i64, i64) -> !llvm.struct<(f32, f32)>
  // CHECK: llvm.inline_asm "{ .reg .b64 pair; sub.rn.ftz.f32x2 pair, $2, $3; mov.b64 {$0, $1}, pair; }"
  // CHECK: llvm.inline_asm "{ .reg .b64 pair; fma.rp.ftz.f32x2 pair, $2, $3, $4; mov.b64 {$0, $1}, pair; }"
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.div.rz.f"
  nv_tileaa.func @rounded(%x: tensor<64xf32, #pair>, %y: tensor<64xf32, #pair>) -> tensor<64xf32, #pair> {
    %0 = nv_tileaa.addf %x, %y rounding <zero> : tensor<64xf32, #pair>
    %1 = nv_tileaa.subf %0, %y rounding <nearest_even> ftz : tensor<64xf32, #pair>
    %2 = nv_tileaa.fma %1, %y, %x rounding <positive_inf> ftz : tensor<64xf32, #pair>
    %3 = nv_tileaa.divf %2, %y rounding <zero> : tensor<64xf32, #pair>
    nv_tileaa.return %3 : tensor<64xf32, #pair>
  }

  // CHECK-LABEL: @single
  // CHECK: llvm.fadd %{{.*}}, %{{.*}} : f32
  nv_tileaa.func @single(%x: tensor<32xf32, #single>) -> tensor<32xf32, #single> {
    %0 = arith.addf %x, %x : tensor<32xf32, #single>
    nv_tileaa.return %0 : tensor<32xf32, #single>
  }

  // CHECK-LABEL: @doubles
  // CHECK-COUNT-2: llvm.fadd %{{.*}}, %{{.*}} : f64
  nv_tileaa.func @doubles(%x: tensor<64xf64, #pair>) -> tensor<64xf64, #pair> {
    %0 = arith.addf %x, %x : tensor<64xf64, #pair>
    nv_tileaa.return %0 : tensor<64xf64, #pair>
  }
}

// -----

#pair = #nv_tileas.layout<{register=[[1]], lane=[[2],[4],[8],[16],[32]]}>

// ptxas makes two instructions of f32x2 here.
gpu.module @without_units attributes {nv_tileaa.compute_capability = 110 : i32} {
  // CHECK-LABEL: @floats
  // CHECK-COUNT-2: llvm.fadd %{{.*}}, %{{.*}} : f32
  nv_tileaa.func @floats(%x: tensor<64xf32, #pair>) -> tensor<64xf32, #pair> {
    %0 = arith.addf %x, %x : tensor<64xf32, #pair>
    nv_tileaa.return %0 : tensor<64xf32, #pair>
  }
}
