//===- TileASPipelines.td - Producer-consumer pipelines ---*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pipeline synchronises the producer and the consumer of a circular buffer
// ("ring") of stages in shared memory, like CUTLASS's `PipelineAsync`. The
// producer acquires a stage, writes to it and commits it; the consumer waits
// for it, reads from it and releases it. Each side visits the stages in a
// circle, by an *iterator*: the stage index and the number of rounds.
//
//   producer   acquire(0) write commit(0)  acquire(1) write commit(1)  …
//   consumer       wait(0) read release(0)     wait(1) read release(1) …
//
// A stage has two mbarriers: `full` ends a phase with every commit, `empty`
// with every release. A wait for phase n of `full` waits for the commit of the
// stage's n-th use; the producer finds the stage empty before its first use, as
// if a phase of `empty` had ended before.
//
// The *completion* of a barrier says what ends a phase: the number of arrivals,
// and which threads make them. It is part of the type, so that each operation
// knows what it does.
//
// On targets whose copies can't arrive at mbarriers, or where the threads that
// fill a stage also empty it, the completion of `full` is a *group* of copies
// (cp.async): a commit closes the group, a wait waits for it. Then there are no
// mbarriers, and threads synchronise at CTA barriers as for other buffers.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TILEASPIPELINES_TD
#define TILEIRAS_DIALECT_TILEAS_IR_TILEASPIPELINES_TD

include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tileiras/Dialect/TileAS/IR/TileASAttributes.td"
include "tileiras/Dialect/TileAS/IR/TileASBuffers.td"
include "tileiras/Dialect/TileAS/IR/TileASEnums.td"
include "tileiras/Dialect/TileAS/IR/TileASFutures.td"

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

def TileAS_CompletionAttr : TileAS_Attr<"Completion", "completion"> {
  let summary = "what ends a phase of one side of a pipeline";
  let description = [{
    `threads` counts arrivals, each after the accesses of its threads: of every
    thread of the side, or of one thread of each warp, as the number says. `mma`
    is one arrival, once the asynchronous MMAs in tensor memory that the first
    thread of the side has started are complete (`async.tmem_dot`): they read
    the stage, or fill it. `cp_async` counts one arrival of every thread, once
    the copies that it has started are complete. `tx` is one arrival, of the
    first thread of the side, and a number of bytes, which the copies that it
    has started count as they complete (`async.tiled_tma_load`). `group` has no
    number and belongs to one thread: its copies are complete.

    With `ctas` the stage is filled by the producers of that many CTAs of a
    cluster (`async.tiled_tma_load` with `multicast`), so each of them has to
    know that it is empty: the threads arrive at the barriers of all these CTAs,
    and a phase needs the arrivals from all of them.

    ```mlir
    #nv_tileas.completion<cp_async, 128>
    #nv_tileas.completion<threads, 4 x 2 ctas>
    #nv_tileas.completion<tx, 1, bytes = 32768>
    #nv_tileas.completion<mma, 1>
    #nv_tileas.completion<group>
    ```
  }];
  let parameters = (ins EnumParameter<TileAS_CompletionKind>:$kind,
                        DefaultValuedParameter<"int64_t", "0">:$arrivals,
                        DefaultValuedParameter<"int64_t", "0">:$bytes,
                        DefaultValuedParameter<"int64_t", "1">:$ctas);
  let assemblyFormat = [{
    `<` $kind (`,` $arrivals^)? (`x` $ctas^ `ctas`)?
    (`,` `bytes` `=` $bytes^)? `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Returns the arrivals that end a phase, from all CTAs.
    int64_t getAllArrivals() const { return getArrivals() * getCtas(); }
  }];
}

def TileAS_PipelineType : TileAS_Type<"Pipeline", "pipeline"> {
  let summary = "the order in which the stages of a circular buffer are filled "
                "and emptied";
  let description = [{
    ```mlir
    !nv_tileas.pipeline<3, full = <cp_async, 128>, empty = <threads, 4>>
    ```
  }];
  let parameters = (ins "int64_t":$stages, "CompletionAttr":$full,
                        "CompletionAttr":$empty);
  let assemblyFormat = [{
    `<` $stages `,` `full` `=` $full `,` `empty` `=` $empty `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Whether one thread starts copies that count their bytes, and is the only
    /// producer thread to act.
    bool isFilledByTransactions() const {
      return getFull().getKind() == CompletionKind::Tx;
    }
    /// Whether one thread starts MMAs that fill a stage (an accumulator), and
    /// is the only producer thread to act.
    bool isFilledByMma() const {
      return getFull().getKind() == CompletionKind::Mma;
    }
    /// Whether one thread starts MMAs that read a stage, and is the only
    /// consumer thread to act.
    bool isEmptiedByMma() const {
      return getEmpty().getKind() == CompletionKind::Mma;
    }
    /// Whether it has mbarriers.
    bool hasBarriers() const {
      return getFull().getKind() != CompletionKind::Group;
    }
  }];
}

