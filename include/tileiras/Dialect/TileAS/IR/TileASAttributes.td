//===- TileASAttributes.td - Layouts -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASATTRIBUTES_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASATTRIBUTES_TD

include "tileiras/Dialect/TileAS/IR/TileASBase.td"
include "mlir/IR/TensorEncoding.td"

class TileAS_Attr<string name, string mnemonic_, list<Trait> traits = []>
    : AttrDef<TileAS_Dialect, name, traits> {
  let mnemonic = mnemonic_;
}

def TileAS_LayoutAttr : TileAS_Attr<"Layout", "layout", [
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "which element each register of each thread holds";
  let description = [{
    The encoding of a tensor: a linear map over F2 from (register, lane, warp)
    to the coordinates of the tile, written with its bases. See
    include/tileiras/Layout/LinearLayout.h. Its sizes are those of the tensor.

    ```mlir
    tensor<8x8xf64, #nv_tileas.layout<
        {register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>>
    ```
  }];
  let parameters = (ins AttrParameter<"::tileiras::LinearLayout",
                                      "the placement",
                                      "const ::tileiras::LinearLayout &">:$layout);
  let hasCustomAssemblyFormat = 1;
  let genMnemonicAlias = 1;
}

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASATTRIBUTES_TD
