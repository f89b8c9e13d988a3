//===- TileASBuffers.td - Shared memory and copies -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers in shared memory are values: allocations, views of them, and copies
// between buffers, registers and global memory. A buffer is a memref whose
// layout maps offsets to coordinates of a tile; with `stages` it is a circular
// buffer, with several parts it holds one part of a tile at a time.
// Asynchronous copies (cp.async) form groups that a thread waits for; threads
// that read what others wrote need a barrier, which
// tileas-insert-memory-barriers inserts.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASBUFFERS_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASBUFFERS_TD

include "mlir/Interfaces/ViewLikeInterface.td"
include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUAttributes.td"
include "tileiras/Dialect/TileAA/IR/TileOps.td"
include "tileiras/Dialect/TileAS/IR/TileASAttributes.td"
include "tileiras/Dialect/TileAS/IR/TileASInterfaces.td"
include "tileiras/Dialect/TileAS/IR/TileASTypes.td"

def TileAS_SharedMemory : Resource<"::mlir::nv_tileas::SharedMemory">;
def TileAS_TensorMemory : Resource<"::mlir::nv_tileas::TensorMemory">;

//===----------------------------------------------------------------------===//
// Allocations
//===----------------------------------------------------------------------===//

def TileAS_AllocTensorOp : TileAS_Op<"alloc_tensor", [
    TileAS_AllocationOpInterface]> {
  let summary = "a buffer in the CTA's shared memory, or a circular buffer";
  let description = [{
    Threads that read what others wrote need a barrier in between
    (`tileas-insert-memory-barriers`).

    ```mlir
    %a = nv_tileas.alloc_tensor {alignment = 16 : i64, offset = 1024 : i64}
        : !nv_tileaa.memref<64x64xf16, shared, layout = #swizzled>
    %ring = nv_tileas.alloc_tensor {alignment = 16 : i64}
        : !nv_tileaa.memref<64x64xf16, shared, layout = #swizzled, stages = 3>
    ```
  }];
  let arguments = (ins I64Attr:$alignment, OptionalAttr<I64Attr>:$offset);
  let results = (outs Res<TileAA_SharedMemRef, "",
                          [MemAlloc<TileAS_SharedMemory>]>:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    int64_t getBytes() {
      return getType().getStages() * getBufferBytes(getType());
    }
  }];
}

def TileAS_AllocMBarrierOp : TileAS_Op<"alloc_mbarrier", [
    TileAS_AllocationOpInterface]> {
  let summary = "barrier objects in the CTA's shared memory";
  let description = [{
    Each is used after it was initialised (`nv_tileas.async.mbarrier_init`).

    ```mlir
    %full = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier<3>
    ```
  }];
  let arguments = (ins OptionalAttr<I64Attr>:$offset);
  let results = (outs Res<TileAS_MBarrierType, "",
                          [MemAlloc<TileAS_SharedMemory>]>:$result);
  let assemblyFormat = "attr-dict `:` qualified(type($result))";
  let extraClassDeclaration = [{
    /// PTX ISA, "Size and alignment of mbarrier object".
    static constexpr int64_t kObjectBytes = 8;
    int64_t getBytes() { return getType().getCount() * kObjectBytes; }
    uint64_t getAlignment() { return kObjectBytes; }
  }];
}

def TileAS_InSharedMemory
    : AnyTypeOf<[TileAA_SharedMemRef, TileAS_MBarrierType],
                "memref in shared memory or mbarrier">;

