// exp of f32: n is saturated and shifted into the exponent; there is no conversion between floats and integers.
// RUN: tileiras-opt %s --convert-nv-tile-func-to-llvm --convert-nv-tileas-to-llvm | FileCheck %s

#own = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: @f
  // CHECK: %[[PART:.*]] = llvm.intr.fma(%[[X:[^,]*]], %
  // CHECK: %[[LIMITED:.*]] = llvm.call_intrinsic "llvm.nvvm.saturate.f"(%[[PART]])
  // CHECK: %[[SUM:.*]] = llvm.intr.fma(%[[LIMITED]], %
  // CHECK: %[[MINUS:.*]] = llvm.fsub %{{.*}}, %[[SUM]]
  // CHECK: %[[HIGH:.*]] = llvm.intr.fma(%[[X]], %{{.*}}, %[[MINUS]])
  // CHECK: %[[G:.*]] = llvm.intr.fma(%[[X]], %{{.*}}, %[[HIGH]])
  // CHECK: %[[POWER:.*]] = llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"(%[[G]])
  // CHECK-NOT: fptosi
  // CHECK: %[[BITS:.*]] = llvm.bitcast %[[SUM]] : f32 to i32
  // CHECK: %[[SHIFTED:.*]] = llvm.shl %[[BITS]], %
  // CHECK: %[[SCALE:.*]] = llvm.bitcast %[[SHIFTED]] : i32 to f32
  // CHECK: llvm.fmul %[[POWER]], %[[SCALE]]
  nv_tileaa.func @f(%x: tensor<128xf32, #own>) -> tensor<128xf32, #own> {
    %0 = math.exp %x : tensor<128xf32, #own>
    nv_tileaa.return %0 : tensor<128xf32, #own>
  }
}

#pair = #nv_tileas.layout<{register=[[1]], lane=[[2],[4],[8],[16],[32]]}>

// Where there are pairs of f32, everything except saturation, exponential and exponent is done for both numbers at
// once.
gpu.module @pairs attributes {nv_tileaa.compute_capability = 100 : i32} {
  // CHECK-LABEL: @pair
  // CHECK: llvm.intr.fma({{.*}}) : (vector<2xf32>, vector<2xf32>, vector<2xf32>)
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.saturate.f"(%{{.*}}) : (f32)
  // CHECK: llvm.intr.fma({{.*}}) : (vector<2xf32>, vector<2xf32>, vector<2xf32>)
  // CHECK: llvm.fsub %{{.*}} : vector<2xf32>
  // CHECK-COUNT-2: llvm.intr.fma({{.*}}) : (vector<2xf32>, vector<2xf32>, vector<2xf32>)
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"(%{{.*}}) : (f32)
  // CHECK-COUNT-2: llvm.shl %{{.*}} : i32
  // CHECK: llvm.fmul %{{.*}} : vector<2xf32>
  nv_tileaa.func @pair(%x: tensor<64xf32, #pair>) -> tensor<64xf32, #pair> {
    %0 = math.exp %x : tensor<64xf32, #pair>
    nv_tileaa.return %0 : tensor<64xf32, #pair>
  }
}
