//===- TileAAGlobals.td - Arrays of the module -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEAAGLOBALS_TD
#define TILEIRAS_DIALECT_TILEAA_IR_TILEAAGLOBALS_TD

include "tileiras/Dialect/TileAA/IR/TileAABase.td"
include "tileiras/Dialect/TileAA/IR/TileAATypes.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TileAA_GlobalOp : TileAA_Op<"global", [Symbol]> {
  let summary = "an array in global memory that lives as long as the module";
  let description = [{
    A `private` global is visible to the module's kernels only, others also to
    the host. A `constant` one does not change while a kernel runs. Alignment 0
    is that of an element.

    ```mlir
    nv_tileaa.global "private" constant @table dense<[1, 2]> : tensor<2xi32>
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       OptionalAttr<StrAttr>:$sym_visibility,
                       ElementsAttr:$value,
                       DefaultValuedAttr<I64Attr, "0">:$alignment,
                       UnitAttr:$constant);
  let assemblyFormat = [{
    ($sym_visibility^)? (`constant` $constant^)? $sym_name
    (`alignment` `=` $alignment^)? $value attr-dict
  }];
  let hasVerifier = 1;
}

def TileAA_GetGlobalOp : TileAA_Op<"get_global", [
    Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "pointer to the first element of a global";
  let arguments = (ins FlatSymbolRefAttr:$name);
  let results = (outs TileAA_PtrType:$result);
  let assemblyFormat = "$name attr-dict `:` type($result)";
}

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAAGLOBALS_TD
