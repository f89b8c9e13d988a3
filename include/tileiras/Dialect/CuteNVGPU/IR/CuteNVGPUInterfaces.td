//===- CuteNVGPUInterfaces.td - Interfaces of instructions -*- tablegen -*-===//
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
    The operation is one instruction of PTX, on the operands of one thread. Its
    record in the table of atoms names the instruction and its targets.
  }];
  let cppNamespace = "::mlir::cute_nvgpu";
  let methods = [
    InterfaceMethod<"The record of the instruction",
                    "const ::tileiras::AtomInfo &", "getInstruction">
  ];
}

def CuteNVGPU_PtxOpInterface : OpInterface<"PtxOpInterface"> {
  let description = [{
    The operation has the text of an instruction that neither nvvm nor LLVM has
    in every form. In the text `$i` is the i-th register: those of the result,
    then the inputs.

    nvvm's BasicPtxBuilderOpInterface is not used: with results and a predicate
    it numbers operands incorrectly, and it does not support tied results.
  }];
  let cppNamespace = "::mlir::cute_nvgpu";
  let methods = [
    InterfaceMethod<"Whether it is text in this form", "bool", "isText", (ins), "",
                    "return true;">,
    InterfaceMethod<"The instruction, without its predicate",
                    "std::string", "getPtx">,
    InterfaceMethod<"Whether it is executed; null: always", "::mlir::Value",
                    "getPredicate">,
    InterfaceMethod<"The registers of the result where it is not executed",
                    "::mlir::OperandRange", "getOtherwise", (ins), "",
                    "return $_op->getOperands().take_front(0);">,
    InterfaceMethod<"Whether it reads its result, which starts as getOtherwise() "
                    "where it is executed, too",
                    "bool", "updatesResult", (ins), "", "return false;">
  ];
  let extraSharedClassDeclaration = [{
    /// Returns the inputs of the text: the operands before the predicate.
    ::mlir::OperandRange getInputs() {
      unsigned others = $_op.getOtherwise().size() + ($_op.getPredicate() ? 1 : 0);
      return $_op->getOperands().drop_back(others);
    }
    /// Returns the registers of the result: one, members of a struct, or none.
    ::llvm::SmallVector<::mlir::Type> getResultRegisters() {
      return ::mlir::cute_nvgpu::getRegisters($_op->getResultTypes());
    }
  }];
  let verify = [{
    return ::mlir::cute_nvgpu::verifyPtxOp(
        ::llvm::cast<::mlir::cute_nvgpu::PtxOpInterface>($_op));
  }];
}

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUINTERFACES_TD
