//===- CuteNVGPUTmem.td - Tensor memory --------------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One warp allocates columns of tensor memory for the CTA. It reads their
// address, as all other warps do, from a word of shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUTMEM_TD
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUTMEM_TD

include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUInstruction.td"

def CuteNVGPU_Tensor : LLVM_PointerInAddressSpace<6>;

class CuteNVGPU_Sm100Op<string mnemonic, string record>
    : CuteNVGPU_Op<"arch.sm100." # mnemonic, []> {
  let extraClassDefinition = [{
    const ::tileiras::AtomInfo &$cppClass::getInstruction() {
      return *::tileiras::lookupAtom("}] # record # [{");
    }
  }];
}

def CuteNVGPU_AllocTmemOp
    : CuteNVGPU_Sm100Op<"alloc_tmem", "tcgen05.alloc"> {
  let summary = "allocates tensor memory; its address goes to shared memory";
  let description = [{
    PTX ISA, "tcgen05.alloc": 32 to 512 columns, a power of two. All lanes of
    one warp execute it; it waits until that many are free.

    ```mlir
    cute_nvgpu.arch.sm100.alloc_tmem %slot columns 32 : !llvm.ptr<3>
    ```
  }];
  let arguments = (ins Arg<CuteNVGPU_Shared, "", [MemWrite]>:$slot,
                       I32Attr:$columns);
  let assemblyFormat = [{
    $slot `columns` $columns attr-dict `:` qualified(type($slot))
  }];
  let hasVerifier = 1;
}

def CuteNVGPU_RetrieveTmemPtrOp
    : CuteNVGPU_Sm100Op<"retrieve_tmem_ptr", "universal_copy"> {
  let summary = "loads the address of the columns from shared memory";
  let description = [{
    This is a load of 32 bits, after a barrier with the warp that allocated.

    ```mlir
    %p = cute_nvgpu.arch.sm100.retrieve_tmem_ptr %slot
        : !llvm.ptr<3> -> !llvm.ptr<6>
    ```
  }];
  let arguments = (ins Arg<CuteNVGPU_Shared, "", [MemRead]>:$slot);
  let results = (outs CuteNVGPU_Tensor:$result);
  let assemblyFormat = [{
    $slot attr-dict `:` qualified(type($slot)) `->` qualified(type($result))
  }];
}

def CuteNVGPU_DeallocTmemOp
    : CuteNVGPU_Sm100Op<"dealloc_tmem", "tcgen05.dealloc"> {
  let summary = "deallocates columns of tensor memory";
  let description = [{
    PTX ISA, "tcgen05.dealloc": frees the columns of one allocation. All lanes
    of one warp execute it, before the CTA exits.

    ```mlir
    cute_nvgpu.arch.sm100.dealloc_tmem %p columns 32 : !llvm.ptr<6>
    ```
  }];
  let arguments = (ins Arg<CuteNVGPU_Tensor, "", [MemWrite]>:$address,
                       I32Attr:$columns);
  let assemblyFormat = [{
    $address `columns` $columns attr-dict `:` qualified(type($address))
  }];
  let hasVerifier = 1;
}

