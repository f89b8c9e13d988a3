// Operands and accumulators of dots get the instruction's fragments, or blocks; conversions lead to and from the rest.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-dot-layouts)))' | FileCheck %s

// CHECK: #[[A:.*]] = #nv_tileas.layout<{register={{\[}}[0,1],[8,0],[0,8]], lane={{\[}}[0,2],[0,4],[1,0],[2,0],[4,0]]}>
// CHECK: #[[B:.*]] = #nv_tileas.layout<{register={{\[}}[1,0],[8,0]], lane={{\[}}[2,0],[4,0],[0,1],[0,2],[0,4]]}>
// CHECK: #[[C:.*]] = #nv_tileas.layout<{register={{\[}}[0,1],[8,0]], lane={{\[}}[0,2],[0,4],[1,0],[2,0],[4,0]]}>
// CHECK-DAG: #[[ROW_A:.*]] = #nv_tileas.layout<{register={{\[}}[0,1],[0,8]], lane={{\[}}[0,2],[0,4],[0,0],[0,0],[0,0]]}>
// CHECK-DAG: #[[TRANSPOSED_B:.*]] = #nv_tileas.layout<{register={{\[}}[1,0],[0,8],[8,0]], lane={{\[}}[2,0],[4,0],[0,1],[0,2],[0,4]]}>
// CHECK-DAG: #[[ROW_C:.*]] = #nv_tileas.layout<{register={{\[}}[0,8]], lane={{\[}}[0,0],[0,0],[0,1],[0,2],[0,4]]}>
// CHECK-DAG: #[[COLUMNS_B:.*]] = #nv_tileas.layout<{register={{\[}}[1,0],[8,0]], lane={{\[}}[2,0],[4,0],[0,1],[0,0],[0,0]]}>
// CHECK-DAG: #[[COLUMNS_C:.*]] = #nv_tileas.layout<{register={{\[}}[0,1],[8,0]], lane={{\[}}[0,0],[0,0],[1,0],[2,0],[4,0]]}>
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
  // The rows of the instruction are the columns of the result. Threads hold no registers of the padding.
  nv_tileaa.func @few_rows(%a: tensor<1x16xf16>, %b: tensor<16x16xf16>, %c: tensor<1x16xf32>) attributes {nv_tileaa.kernel_spec = #spec} {
    // CHECK: nv_tileas.dot {{.*}} : tensor<1x16xf16, #[[ROW_A]]>, tensor<16x16xf16, #[[TRANSPOSED_B]]>, tensor<1x16xf32, #[[ROW_C]]>
    %d = nv_tileas.dot %a, %b, %c <sm80.mma.m16n8k16.f16.f32.transposed> : tensor<1x16xf16>, tensor<16x16xf16>, tensor<1x16xf32>
    nv_tileaa.return
  }
  nv_tileaa.func @few_columns(%a: tensor<16x16xf16>, %b: tensor<16x2xf16>, %c: tensor<16x2xf32>) attributes {nv_tileaa.kernel_spec = #spec} {
    // CHECK: nv_tileas.dot {{.*}} : tensor<16x16xf16, #[[A]]>, tensor<16x2xf16, #[[COLUMNS_B]]>, tensor<16x2xf32, #[[COLUMNS_C]]>
    %d = nv_tileas.dot %a, %b, %c <sm80.mma.m16n8k16.f16.f32> : tensor<16x16xf16>, tensor<16x2xf16>, tensor<16x2xf32>
    nv_tileaa.return
  }
  nv_tileaa.func @fma(%a: tensor<8x2xf32>, %b: tensor<2x8xf32>, %c: tensor<8x8xf32>) attributes {nv_tileaa.kernel_spec = #spec} {
    // CHECK: nv_tileas.dot {{.*}} : tensor<8x2xf32, #[[ROWS]]>, tensor<2x8xf32, #[[COLUMNS]]>, tensor<8x8xf32, #[[BLOCK]]>
    %d = nv_tileas.dot %a, %b, %c <universal_fma> : tensor<8x2xf32>, tensor<2x8xf32>, tensor<8x8xf32>
    nv_tileaa.return
  }
}