def TileAS_PipelineIteratorType
    : TileAS_Type<"PipelineIterator", "pipeline_iterator"> {
  let summary = "the stage index of one side of a pipeline, and its round";
  let description = [{
    ```mlir
    !nv_tileas.pipeline_iterator<producer, 3>
    ```
  }];
  let parameters = (ins EnumParameter<TileAS_PipelineRole>:$role,
                        "int64_t":$stages);
  let assemblyFormat = "`<` $role `,` $stages `>`";
}

def TileAS_PipelineProducerTokenType
    : TileAS_Type<"PipelineProducerToken", "pipeline_producer_token"> {
  let summary = "the right to write to a stage";
}
def TileAS_PipelineConsumerTokenType
    : TileAS_Type<"PipelineConsumerToken", "pipeline_consumer_token"> {
  let summary = "the right to read from a stage";
}

class TileAS_IteratorOf<string role>
    : ConfinedType<TileAS_PipelineIteratorType,
                   [CPred<"::llvm::cast<::mlir::nv_tileas::PipelineIteratorType>("
                          "$_self).getRole() == ::mlir::nv_tileas::PipelineRole::"
                          # role>],
                   "pipeline iterator of the " # !tolower(role),
                   "::mlir::nv_tileas::PipelineIteratorType">;
def TileAS_ProducerIterator : TileAS_IteratorOf<"Producer">;
def TileAS_ConsumerIterator : TileAS_IteratorOf<"Consumer">;

//===----------------------------------------------------------------------===//
// Pipelines and iterators
//===----------------------------------------------------------------------===//

class TileAS_PipelineOp<string mnemonic, list<Trait> traits = []>
    : TileAS_Op<"async.pipeline." # mnemonic, traits> {
  let hasVerifier = 1;
}

def TileAS_CreatePipelineOp : TileAS_PipelineOp<"create_pipeline"> {
  let summary = "creates a pipeline from initialised mbarriers";
  let hasCanonicalizeMethod = 1;
  let description = [{
    One thread initialises `full` and `empty` for the arrivals that the type
    says. A CTA barrier has to precede the first use
    (`tileas-insert-memory-barriers`). `producer_group` and `consumer_group` are
    the regions of the agent_switch that hold the sides; without them both sides
    are the threads that create it.

    ```mlir
    %p = nv_tileas.async.pipeline.create_pipeline %full, %empty
        : !nv_tileas.mbarrier<3>, !nv_tileas.mbarrier<3>
        {producer_group = 0 : i32, consumer_group = 1 : i32}
        -> !nv_tileas.pipeline<3, full = <cp_async, 32>, empty = <threads, 4>>
    ```
  }];
  let arguments = (ins
    Arg<Variadic<TileAS_MBarrierType>, "",
        [MemWrite<TileAS_SharedMemory>]>:$mbarriers,
    OptionalAttr<ConfinedAttr<I32Attr, [IntNonNegative]>>:$producer_group,
    OptionalAttr<ConfinedAttr<I32Attr, [IntNonNegative]>>:$consumer_group);
  let results = (outs TileAS_PipelineType:$pipeline);
  let assemblyFormat = [{
    ($mbarriers^ `:` qualified(type($mbarriers)))? attr-dict
    `->` qualified(type($pipeline))
  }];
}

