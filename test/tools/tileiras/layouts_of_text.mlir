// Text that enters at nv_tileas is checked like the compiler's own output.
// RUN: not tileiras %s --gpu-name sm_90 --emit=llvm -o - 2>&1 | FileCheck %s

// CHECK: layouts_of_text.mlir{{"?}}:[[# @LINE + 9]]:{{.*}} 'nv_tileas.store' op expected operand #1 to have the layout {lane=

#l = #nv_tileas.layout<{lane=[[1],[2],[4],[8],[16]]}>
#k = #nv_tileas.layout<{lane=[[2],[1],[4],[8],[16]]}>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90"} {
  nv_tileaa.func @f(%p: !nv_tileaa.ptr<f32>) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>,
      nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90"} {
    %ps = nv_tileaa.splat %p : !nv_tileaa.ptr<f32> -> tensor<32x!nv_tileaa.ptr<f32>, #l>
    %x = arith.constant dense<1.0> : tensor<32xf32, #k>
    %t = nv_tileas.store <weak> %ps, %x : tensor<32x!nv_tileaa.ptr<f32>, #l>, tensor<32xf32, #k> -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
