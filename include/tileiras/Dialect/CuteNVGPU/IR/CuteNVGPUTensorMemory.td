//===- CuteNVGPUTensorMemory.td - Tensor memory -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Columns of tensor memory are allocated by one warp for the CTA. Where they are
// it learns, as all others do, from a word of shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUTENSORMEMORY_TD
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUTENSORMEMORY_TD

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
  let summary = "columns of tensor memory, whose address goes to shared memory";
  let description = [{
    PTX ISA, "tcgen05.alloc": 32 to 512 columns, a power of two. All lanes of one
    warp execute it; it waits until so many are free.

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
  let summary = "the address of the columns, from shared memory";
  let description = [{
    A load of 32 bits, after threads have met the warp that allocated.

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
  let summary = "gives columns of tensor memory back";
  let description = [{
    PTX ISA, "tcgen05.dealloc": those of one allocation. All lanes of one warp
    execute it, before the CTA ends.

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

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUTENSORMEMORY_TD
