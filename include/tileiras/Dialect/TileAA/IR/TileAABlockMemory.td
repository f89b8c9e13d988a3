//===- TileAABlockMemory.td - Memory of a tile block -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILEAABLOCKMEMORY_TD
#define TILEIRAS_DIALECT_TILEAA_IR_TILEAABLOCKMEMORY_TD

include "tileiras/Dialect/TileAA/IR/TileAABase.td"
include "tileiras/Dialect/TileAA/IR/TileAATypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TileAA_MemoryAlignment : ConfinedAttr<I64Attr, [IntPositivePowerOf2]>;

def TileAA_AllocaOp : TileAA_Op<"alloca", [
    MemoryEffects<[MemAlloc<DefaultResource>]>]> {
  let summary = "memory that the tile block takes from the device's heap";
  let description = [{
    All threads get the pointer that one of them took. A block that gets none
    ends with a trap. The memory is there until `release`.

    ```mlir
    %0 = nv_tileaa.alloca bytes = 256, alignment = 16 : !nv_tileaa.ptr<f32>
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$bytes,
                       TileAA_MemoryAlignment:$alignment);
  let results = (outs TileAA_PtrType:$result);
  let assemblyFormat = [{
    `bytes` `=` $bytes `,` `alignment` `=` $alignment attr-dict
    `:` type($result)
  }];
}

def TileAA_ReleaseOp : TileAA_Op<"release", [
    MemoryEffects<[MemFree<DefaultResource>, MemRead, MemWrite]>]> {
  let summary = "gives memory of `alloca` back, after all accesses before it";
  let description = [{
    Its alignment is that of the `alloca`.

    ```mlir
    nv_tileaa.release %0, alignment = 16 : !nv_tileaa.ptr<f32>
    ```
  }];
  let arguments = (ins TileAA_PtrType:$ptr, TileAA_MemoryAlignment:$alignment);
  let assemblyFormat = [{
    $ptr `,` `alignment` `=` $alignment attr-dict `:` type($ptr)
  }];
}

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAABLOCKMEMORY_TD
