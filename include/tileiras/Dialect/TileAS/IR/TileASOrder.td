//===- TileASOrder.td - Agents that take turns -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Agents of one group that run the same code may do a part of it in turn, the
// first before the second, the last before the first again: so that one starts
// its products while the other computes on its sums.
//
//   agent 0   wait … arrive              wait … arrive
//   agent 1                wait … arrive              wait … arrive
//
// An order barrier has a barrier object for each agent, at which the agent
// before it arrives. An iterator counts an agent's turns.
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
  let summary = "the order in which agents take turns";
  let description = [{
    Of so many agents, each of so many warps.

    ```mlir
    !nv_tileas.order<agents = 2, warps = 4>
    ```
  }];
  let parameters = (ins "int64_t":$agents, "int64_t":$warps);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def TileAS_OrderIteratorType : TileAS_Type<"OrderIterator", "order_iterator"> {
  let summary = "how many turns an agent has had";
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

class TileAS_OrderOp<string mnemonic, list<Trait> traits = []>
    : TileAS_Op<"async.order." # mnemonic, traits>;

def TileAS_CreateOrderOp : TileAS_OrderOp<"create_order"> {
  let summary = "makes barrier objects those of an order";
  let description = [{
    One thread initialises an object for each agent. All threads have to meet
    before the first use (`tileas-insert-memory-barriers`).

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
  let summary = "no turn so far, of the agent whose code it is";
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
  let summary = "waits for the agent's turn";
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
  let summary = "the turn is over: the next agent's begins";
  let description = [{
    It gives the iterator of the agent's next turn.

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
