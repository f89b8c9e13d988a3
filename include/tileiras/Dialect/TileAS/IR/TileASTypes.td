//===- TileASTypes.td - Tokens and mbarriers -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASTYPES_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASTYPES_TD

include "tileiras/Dialect/TileAS/IR/TileASBase.td"

class TileAS_Type<string name, string mnemonic_>
    : TypeDef<TileAS_Dialect, name> {
  let mnemonic = mnemonic_;
}

def TileAS_AsyncTokenType : TileAS_Type<"AsyncToken", "async.token"> {
  let summary = "async copies that may not be complete";
  let description = [{
    The token stands for copies of this thread, alone or as a group.
    `nv_tileas.async.wait` waits for it.
  }];
}

def TileAS_MBarrierType : TileAS_Type<"MBarrier", "mbarrier"> {
  let summary = "barrier objects in shared memory";
  let description = [{
    One object of 64 bits (PTX ISA, "mbarrier"), or `count` contiguous ones, of
    which `nv_tileas.buffer_view` selects one.

    ```mlir
    !nv_tileas.mbarrier
    !nv_tileas.mbarrier<5>
    ```
  }];
  let parameters = (ins DefaultValuedParameter<"int64_t", "1">:$count);
  let assemblyFormat = "(`<` $count^ `>`)?";
  let genVerifyDecl = 1;
}

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASTYPES_TD
