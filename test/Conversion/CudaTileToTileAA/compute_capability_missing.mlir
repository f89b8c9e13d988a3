// RUN: not tileiras-opt %s --convert-cudatile-to-tileaa 2>&1 | FileCheck %s
// RUN: not tileiras-opt %s --convert-cudatile-to-tileaa=compute-capability=42 2>&1 | FileCheck %s
// Req: A-10

// CHECK: error: invalid or missing --compute-capability option
cuda_tile.module @kernels {
  entry @empty() { return }
}
