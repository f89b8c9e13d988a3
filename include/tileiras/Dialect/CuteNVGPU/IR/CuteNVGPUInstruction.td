//===- CuteNVGPUInstruction.td - Classes of operations -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUINSTRUCTION_TD
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUINSTRUCTION_TD

include "mlir/Dialect/LLVMIR/LLVMOpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUAttributes.td"
include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUEnums.td"
include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUInterfaces.td"

def CuteNVGPU_Global : LLVM_PointerInAddressSpace<1>;
def CuteNVGPU_Shared : LLVM_PointerInAddressSpace<3>;
def CuteNVGPU_SharedCluster : LLVM_PointerInAddressSpace<7>;

class CuteNVGPU_Op<string mnemonic, list<Trait> traits>
    : Op<CuteNVGPU_Dialect, mnemonic,
         !listconcat(traits, [DeclareOpInterfaceMethods<
                                 CuteNVGPU_InstructionOpInterface>])>;

/// An operation with a single record, of the same name.
class CuteNVGPU_RecordOp<string record, list<Trait> traits = []>
    : CuteNVGPU_Op<record, traits> {
  let extraClassDefinition = [{
    const ::tileiras::AtomInfo &$cppClass::getInstruction() {
      return *::tileiras::lookupAtom("}] # record # [{");
    }
  }];
}

/// An operation whose attribute `atom` selects the record.
class CuteNVGPU_AtomOp<string mnemonic, list<Trait> traits = []>
    : CuteNVGPU_Op<mnemonic, traits> {
  let extraClassDefinition = [{
    const ::tileiras::AtomInfo &$cppClass::getInstruction() {
      return *getAtom().getInfo();
    }
  }];
  let hasVerifier = 1;
}

/// An operation whose results are its operands, in the same order.
class CuteNVGPU_RegistersOp<string record> : CuteNVGPU_RecordOp<record, [
    DeclareOpInterfaceMethods<CuteNVGPU_PtxOpInterface>]> {
  let results = (outs LLVM_AnyStruct:$result);
  let extraClassDeclaration = [{
    bool updatesResult() { return true; }
    ::mlir::OperandRange getOtherwise() { return getRegisters(); }
  }];
}

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUINSTRUCTION_TD
