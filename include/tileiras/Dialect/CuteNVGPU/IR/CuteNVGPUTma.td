//===- CuteNVGPUTma.td - Tensor copies of one thread -------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Tensor copy: cp.async.bulk.tensor" (TMA). A tensor map describes an
// array in global memory and the box of it that one instruction copies. One
// thread starts the copy; coordinates are those of the box's first element, the
// innermost dimension first.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUTMA_TD
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUTMA_TD

include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUInstruction.td"

/// A generic address in the kernel's parameters, constant or global memory.
def CuteNVGPU_TensorMap : LLVM_PointerInAddressSpace<0>;

def CuteNVGPU_TmaLoadOp : CuteNVGPU_AtomOp<"tma_load", [
    AttrSizedOperandSegments]> {
  let summary = "starts to copy a box of an array to shared memory";
  let description = [{
    PTX ISA, "cp.async.bulk.tensor". The size of the atom is the number of
    dimensions. When the bytes of the whole box have been written, those outside
    of the array too, the mbarrier counts them.

    With `im2col` the map is one for convolutions, and these are the offsets
    within its window. With `multicast` the box is written to the same offset of
    shared memory in every CTA of the cluster whose bit is set, and counted at
    the mbarrier there.

    ```mlir
    cute_nvgpu.tma_load %to, %map[%x, %y], %full <tma_load, 2>
        : !llvm.ptr<3>, !llvm.ptr, !llvm.ptr<3>
    cute_nvgpu.tma_load %to, %map[%x, %y], %full <tma_load, 2>
        multicast(%mask) : !llvm.ptr<3>, !llvm.ptr, !llvm.ptr<3>
    ```
  }];
  let arguments = (ins CuteNVGPU_AtomAttr:$atom,
                       Arg<CuteNVGPU_Shared, "", [MemWrite]>:$destination,
                       Arg<CuteNVGPU_TensorMap, "", [MemRead]>:$descriptor,
                       Variadic<I32>:$box,
                       Arg<CuteNVGPU_Shared, "", [MemWrite]>:$barrier,
                       Variadic<I16>:$im2col,
                       Optional<I16>:$multicast);
  let assemblyFormat = [{
    $destination `,` $descriptor `[` $box `]` `,` $barrier $atom
    (`im2col` `[` $im2col^ `]`)? (`multicast` `(` $multicast^ `)`)? attr-dict
    `:` qualified(type($destination)) `,` qualified(type($descriptor)) `,`
    qualified(type($barrier))
  }];
}

def CuteNVGPU_TmaStoreOp : CuteNVGPU_AtomOp<"tma_store"> {
  let summary = "starts to copy a box of an array from shared memory";
  let description = [{
    PTX ISA, "cp.async.bulk.tensor". Elements outside of the array are not
    written. The store is part of the next bulk group of this thread
    (`bulk.commit_group`).

    ```mlir
    cute_nvgpu.tma_store %from, %map[%x, %y] <tma_store, 2>
        : !llvm.ptr<3>, !llvm.ptr
    ```
  }];
  let arguments = (ins CuteNVGPU_AtomAttr:$atom,
                       Arg<CuteNVGPU_Shared, "", [MemRead]>:$source,
                       Arg<CuteNVGPU_TensorMap, "", [MemRead]>:$descriptor,
                       Variadic<I32>:$box);
  let assemblyFormat = [{
    $source `,` $descriptor `[` $box `]` $atom attr-dict
    `:` qualified(type($source)) `,` qualified(type($descriptor))
  }];
}

def CuteNVGPU_PrefetchTensormapOp
    : CuteNVGPU_RecordOp<"prefetch.tensormap"> {
  let summary = "prefetches a tensor map";
  let description = [{ PTX ISA, "prefetch.tensormap". }];
  let arguments = (ins CuteNVGPU_TensorMap:$descriptor);
  let assemblyFormat = "$descriptor attr-dict `:` qualified(type($descriptor))";
}

//===----------------------------------------------------------------------===//
// Groups of bulk copies
//===----------------------------------------------------------------------===//

def CuteNVGPU_BulkCommitGroupOp : CuteNVGPU_RecordOp<"bulk.commit_group"> {
  let summary = "makes a group of this thread's bulk stores since the last one";
  let description = [{ PTX ISA, "cp.async.bulk.commit_group". }];
  let assemblyFormat = "attr-dict";
}

def CuteNVGPU_BulkWaitGroupOp : CuteNVGPU_RecordOp<"bulk.wait_group"> {
  let summary = "waits for all but the last `pending` bulk groups";
  let description = [{
    PTX ISA, "cp.async.bulk.wait_group", for groups of this thread. With `read`
    it only waits until they have read shared memory.

    ```mlir
    cute_nvgpu.bulk.wait_group 0 read
    ```
  }];
  let arguments = (ins ConfinedAttr<I32Attr, [IntNonNegative]>:$pending,
                       UnitAttr:$read);
  let assemblyFormat = "$pending (`read` $read^)? attr-dict";
}

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUTMA_TD
