//===- CuteNVGPUReduce.td - Reductions of a warp -----------*- tablegen -*-===//
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

def CuteNVGPU_ReduxF32Op : CuteNVGPU_RecordOp<"redux.f32", [
    DeclareOpInterfaceMethods<CuteNVGPU_PtxOpInterface>]> {
  let summary = "the largest or smallest f32 of all lanes of the warp";
  let description = [{
    PTX ISA, "redux.sync". Every lane executes it, and gets the result. Positive
    zero is larger than negative zero. With `nan` the result is a NaN if one
    lane has a NaN; else only if all do. LLVM has it for sm_100 alone.

    ```mlir
    %most = cute_nvgpu.redux.f32 <max> nan %x
    ```
  }];
  let arguments = (ins CuteNVGPU_ExtremeAttr:$extreme, F32:$value,
                       UnitAttr:$nan);
  let results = (outs F32:$result);
  let assemblyFormat = "$extreme (`nan` $nan^)? $value attr-dict";
}

#endif // TILEIRAS_DIALECT_CUTENVGPU_IR_CUTENVGPUREDUCE_TD
