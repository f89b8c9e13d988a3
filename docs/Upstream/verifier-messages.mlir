// [mlir][LLVMIR] errors of LLVM's verifier bypass the diagnostic handlers
//
// translateModuleToLLVMIR verifies the LLVM module that it made and lets the verifier write to standard error. A program that
// translates in process gets a null module and no diagnostic; a handler of the context sees nothing. (That this module
// is invalid is a defect of its own: the sparse product makes a call with too few operands.)
//
// Expected: "error: " and a location.
//
// Version: MLIR 22.1.8
//
// RUN: not mlir-translate --mlir-to-llvmir %s 2>&1 | FileCheck %s
// CHECK-NOT: error:
// CHECK: {{^}}Incorrect number of arguments passed to called function!
// CHECK-NOT: error:

llvm.func @product(%a: i32, %c: f32) {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %d = nvvm.mma.sp.sync A[%a, %a] B[%a, %a] C[%c, %c, %c, %c] sparseMetadata[%a] selector[%zero]
    {shape = #nvvm.shape<m = 16, n = 8, k = 64>, multiplicandAPtxType = #nvvm.mma_type<e4m3>,
     multiplicandBPtxType = #nvvm.mma_type<e4m3>, orderedMetadata}
    : (i32, i32, f32) -> !llvm.struct<(f32, f32, f32, f32)>
  llvm.return
}