def CuteNVGPU_RelinquishTmemOp
    : CuteNVGPU_RecordOp<"tcgen05.relinquish_alloc_permit"> {
  let summary = "states that this CTA allocates no more columns";
  let description = [{
    PTX ISA, "tcgen05.relinquish_alloc_permit": other CTAs of the SM may
    allocate then. The warp that allocated executes it.
  }];
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// Registers and tensor memory
//===----------------------------------------------------------------------===//

def CuteNVGPU_TmemWords
    : AnyTypeOf<[I32, VectorOfRankAndType<[1], [I32]>],
                "32-bit word or vector of them">;

def CuteNVGPU_TmemLoadOp : CuteNVGPU_AtomOp<"atom.tmem_load"> {
  let summary = "loads columns of the warp's lanes";
  let description = [{
    PTX ISA, "tcgen05.ld". The words are valid after `tcgen05.wait_ld`.

    ```mlir
    %w = cute_nvgpu.atom.tmem_load <tmem_load.32x32b, 8> %address
        : !llvm.ptr<6> -> vector<8xi32>
    ```
  }];
  let arguments = (ins CuteNVGPU_AtomAttr:$atom,
                       Arg<CuteNVGPU_Tensor, "", [MemRead]>:$address);
  let results = (outs CuteNVGPU_TmemWords:$words);
  let assemblyFormat = [{
    $atom $address attr-dict `:` qualified(type($address)) `->` type($words)
  }];
}

def CuteNVGPU_TmemStoreOp : CuteNVGPU_AtomOp<"atom.tmem_store"> {
  let summary = "stores to columns of the warp's lanes";
  let description = [{
    PTX ISA, "tcgen05.st". The store is complete after `tcgen05.wait_st`.

    ```mlir
    cute_nvgpu.atom.tmem_store <tmem_store.32x32b, 8> %w, %address
        : vector<8xi32>, !llvm.ptr<6>
    ```
  }];
  let arguments = (ins CuteNVGPU_AtomAttr:$atom, CuteNVGPU_TmemWords:$words,
                       Arg<CuteNVGPU_Tensor, "", [MemWrite]>:$address);
  let assemblyFormat = [{
    $atom $words `,` $address attr-dict
    `:` type($words) `,` qualified(type($address))
  }];
}

def CuteNVGPU_TmemWaitLoadsOp : CuteNVGPU_RegistersOp<"tcgen05.wait_ld"> {
  let summary = "waits for the loads of this warp from tensor memory";
  let description = [{
    PTX ISA, "tcgen05.wait::ld". Its operands are the words that were loaded,
    and its result is one struct of them, in the same order, so that no
    operation that reads them can be moved before it.

    ```mlir
    %d = cute_nvgpu.tcgen05.wait_ld [%a, %b] : (i32, i32) -> !llvm.struct<(i32, i32)>
    ```
  }];
  let arguments = (ins Variadic<I32>:$registers);
  let assemblyFormat = [{
    `[` $registers `]` attr-dict `:` functional-type(operands, results)
  }];
}

def CuteNVGPU_TmemWaitStoresOp : CuteNVGPU_RecordOp<"tcgen05.wait_st"> {
  let summary = "waits for the stores of this warp to tensor memory";
  let description = [{ PTX ISA, "tcgen05.wait::st". }];
  let assemblyFormat = "attr-dict";
}

def CuteNVGPU_TmemCopyOp : CuteNVGPU_AtomOp<"atom.s2t_copy"> {
  let summary = "starts a copy from shared to tensor memory";
  let description = [{
    PTX ISA, "tcgen05.cp", of one CTA. `source` is a descriptor of a matrix in
    shared memory, as for `tcgen05.mma`. The copy is ordered with the MMAs of
    the same thread, in the order in which the thread starts them.

    ```mlir
    cute_nvgpu.atom.s2t_copy <s2t_copy.32x128b.warpx4> [%source] to [%scales]
        : !llvm.ptr<6>
    ```
  }];
  let arguments = (ins CuteNVGPU_AtomAttr:$atom, I64:$source,
                       Arg<CuteNVGPU_Tensor, "", [MemWrite]>:$destination);
  let assemblyFormat = [{
    $atom `[` $source `]` `to` `[` $destination `]` attr-dict
    `:` qualified(type($destination))
  }];
}

//===----------------------------------------------------------------------===//
// MMAs
//===----------------------------------------------------------------------===//

def CuteNVGPU_Tcgen05MmaOp : CuteNVGPU_AtomOp<"tcgen05.mma", [
    AttrSizedOperandSegments]> {
  let summary = "starts an MMA: d = d + a x b";
  let description = [{
    PTX ISA, "tcgen05.mma", of one CTA. The size of the atom is the number of
    columns. A and B are descriptors of matrices in shared memory
    (include/tileiras/Layout/HardwareLayouts.h). With `transpose_a` and
    `transpose_b` the matrix is contiguous along M or N. Instead of a descriptor
    A may be the address of a matrix in tensor memory: each lane has a row, and
    each column of it has 32 bits of adjacent elements along K. If `accumulate`
    is false the MMA overwrites D.

    Atoms with scales read those of A and of B from tensor memory, from the byte
    `scale_byte` of a cell on (PTX ISA, "Scale Factor A ID").

    ```mlir
    cute_nvgpu.tcgen05.mma <sm100.mma.m128k16.f16.f32, 64> A[%a] B[%b]
        transpose_b accumulate(%yes) D[%d] : f16, f16, !llvm.ptr<6>
    cute_nvgpu.tcgen05.mma <sm100.mma.m128k16.f16.f32, 64>
        A tensor[%p : !llvm.ptr<6>] B[%b] accumulate(%yes) D[%d]
        : f16, f16, !llvm.ptr<6>
    cute_nvgpu.tcgen05.mma <sm100.mma_bs.m128k32.mxf8f6f4.f32, 64> A[%a] B[%b]
        accumulate(%yes) D[%d] scales[%p, %q] byte 3
        : f8E4M3FN, f8E4M3FN, !llvm.ptr<6>, !llvm.ptr<6>, !llvm.ptr<6>
    ```
  }];
  let arguments = (ins CuteNVGPU_AtomAttr:$atom, TypeAttr:$element_a,
                       TypeAttr:$element_b, UnitAttr:$transpose_a,
                       UnitAttr:$transpose_b, Optional<I64>:$a,
                       Arg<Optional<CuteNVGPU_Tensor>, "", [MemRead]>:$tensor_a,
                       I64:$b, I1:$accumulate,
                       Arg<CuteNVGPU_Tensor, "", [MemRead, MemWrite]>:$d,
                       Arg<Variadic<CuteNVGPU_Tensor>, "", [MemRead]>:$scales,
                       DefaultValuedAttr<I32Attr, "0">:$scale_byte);
  let assemblyFormat = [{
    $atom `A` (`[` $a^ `]`)?
    (`tensor` `[` $tensor_a^ `:` qualified(type($tensor_a)) `]`)?
    (`transpose_a` $transpose_a^)? `B` `[` $b `]`
    (`transpose_b` $transpose_b^)? `accumulate` `(` $accumulate `)`
    `D` `[` $d `]` (`scales` `[` $scales^ `]` `byte` $scale_byte)? attr-dict
    `:` $element_a `,` $element_b `,` qualified(type($d))
    (`,` qualified(type($scales))^)?
  }];
  let extraClassDeclaration = [{
    /// Returns the descriptor of PTX ISA, "Instruction descriptor".
    uint32_t getDescriptor();
  }];
}

def CuteNVGPU_MbarrierTensorCommitOp
    : CuteNVGPU_RecordOp<"mbarrier.tensor_commit"> {
  let summary = "arrives when this thread's earlier MMAs are complete";
  let description = [{ PTX ISA, "tcgen05.commit": one arrival. }];
  let arguments = (ins Arg<CuteNVGPU_Shared, "", [MemRead, MemWrite]>:$barrier);
  let assemblyFormat = "$barrier attr-dict `:` qualified(type($barrier))";
}

def CuteNVGPU_Tcgen05FenceBeforeOp : CuteNVGPU_RecordOp<"tcgen05.fence_before"> {
  let summary = "orders accesses to tensor memory before a later barrier";
  let description = [{ PTX ISA, "tcgen05.fence::before_thread_sync". }];
  let assemblyFormat = "attr-dict";
}

def CuteNVGPU_Tcgen05FenceAfterOp : CuteNVGPU_RecordOp<"tcgen05.fence_after"> {
  let summary = "orders accesses to tensor memory after an earlier barrier";
  let description = [{ PTX ISA, "tcgen05.fence::after_thread_sync". }];
  let assemblyFormat = "attr-dict";
}

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUTMEM_TD
