//===- CuteNVGPUAttributes.td - Atoms -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUATTRIBUTES_TD
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUATTRIBUTES_TD

include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUBase.td"

def CuteNVGPU_AtomAttr : AttrDef<CuteNVGPU_Dialect, "Atom"> {
  let mnemonic = "atom";
  let summary = "the instruction of an operation";
  let description = [{
    The attribute has the name of a record of include/tileiras/Target/Atoms.td,
    which describes the instruction, and its size if there are several:

    ```mlir
    #cute_nvgpu.atom<sm80.mma.m16n8k16.f16.f32>
    #cute_nvgpu.atom<universal_copy, 128>   // bits of a vector
    #cute_nvgpu.atom<ldsm.trans, 4>         // matrices
    ```
  }];
  let parameters = (ins AttrParameter<"const ::tileiras::AtomInfo *",
                                      "the record">:$info,
                        "unsigned":$size);
  let builders = [AttrBuilder<(ins "const ::tileiras::AtomInfo *":$info)>];
  let extraClassDeclaration = [{
    const ::tileiras::AtomInfo *operator->() const { return getInfo(); }
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUATTRIBUTES_TD
