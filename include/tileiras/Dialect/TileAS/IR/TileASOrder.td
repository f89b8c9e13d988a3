//===- TileASOrder.td - Ping-pong order of agents -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Agents of one group that run the same code may execute a section of it in
// order, the first before the second, the last before the first again, as
// CUTLASS's `OrderedSequenceBarrier` does for ping-pong kernels: so that one
// issues its MMAs while the other computes on its accumulator.
//
//   agent 0   wait … arrive              wait … arrive
//   agent 1                wait … arrive              wait … arrive
//
// An order barrier has an mbarrier for each agent, at which the agent before it
// arrives. An iterator counts how often an agent has run the section.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASORDER_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASORDER_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tileiras/Dialect/TileAS/IR/TileASBuffers.td"

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def TileAS_OrderType : TileAS_Type<"Order", "order"> {
  let summary = "the ping-pong order of agents";
  let description = [{
    The parameters are the number of agents, and of the warps of each.

    ```mlir
    !nv_tileas.order<agents = 2, warps = 4>
    ```
  }];
  let parameters = (ins "int64_t":$agents, "int64_t":$warps);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def TileAS_OrderIteratorType : TileAS_Type<"OrderIterator", "order_iterator"> {
  let summary = "how often an agent has executed its ordered section";
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

class TileAS_OrderOp<string mnemonic, list<Trait> traits = []>
    : TileAS_Op<"async.order." # mnemonic, traits>;

def TileAS_CreateOrderOp : TileAS_OrderOp<"create_order"> {
  let summary = "creates an order from initialised mbarriers";
  let description = [{
    One thread initialises an mbarrier for each agent. A CTA barrier has to
    precede the first use (`tileas-insert-memory-barriers`).

    ```mlir
    %o = nv_tileas.async.order.create_order %bars : !nv_tileas.mbarrier<2>
        -> !nv_tileas.order<agents = 2, warps = 4>
    ```
  }];
  let arguments = (ins Arg<TileAS_MBarrierType, "",
                           [MemWrite<TileAS_SharedMemory>]>:$mbarriers);
  let results = (outs TileAS_OrderType:$order);
  let assemblyFormat = [{
    $mbarriers attr-dict `:` qualified(type($mbarriers))
    `->` qualified(type($order))
  }];
  let hasVerifier = 1;
}

def TileAS_CreateOrderIteratorOp : TileAS_OrderOp<"create_iterator", [Pure]> {
  let summary = "the iterator of the agent that executes it, before its first "
                "section";
  let description = [{
    ```mlir
    %i = nv_tileas.async.order.create_iterator %o
        : !nv_tileas.order<agents = 2, warps = 4>
    ```
  }];
  let arguments = (ins TileAS_OrderType:$order);
  let results = (outs TileAS_OrderIteratorType:$iterator);
  let assemblyFormat = "$order attr-dict `:` qualified(type($order))";
  let hasVerifier = 1;
}

def TileAS_OrderWaitOp : TileAS_OrderOp<"wait"> {
  let summary = "waits until the agent may enter its ordered section";
  let description = [{
    ```mlir
    nv_tileas.async.order.wait %o[%i] : !nv_tileas.order<agents = 2, warps = 4>
    ```
  }];
  let arguments = (ins TileAS_OrderType:$order,
                       TileAS_OrderIteratorType:$iterator);
  let assemblyFormat = [{
    $order `[` $iterator `]` attr-dict `:` qualified(type($order))
  }];
  let hasVerifier = 1;
}

def TileAS_OrderArriveOp : TileAS_OrderOp<"arrive"> {
  let summary = "ends the ordered section: the next agent may enter its own";
  let description = [{
    The result is the iterator of the agent's next section.

    ```mlir
    %j = nv_tileas.async.order.arrive %o[%i]
        : !nv_tileas.order<agents = 2, warps = 4>
    ```
  }];
  let arguments = (ins TileAS_OrderType:$order,
                       TileAS_OrderIteratorType:$iterator);
  let results = (outs TileAS_OrderIteratorType:$next);
  let assemblyFormat = [{
    $order `[` $iterator `]` attr-dict `:` qualified(type($order))
  }];
  let hasVerifier = 1;
}

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASORDER_TD
