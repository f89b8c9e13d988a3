//===- CutlassTypes.td - Types and attributes of cutlass -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSTYPES_TD
#define TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSTYPES_TD

include "tileiras/Dialect/Cutlass/IR/CutlassBase.td"
include "tileiras/Dialect/Cutlass/IR/CutlassEnums.td"

def Cutlass_RoleAttr : EnumAttr<Cutlass_Dialect, Cutlass_Role, "role"> {
  let assemblyFormat = "`<` $value `>`";
}
def Cutlass_ArrivalAttr
    : EnumAttr<Cutlass_Dialect, Cutlass_Arrival, "arrival"> {
  let assemblyFormat = "`<` $value `>`";
}

def Cutlass_PipelineStateType : TypeDef<Cutlass_Dialect, "PipelineState"> {
  let mnemonic = "pipeline_state";
  let summary = "the stage and the phase of a pipeline's producer or consumer";
  let description = [{
    The state has two numbers of type i32: the stage index, and the parity of
    the phase, which flips after the last stage. The parity distinguishes the
    last two phases of an mbarrier.

    ```mlir
    !cutlass.pipeline_state<3>
    ```
  }];
  let parameters = (ins "int64_t":$stages);
  let assemblyFormat = "`<` $stages `>`";
  let genVerifyDecl = 1;
}

/// The state of a protocol with one barrier for each participant.
def Cutlass_OneStage
    : ConfinedType<Cutlass_PipelineStateType,
                   [CPred<"::llvm::cast<::mlir::cutlass::PipelineStateType>("
                          "$_self).getStages() == 1">],
                   "pipeline state of one stage",
                   "::mlir::cutlass::PipelineStateType">;

#endif // TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSTYPES_TD
