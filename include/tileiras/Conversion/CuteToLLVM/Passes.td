//===- Passes.td - Addresses -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_CUTETOLLVM_PASSES_TD
#define TILEIRAS_CONVERSION_CUTETOLLVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertCuteToLLVM : Pass<"convert-cute-to-llvm"> {
  let summary = "Lower layouts and coordinates to integer arithmetic";
  let description = [{
    Integer trees, layouts and views become their dynamic parts; `crd2idx`,
    `local_tile` and `add_offset` become arithmetic of LLVM and
    `getelementptr`. A layout that is linear over F2 is evaluated by shifts and
    masks. Afterwards no operation of cute is left. Values of cute must not be
    arguments of blocks.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // TILEIRAS_CONVERSION_CUTETOLLVM_PASSES_TD