def TileAS_CreateIteratorOp : TileAS_PipelineOp<"create_iterator", [Pure]> {
  let summary = "the first stage, for one side";
  let arguments = (ins TileAS_PipelineType:$pipeline);
  let results = (outs TileAS_PipelineIteratorType:$iterator);
  let assemblyFormat = [{
    $pipeline attr-dict
    `:` qualified(type($pipeline)) `->` qualified(type($iterator))
  }];
}

def TileAS_IncIteratorOp : TileAS_PipelineOp<"inc_iter", [
    Pure, SameOperandsAndResultType]> {
  let summary = "the next stage: the first after the last";
  let arguments = (ins TileAS_PipelineIteratorType:$iterator);
  let results = (outs TileAS_PipelineIteratorType:$next);
  let assemblyFormat = "$iterator attr-dict `:` qualified(type($iterator))";
}

//===----------------------------------------------------------------------===//
// Accesses to one stage
//===----------------------------------------------------------------------===//

/// Results of an access: tiles, and futures of MMAs that still read the stage.
def TileAS_StageResult : AnyTypeOf<[TileAA_AnyTile, TileAS_FutureType],
                                  "number, pointer, tensor of them or future">;

def TileAS_PipelineYieldOp : TileAS_Op<"async.pipeline.yield", [
    Pure, ReturnLike, Terminator,
    HasParent<"ProducerWriteOp, ConsumerReadOp, ProduceOneOp, ProduceOneAsyncOp, "
              "ConsumeOneOp, ConsumeOneAsyncOp">]> {
  let summary = "ends the access to a stage";
  let arguments = (ins Variadic<TileAS_StageResult>:$tiles);
  let assemblyFormat = "attr-dict ($tiles^ `:` type($tiles))?";
  let builders = [OpBuilder<(ins), [{
    build($_builder, $_state, ValueRange());
  }]>];
}

/// An access to a stage, whose region has the stage index as argument. The
/// producer of a pipeline that transactions fill has a second argument, the
/// mbarrier at which they count.
class TileAS_AccessOp<string mnemonic, list<Trait> traits = []>
    : TileAS_PipelineOp<mnemonic, !listconcat(traits, [
        RecursiveMemoryEffects,
        SingleBlockImplicitTerminator<"PipelineYieldOp">,
        DeclareOpInterfaceMethods<RegionBranchOpInterface>])> {
  let regions = (region SizedRegion<1>:$body);
  let hasRegionVerifier = 1;
}

def TileAS_ProducerAcquireOp : TileAS_PipelineOp<"producer_acquire"> {
  let summary = "waits until the stage is empty";
  let arguments = (ins TileAS_PipelineType:$pipeline,
                       TileAS_ProducerIterator:$iterator);
  let results = (outs TileAS_PipelineProducerTokenType:$token);
  let assemblyFormat = [{
    $pipeline `[` $iterator `]` attr-dict
    `:` qualified(type($pipeline)) `,` qualified(type($iterator))
  }];
}

def TileAS_ProducerWriteOp : TileAS_AccessOp<"producer_write"> {
  let summary = "writes to the stage that was acquired";
  let hasCanonicalizeMethod = 1;
  let description = [{
    ```mlir
    nv_tileas.async.pipeline.producer_write %token, %p[%it] : !pipeline, !iter {
    ^bb0(%stage: i32):
      %s = nv_tileas.buffer_view %ring[%stage] : !ring -> !smem
      nv_tileas.copy %x, %s atom <universal_copy, 128> : !tile, !smem
    }
    ```
  }];
  let arguments = (ins TileAS_PipelineProducerTokenType:$token,
                       TileAS_PipelineType:$pipeline,
                       TileAS_ProducerIterator:$iterator);
  let assemblyFormat = [{
    $token `,` $pipeline `[` $iterator `]` attr-dict
    `:` qualified(type($pipeline)) `,` qualified(type($iterator)) $body
  }];
}

