//===- TileAAFences.td - Proxy fences and grid dependencies -*- tablegen -*-==//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEAAFENCES_TD
#define TILEIRAS_DIALECT_TILEAA_IR_TILEAAFENCES_TD

include "tileiras/Dialect/TileAA/IR/TileAABase.td"
include "tileiras/Dialect/TileAA/IR/TileAATypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class TileAA_FenceOp<string mnemonic>
    : TileAA_Op<mnemonic, [MemoryEffects<[MemRead, MemWrite]>]> {
  let arguments = (ins Optional<TileAA_MemTokenType>:$token);
  let results = (outs TileAA_MemTokenType:$result_token);
  let assemblyFormat =
      "(`token` `=` $token^)? attr-dict `:` type($result_token)";
}

def TileAA_FenceAliasOp : TileAA_FenceOp<"fence_alias"> {
  let summary = "orders accesses to one location by several addresses";
  let description = [{
    PTX ISA, "fence.proxy.alias": accesses ordered after the fence observe
    accesses ordered before it, also where different virtual addresses alias.
  }];
}

def TileAA_GdcLaunchDependentsOp : TileAA_FenceOp<"gdc_launch_dependents"> {
  let summary = "lets grids start that depend on this one";
  let description = [{
    PTX ISA, "griddepcontrol.launch_dependents". It has no effect below sm_90,
    where a grid starts when the one before has ended.
  }];
}

def TileAA_GdcWaitOp : TileAA_FenceOp<"gdc_wait"> {
  let summary = "waits for the grids that this one depends on";
  let description = [{
    PTX ISA, "griddepcontrol.wait". It has no effect below sm_90.
  }];
}

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAAFENCES_TD
