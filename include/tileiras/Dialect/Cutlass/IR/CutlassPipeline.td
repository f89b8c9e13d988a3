//===- CutlassPipeline.td - Pipelines and their state ------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pipeline has two mbarriers for each stage of its circular buffer, `full`
// and `empty`. The producer visits the stages in order: it acquires one when a
// phase of `empty` is complete, and commits it at `full`; the consumer waits
// for that phase of `full`, and releases the stage at `empty`. Producer and
// consumer each have a state, (stage, phase):
//
//   producer   (0, 1) (1, 1) (2, 1) (0, 0) …   waits for the other phase of `empty`
//   consumer   (0, 0) (1, 0) (2, 0) (0, 1) …   waits for this phase of `full`
//
// A phase is known by its parity, which flips after the last stage. The
// producer's parity begins at 1, since the phase before the first one counts as
// complete: so its waits return at once in the first round.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSPIPELINE_TD
#define TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSPIPELINE_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tileiras/Dialect/Cutlass/IR/CutlassTypes.td"

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

def Cutlass_MakeStateOp : Cutlass_Op<"pipeline.make_state", [Pure]> {
  let summary = "the initial state of a producer or consumer";
  let description = [{
    The stage is 0; the phase is 1 for the producer, 0 for the consumer.

    ```mlir
    %s = cutlass.pipeline.make_state <producer> : !cutlass.pipeline_state<3>
    ```
  }];
  let arguments = (ins Cutlass_RoleAttr:$role);
  let results = (outs Cutlass_PipelineStateType:$state);
  let assemblyFormat = "$role attr-dict `:` qualified(type($state))";
}

def Cutlass_AdvanceOp : Cutlass_Op<"pipeline.advance", [
    Pure, SameOperandsAndResultType]> {
  let summary = "the state of the next stage; the first follows the last";
  let description = [{
    ```mlir
    %t = cutlass.pipeline.advance %s : !cutlass.pipeline_state<3>
    ```
  }];
  let arguments = (ins Cutlass_PipelineStateType:$state);
  let results = (outs Cutlass_PipelineStateType:$next);
  let assemblyFormat = "$state attr-dict `:` qualified(type($state))";
}

class Cutlass_OfStateOp<string mnemonic> : Cutlass_Op<mnemonic, [Pure]> {
  let arguments = (ins Cutlass_PipelineStateType:$state);
  let results = (outs I32:$value);
  let assemblyFormat = "$state attr-dict `:` qualified(type($state))";
}

def Cutlass_GetStageOp : Cutlass_OfStateOp<"pipeline.get_stage"> {
  let summary = "the stage of a state";
  let description = [{
    ```mlir
    %stage = cutlass.pipeline.get_stage %s : !cutlass.pipeline_state<3>
    ```
  }];
}

def Cutlass_GetPhaseOp : Cutlass_OfStateOp<"pipeline.get_phase"> {
  let summary = "the phase of a state";
  let description = [{
    ```mlir
    %phase = cutlass.pipeline.get_phase %s : !cutlass.pipeline_state<3>
    ```
  }];
}

def Cutlass_GetBarrierOp : Cutlass_Op<"pipeline.get_barrier", [
    Pure, AllTypesMatch<["barriers", "barrier"]>]> {
  let summary = "the mbarrier of a stage";
  let description = [{
    ```mlir
    %b = cutlass.pipeline.get_barrier %full[%s] : !cutlass.pipeline_state<3>
    ```
  }];
  let arguments = (ins Cutlass_Shared:$barriers,
                       Cutlass_PipelineStateType:$state);
  let results = (outs Cutlass_Shared:$barrier);
  let assemblyFormat = [{
    $barriers `[` $state `]` attr-dict
    `:` qualified(type($barriers)) `,` qualified(type($state))
  }];
}

//===----------------------------------------------------------------------===//
// Waits and arrivals
//===----------------------------------------------------------------------===//

/// Waits for the phase of a state, at the mbarrier of its stage.
class Cutlass_WaitOp<string mnemonic> : Cutlass_Op<mnemonic> {
  let arguments = (ins Cutlass_Shared:$barriers,
                       Cutlass_PipelineStateType:$state,
                       Optional<I1>:$predicate);
  let assemblyFormat = [{
    $barriers `[` $state `]` (`if` $predicate^)? attr-dict
    `:` qualified(type($state))
  }];
}

/// Arrives at the mbarrier of a state's stage.
class Cutlass_ArriveOp<string mnemonic> : Cutlass_Op<mnemonic> {
  let arguments = (ins Cutlass_Shared:$barriers,
                       Cutlass_PipelineStateType:$state,
                       Cutlass_ArrivalAttr:$arrival,
                       OptionalAttr<ConfinedAttr<I32Attr, [IntPositive]>>:$bytes,
                       Optional<I1>:$predicate,
                       DefaultValuedAttr<ConfinedAttr<I32Attr, [IntPositive]>,
                                         "1">:$ctas);
  let assemblyFormat = [{
    $barriers `[` $state `]` $arrival (`bytes` $bytes^)? (`ctas` $ctas^)?
    (`if` $predicate^)? attr-dict `:` qualified(type($state))
  }];
  let hasVerifier = 1;
}

def Cutlass_ProducerAcquireOp : Cutlass_WaitOp<"pipeline.producer_acquire"> {
  let summary = "the producer waits until its stage is empty";
  let description = [{
    There is no effect if the predicate is false: one thread that starts copies
    for its agent waits for all of them.

    ```mlir
    cutlass.pipeline.producer_acquire %empty[%s] : !cutlass.pipeline_state<3>
    ```
  }];
}

def Cutlass_ProducerCommitOp : Cutlass_ArriveOp<"pipeline.producer_commit"> {
  let summary = "the producer signals that its stage is full, or will be";
  let description = [{
    With `transactions` the stage is full once copies have also transferred
    `bytes` bytes.

    ```mlir
    cutlass.pipeline.producer_commit %full[%s] <thread> : !cutlass.pipeline_state<3>
    cutlass.pipeline.producer_commit %full[%s] <transactions> bytes 4096 if %first
        : !cutlass.pipeline_state<3>
    ```
  }];
}

def Cutlass_ConsumerWaitOp : Cutlass_WaitOp<"pipeline.consumer_wait"> {
  let summary = "the consumer waits until its stage is full";
  let description = [{
    ```mlir
    cutlass.pipeline.consumer_wait %full[%s] : !cutlass.pipeline_state<3>
    ```
  }];
}

def Cutlass_ConsumerReleaseOp : Cutlass_ArriveOp<"pipeline.consumer_release"> {
  let summary = "the consumer signals that its stage is empty";
  let description = [{
    With `warp` the predicate holds in one thread of each warp. With `ctas` the
    consumer signals the producers of that many CTAs, all those of the cluster.

    ```mlir
    cutlass.pipeline.consumer_release %empty[%s] <warp> if %lane0
        : !cutlass.pipeline_state<3>
    cutlass.pipeline.consumer_release %empty[%s] <warp> ctas 2 if %lane0
        : !cutlass.pipeline_state<3>
    ```
  }];
}

#endif // TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSPIPELINE_TD
