// Operands and accumulators of dots get the instruction's fragments, or blocks; conversions lead to and from the rest.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-dot-layouts)))' | FileCheck %s

// CHECK: #[[A:.*]] = #nv_tileas.layout<{register={{\[}}[0,1],[8,0],[0,8]], lane={{\[}}[0,2],[0,4],[1,0],[2,0],[4,0]]}>
// CHECK: #[[B:.*]] = #nv_tileas.layout<{register={{\[}}[1,0],[8,0]], lane={{\[}}[2,0],[4,0],[0,1],[0,2],[0,4]]}>
// CHECK: #[[C:.*]] = #nv_tileas.layout<{register={{\[}}[0,1],[8,0]], lane={{\[}}[0,2],[0,4],[1,0],[2,0],[4,0]]}>
// CHECK: #[[ROWS:.*]] = #nv_tileas.layout<{register={{\[}}[0,1]], lane={{\[}}[0,0],[0,0],[1,0],[2,0],[4,0]]}>
// CHECK: #[[COLUMNS:.*]] = #nv_tileas.layout<{register={{\[}}[0,1],[1,0]], lane={{\[}}[0,2],[0,4],[0,0],[0,0],[0,0]]}>
// CHECK: #[[BLOCK:.*]] = #nv_tileas.layout<{register={{\[}}[0,1]], lane={{\[}}[0,2],[0,4],[1,0],[2,0],[4,0]]}>

#spec = #nv_tileaa.kernel_spec<numWarps = 1>
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @mma(%a: tensor<16x16xf16>, %b: tensor<16x8xf16>, %c: tensor<16x8xf32>) attributes {nv_tileaa.kernel_spec = #spec} {
    // CHECK: nv_tileas.convert_layout %{{.*}} : tensor<16x16xf16> -> tensor<16x16xf16, #[[A]]>
    // CHECK: nv_tileas.dot {{.*}} : tensor<16x16xf16, #[[A]]>, tensor<16x8xf16, #[[B]]>, tensor<16x8xf32, #[[C]]>
    // CHECK: nv_tileas.convert_layout %{{.*}} : tensor<16x8xf32, #[[C]]> -> tensor<16x8xf32>
    %d = nv_tileas.dot %a, %b, %c <sm80.mma.m16n8k16.f16.f32> : tensor<16x16xf16>, tensor<16x8xf16>, tensor<16x8xf32>
    nv_tileaa.return
  }
  nv_tileaa.func @fma(%a: tensor<8x2xf32>, %b: tensor<2x8xf32>, %c: tensor<8x8xf32>) attributes {nv_tileaa.kernel_spec = #spec} {
    // CHECK: nv_tileas.dot {{.*}} : tensor<8x2xf32, #[[ROWS]]>, tensor<2x8xf32, #[[COLUMNS]]>, tensor<8x8xf32, #[[BLOCK]]>
    %d = nv_tileas.dot %a, %b, %c <universal_fma> : tensor<8x2xf32>, tensor<2x8xf32>, tensor<8x8xf32>
    nv_tileaa.return
  }
}
