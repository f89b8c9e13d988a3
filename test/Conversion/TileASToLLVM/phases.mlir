// The phases run in a fixed order, which a log of MLIR's actions shows. Pipelines precede control flow, because a wait
// polls in a loop.
// Req: G-21
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm --log-actions-to=- -o /dev/null | grep 'begins.*-phase' | FileCheck %s
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm=skip-pipeline=true --log-actions-to=- -o /dev/null | grep 'begins.*-phase' | FileCheck %s

// CHECK:      `convert-nv-tileas-to-llvm-phase` 1
// CHECK-NEXT: `convert-nv-tileas-to-llvm-phase` 2
// CHECK-NEXT: `convert-nv-tileas-to-llvm-phase` 3
// CHECK-NEXT: `convert-nv-tileas-to-llvm-phase` 6
// CHECK-NEXT: `convert-nv-tileas-to-llvm-phase` 4
// CHECK-NEXT: `convert-nv-tileas-to-llvm-phase` 5
// CHECK-NEXT: `convert-nv-tileas-to-llvm-phase` 7
// CHECK-NEXT: `convert-nv-tileas-to-llvm-phase` 8
// CHECK-NEXT: `convert-nv-tileas-to-llvm-phase` 9
// CHECK-NOT: phase
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @kernel() {
    return
  }
}
