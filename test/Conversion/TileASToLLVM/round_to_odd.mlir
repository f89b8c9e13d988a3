// On the way from f64, or from integers that f32 can't represent, to types that are rounded from f32 only, f32 is
// rounded to odd.
// RUN: sed s/CAPABILITY/80/ %s | tileiras-opt --convert-nv-tile-func-to-llvm --convert-nv-tileas-to-llvm | FileCheck %s --check-prefixes=CHECK,BEFORE
// RUN: sed s/CAPABILITY/90/ %s | tileiras-opt --convert-nv-tile-func-to-llvm --convert-nv-tileas-to-llvm | FileCheck %s --check-prefixes=CHECK,SINCE

#own = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>

gpu.module @k attributes {nv_tileaa.compute_capability = CAPABILITY : i32} {
  // CHECK-LABEL: @floats
  // CHECK: %[[TOWARDS_ZERO:.*]] = llvm.call_intrinsic "llvm.nvvm.d2f.rz"(%[[X:[0-9]+]])
  // CHECK: %[[BACK:.*]] = llvm.fpext %[[TOWARDS_ZERO]] : f32 to f64
  // CHECK: %[[INEXACT:.*]] = llvm.fcmp "one" %[[X]], %[[BACK]]
  // CHECK: %[[BITS:.*]] = llvm.bitcast %[[TOWARDS_ZERO]]
  // CHECK: %[[LAST:.*]] = llvm.zext %[[INEXACT]]
  // CHECK: %[[ODD:.*]] = llvm.or %[[BITS]], %[[LAST]]
  // CHECK: %[[WIDE:.*]] = llvm.bitcast %[[ODD]] : i32 to f32
  // SINCE: nvvm.convert.float.to.tf32 %[[WIDE]]
  // An instruction rounds to f16.
  // CHECK: llvm.fptrunc %{{.*}} : f64 to f16
  nv_tileaa.func @floats(%x: tensor<128xf64, #own>) -> (tensor<128xtf32, #own>, tensor<128xf16, #own>) {
    %0 = nv_tileaa.fp_to_fp %x : tensor<128xf64, #own> -> tensor<128xtf32, #own>
    %1 = nv_tileaa.fp_to_fp %x : tensor<128xf64, #own> -> tensor<128xf16, #own>
    nv_tileaa.return %0, %1 : tensor<128xtf32, #own>, tensor<128xf16, #own>
  }

  // CHECK-LABEL: @integers
  // CHECK: %[[TOWARDS_ZERO:.*]] = llvm.call_intrinsic "llvm.nvvm.ull2f.rz"(%[[N:[0-9]+]])
  // CHECK: %[[BACK:.*]] = llvm.fptoui %[[TOWARDS_ZERO]] : f32 to i64
  // CHECK: llvm.icmp "ne" %[[N]], %[[BACK]]
  // SINCE: nvvm.convert.float.to.tf32
  // BEFORE: llvm.call_intrinsic "llvm.nvvm.i2f.rz"
  // BEFORE: llvm.fptrunc %{{.*}} : f32 to bf16
  // SINCE: llvm.sitofp %{{.*}} : i32 to bf16
  // All of these are f32.
  // BEFORE: llvm.sitofp %{{.*}} : i16 to f32
  // BEFORE: llvm.fptrunc %{{.*}} : f32 to bf16
  // SINCE: llvm.sitofp %{{.*}} : i16 to bf16
  nv_tileaa.func @integers(%u: tensor<128xi64, #own>, %i: tensor<128xi32, #own>, %s: tensor<128xi16, #own>) -> (tensor<128xtf32, #own>, tensor<128xbf16, #own>, tensor<128xbf16, #own>) {
    %0 = arith.uitofp %u : tensor<128xi64, #own> to tensor<128xtf32, #own>
    %1 = arith.sitofp %i : tensor<128xi32, #own> to tensor<128xbf16, #own>
    %2 = arith.sitofp %s : tensor<128xi16, #own> to tensor<128xbf16, #own>
    nv_tileaa.return %0, %1, %2 : tensor<128xtf32, #own>, tensor<128xbf16, #own>, tensor<128xbf16, #own>
  }
}
