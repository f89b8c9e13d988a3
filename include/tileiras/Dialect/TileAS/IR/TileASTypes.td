//===- TileASTypes.td - What is in flight, and what says so -*- tablegen -*-===//
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
  let summary = "something that was started and may not be done";
  let description = [{
    Of this thread: copies that it started, alone or as a group.
    `nv_tileas.async.wait` waits for it.
  }];
}

def TileAS_MBarrierType : TileAS_Type<"MBarrier", "mbarrier"> {
  let summary = "barrier objects in shared memory";
  let description = [{
    One slot of 64 bits (PTX ISA, "mbarrier"), or `count` of them behind one
    another, of which `nv_tileas.buffer_view` gives one.

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
