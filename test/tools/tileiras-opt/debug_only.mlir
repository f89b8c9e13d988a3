// In a build with assertions passes print what they decide, those that are named and no others.
// REQUIRES: assertions
//
// RUN: tileiras-opt %S/Inputs/matmul.mlir --tileiras="compute-capability=80 to=tileas" --debug-only=tileas-assign-dot-layouts -o /dev/null 2>&1 | FileCheck %s
// CHECK: [tileas-assign-dot-layouts AssignDotLayouts.cpp:{{.*}}matmul.mlir":30:{{.*}}sm80.mma.m16n8k16.f16.f32{{.*}} on 4 warps, any warps, accumulator
// CHECK-NOT: tileas-assign-load-store-layouts
//
// RUN: tileiras-opt %S/Inputs/matmul.mlir --tileiras="compute-capability=80 to=tileas" --debug-only=tileas-unspecialized-pipeline,tileas-assign-smem -o /dev/null 2>&1 | FileCheck %s --check-prefix=TWO
// TWO-DAG: [tileas-unspecialized-pipeline UnspecializedPipeline.cpp:{{.*}}] stage 0: nv_tileas.async.copy at
// TWO-DAG: [tileas-assign-smem AssignSmem.cpp:{{.*}}: 24576 bytes at 0, live from
//
// RUN: tileiras-opt %S/Inputs/matmul.mlir --tileiras="compute-capability=80 to=tileas" -o /dev/null 2>&1 | count 0
