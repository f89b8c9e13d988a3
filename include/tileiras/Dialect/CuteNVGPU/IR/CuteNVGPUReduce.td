//===- CuteNVGPUReduce.td - What the lanes of a warp hold, combined -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUREDUCE_TD
#define TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUREDUCE_TD

include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUInstruction.td"

def CuteNVGPU_ReduxOp : CuteNVGPU_RecordOp<"redux", [
    AllTypesMatch<["value", "result"]>]> {
  let summary = "combines the values of all lanes of the warp";
  let description = [{
    PTX ISA, "redux.sync". Every lane executes it, and gets the result.

    ```mlir
    %sum = cute_nvgpu.redux <add> %x
    ```
  }];
  let arguments = (ins CuteNVGPU_CombinationAttr:$combination, I32:$value);
  let results = (outs I32:$result);
  let assemblyFormat = "$combination $value attr-dict";
}

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUREDUCE_TD
