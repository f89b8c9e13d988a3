//===- TileASTensorMemory.td - MMAs in tensor memory -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From sm_100 on the accumulators of MMAs (tcgen05.mma) are in tensor memory:
// 128 lanes of 512 columns, 32 bits each, of which a kernel allocates columns
// for its lifetime. One thread issues MMAs; an mbarrier signals their
// completion to all threads.
//
//   acquire_tmem %slot                     once for the kernel
//   %m = alloc_tmem base(%slot)
//   copy %c, %m                            registers to tensor memory
//   async.tmem_dot %a, %b, %m              any number of MMAs
//   async.tmem_wait %done
//   %d = copy %m                           and back
//   release_tmem %slot
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASTENSORMEMORY_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASTENSORMEMORY_TD

include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUAttributes.td"
include "tileiras/Dialect/TileAA/IR/TileOps.td"
include "tileiras/Dialect/TileAS/IR/TileASBuffers.td"

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

def TileAS_AllocTmemOp : TileAS_Op<"alloc_tmem", [
    DeclareOpInterfaceMethods<TileAS_AllocationOpInterface, ["getSpace"]>]> {
  let summary = "a buffer in the CTA's tensor memory";
  let description = [{
    It consists of whole columns, of which `tileas-assign-tmem` chooses the
    first (`offset`, in bytes of all lanes: 512 a column); `base` holds the
    address of the kernel's columns.

    ```mlir
    %acc = nv_tileas.alloc_tmem : !nv_tileaa.memref<128x128xf32, tensor, layout = #lanes>
    %acc = nv_tileas.alloc_tmem base(%slot) {offset = 65536 : i64}
        : !nv_tileaa.memref<128x128xf32, tensor, layout = #lanes>
    ```
  }];
  let arguments = (ins
    Arg<Optional<TileAA_SharedMemRef>, "", [MemRead<TileAS_SharedMemory>]>:$base,
    OptionalAttr<I64Attr>:$offset);
  let results = (outs Res<TileAA_TensorMemRef, "",
                          [MemAlloc<TileAS_TensorMemory>]>:$result);
  let assemblyFormat = [{
    (`base` `(` $base^ `:` qualified(type($base)) `)`)? attr-dict
    `:` qualified(type($result))
  }];
  let builders = [OpBuilder<(ins "Type":$type), [{
    build($_builder, $_state, type, /*base=*/Value(), /*offset=*/IntegerAttr());
  }]>];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// PTX ISA, "Tensor Memory Addressing": 128 lanes of 32 bits.
    static constexpr int64_t kColumnBytes = 512;
    int64_t getNumColumns();
  }];
}

class TileAS_TmemColumnsOp<string mnemonic, list<Trait> traits = []>
    : TileAS_Op<mnemonic, traits> {
  let assemblyFormat = [{
    $slot `columns` $columns attr-dict `:` qualified(type($slot))
  }];
  let hasVerifier = 1;
}

def TileAS_AcquireTmemOp : TileAS_TmemColumnsOp<"acquire_tmem"> {
  let summary = "allocates columns of tensor memory for the kernel";
  let description = [{
    One warp executes it, and writes their address to `slot`, an i32. It waits
    until other CTAs of the SM have deallocated enough. PTX ISA,
    "tcgen05.alloc".

    ```mlir
    nv_tileas.acquire_tmem %slot columns 128
        : !nv_tileaa.memref<1xi32, shared, layout = #one>
    ```
  }];
  let arguments = (ins Arg<TileAA_SharedMemRef, "",
                           [MemWrite<TileAS_SharedMemory>]>:$slot,
                       I32Attr:$columns);
}

def TileAS_ReleaseTmemOp : TileAS_TmemColumnsOp<"release_tmem"> {
  let summary = "deallocates the kernel's columns of tensor memory";
  let description = [{
    The warp that allocated them executes it, once all threads have finished
    with them. PTX ISA, "tcgen05.dealloc".
  }];
  let arguments = (ins Arg<TileAA_SharedMemRef, "",
                           [MemRead<TileAS_SharedMemory>,
                            MemWrite<TileAS_TensorMemory>]>:$slot,
                       I32Attr:$columns);
}

//===----------------------------------------------------------------------===//
// MMAs
//===----------------------------------------------------------------------===//

