//===- TileAABlockMemory.td - Memory of a tile block -------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory that belongs to a tile block or to its threads: allocations from the
// device's heap, and local memory, in which threads keep slices of tiles that
// don't fit into registers (tileaa-slice-and-fuse).
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
  let summary = "allocates memory of the tile block on the device's heap";
  let description = [{
    One thread allocates, and all threads get its pointer. If the allocation
    fails, the block traps. The memory is valid until `release`.

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
  let summary = "frees memory of `alloca`, after all accesses before it";
  let description = [{
    The alignment is that of the `alloca`.

    ```mlir
    nv_tileaa.release %0, alignment = 16 : !nv_tileaa.ptr<f32>
    ```
  }];
  let arguments = (ins TileAA_PtrType:$ptr, TileAA_MemoryAlignment:$alignment);
  let assemblyFormat = [{
    $ptr `,` `alignment` `=` $alignment attr-dict `:` type($ptr)
  }];
}

//===----------------------------------------------------------------------===//
// Tiles in local memory. Each thread keeps its own elements of a slice, and
// threads exchange nothing, so loads have the shape of the stores, and both get
// the same layout (tileas-assign-load-store-layouts).
//===----------------------------------------------------------------------===//

defvar TileAA_Slot = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$slot,
                          ConfinedAttr<I64Attr, [IntPositive]>:$slices);

def TileAA_LocalStoreOp
    : TileAA_Op<"local_store", [MemoryEffects<[MemWrite]>]> {
  let summary = "keeps a slice of a tile in local memory";
  let description = [{
    The value becomes slice `index` of the `slices` of a slot of the function.

    ```mlir
    nv_tileaa.local_store %slice, slot = 0[%i of 64] : tensor<8x512xf32>
    ```
  }];
  let arguments = !con((ins TileAA_AnyTensor:$value, I32:$index), TileAA_Slot);
  let assemblyFormat = [{
    $value `,` `slot` `=` $slot `[` $index `of` $slices `]` attr-dict
    `:` type($value)
  }];
}

def TileAA_LocalLoadOp
    : TileAA_Op<"local_load", [MemoryEffects<[MemRead]>]> {
  let summary = "loads a slice that `local_store` kept";
  let description = [{
    ```mlir
    %slice = nv_tileaa.local_load slot = 0[%i of 64] : tensor<8x512xf32>
    ```
  }];
  let arguments = !con((ins I32:$index), TileAA_Slot);
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = [{
    `slot` `=` $slot `[` $index `of` $slices `]` attr-dict `:` type($result)
  }];
}

def TileAA_KeptOp : TileAA_Op<"kept", [Pure]> {
  let summary = "a tile whose slices are in local memory, as a whole";
  let description = [{
    The operation stands for the tile until its users are processed in slices,
    too. `cut` maps each bit of a slice's index, the lowest first, to the bit of
    an element's row-major index in the tile that it equals.

    ```mlir
    %tile = nv_tileaa.kept slot = 0[4] cut [16, 17] : tensor<512x512xf32>
    ```
  }];
  let arguments = !con(TileAA_Slot, (ins DenseI32ArrayAttr:$cut));
  let results = (outs TileAA_AnyTensor:$result);
  let assemblyFormat = [{
    `slot` `=` $slot `[` $slices `]` `cut` $cut attr-dict `:` type($result)
  }];
}

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILEAABLOCKMEMORY_TD
