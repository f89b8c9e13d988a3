// Operations of gpu become those of nvvm.
// Req: G-14, L-13
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm | FileCheck %s
// RUN: tileiras-opt %s --convert-nv-tileas-to-llvm --mlir-print-ir-before=convert-cute-nvgpu-to-nvvm -o /dev/null 2>&1 | FileCheck %s --check-prefix=BEFORE

// CHECK-LABEL: llvm.func @kernel
// CHECK: %[[THREAD:.*]] = nvvm.read.ptx.sreg.tid.x
// CHECK: nvvm.shfl.sync  bfly
// CHECK: nvvm.barrier
// CHECK: llvm.icmp "slt" %[[THREAD]], %{{.*}} : i32
// CHECK-NOT: gpu.
// BEFORE: nvvm.barrier
// BEFORE: cute_nvgpu.bar.sync
gpu.module @k attributes {nv_tileaa.compute_capability = 80 : i32} {
  func.func @kernel(%x: f32) -> (f32, i1) {
    %thread = gpu.thread_id x
    %one = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    %y, %valid = gpu.shuffle xor %x, %one, %width : f32
    gpu.barrier
    nv_tileas.barrier
    %limit = arith.constant 7 : index
    %small = arith.cmpi slt, %thread, %limit : index
    return %y, %small : f32, i1
  }
}
