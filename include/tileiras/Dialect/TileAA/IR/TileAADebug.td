//===- TileAADebug.td - Prints and assertions --------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEAADEBUG_TD
#define TILEIRAS_DIALECT_TILEAA_IR_TILEAADEBUG_TD

include "tileiras/Dialect/TileAA/IR/TileAABase.td"
include "tileiras/Dialect/TileAA/IR/TileAATypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

// Both keep their position among other effects. Tokens order a print as they
// order a store.

def TileAA_PrintOp : TileAA_Op<"print", [
    AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "prints numbers and tiles in the manner of printf";
  let description = [{
    The format is that of C's printf, with one operand for each conversion
    (`%%` is none). A tile is printed as nested lists, `[[1, 2], [3, 4]]`, each
    element by the conversion. The conversion defines how to write a number, and
    the operand defines its type: length modifiers are ignored, and `%d`, `%i`
    read integers as signed, i1 as 0 or 1.

    In nv_tileas consecutive threads hold consecutive elements of a tile, in
    row-major order (`printLayout`).

    ```mlir
    %1 = nv_tileaa.print "tile %5.2f of %d\0A", %tile, %n token = %0
        : tensor<64xf32>, i32 -> !nv_tileaa.mem_token
    ```
  }];
  let arguments = (ins StrAttr:$format, Variadic<TileAA_AnyTile>:$args,
                       Optional<TileAA_MemTokenType>:$token);
  let results = (outs TileAA_MemTokenType:$result_token);
  let assemblyFormat = [{
    $format (`,` $args^)? (`token` `=` $token^)? attr-dict
    (`:` type($args)^)? `->` type($result_token)
  }];
  let hasVerifier = 1;
}

def TileAA_AssertOp : TileAA_Op<"assert", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "ends the grid with a message where an element is false";
  let description = [{
    For false elements, prints the source location of the assertion, the
    coordinates of the tile block and of the element, and the message; then the
    launch fails (`__assertfail`). Of several false elements at least one is
    printed; which ones is not specified.

    ```mlir
    nv_tileaa.assert %inside, "index out of range" : tensor<64xi1>
    ```
  }];
  let arguments = (ins TileAA_I1Like:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict `:` type($condition)";
}

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAADEBUG_TD
