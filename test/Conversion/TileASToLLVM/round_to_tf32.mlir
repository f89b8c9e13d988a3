// An f32 becomes a tf32 by one instruction where the target has it, in integers elsewhere; ties away from zero always.
// RUN: sed s/CAPABILITY/90/ %s | tileiras-opt --convert-nv-tile-func-to-llvm --convert-nv-tileas-to-llvm | FileCheck %s
// RUN: sed s/CAPABILITY/80/ %s | tileiras-opt --convert-nv-tile-func-to-llvm --convert-nv-tileas-to-llvm | FileCheck %s --check-prefix=BEFORE

#own = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]], warp=[[32],[64]]}>

gpu.module @k attributes {nv_tileaa.compute_capability = CAPABILITY : i32} {
  // CHECK-LABEL: @f
  // CHECK: nvvm.convert.float.to.tf32 %{{.*}} {rnd = #nvvm.fp_rnd_mode<rn>}
  // CHECK: nvvm.convert.float.to.tf32 %{{.*}} {rnd = #nvvm.fp_rnd_mode<rz>}
  // CHECK-NOT: convert.float
  // CHECK: llvm.fcmp "uno"
  // BEFORE-LABEL: @f
  // BEFORE-NOT: convert.float
  // BEFORE-COUNT-3: llvm.fcmp "uno"
  nv_tileaa.func @f(%x: tensor<128xf32, #own>) -> (tensor<128xtf32, #own>, tensor<128xtf32, #own>, tensor<128xtf32, #own>) {
    %0 = nv_tileaa.fp_to_fp %x : tensor<128xf32, #own> -> tensor<128xtf32, #own>
    %1 = nv_tileaa.fp_to_fp %x rounding <zero> : tensor<128xf32, #own> -> tensor<128xtf32, #own>
    %2 = nv_tileaa.fp_to_fp %x rounding <nearest_away> : tensor<128xf32, #own> -> tensor<128xtf32, #own>
    nv_tileaa.return %0, %1, %2 : tensor<128xtf32, #own>, tensor<128xtf32, #own>, tensor<128xtf32, #own>
  }
}
