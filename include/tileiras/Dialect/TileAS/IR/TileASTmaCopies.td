//===- TileASTmaCopies.td - TMA copies of tiles -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor copies (TMA): one thread names a tile of an array, and the hardware
// moves it between global and shared memory. The properties of the array and of
// the buffer that it needs are in a *tensor map*, which a kernel does not
// change: `make_tiled_tma_desc` represents it, and
// `tileas-attach-tma-desc-args` makes it an argument of the kernel.
//
// The layout of the buffer determines the swizzle and the box that one
// instruction copies (Layout/HardwareLayouts.h, "panels"); a tile may need
// several.
//
// Such copies go through the async proxy. A store sees what threads wrote to
// the buffer, and a load does not overtake what they read of it, only after
// they execute `async.proxy_fence` and synchronise at a barrier.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASTMACOPIES_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASTMACOPIES_TD

include "tileiras/Dialect/TileAS/IR/TileASBuffers.td"
include "tileiras/Dialect/TileAS/IR/TileASEnums.td"

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

def TileAS_OobModeAttr : EnumAttr<TileAS_Dialect, TileAS_OobMode, "oob_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

def TileAS_TmaDescriptorIterType
    : TileAS_Type<"TmaDescriptorIter", "tma_descriptor_iter"> {
  let summary = "a tensor map: how TMA moves tiles of an array to and from "
                "buffers";
  let description = [{
    A value is the address of 128 bytes that no thread changes.

    The array has 1 to 5 dimensions, of which one has a stride of 1. The buffer
    consists of boxes of rows of at least 16 bytes along that dimension,
    swizzled by 32, 64 or 128 bytes or not at all.

    With `parts` the boxes divide the tile into that many equal parts, each of
    which one CTA of a cluster can copy.

    ```mlir
    !nv_tileas.tma_descriptor_iter<!view, !buffer>
    !nv_tileas.tma_descriptor_iter<!view, !buffer, parts = 2>
    ```
  }];
  let parameters = (ins "::mlir::nv_tileaa::TiledViewType":$view,
                        "::mlir::nv_tileaa::StridedMemRefType":$buffer,
                        DefaultValuedParameter<"int64_t", "1">:$parts);
  let assemblyFormat = [{
    `<` qualified($view) `,` qualified($buffer) (`,` `parts` `=` $parts^)? `>`
  }];
  let genVerifyDecl = 1;
}

