// [mlir][nvvm] accumulators of wgmma are written after the fence that orders them
//
// wgmma.fence orders accesses of registers by wgmma.mma_async with those by other instructions (PTX ISA,
// "wgmma.fence"). nvvm.wgmma.fence.aligned and nvvm.wgmma.wait.group.sync.aligned have no operands, so nothing ties the
// accumulators to them, and the backend initialises the registers between the fence and the MMA, which is undefined
// behaviour. After the MMA it may likewise read them before the wait.
//
// Expected: fence, MMA and wait pass the accumulators on as values, so that they are written before the fence.
//
// Version: MLIR 22.1.8, LLVM 22.1.8
//
// RUN: mlir-opt --convert-nvvm-to-llvm %s | mlir-translate --mlir-to-llvmir | opt -O3 -mtriple=nvptx64-nvidia-cuda | llc -mcpu=sm_90a -mattr=+ptx90 -o - | FileCheck %s
// CHECK: wgmma.fence.sync.aligned;
// CHECK: mov.b32 [[SUM:%r[0-9]+]], 0;
// CHECK: mov.b32 [[OTHER:%r[0-9]+]], [[SUM]];
// CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {{.*}}[[OTHER]]

llvm.func @product(%a: i64, %b: i64, %p: !llvm.ptr<1>) attributes {nvvm.kernel} {
  %zero = llvm.mlir.zero : !llvm.struct<(f32, f32, f32, f32)>
  nvvm.wgmma.fence.aligned
  %sums = nvvm.wgmma.mma_async %a, %b, %zero, #nvvm.shape<m = 64, n = 8, k = 16>, D [<f32>, <one>], A [<f16>, <one>, <row>], B [<f16>, <one>, <col>]
    : !llvm.struct<(f32, f32, f32, f32)> -> !llvm.struct<(f32, f32, f32, f32)>
  nvvm.wgmma.commit.group.sync.aligned
  nvvm.wgmma.wait.group.sync.aligned 0
  %sum = llvm.extractvalue %sums[0] : !llvm.struct<(f32, f32, f32, f32)>
  llvm.store %sum, %p : f32, !llvm.ptr<1>
  llvm.return
}
