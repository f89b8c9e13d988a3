// Text may contain operations that have no counterpart in LLVM IR, or an invalid one.

// RUN: split-file %s %t
// RUN: not tileiras %t/index.mlir --gpu-name sm_90 --emit=ptx -o - 2>&1 | FileCheck %s --check-prefix=INDEX
// RUN: not tileiras %t/intrinsic.mlir --gpu-name sm_90 --emit=ptx -o - 2>&1 | FileCheck %s --check-prefix=INVALID

// INDEX: index.mlir:3:{{[0-9]+}}: error: cannot be converted to LLVM IR: missing `LLVMTranslationDialectInterface` registration for dialect for op: index.constant
// INDEX: index.mlir:2:3: error: cannot translate module 'm' to LLVM IR
// INVALID: intrinsic.mlir:3:3: error: translation made invalid LLVM IR: Intrinsic

//--- index.mlir
gpu.module @m {
  llvm.func @k() attributes {nvvm.kernel} {
    %0 = index.constant 1
    llvm.return
  }
}
//--- intrinsic.mlir
gpu.module @m {
  llvm.func @llvm.nvvm.shfl.sync.idx.f32(i64) -> i64
  llvm.func @k(%x: i64) attributes {nvvm.kernel} {
    %0 = llvm.call @llvm.nvvm.shfl.sync.idx.f32(%x) : (i64) -> i64
    llvm.return
  }
}