def TileAS_TensorMapAttr : TileAS_Attr<"TensorMap", "tensor_map"> {
  let summary = "the kernel arguments from which a tensor map is encoded";
  let description = [{
    On an argument of type `tma_descriptor_iter`: `base` is the index of the
    argument that points to the array; `sizes` and `strides` are the indices of
    the arguments for those sizes and strides that the type does not say, in
    order. The launch encodes the map from them (docs/Guides/Tools.md, "Tensor
    maps").

    ```mlir
    #nv_tileas.tensor_map<base = 0, sizes = [1, 2], strides = [3], oob = zero>
    ```
  }];
  let parameters = (ins "int64_t":$base, "DenseI64ArrayAttr":$sizes,
                        "DenseI64ArrayAttr":$strides,
                        EnumParameter<TileAS_OobMode>:$oob);
  let assemblyFormat = [{
    `<` `base` `=` $base `,` `sizes` `=` $sizes `,` `strides` `=` $strides `,`
    `oob` `=` $oob `>`
  }];
}

def TileAS_MakeTiledTmaDescOp : TileAS_Op<"make_tiled_tma_desc", [Pure]> {
  let summary = "the tensor map of a view, for a buffer type";
  let description = [{
    `oob_mode` says what loads write to the buffer for elements outside of the
    array.

    ```mlir
    %desc = nv_tileas.make_tiled_tma_desc %view
        : !view -> !nv_tileas.tma_descriptor_iter<!view, !buffer>
    ```
  }];
  let arguments = (ins TileAA_TiledViewType:$view,
                       DefaultValuedAttr<TileAS_OobModeAttr,
                           "::mlir::nv_tileas::OobMode::Zero">:$oob_mode);
  let results = (outs TileAS_TmaDescriptorIterType:$desc);
  let assemblyFormat = [{
    $view (`oob_mode` $oob_mode^)? attr-dict
    `:` type($view) `->` qualified(type($desc))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

def TileAS_TiledTmaLoadOp : TileAS_Op<"async.tiled_tma_load", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "one thread starts to copy the tile at `coords` to a buffer";
  let description = [{
    One thread of the agent, or of the CTA, starts the copy where `predicate`
    holds. When all bytes of the tile are written, including those outside of
    the array, they have been counted at `mbarrier` (PTX ISA, "Tracking
    asynchronous operations by the mbarrier object"), whose phase expects them:
    the mbarrier of a stage in a pipeline with completion `tx`, or one that
    `async.mbarrier_expect_tx` arrives at.

    With `multicast` the tile is copied to the same offset in all CTAs of the
    cluster whose bit is set, and is counted there. With `part` only that one of
    the `parts` of the tensor map is copied: each CTA of the cluster brings one
    to all, so that each has, and counts, the whole tile.

    ```mlir
    %t = nv_tileas.async.tiled_tma_load %desc, %buffer[%i, %k], %full
        atom <tma_load, 2>
        : !desc, !buffer[i32, i32], !nv_tileas.mbarrier
    %t = nv_tileas.async.tiled_tma_load %desc, %buffer[%i, %k], %full
        atom <tma_load, 2> multicast(%both) part(%rank)
        : !desc_of_parts, !buffer[i32, i32], !nv_tileas.mbarrier
    ```
  }];
  let arguments = (ins TileAS_TmaDescriptorIterType:$desc,
                       TileAA_SharedMemRef:$destination,
                       Variadic<TileAA_Integer>:$coords,
                       TileAS_MBarrierType:$mbarrier,
                       Optional<I1>:$predicate,
                       Optional<I16>:$multicast_mask,
                       Optional<I32>:$part,
                       CuteNVGPU_AtomAttr:$atom);
  let results = (outs TileAS_AsyncTokenType:$token);
  let assemblyFormat = [{
    $desc `,` $destination `[` $coords `]` `,` $mbarrier (`if` $predicate^)?
    `atom` $atom (`multicast` `(` $multicast_mask^ `)`)?
    (`part` `(` $part^ `)`)? attr-dict
    `:` qualified(type($desc)) `,` type($destination) `[` type($coords) `]` `,`
    qualified(type($mbarrier))
  }];
  let hasVerifier = 1;
}

def TileAS_AsyncMBarrierExpectTxOp : TileAS_Op<"async.mbarrier_expect_tx"> {
  let summary = "one thread arrives, and the phase expects that many more "
                "bytes";
  let description = [{
    One thread of the agent, or of the CTA, arrives where `predicate` holds. PTX
    ISA, "mbarrier.arrive.expect_tx".

    ```mlir
    nv_tileas.async.mbarrier_expect_tx %full, 16384 if %more
        : !nv_tileas.mbarrier
    ```
  }];
  let arguments = (ins Arg<TileAS_MBarrierType, "",
                           [MemRead<TileAS_SharedMemory>]>:$mbarrier,
                       ConfinedAttr<I32Attr, [IntPositive]>:$bytes,
                       Optional<I1>:$predicate);
  let assemblyFormat = [{
    $mbarrier `,` $bytes (`if` $predicate^)? attr-dict
    `:` qualified(type($mbarrier))
  }];
  let hasVerifier = 1;
}

def TileAS_AsyncMBarrierWaitOp : TileAS_Op<"async.mbarrier_wait", [
    MemoryEffects<[MemRead<TileAS_SharedMemory>,
                   MemWrite<TileAS_SharedMemory>]>]> {
  let summary = "waits until phase `phase` has ended";
  let description = [{
    It can't tell the phase from the one two phases later: an mbarrier knows its
    parity. What was counted there, and what the arriving threads did before, is
    visible afterwards. PTX ISA, "mbarrier.try_wait.parity".
  }];
  let arguments = (ins TileAS_MBarrierType:$mbarrier, I32:$phase);
  let assemblyFormat = [{
    $mbarrier `,` $phase attr-dict `:` qualified(type($mbarrier))
  }];
  let hasVerifier = 1;
}

def TileAS_TiledTmaStoreOp : TileAS_Op<"async.tiled_tma_store", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "one thread starts to copy a buffer to the tile at `coords`";
  let description = [{
    One thread of the agent, or of the CTA, always the same, starts the copy and
    commits it as a group. Elements outside of the array are not written.
    `async.tma_store_wait` waits for the token.

    ```mlir
    %t = nv_tileas.async.tiled_tma_store %buffer, %desc[%i, %j]
        atom <tma_store, 2> : !buffer, !desc[i32, i32]
    ```
  }];
  let arguments = (ins TileAA_SharedMemRef:$source,
                       TileAS_TmaDescriptorIterType:$desc,
                       Variadic<TileAA_Integer>:$coords,
                       CuteNVGPU_AtomAttr:$atom);
  let results = (outs TileAS_AsyncTokenType:$token);
  let assemblyFormat = [{
    $source `,` $desc `[` $coords `]` `atom` $atom attr-dict
    `:` type($source) `,` qualified(type($desc)) `[` type($coords) `]`
  }];
  let hasVerifier = 1;
}

def TileAS_AsyncTmaStoreWaitOp : TileAS_Op<"async.tma_store_wait", [
    MemoryEffects<[MemRead<TileAS_SharedMemory>,
                   MemWrite<TileAS_SharedMemory>]>]> {
  let summary = "waits for TMA stores";
  let description = [{
    It waits until at most `pending` stores, the youngest, are in flight. With
    `read` it is enough that the others have read their buffers, which all
    threads may overwrite after a barrier with the thread that waited. A kernel
    waits for all of its stores before it ends.

    ```mlir
    nv_tileas.async.tma_store_wait (%t) pending = 0 read
    ```
  }];
  let arguments = (ins Variadic<TileAS_AsyncTokenType>:$tokens,
                       ConfinedAttr<I32Attr, [IntNonNegative]>:$pending,
                       UnitAttr:$read);
  let assemblyFormat = [{
    `(` $tokens `)` `pending` `=` $pending (`read` $read^)? attr-dict
  }];
}

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASTMACOPIES_TD
