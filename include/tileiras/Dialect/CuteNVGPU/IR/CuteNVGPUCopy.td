//===- CuteNVGPUCopy.td - Copies in flight -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUCOPY_TD
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUCOPY_TD

include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUInstruction.td"

def CuteNVGPU_SimtAsyncCopyOp : CuteNVGPU_AtomOp<"simt_async_copy", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<CuteNVGPU_PtxOpInterface>]> {
  let summary = "starts a copy from global to shared memory";
  let description = [{
    PTX ISA, "cp.async". The size of the atom is the number of bytes written. If
    `ignore` is true nothing is read, and all bytes become zero. With
    `source_bytes` only that many bytes are read, and the others become zero. If
    `predicate` is false there is no effect. The copy is complete after a wait
    for its group, or for the phase of an mbarrier at which
    `mbarrier.cp_async_arrive` arrives.

    ```mlir
    cute_nvgpu.simt_async_copy %to, %from <simt_async_copy, 16> cache <cg>
        ignore(%outside) : !llvm.ptr<3>, !llvm.ptr<1>
    ```
  }];
  let arguments = (ins CuteNVGPU_AtomAttr:$atom,
                       Arg<CuteNVGPU_Shared, "", [MemWrite]>:$destination,
                       Arg<CuteNVGPU_Global, "", [MemRead]>:$source,
                       Optional<I1>:$ignore, Optional<I32>:$source_bytes,
                       Optional<I1>:$predicate,
                       DefaultValuedAttr<CuteNVGPU_CacheModifierAttr,
                                         "CacheModifier::CA">:$cache);
  let assemblyFormat = [{
    $destination `,` $source $atom (`cache` $cache^)? (`ignore` `(` $ignore^ `)`)?
    (`source_bytes` `(` $source_bytes^ `)`)? (`if` $predicate^)? attr-dict
    `:` qualified(type($destination)) `,` qualified(type($source))
  }];
  let extraClassDeclaration = [{
    /// nvvm's operation has neither kind of predicate; it has `source_bytes`.
    bool isText() { return getIgnore() || getPredicate(); }
  }];
}

def CuteNVGPU_CpAsyncCommitGroupOp
    : CuteNVGPU_RecordOp<"cp_async.commit_group"> {
  let summary = "makes a group of this thread's copies since the last one";
  let description = [{
    PTX ISA, "cp.async.commit_group". A group may be empty.
  }];
  let assemblyFormat = "attr-dict";
}

def CuteNVGPU_CpAsyncWaitGroupOp : CuteNVGPU_RecordOp<"cp_async.wait_group"> {
  let summary = "waits for all but the last `pending` groups of this thread";
  let description = [{
    PTX ISA, "cp.async.wait_group". Other threads observe the copied elements
    after a barrier.

    ```mlir
    cute_nvgpu.cp_async.wait_group 2
    ```
  }];
  let arguments = (ins ConfinedAttr<I32Attr, [IntNonNegative]>:$pending);
  let assemblyFormat = "$pending attr-dict";
}

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUCOPY_TD