def TileAS_BufferViewOp : TileAS_Op<"buffer_view", [
    Pure, DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "one stage of a circular buffer, or another layout of a buffer";
  let description = [{
    It moves nothing. `stage` selects from a circular buffer or an array of
    mbarriers; it is less than the number of stages. The bytes of a buffer may
    be seen as a tile of another shape and layout, with the same number of
    elements of the same type.

    ```mlir
    %s = nv_tileas.buffer_view %ring[%stage]
        : !nv_tileaa.memref<64x32xf16, shared, layout = #m, stages = 3>
       -> !nv_tileaa.memref<64x32xf16, shared, layout = #m>
    %t = nv_tileas.buffer_view %s
        : !nv_tileaa.memref<64x32xf16, shared, layout = #m>
       -> !nv_tileaa.memref<32x64xf16, shared, layout = #transposed>
    ```
  }];
  let arguments = (ins TileAS_InSharedMemory:$source, Optional<I32>:$stage);
  let results = (outs TileAS_InSharedMemory:$result);
  let assemblyFormat = [{
    $source (`[` $stage^ `]`)? attr-dict
    `:` qualified(type($source)) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

def TileAS_Copied : AnyTypeOf<[TileAA_AnyTile, TileAA_SharedMemRef,
                               TileAA_TensorMemRef],
                              "number, pointer, tensor of it or memref in shared "
                              "or tensor memory">;

def TileAS_CopyOp : TileAS_Op<"copy", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "moves a tile between registers and a buffer";
  let description = [{
    One side is a buffer, the other a tile of its shape in registers, or a
    scalar and a buffer of one element.

    ```mlir
    nv_tileas.copy %tile, %buffer atom <universal_copy, 128> : tensor, memref
    %tile = nv_tileas.copy %buffer atom <ldsm, 4> : memref -> tensor
    %next = nv_tileas.copy %buffer, %tile atom <ldsm, 4> part 1
        : memref, tensor -> tensor
    ```

    With a buffer of several parts a copy moves the elements of one of them; a
    copy to registers then takes the other elements from a tile, if it has one,
    and leaves them undefined if not. Threads that hold the same element store
    it once. A copy to registers implies no order by itself.

    With `slice` the tile is a part of the buffer that begins at these
    coordinates, which are multiples of its sizes.

    ```mlir
    %k1 = nv_tileas.copy %buffer atom <ldsm, 4> slice [0, 16]
        : !nv_tileaa.memref<64x32xf16, shared, layout = #m>
       -> tensor<64x16xf16, #operand>
    ```

    A copy to or from tensor memory is complete when the operation is: no other
    access of this warp comes before. Each warp reaches the lanes of its index
    modulo four.

    ```mlir
    %d = nv_tileas.copy %sums atom <tmem_load.32x32b, 64>
        : !nv_tileaa.memref<128x128xf32, tensor, layout = #lanes>
       -> tensor<128x128xf32, #rows>
    ```
  }];
  let arguments = (ins TileAS_Copied:$source,
                       Optional<TileAS_Copied>:$destination,
                       CuteNVGPU_AtomAttr:$atom,
                       DefaultValuedAttr<I64Attr, "0">:$part,
                       OptionalAttr<DenseI64ArrayAttr>:$slice);
  let results = (outs Optional<TileAA_AnyTile>:$result);
  let assemblyFormat = [{
    $source (`,` $destination^)? `atom` $atom (`part` $part^)?
    (`slice` $slice^)? attr-dict
    `:` type($source) (`,` type($destination)^)? (`->` type($result)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// From registers to a buffer.
    bool isStore();
    /// The buffer, and the type of what is in registers.
    TypedValue<::mlir::nv_tileaa::StridedMemRefType> getBuffer();
    Type getTileType();
  }];
}

//===----------------------------------------------------------------------===//
// Copies in flight
//===----------------------------------------------------------------------===//

def TileAS_AsyncCopyOp : TileAS_Op<"async.copy", [
    AttrSizedOperandSegments, Tile_AccessOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "starts to copy the tile at `coords` of a view to a buffer";
  let description = [{
    Each thread copies the elements that `threads` assigns to it, as the layout
    of a tile in registers would. Elements outside of the array get the padding:
    zeros by the copy itself, anything else by a store of the thread that would
    have copied them. Where `predicate` is false nothing is copied. The buffer
    may be read after `async.wait` for the token and a barrier.

    ```mlir
    %t = nv_tileas.async.copy %view[%i, %k] if %more to %buffer
        atom <simt_async_copy, 16> threads (#layout)
        {in_bounds = array<i1: true, false>, …} : tiled_view[i32, i32], memref
    ```

    `in_bounds`, `index_bits` and the facts are those of `tiled_load`.
  }];
  let arguments = !con((ins TileAA_TiledViewType:$view,
                            Variadic<TileAA_IntLike>:$coords,
                            Optional<I1>:$predicate,
                            TileAA_SharedMemRef:$buffer,
                            CuteNVGPU_AtomAttr:$atom,
                            TileAS_LayoutAttr:$threads,
                            DenseBoolArrayAttr:$in_bounds,
                            OptionalAttr<TileAA_PaddingValueAttr>
                                :$padding_value),
                       Tile_AccessFacts, Tile_ViewAccessFacts);
  let results = (outs TileAS_AsyncTokenType:$token);
  let assemblyFormat = [{
    $view `[` $coords `]` (`padding` $padding_value^)? (`if` $predicate^)?
    `to` $buffer `atom` $atom `threads` `(` qualified($threads) `)` attr-dict
    `:` type($view) `[` type($coords) `]` `,` type($buffer)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The tile as it would be in registers.
    Type getTile();
  }];
}

def TileAS_AsyncCommitOp : TileAS_Op<"async.commit", [
    MemoryEffects<[MemWrite<TileAS_SharedMemory>]>]> {
  let summary = "groups the copies that this thread started since the last "
                "commit";
  let description = [{
    PTX ISA, "cp.async.commit_group". The token stands for the whole group; the
    operands name the part of it that the program reads.
  }];
  let arguments = (ins Variadic<TileAS_AsyncTokenType>:$tokens);
  let results = (outs TileAS_AsyncTokenType:$group);
  let assemblyFormat = "`(` $tokens `)` attr-dict";
}

def TileAS_AsyncWaitOp : TileAS_Op<"async.wait", [
    MemoryEffects<[MemRead<TileAS_SharedMemory>,
                   MemWrite<TileAS_SharedMemory>]>]> {
  let summary = "this thread waits for groups that it committed";
  let description = [{
    `pending` is how many groups may still be in flight after it: the fewest
    that are committed between a group of `groups` and the wait, over all paths
    (`tileas-materialize-async`). PTX ISA, "cp.async.wait_group". Without
    operands it waits for everything.
  }];
  let arguments = (ins Variadic<TileAS_AsyncTokenType>:$groups,
                       OptionalAttr<I64Attr>:$pending);
  let assemblyFormat = "`(` $groups `)` attr-dict";
  let hasVerifier = 1;
}

def TileAS_AsyncMBarrierInitOp : TileAS_Op<"async.mbarrier_init"> {
  let summary = "one thread initialises an mbarrier for its first phase";
  let description = [{
    A phase ends after `ticks` arrivals (and when all expected bytes have
    arrived). A barrier must separate it from the first use by other threads.
    PTX ISA, "mbarrier.init".
  }];
  let arguments = (ins Arg<TileAS_MBarrierType, "",
                           [MemWrite<TileAS_SharedMemory>]>:$mbarrier,
                       I32:$ticks);
  let results = (outs TileAA_MemTokenType:$token);
  let assemblyFormat = [{
    $mbarrier `,` $ticks attr-dict
    `:` qualified(type($mbarrier)) `,` type($ticks) `->` qualified(type($token))
  }];
  let hasVerifier = 1;
}

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASBUFFERS_TD
