//===- CutlassBase.td - The cutlass dialect ----------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cutlass has protocols of several instructions by which threads wait for one
// another. An operation is one thread's part of one step of a protocol, on
// pointers and integers that have LLVM's types already; it becomes several
// operations of cute_nvgpu and the control flow between them.
//
// Names and their meaning are CUTLASS's ("Asynchronous Pipelines"): the state
// of a pipeline, its producer and consumer, ordered sequence barriers.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSBASE_TD
#define TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSBASE_TD

include "mlir/Dialect/LLVMIR/LLVMOpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def Cutlass_Dialect : Dialect {
  let name = "cutlass";
  let cppNamespace = "::mlir::cutlass";
  let summary = "Protocols of several instructions";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
}

class Cutlass_Op<string mnemonic, list<Trait> traits = []>
    : Op<Cutlass_Dialect, mnemonic, traits>;

/// The first of several consecutive mbarriers in shared memory.
def Cutlass_Shared : LLVM_PointerInAddressSpace<3>;

#endif // TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSBASE_TD