def TileAS_ProducerCommitOp : TileAS_PipelineOp<"producer_commit"> {
  let summary = "the stage is full once the writes to it are complete";
  let arguments = (ins TileAS_PipelineProducerTokenType:$token,
                       TileAS_PipelineType:$pipeline,
                       TileAS_ProducerIterator:$iterator);
  let assemblyFormat = [{
    $token `,` $pipeline `[` $iterator `]` attr-dict
    `:` qualified(type($pipeline)) `,` qualified(type($iterator))
  }];
}

def TileAS_ConsumerWaitOp : TileAS_PipelineOp<"consumer_wait"> {
  let summary = "waits until the stage is full";
  let description = [{
    In a pipeline of groups, `pending` says how many younger groups may still be
    in flight; a barrier has to follow before a thread reads what others copied.
  }];
  let arguments = (ins TileAS_PipelineType:$pipeline,
                       TileAS_ConsumerIterator:$iterator,
                       OptionalAttr<ConfinedAttr<I32Attr, [IntNonNegative]>>
                         :$pending);
  let results = (outs TileAS_PipelineConsumerTokenType:$token);
  let assemblyFormat = [{
    $pipeline `[` $iterator `]` (`pending` `=` $pending^)? attr-dict
    `:` qualified(type($pipeline)) `,` qualified(type($iterator))
  }];
}

def TileAS_ConsumerReadOp : TileAS_AccessOp<"consumer_read"> {
  let summary = "reads from the stage that was waited for";
  let hasCanonicalizeMethod = 1;
  let description = [{
    ```mlir
    %x = nv_tileas.async.pipeline.consumer_read %token, %p[%it]
        : !pipeline, !iter -> !tile {
    ^bb0(%stage: i32):
      %s = nv_tileas.buffer_view %ring[%stage] : !ring -> !smem
      %tile = nv_tileas.copy %s atom <universal_copy, 32> : !smem -> !tile
      nv_tileas.async.pipeline.yield %tile : !tile
    }
    ```
  }];
  let arguments = (ins TileAS_PipelineConsumerTokenType:$token,
                       TileAS_PipelineType:$pipeline,
                       TileAS_ConsumerIterator:$iterator);
  let results = (outs Variadic<TileAS_StageResult>:$tiles);
  let assemblyFormat = [{
    $token `,` $pipeline `[` $iterator `]` attr-dict
    `:` qualified(type($pipeline)) `,` qualified(type($iterator))
    (`->` type($tiles)^)? $body
  }];
}

def TileAS_CreateNoneOp : TileAS_Op<"async.pipeline.create_none", [Pure]> {
  let summary = "the token of no stage";
  let description = [{
    The initial token of a loop that releases each stage one iteration late.

    ```mlir
    %none = nv_tileas.async.pipeline.create_none
        : !nv_tileas.pipeline_consumer_token
    ```
  }];
  let results = (outs TileAS_PipelineConsumerTokenType:$token);
  let assemblyFormat = "attr-dict `:` qualified(type($token))";
}

def TileAS_ConsumerReleaseOp : TileAS_PipelineOp<"consumer_release"> {
  let summary = "the stage is empty once all consumers have released it";
  let description = [{
    Asynchronous MMAs (`async.dot`) read a stage until a wait for them, which
    may come one iteration later. Then the loop carries the token, along with
    the iterator of its stage:

    ```mlir
    %none = nv_tileas.async.pipeline.create_none : !nv_tileas.pipeline_consumer_token
    scf.for … iter_args(%acc = %zero, %it = %first, %held = %none, %at = %first) {
      %next, %token, %f = nv_tileas.async.pipeline.consume_one_async %p[%it] …
      %more = nv_tileas.async.future_wait %f {pending = 1} …
      nv_tileas.async.pipeline.consumer_release %held, %p[%at] : !p, !it
      scf.yield %more, %next, %token, %it …
    ```

    A token that is none releases nothing.
  }];
  let arguments = (ins TileAS_PipelineConsumerTokenType:$token,
                       TileAS_PipelineType:$pipeline,
                       TileAS_ConsumerIterator:$iterator);
  let assemblyFormat = [{
    $token `,` $pipeline `[` $iterator `]` attr-dict
    `:` qualified(type($pipeline)) `,` qualified(type($iterator))
  }];
}

