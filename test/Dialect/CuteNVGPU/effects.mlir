// A load that orders others is kept although its result is unused; a weak one is removed.
// RUN: tileiras-opt %s --cse | FileCheck %s

// CHECK-LABEL: @unused
func.func @unused(%p: !llvm.ptr<1>) {
  // CHECK-NEXT: cute_nvgpu.load %{{.*}} <universal_copy, 32> order <acquire> scope <gpu>
  // CHECK-NEXT: return
  %0 = cute_nvgpu.load %p <universal_copy, 32> order <acquire> scope <gpu> : !llvm.ptr<1> -> i32
  %1 = cute_nvgpu.load %p <universal_copy, 32> : !llvm.ptr<1> -> i32
  return
}
