//===- CutlassBarrier.td - Single mbarriers -*- tablegen -*-===//
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
  let summary = "makes mbarriers ready for their first phase";
  let description = [{
    So many mbarriers, one behind the other, each of which ends a phase with so
    many arrivals. Where the predicate is false nothing happens. Threads have to
    meet before they use them.

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
  let summary = "waits until a phase of an mbarrier has ended";
  let description = [{
    Of a phase the parity matters. The thread polls; where the target has
    `mbarrier.try_wait` it may sleep.

    ```mlir
    cutlass.barrier.wait %barrier, %phase
    ```
  }];
  let arguments = (ins Cutlass_Shared:$barrier, I32:$phase);
  let assemblyFormat = "$barrier `,` $phase attr-dict";
}

#endif // TILEIRAS_DIALECT_CUTLASS_IR_CUTLASSBARRIER_TD
