//===- CutlassBarrier.td - Single mbarriers ----------------*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSBARRIER_TD
#define TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSBARRIER_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tileiras/Dialect/Cutlass/IR/CutlassTypes.td"

def Cutlass_BarrierInitOp : Cutlass_Op<"barrier.init"> {
  let summary = "initialises mbarriers for their first phase";
  let description = [{
    Initialises `count` consecutive mbarriers, whose phases `arrivals` arrivals
    complete. There is no effect if the predicate is false. A CTA barrier is
    necessary before threads use the mbarriers.

    ```mlir
    cutlass.barrier.init %full count 3 arrivals 32 if %first
    ```
  }];
  let arguments = (ins Arg<Cutlass_Shared, "", [MemWrite]>:$barriers,
                       ConfinedAttr<I32Attr, [IntPositive]>:$count,
                       ConfinedAttr<I32Attr, [IntPositive]>:$arrivals,
                       Optional<I1>:$predicate);
  let assemblyFormat = [{
    $barriers `count` $count `arrivals` $arrivals (`if` $predicate^)? attr-dict
  }];
}

def Cutlass_BarrierWaitOp : Cutlass_Op<"barrier.wait"> {
  let summary = "waits until a phase of an mbarrier is complete";
  let description = [{
    `phase` is the parity of the phase. The thread polls; on targets with
    `mbarrier.try_wait` it may be suspended.

    ```mlir
    cutlass.barrier.wait %barrier, %phase
    ```
  }];
  let arguments = (ins Cutlass_Shared:$barrier, I32:$phase);
  let assemblyFormat = "$barrier `,` $phase attr-dict";
}

#endif // TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSBARRIER_TD
