// A slot is an array of each thread: slice after slice, and of each slice the
// thread's registers.
// RUN: tileiras-opt %s --pass-pipeline='builtin.module(gpu.module(nv_tileaa.func(tileas-assign-load-store-layouts,tileas-propagate-layouts),convert-nv-tile-func-to-llvm,convert-nv-tileas-to-llvm))' | FileCheck %s

gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  // CHECK-LABEL: llvm.func @keep
  // CHECK-DAG: %[[B:.*]] = llvm.alloca %{{.*}} x !llvm.array<16 x f16> {alignment = 16 : i64, slot = 1 : i64}
  // CHECK-DAG: %[[A:.*]] = llvm.alloca %{{.*}} x !llvm.array<64 x f32> {alignment = 16 : i64, slot = 0 : i64}
  // CHECK: %[[FIRST:.*]] = llvm.mul %{{.*}}, %{{.*}} : i32
  // CHECK: %[[SLICE:.*]] = llvm.getelementptr %[[A]][%[[FIRST]]] : (!llvm.ptr, i32) -> !llvm.ptr, f32
  // CHECK: llvm.getelementptr %[[SLICE]][7] : (!llvm.ptr) -> !llvm.ptr, f32
  // CHECK-COUNT-8: llvm.store %{{.*}}, %{{.*}} : f32, !llvm.ptr
  // CHECK: llvm.getelementptr %[[A]]
  // CHECK-COUNT-8: llvm.load %{{.*}} : !llvm.ptr -> f32
  // CHECK: llvm.getelementptr %[[B]]
  // CHECK-COUNT-8: llvm.load %{{.*}} : !llvm.ptr -> f16
  nv_tileaa.func @keep(%n: i32, %x: f32) attributes {nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 1>} {
    %tile = nv_tileaa.splat %x : f32 -> tensor<8x32xf32>
    nv_tileaa.local_store %tile, slot = 0[%n of 8] : tensor<8x32xf32>
    %a = nv_tileaa.local_load slot = 0[%n of 8] : tensor<8x32xf32>
    %b = nv_tileaa.local_load slot = 1[%n of 2] : tensor<256xf16>
    nv_tileaa.local_store %a, slot = 0[%n of 8] : tensor<8x32xf32>
    nv_tileaa.local_store %b, slot = 1[%n of 2] : tensor<256xf16>
    nv_tileaa.return
  }
}
