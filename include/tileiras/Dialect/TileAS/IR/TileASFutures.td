//===- TileASFutures.td - Asynchronous MMAs -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An asynchronous MMA of a warpgroup (wgmma) runs while its threads do
// something else. Until it completes they must not touch its registers: the
// accumulator, and A where it is in registers. So its result is a *future* of a
// tile, which only two operations accept: the next MMA into the same
// accumulator, and the wait, which gives the tile.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASFUTURES_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASFUTURES_TD

include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUAttributes.td"
include "tileiras/Dialect/TileAA/IR/TileOps.td"
include "tileiras/Dialect/TileAS/IR/TileASBuffers.td"

def TileAS_FutureType : TileAS_Type<"Future", "async.future"> {
  let summary = "an accumulator in registers that MMAs in flight add to";
  let description = [{
    The tensor has a layout.

    ```mlir
    !nv_tileas.async.future<tensor<128x128xf32, #accumulator>>
    ```
  }];
  let parameters = (ins "::mlir::RankedTensorType":$tensor);
  let assemblyFormat = "`<` $tensor `>`";
  let genVerifyDecl = 1;
}

def TileAS_DotOperand : AnyTypeOf<[TileAA_AnyTensor, TileAA_SharedMemRef],
                                  "tensor or memref in shared memory">;
def TileAS_Accumulator : AnyTypeOf<[TileAA_AnyTensor, TileAS_FutureType],
                            "tensor or future of one">;

def TileAS_AsyncDotOp : TileAS_Op<"async.dot", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "starts c + a x b by `atom` instructions";
  let description = [{
    B, and A unless it is a tensor, are buffers in layouts that the atom's
    descriptors can describe (include/tileiras/Layout/HardwareLayouts.h), and
    may be overwritten after a wait for the MMA. What threads wrote there must
    be made visible to the async proxy (`nv_tileas.async.proxy_fence`). The
    result is the next group of `nv_tileas.async.future_wait`. Where
    `accumulate` is false, c counts as zero.

    A that is a tensor may be a slice along K: it is multiplied with the rows of
    B from `first_k` on, as many as A has columns.

    ```mlir
    %f = nv_tileas.async.dot %a, %b, %c <sm90.mma.m64k16.f16.f32, 128>
        : memref, memref, tensor<128x128xf32, #c>
    %g = nv_tileas.async.dot %p, %b, %f <sm90.mma.m64k16.f16.f32, 128>
        : tensor<128x64xf16, #a>, memref,
          !nv_tileas.async.future<tensor<128x128xf32, #c>>
    ```
  }];
  let arguments = (ins TileAS_DotOperand:$a, TileAA_SharedMemRef:$b,
                       TileAS_Accumulator:$c, Optional<I1>:$accumulate,
                       DefaultValuedAttr<I64Attr, "0">:$first_k,
                       CuteNVGPU_AtomAttr:$atom,
                       OptionalAttr<TileAA_SignednessAttr>:$signedness_a,
                       OptionalAttr<TileAA_SignednessAttr>:$signedness_b);
  let results = (outs TileAS_FutureType:$result);
  let assemblyFormat = [{
    $a `,` $b (`from` $first_k^)? `,` $c $atom (`accumulate` `(` $accumulate^ `)`)? attr-dict
    `:` type($a) `,` type($b) `,` type($c) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Returns the type of the accumulator after a wait.
    RankedTensorType getAccumulatorType() { return getType().getTensor(); }
    /// Returns a tensor or buffer as a tile: its shape and its elements.
    static RankedTensorType getTile(Value operand);
    /// Returns the rows of B that are multiplied.
    RankedTensorType getTileOfB();
  }];
}

def TileAS_FutureWaitOp : TileAS_Op<"async.future_wait", [
    MemoryEffects<[MemRead<TileAS_SharedMemory>,
                   MemWrite<TileAS_SharedMemory>]>]> {
  let summary = "waits for MMAs of this warpgroup";
  let description = [{
    It waits until all but the last `pending` MMAs are complete (0 if absent).
    The result is the tile of a future that is complete then. If the result is a
    future, that one stays in flight: the wait is for earlier MMAs, whose
    buffers are free afterwards. `keep` are tiles that these MMAs read in
    registers: the results after the first one are the same tiles, so that
    nothing overwrites their registers earlier.

    ```mlir
    %d = nv_tileas.async.future_wait %f : !nv_tileas.async.future<tensor<...>>
        -> tensor<...>
    %e, %p1 = nv_tileas.async.future_wait %f keep(%p : tensor<...>) {pending = 1}
        : !nv_tileas.async.future<tensor<...>> -> tensor<...>, tensor<...>
    ```
  }];
  let arguments = (ins TileAS_FutureType:$future,
                       Variadic<TileAA_AnyTensor>:$keep,
                       OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$pending);
  let results = (outs TileAS_Accumulator:$result, Variadic<TileAA_AnyTensor>:$kept);
  let assemblyFormat = [{
    $future (`keep` `(` $keep^ `:` type($keep) `)`)? attr-dict
    `:` qualified(type($future)) `->` type($result) (`,` type($kept)^)?
  }];
  let hasVerifier = 1;
}

def TileAS_ToAsyncOp : TileAS_Op<"async.to_async", [Pure]> {
  let summary = "a tile as a future, with nothing in flight";
  let description = [{
    It begins a chain of MMAs that add to what a loop carries.

    ```mlir
    %f = nv_tileas.async.to_async %zeros : tensor<...>
        -> !nv_tileas.async.future<tensor<...>>
    ```
  }];
  let arguments = (ins TileAA_AnyTensor:$tensor);
  let results = (outs TileAS_FutureType:$result);
  let assemblyFormat = [{
    $tensor attr-dict `:` type($tensor) `->` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TileAS_ProxyFenceOp : TileAS_Op<"async.proxy_fence", [
    MemoryEffects<[MemRead<TileAS_SharedMemory>,
                   MemWrite<TileAS_SharedMemory>]>]> {
  let summary = "makes this thread's writes to buffers visible to the async "
                "proxy";
  let description = [{
    PTX ISA, "fence.proxy.async.shared::cta": matrix units and TMA read through
    that proxy. The threads that wrote execute it before the barrier with the
    thread that starts the MMA or the copy; after a wait where they wrote by
    async copies.
  }];
  let assemblyFormat = "attr-dict";
}

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASFUTURES_TD
