//===- CuteOps.td - The cute dialect -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The surface of the layout algebra in CuTe's words. So far only what the
// function boundary needs: the mark of a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTE_IR_CUTEOPS_TD
#define TILEIRAS_DIALECT_CUTE_IR_CUTEOPS_TD

include "mlir/IR/DialectBase.td"

def Cute_Dialect : Dialect {
  let name = "cute";
  let cppNamespace = "::mlir::cute";
  let summary = "CuTe layouts and the mark of a kernel";
  let hasOperationAttrVerify = 1;
  let extraClassDeclaration = [{
    /// On a function: it is a kernel (UnitAttr). `cute-kernel-to-nvvm` turns it
    /// into `nvvm.kernel`.
    static llvm::StringRef getKernelAttrName() { return "cute.kernel"; }
  }];
}

#endif // TILEIRAS_DIALECT_CUTE_IR_CUTEOPS_TD
