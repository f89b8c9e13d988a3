// A mark is kept by the operations that replace a marked one, and is metadata of LLVM in the end.
// Req: I-07
// RUN: tileiras-opt %s --convert-nv-tile-func-to-llvm --convert-nv-tileas-to-llvm | FileCheck %s
// RUN: tileiras %s --gpu-name sm_90 --emit=llvmir -O0 -o - | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: llvm.func @kernel
// CHECK-NOT: llvm.mlir.zero {nv_tileaa.mark_for_reuse}
// CHECK: llvm.load %{{.*}} {{{.*}}nv_tileaa.mark_for_reuse} : !llvm.ptr<1> -> i32
// CHECK: llvm.load
// CHECK-NOT: mark_for_reuse
// CHECK: llvm.return
// LLVM: load i32, ptr addrspace(1) %{{.*}}, align 4, !nv_tileaa.mark_for_reuse ![[NONE:[0-9]+]]
// LLVM: load i32, ptr addrspace(1) %{{.*}}, align 4{{$}}
// LLVM: ![[NONE]] = !{}
gpu.module @k attributes {nv_tileaa.compute_capability = 90 : i32} {
  nv_tileaa.func @kernel(%p: !nv_tileaa.ptr<f32>, %q: !nv_tileaa.ptr<f32>) attributes {
      nv_tileaa.kernel_spec = #nv_tileaa.kernel_spec<numWarps = 4>,
      nv_tileaa.compute_capability = 90 : i32, nv_tileaa.target_spec = "sm_90"} {
    %x, %t = nv_tileas.load <weak> %p {nv_tileaa.mark_for_reuse} : !nv_tileaa.ptr<f32> -> f32, !nv_tileaa.mem_token
    %y, %u = nv_tileas.load <weak> %q : !nv_tileaa.ptr<f32> -> f32, !nv_tileaa.mem_token
    %z = arith.addf %x, %y : f32
    %v = nv_tileas.store <weak> %p, %z : !nv_tileaa.ptr<f32>, f32 -> !nv_tileaa.mem_token
    nv_tileaa.return
  }
}
