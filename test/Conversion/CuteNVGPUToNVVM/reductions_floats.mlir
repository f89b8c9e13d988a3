// The largest or smallest f32 of a warp, by one instruction. It is inline assembly: LLVM has it for sm_100 only.
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm | FileCheck %s
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm -o %t.mlir
// RUN: tileiras %t.mlir --gpu-name sm_103 --emit=ptx -o - | FileCheck %s --check-prefix=PTX

module attributes {gpu.container_module} {
gpu.module @kernels attributes {nv_tileaa.compute_capability = 103 : i32} {
// CHECK-LABEL: @redux
// PTX-LABEL: .entry redux
llvm.func @redux(%p: !llvm.ptr<1>, %x: f32) attributes {nvvm.kernel} {
  // CHECK: llvm.inline_asm has_side_effects asm_dialect = att "redux.sync.max.NaN.f32 $0, $1, -1;", "=f,f" %{{.*}} : (f32) -> f32
  // PTX: redux.sync.max.NaN.f32
  %0 = cute_nvgpu.redux.f32 <max> nan %x
  llvm.store volatile %0, %p : f32, !llvm.ptr<1>
  // CHECK: llvm.inline_asm {{.*}} "redux.sync.min.f32 $0, $1, -1;"
  // PTX: redux.sync.min.f32
  %1 = cute_nvgpu.redux.f32 <min> %x
  llvm.store volatile %1, %p : f32, !llvm.ptr<1>
  llvm.return
}
}
}
