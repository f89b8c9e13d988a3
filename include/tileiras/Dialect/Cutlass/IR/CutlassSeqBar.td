//===- CutlassSeqBar.td - Ordered sequence barriers -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Agents execute ordered sections in ping-pong order: each agent has an
// mbarrier, at which the agent before it arrives at the end of its section. The
// last agent comes before the first.
//
//   agent 0   wait(0) … arrive(1)             wait(0) … arrive(1)
//   agent 1               wait(1) … arrive(0)             wait(1) … arrive(0)
//
// The state counts the sections of an agent. The first agent begins, since its
// first wait is for the parity of a phase before the first one.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSSEQBAR_TD
#define TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSSEQBAR_TD

include "tileiras/Dialect/Cutlass/IR/CutlassTypes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Cutlass_SeqBarMakeStateOp : Cutlass_Op<"seq_bar.make_state", [Pure]> {
  let summary = "the initial state of an agent";
  let description = [{
    `cutlass.pipeline.advance` returns the state of its next ordered section.

    ```mlir
    %s = cutlass.seq_bar.make_state %agent : !cutlass.pipeline_state<1>
    ```
  }];
  let arguments = (ins I32:$agent);
  let results = (outs Cutlass_OneStage:$state);
  let assemblyFormat = "$agent attr-dict `:` qualified(type($state))";
}

def Cutlass_SeqBarWaitOp : Cutlass_Op<"seq_bar.wait"> {
  let summary = "waits for the ordered section of an agent";
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
  let summary = "arrives at the barrier of the next agent";
  let description = [{
    One thread of each warp arrives, after the warp has synchronised.

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
