// [mlir][nvvm] mma.sync refuses matrices of 8-bit floats
//
// The operation knows the types e4m3 and e5m2 and the intrinsics exist (llvm.nvvm.mma.m16n8k32.row.col.f32.e4m3.e4m3.f32),
// but its verifier says that there is no such shape.
//
// Expected: the operation is valid and becomes that intrinsic; likewise for the types of f8f6f4 on sm_120.
//
// Version: MLIR 22.1.8
//
// RUN: not mlir-opt %s 2>&1 | FileCheck %s
// CHECK: error: invalid shape or multiplicand type: e4m3

llvm.func @product(%a: i32, %c: f32) -> !llvm.struct<(f32, f32, f32, f32)> {
  %d = nvvm.mma.sync A[%a, %a, %a, %a] B[%a, %a] C[%c, %c, %c, %c]
    {layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>, shape = #nvvm.shape<m = 16, n = 8, k = 32>,
     multiplicandAPtxType = #nvvm.mma_type<e4m3>, multiplicandBPtxType = #nvvm.mma_type<e4m3>}
    : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return %d : !llvm.struct<(f32, f32, f32, f32)>
}
