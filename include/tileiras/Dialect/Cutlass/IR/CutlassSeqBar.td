//===- CutlassSeqBar.td - Ordered sequence barriers -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Agents that take turns: each has an mbarrier, at which the one before it
// arrives when its turn is over. The last one comes before the first.
//
//   agent 0   wait(0) … arrive(1)             wait(0) … arrive(1)
//   agent 1               wait(1) … arrive(0)             wait(1) … arrive(0)
//
// The state counts an agent's turns. The first agent begins: the parity that its
// first wait is for is that of a phase before the first one.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSSEQBAR_TD
#define TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSSEQBAR_TD

include "tileiras/Dialect/Cutlass/IR/CutlassTypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Cutlass_SeqBarMakeStateOp : Cutlass_Op<"seq_bar.make_state", [Pure]> {
  let summary = "the state in which an agent begins";
  let description = [{
    `cutlass.pipeline.advance` gives that of its next turn.

    ```mlir
    %s = cutlass.seq_bar.make_state %agent : !cutlass.pipeline_state<1>
    ```
  }];
  let arguments = (ins I32:$agent);
  let results = (outs Cutlass_OneStage:$state);
  let assemblyFormat = "$agent attr-dict `:` qualified(type($state))";
}

def Cutlass_SeqBarWaitOp : Cutlass_Op<"seq_bar.wait"> {
  let summary = "waits for the turn of an agent";
  let description = [{
    ```mlir
    cutlass.seq_bar.wait %barriers[%agent], %s : !cutlass.pipeline_state<1>
    ```
  }];
  let arguments = (ins Cutlass_Shared:$barriers, I32:$agent,
                       Cutlass_OneStage:$state);
  let assemblyFormat = [{
    $barriers `[` $agent `]` `,` $state attr-dict `:` qualified(type($state))
  }];
}

def Cutlass_SeqBarArriveOp : Cutlass_Op<"seq_bar.arrive"> {
  let summary = "passes the turn on to the next agent";
  let description = [{
    One thread of each warp arrives, when the others of its warp have come here.

    ```mlir
    cutlass.seq_bar.arrive %barriers[%agent] of 2 if %lane0
    ```
  }];
  let arguments = (ins Cutlass_Shared:$barriers, I32:$agent,
                       ConfinedAttr<I32Attr, [IntMinValue<2>]>:$agents,
                       I1:$predicate);
  let assemblyFormat = [{
    $barriers `[` $agent `]` `of` $agents `if` $predicate attr-dict
  }];
}

#endif // TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSSEQBAR_TD