//===----------------------------------------------------------------------===//
// Acquire, access and commit in one operation
//===----------------------------------------------------------------------===//

def TileAS_ProduceOneOp : TileAS_AccessOp<"produce_one", [
    AllTypesMatch<["iterator", "next"]>]> {
  let summary = "acquires, writes and commits a stage; gives the next";
  let arguments = (ins TileAS_PipelineType:$pipeline,
                       TileAS_ProducerIterator:$iterator);
  let results = (outs TileAS_ProducerIterator:$next);
  let assemblyFormat = [{
    $pipeline `[` $iterator `]` attr-dict
    `:` qualified(type($pipeline)) `,` qualified(type($iterator)) $body
  }];
}

def TileAS_ConsumeOneOp : TileAS_AccessOp<"consume_one", [
    AllTypesMatch<["iterator", "next"]>]> {
  let summary = "waits for a stage, reads and releases it; gives the next";
  let arguments = (ins TileAS_PipelineType:$pipeline,
                       TileAS_ConsumerIterator:$iterator);
  let results = (outs TileAS_ConsumerIterator:$next,
                      Variadic<TileAS_StageResult>:$tiles);
  let assemblyFormat = [{
    $pipeline `[` $iterator `]` attr-dict
    `:` qualified(type($pipeline)) `,` qualified(type($iterator))
    (`->` type($tiles)^)? $body
  }];
}

def TileAS_ProduceOneAsyncOp : TileAS_AccessOp<"produce_one_async", [
    AllTypesMatch<["iterator", "next"]>]> {
  let summary = "produces a stage by copies in flight; gives the next";
  let description = [{
    As `produce_one`, but nothing is written when it is over: the stage is full
    once the copies that the region starts are done. So the completion of `full`
    is that of copies, and threads write nothing to buffers.

    ```mlir
    %next = nv_tileas.async.pipeline.produce_one_async %p[%it] : !p, !iter {
    ^bb0(%stage: i32, %full: !nv_tileas.mbarrier):
      %s = nv_tileas.buffer_view %ring[%stage] : !ring -> !smem
      %t = nv_tileas.async.tiled_tma_load %desc, %s[%i, %k], %full
          atom <tma_load, 2> : !desc, !smem[i32, i32], !nv_tileas.mbarrier
    }
    ```
  }];
  let arguments = (ins TileAS_PipelineType:$pipeline,
                       TileAS_ProducerIterator:$iterator);
  let results = (outs TileAS_ProducerIterator:$next);
  let assemblyFormat = [{
    $pipeline `[` $iterator `]` attr-dict
    `:` qualified(type($pipeline)) `,` qualified(type($iterator)) $body
  }];
}

def TileAS_ConsumeOneAsyncOp : TileAS_AccessOp<"consume_one_async", [
    AllTypesMatch<["iterator", "next"]>]> {
  let summary = "waits for a stage and reads it; it is released later";
  let description = [{
    As `consume_one`, but it gives the token of the stage, with which
    `consumer_release` gives the stage back when its results were used.

    ```mlir
    %next, %t, %x = nv_tileas.async.pipeline.consume_one_async %p[%it]
        : !p, !iter -> !tile { … }
    nv_tileas.async.pipeline.consumer_release %t, %p[%it] : !p, !iter
    ```
  }];
  let arguments = (ins TileAS_PipelineType:$pipeline,
                       TileAS_ConsumerIterator:$iterator);
  let results = (outs TileAS_ConsumerIterator:$next,
                      TileAS_PipelineConsumerTokenType:$token,
                      Variadic<TileAS_StageResult>:$tiles);
  let assemblyFormat = [{
    $pipeline `[` $iterator `]` attr-dict
    `:` qualified(type($pipeline)) `,` qualified(type($iterator))
    (`->` type($tiles)^)? $body
  }];
}

#endif // TILEIRAS_DIALECT_TILEAS_IR_TILEASPIPELINES_TD
