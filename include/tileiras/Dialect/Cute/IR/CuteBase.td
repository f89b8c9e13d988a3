//===- CuteBase.td - The cute dialect -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cute describes memory: layouts of arrays and buffers, views of them, and the
// integer arithmetic of addresses. nv_tileas has the layouts of registers.
//
// Types and notation are those of CuTe (CUTLASS): static integers are part of
// the type; dynamic ones are operands, and `?` in the type.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTE_IR_CUTEBASE_TD
#define TILEIRAS_DIALECT_CUTE_IR_CUTEBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Cute_Dialect : Dialect {
  let name = "cute";
  let cppNamespace = "::mlir::cute";
  let summary = "Layouts of memory and views, as in CuTe";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    /// On a function: it is a kernel (UnitAttr). `cute-kernel-to-nvvm` turns it
    /// into `nvvm.kernel`.
    static llvm::StringRef getKernelAttrName() { return "cute.kernel"; }

    void registerTypes();
  }];
}

class Cute_Op<string mnemonic, list<Trait> traits = []>
    : Op<Cute_Dialect, mnemonic, traits>;

#endif // TILEIRAS_DIALECT_CUTE_IR_CUTEBASE_TD
