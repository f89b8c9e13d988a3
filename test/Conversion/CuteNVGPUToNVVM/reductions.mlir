// The values of all lanes of a warp, combined by one instruction.
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm | FileCheck %s
// RUN: tileiras-opt %s --convert-cute-nvgpu-to-nvvm -o %t.mlir
// RUN: tileiras %t.mlir --gpu-name sm_80 --emit=ptx -o - | FileCheck %s --check-prefix=PTX

module attributes {gpu.container_module} {
gpu.module @kernels attributes {nv_tileaa.compute_capability = 80 : i32} {
// CHECK-LABEL: @redux
// PTX-LABEL: .entry redux
llvm.func @redux(%p: !llvm.ptr<1>, %x: i32) attributes {nvvm.kernel} {
  // CHECK: %[[ALL:.*]] = llvm.mlir.constant(-1 : i32)
  // CHECK: nvvm.redux.sync add %{{.*}}, %[[ALL]] : i32 -> i32
  // PTX: redux.sync.add.s32
  %0 = cute_nvgpu.redux <add> %x
  llvm.store volatile %0, %p : i32, !llvm.ptr<1>
  // CHECK: nvvm.redux.sync and
  // PTX: redux.sync.and.b32
  %1 = cute_nvgpu.redux <and> %x
  llvm.store volatile %1, %p : i32, !llvm.ptr<1>
  // CHECK: nvvm.redux.sync or
  // PTX: redux.sync.or.b32
  %2 = cute_nvgpu.redux <or> %x
  llvm.store volatile %2, %p : i32, !llvm.ptr<1>
  // CHECK: nvvm.redux.sync xor
  // PTX: redux.sync.xor.b32
  %3 = cute_nvgpu.redux <xor> %x
  llvm.store volatile %3, %p : i32, !llvm.ptr<1>
  // CHECK: nvvm.redux.sync min
  // PTX: redux.sync.min.s32
  %4 = cute_nvgpu.redux <min> %x
  llvm.store volatile %4, %p : i32, !llvm.ptr<1>
  // CHECK: nvvm.redux.sync max
  // PTX: redux.sync.max.s32
  %5 = cute_nvgpu.redux <max> %x
  llvm.store volatile %5, %p : i32, !llvm.ptr<1>
  // CHECK: nvvm.redux.sync umin
  // PTX: redux.sync.min.u32
  %6 = cute_nvgpu.redux <umin> %x
  llvm.store volatile %6, %p : i32, !llvm.ptr<1>
  // CHECK: nvvm.redux.sync umax
  // PTX: redux.sync.max.u32
  %7 = cute_nvgpu.redux <umax> %x
  llvm.store volatile %7, %p : i32, !llvm.ptr<1>
  llvm.return
}
}
}
