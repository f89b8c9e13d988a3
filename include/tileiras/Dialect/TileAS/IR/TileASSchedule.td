//===- TileASSchedule.td - Schedules as attributes -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule is written on the operations of a kernel, as discardable
// attributes with the prefix `tileas.schedule.` (IR/Schedule.h lists them).
// Those that are more than a number are here, with the operation that names the
// replica that executes it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASSCHEDULE_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASSCHEDULE_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tileiras/Dialect/TileAS/IR/TileASBase.td"

class TileAS_ScheduleAttr<string name, string mnemonic_>
    : AttrDef<TileAS_Dialect, name> {
  let mnemonic = mnemonic_;
  let genVerifyDecl = 1;
}

def TileAS_PartitionAttr : TileAS_ScheduleAttr<"Partition", "partition"> {
  let summary = "warps that execute the same part of a kernel";
  let description = [{
    An element of `tileas.schedule.partitions`, which is indexed by
    `tileas.schedule.partition`. `warps` are those of each replica, `registers`
    those of each thread: a multiple of 8 from 24 to 256, as setmaxnreg takes
    them. Replicas execute the same code for other rows or columns of the tiles,
    or for other iterations: replica q of r has the iterations i with i mod r =
    q.

    ```mlir
    #nv_tileas.partition<"load", warps = 1, registers = 24>
    #nv_tileas.partition<"compute", warps = 4, registers = 240,
                         replicas = 2 by rows>
    ```
  }];
  let parameters = (ins StringRefParameter<"">:$name, "int32_t":$warps,
                        "int32_t":$registers,
                        DefaultValuedParameter<"int32_t", "1">:$replicas,
                        DefaultValuedParameter<
                            "::mlir::nv_tileas::ReplicaKind",
                            "::mlir::nv_tileas::ReplicaKind::Rows">:$by);
  let assemblyFormat = [{
    `<` $name `,` `warps` `=` $warps `,` `registers` `=` $registers
    `` custom<Replicas>($replicas, $by) `>`
  }];
}

def TileAS_SliceAttr : TileAS_ScheduleAttr<"Slice", "slice"> {
  let summary = "the slices in which a tile is computed, one after the other";
  let description = [{
    The operations on a tile are executed for `count` equal parts of its
    dimension `dim`: of a result that threads compute, 0 or 1; of an MMA, 2 is
    K.

    ```mlir
    #nv_tileas.slice<1, 16>
    ```
  }];
  let parameters = (ins "int32_t":$dim, "int32_t":$count);
  let assemblyFormat = "`<` $dim `,` $count `>`";
}

def TileAS_ReplicaIdOp : TileAS_Op<"replica_id", [Pure]> {
  let summary = "the index of the replica that executes it, from 0";
  let description = [{
    It stands in a partition with replicas, and selects what each of them works
    on.

    ```mlir
    %r = nv_tileas.replica_id {tileas.schedule.partition = array<i32: 1>} : i32
    ```
  }];
  let results = (outs I32:$index);
  let assemblyFormat = "attr-dict `:` type($index)";
}

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASSCHEDULE_TD
