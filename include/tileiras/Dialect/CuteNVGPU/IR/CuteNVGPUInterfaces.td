//===- CuteNVGPUInterfaces.td - What all instructions have -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUINTERFACES_TD
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUINTERFACES_TD

include "mlir/IR/OpBase.td"

def CuteNVGPU_InstructionOpInterface : OpInterface<"InstructionOpInterface"> {
  let description = [{
    One instruction of PTX, on the operands of one thread. Its record in the
    table of atoms says which, and which targets have it.
  }];
  let cppNamespace = "::mlir::cute_nvgpu";
  let methods = [
    InterfaceMethod<"The record of the instruction",
                    "const ::tileiras::AtomInfo &", "getInstruction">
  ];
}

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUINTERFACES_TD