def TileAS_MemRefOfA : AnyTypeOf<[TileAA_SharedMemRef, TileAA_TensorMemRef],
                                 "memref in shared or tensor memory",
                                 "::mlir::nv_tileaa::StridedMemRefType">;

def TileAS_TmemDotOp : TileAS_Op<"async.tmem_dot", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "starts c += a x b in tensor memory by `atom` instructions";
  let description = [{
    One thread of the agent starts it, always the same; the MMAs of one agent
    execute in order. A and B are buffers in layouts that the atom's descriptors
    can describe (include/tileiras/Layout/HardwareLayouts.h), and may be
    overwritten after a wait for the MMA. What threads wrote there must be made
    visible to the async proxy (`nv_tileas.async.proxy_fence`). A may also be in
    tensor memory, in the layout of accumulators (`getTmemAccumulatorLayout`),
    without a fence. Where `accumulate` is false, the MMA overwrites c.

    Rows of A and columns of B may be multiplied by scales of blocks along K,
    which are in tensor memory (`getTmemScaleLayout`). The thread first copies
    scales from shared memory (`getSharedScales`) there: MMAs that it has
    started before have read theirs by then. With `packed`, A and B are bytes of
    two elements of this type each, which are adjacent along K, the one in the
    low bits first.

    ```mlir
    nv_tileas.async.tmem_dot %a, %b, %c <sm100.mma.m128k16.f16.f32, 128>
        : memref, memref, !nv_tileaa.memref<128x128xf32, tensor, layout = #lanes>
    nv_tileas.async.tmem_dot %p, %b, %c <sm100.mma.m128k16.f16.f32, 128>
        : !nv_tileaa.memref<128x64xf16, tensor, layout = #lanes>, memref, memref
    nv_tileas.async.tmem_dot %a, %b, %c scales(%p, %q)
        <sm100.mma_bs.m128k32.mxf8f6f4.f32, 128>
        : memref, memref, memref, memref, memref
    nv_tileas.async.tmem_dot %a, %b, %c scales(%p, %q)
        from(%r, %s : memref, memref) <sm100.mma_bs.m128k32.mxf8f6f4.f32, 128>
        : memref, memref, memref, memref, memref
    ```
  }];
  let arguments = (ins TileAS_MemRefOfA:$a, TileAA_SharedMemRef:$b,
                       TileAA_TensorMemRef:$c,
                       Variadic<TileAA_TensorMemRef>:$scales,
                       Variadic<TileAA_SharedMemRef>:$sources,
                       Optional<I1>:$accumulate,
                       CuteNVGPU_AtomAttr:$atom,
                       OptionalAttr<TileAA_SignednessAttr>:$signedness_a,
                       OptionalAttr<TileAA_SignednessAttr>:$signedness_b,
                       OptionalAttr<TypeAttr>:$packed);
  let assemblyFormat = [{
    $a `,` $b `,` $c (`scales` `(` $scales^ `)`)?
    (`from` `(` $sources^ `:` type($sources) `)`)? $atom
    (`accumulate` `(` $accumulate^ `)`)? attr-dict
    `:` type($a) `,` type($b) `,` type($c) (`,` type($scales)^)?
  }];
  let hasVerifier = 1;
}

def TileAS_TmemWaitOp : TileAS_Op<"async.tmem_wait", [
    MemoryEffects<[MemRead<TileAS_TensorMemory>,
                   MemWrite<TileAS_TensorMemory>]>]> {
  let summary = "waits for all MMAs that this agent has started";
  let description = [{
    All threads of the agent arrive and wait at `mbarrier`, one phase of which
    needs one arrival of each of them and one of `tcgen05.commit`: what they did
    before comes before what any of them does afterwards.

    ```mlir
    nv_tileas.async.tmem_wait %done : !nv_tileas.mbarrier<1>
    ```
  }];
  let arguments = (ins Arg<TileAS_MBarrierType, "",
                           [MemRead<TileAS_SharedMemory>,
                            MemWrite<TileAS_SharedMemory>]>:$mbarrier);
  let assemblyFormat = "$mbarrier attr-dict `:` qualified(type($mbarrier))";
  let hasVerifier = 1;
}

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASTENSORMEMORY_TD
