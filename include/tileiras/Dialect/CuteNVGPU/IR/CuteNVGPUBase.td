//===- CuteNVGPUBase.td - The cute_nvgpu dialect -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cute_nvgpu describes the code of one thread: one operation is one PTX
// instruction, whose operands are registers and pointers of that thread. An
// attribute names the record of an instruction (include/tileiras/Target), so
// that other dialects can choose instructions before they are lowered to
// cute_nvgpu.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUBASE_TD
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUBASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def CuteNVGPU_Dialect : Dialect {
  let name = "cute_nvgpu";
  let cppNamespace = "::mlir::cute_nvgpu";
  let summary = "One operation, one PTX instruction";
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let useDefaultAttributePrinterParser = 1;
  let hasRegionArgAttrVerify = 1;
  let extraClassDeclaration = [{
    /// On an argument of a kernel that is a pointer to a value: no thread
    /// writes there, so the value need not be copied, and the hardware may read
    /// it as a descriptor (UnitAttr). `cute-kernel-to-nvvm` turns it into
    /// nvvm.grid_constant.
    static llvm::StringRef getGridConstantAttrName() {
      return "cute_nvgpu.grid_constant";
    }

    void registerAttributes();
  }];
}

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUBASE_TD
