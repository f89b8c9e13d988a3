//===- AgentGraphTest.cpp - Agents that wait for each other ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/Schedule/AgentGraph.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace tileiras;

namespace {

class AgentGraphTest : public testing::Test {
protected:
  AgentGraphTest() {
    context.loadDialect<arith::ArithDialect, scf::SCFDialect,
                        nv_tileaa::TileAADialect, nv_tileas::TileASDialect>();
  }

  /// Parses two agents, or groups of them, that have pipelines p, from the
  /// first to the second, and q, in the other direction.
  std::optional<AgentGraph> build(unsigned stages, StringRef first,
                                  StringRef second, unsigned replicas = 1) {
    std::string text = R"(
!bars = !nv_tileas.mbarrier<STAGES>
!pipe = !nv_tileas.pipeline<STAGES, full = <threads, 1>, empty = <threads, 1>>
!from = !nv_tileas.pipeline_iterator<producer, STAGES>
!to = !nv_tileas.pipeline_iterator<consumer, STAGES>
!token = !nv_tileas.pipeline_consumer_token
!order = !nv_tileas.order<agents = 2, warps = 1>
nv_tileaa.func @kernel(%n: i32) {
  %b0 = nv_tileas.alloc_mbarrier : !bars
  %b1 = nv_tileas.alloc_mbarrier : !bars
  %b2 = nv_tileas.alloc_mbarrier : !bars
  %b3 = nv_tileas.alloc_mbarrier : !bars
  %b4 = nv_tileas.alloc_mbarrier : !nv_tileas.mbarrier<2>
  %p = nv_tileas.async.pipeline.create_pipeline %b0, %b1 : !bars, !bars {producer_group = 0 : i32, consumer_group = 1 : i32} -> !pipe
  %q = nv_tileas.async.pipeline.create_pipeline %b2, %b3 : !bars, !bars {producer_group = 1 : i32, consumer_group = 0 : i32} -> !pipe
  %o = nv_tileas.async.order.create_order %b4 : !nv_tileas.mbarrier<2> -> !order
  nv_tileas.agent_switch(%n, %p, %q, %o : i32, !pipe, !pipe, !order) num_agents_per_group = [1, REPLICAS] num_warps = [1, 1] warp_id = [0, 1] {
  ^bb0(%agent: i32, %n0: i32, %p0: !pipe, %q0: !pipe, %o0: !order):
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
)";
    text += first;
    text += R"(
  }, {
  ^bb0(%agent: i32, %n0: i32, %p0: !pipe, %q0: !pipe, %o0: !order):
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
)";
    text += second;
    text += R"(
  }
  nv_tileaa.return
})";
    text = replaceAll(text, "STAGES", stages);
    text = replaceAll(text, "REPLICAS", replicas);
    module = parseSourceString<ModuleOp>(text, &context);
    EXPECT_TRUE(module);
    placements = readPlacements(*module->getOps<nv_tileaa::FuncOp>().begin());
    EXPECT_EQ(placements.loops.size(), 1u);
    ScheduleCosts costs;
    costs.getIssue = [](Operation *op) -> int64_t {
      auto cycles = op->getAttrOfType<IntegerAttr>("cycles");
      return cycles ? cycles.getInt() : 0;
    };
    costs.handoff = handoff;
    return AgentGraph::build(placements.loops.front(), placements.partitions,
                             costs);
  }

  static std::string replaceAll(const std::string &text, StringRef word,
                                unsigned number) {
    std::string result = text;
    for (size_t at; (at = result.find(word.str())) != std::string::npos;)
      result.replace(at, word.size(), std::to_string(number));
    return result;
  }

  static CycleRatio getRatio(const std::optional<AgentGraph> &graph) {
    EXPECT_TRUE(graph && graph->isLive());
    return graph->getGraph().findCriticalCycle()->getRatio();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  KernelPlacements placements;
  int64_t handoff = 0;
};

/// Fills a stage of p in 40 cycles.
constexpr StringLiteral kProducer = R"(
    %i = nv_tileas.async.pipeline.create_iterator %p0 : !pipe -> !from
    %r = scf.for %k = %c0 to %n0 step %c1 iter_args(%it = %i) -> (!from) : i32 {
      %next = nv_tileas.async.pipeline.produce_one %p0[%it] : !pipe, !from {
      ^bb0(%stage: i32):
        %x = arith.addi %stage, %stage {cycles = 40} : i32
      }
      scf.yield %next : !from
    } loc("loop"))";

/// Reads a stage in 100 cycles.
constexpr StringLiteral kConsumer = R"(
    %i = nv_tileas.async.pipeline.create_iterator %p0 : !pipe -> !to
    %r = scf.for %k = %c0 to %n0 step %c1 iter_args(%it = %i) -> (!to) : i32 {
      %next = nv_tileas.async.pipeline.consume_one %p0[%it] : !pipe, !to {
      ^bb0(%stage: i32):
        %x = arith.addi %stage, %stage {cycles = 100} : i32
      }
      scf.yield %next : !to
    } loc("loop"))";

TEST_F(AgentGraphTest, ARing) {
  EXPECT_EQ(getRatio(build(2, kProducer, kConsumer)), (CycleRatio{100, 1}));
  std::optional<AgentGraph> one = build(1, kProducer, kConsumer);
  EXPECT_EQ(getRatio(one), (CycleRatio{140, 1}));
  EXPECT_EQ(one->summarize(*one->getGraph().findCriticalCycle()),
            "4 events of partitions 0, 1");
  handoff = 10;
  EXPECT_EQ(getRatio(build(1, kProducer, kConsumer)), (CycleRatio{160, 1}));
  EXPECT_EQ(getRatio(build(2, kProducer, kConsumer)), (CycleRatio{100, 1}));
}

/// The consumer releases each stage one iteration late, so it needs two.
TEST_F(AgentGraphTest, ALateRelease) {
  StringLiteral consumer = R"(
    %i = nv_tileas.async.pipeline.create_iterator %p0 : !pipe -> !to
    %none = nv_tileas.async.pipeline.create_none : !token
    %r:3 = scf.for %k = %c0 to %n0 step %c1 iter_args(%it = %i, %held = %none, %at = %i) -> (!to, !token, !to) : i32 {
      %next, %t = nv_tileas.async.pipeline.consume_one_async %p0[%it] : !pipe, !to {
      ^bb0(%stage: i32):
      }
      nv_tileas.async.pipeline.consumer_release %held, %p0[%at] : !pipe, !to
      scf.yield %next, %t, %it : !to, !token, !to
    } loc("loop"))";
  EXPECT_TRUE(build(2, kProducer, consumer)->isLive());
  std::optional<AgentGraph> graph = build(1, kProducer, consumer);
  EXPECT_FALSE(graph->isLive());
  EXPECT_EQ(graph->describeDeadlock(),
            "acquire of partition 0 -> commit of partition 0 -> wait of "
            "partition 1 -> release of partition 1 -> acquire of partition 0");
}

/// The prologue of the consumer has used a stage.
TEST_F(AgentGraphTest, APrologue) {
  StringLiteral consumer = R"(
    %i = nv_tileas.async.pipeline.create_iterator %p0 : !pipe -> !to
    %j, %u = nv_tileas.async.pipeline.consume_one_async %p0[%i] : !pipe, !to {
    ^bb0(%stage: i32):
    }
    %r:3 = scf.for %k = %c1 to %n0 step %c1 iter_args(%it = %j, %held = %u, %at = %i) -> (!to, !token, !to) : i32 {
      nv_tileas.async.pipeline.consumer_release %held, %p0[%at] : !pipe, !to
      %next, %t = nv_tileas.async.pipeline.consume_one_async %p0[%it] : !pipe, !to {
      ^bb0(%stage: i32):
      }
      scf.yield %next, %t, %it : !to, !token, !to
    } loc("loop"))";
  std::optional<AgentGraph> graph = build(1, kProducer, consumer);
  EXPECT_TRUE(graph->isLive());
  EXPECT_FALSE(graph->getGraph().findNegativeEdge());
  EXPECT_EQ(getRatio(graph), (CycleRatio{40, 1}));
}

/// Waits for a stage of q before it fills one of p.
constexpr StringLiteral kWaitsThenFills = R"(
    %i = nv_tileas.async.pipeline.create_iterator %p0 : !pipe -> !from
    %j = nv_tileas.async.pipeline.create_iterator %q0 : !pipe -> !to
    %r:2 = scf.for %k = %c0 to %n0 step %c1 iter_args(%it = %i, %at = %j) -> (!from, !to) : i32 {
      %later = nv_tileas.async.pipeline.consume_one %q0[%at] : !pipe, !to {
      ^bb0(%stage: i32):
      }
      %next = nv_tileas.async.pipeline.produce_one %p0[%it] : !pipe, !from {
      ^bb0(%stage: i32):
      }
      scf.yield %next, %later : !from, !to
    } loc("loop"))";

/// Each agent waits for the other one, before it does what that waits for.
TEST_F(AgentGraphTest, EachWaitsForTheOther) {
  StringLiteral second = R"(
    %i = nv_tileas.async.pipeline.create_iterator %p0 : !pipe -> !to
    %j = nv_tileas.async.pipeline.create_iterator %q0 : !pipe -> !from
    %r:2 = scf.for %k = %c0 to %n0 step %c1 iter_args(%it = %i, %at = %j) -> (!to, !from) : i32 {
      %next = nv_tileas.async.pipeline.consume_one %p0[%it] : !pipe, !to {
      ^bb0(%stage: i32):
      }
      %later = nv_tileas.async.pipeline.produce_one %q0[%at] : !pipe, !from {
      ^bb0(%stage: i32):
      }
      scf.yield %next, %later : !to, !from
    } loc("loop"))";
  std::optional<AgentGraph> graph = build(2, kWaitsThenFills, second);
  EXPECT_FALSE(graph->isLive());
  EXPECT_TRUE(StringRef(graph->describeDeadlock())
                  .contains("commit of partition 0 -> wait of partition 1"));
}

/// Two agents have every second stage, and read them one after the other.
TEST_F(AgentGraphTest, ReplicasByIterations) {
  StringLiteral consumer = R"(
    %i = nv_tileas.async.pipeline.create_iterator %p0 : !pipe -> !to
    %e = nv_tileas.async.order.create_iterator %o0 : !order
    %r:2 = scf.for %k = %agent to %n0 step %c1 iter_args(%it = %i, %section = %e) -> (!to, !nv_tileas.order_iterator) : i32 {
      nv_tileas.async.order.wait %o0[%section] : !order
      %next = nv_tileas.async.pipeline.consume_one %p0[%it] : !pipe, !to {
      ^bb0(%stage: i32):
        %x = arith.addi %stage, %stage {cycles = 30} : i32
      }
      %left = nv_tileas.async.order.arrive %o0[%section] : !order
      %y = arith.addi %k, %k {cycles = 100} : i32
      %skip = nv_tileas.async.pipeline.inc_iter %next : !to
      scf.yield %skip, %left : !to, !nv_tileas.order_iterator
    } loc("loop"))";
  std::optional<AgentGraph> graph = build(4, kProducer, consumer, 2);
  EXPECT_TRUE(placements.partitions[1].isByIterations);
  EXPECT_EQ(graph->getIterations(), 2u);
  // Each has 130 cycles for two iterations; the producer has 40 for one.
  EXPECT_EQ(getRatio(graph), (CycleRatio{130, 1}));
  // Hand-offs make the ordered sections the slowest: 30 cycles and 50, twice.
  handoff = 50;
  EXPECT_EQ(getRatio(build(4, kProducer, consumer, 2)), (CycleRatio{160, 1}));
}

/// The first agent fills use k of p after it has read use k of q, which the
/// second one fills after it has read use k + 1 of p.
TEST_F(AgentGraphTest, NoIterationsCorrespond) {
  StringLiteral second = R"(
    %i0 = nv_tileas.async.pipeline.create_iterator %p0 : !pipe -> !to
    %i = nv_tileas.async.pipeline.consume_one %p0[%i0] : !pipe, !to {
    ^bb0(%stage: i32):
    }
    %j = nv_tileas.async.pipeline.create_iterator %q0 : !pipe -> !from
    %r:2 = scf.for %k = %c0 to %n0 step %c1 iter_args(%it = %i, %at = %j) -> (!to, !from) : i32 {
      %next = nv_tileas.async.pipeline.consume_one %p0[%it] : !pipe, !to {
      ^bb0(%stage: i32):
      }
      %later = nv_tileas.async.pipeline.produce_one %q0[%at] : !pipe, !from {
      ^bb0(%stage: i32):
      }
      scf.yield %next, %later : !to, !from
    } loc("loop"))";
  std::optional<AgentGraph> graph = build(3, kWaitsThenFills, second);
  EXPECT_FALSE(graph->isLive());
  EXPECT_EQ(graph->describeDeadlock(),
            "agents wait for uses of pipelines that come later");
}

/// One side uses two stages in an iteration, or the other side none.
TEST_F(AgentGraphTest, SidesThatDifferAreNotKnown) {
  StringLiteral twice = R"(
    %i = nv_tileas.async.pipeline.create_iterator %p0 : !pipe -> !from
    %r = scf.for %k = %c0 to %n0 step %c1 iter_args(%it = %i) -> (!from) : i32 {
      %a = nv_tileas.async.pipeline.produce_one %p0[%it] : !pipe, !from {
      ^bb0(%stage: i32):
      }
      %b = nv_tileas.async.pipeline.produce_one %p0[%a] : !pipe, !from {
      ^bb0(%stage: i32):
      }
      scf.yield %b : !from
    } loc("loop"))";
  EXPECT_FALSE(build(2, twice, kConsumer));
  EXPECT_FALSE(build(2, kProducer, ""));
}

TEST_F(AgentGraphTest, UnevenUsesAreNotKnown) {
  StringLiteral consumer = R"(
    %i = nv_tileas.async.pipeline.create_iterator %p0 : !pipe -> !to
    %odd = arith.cmpi eq, %n0, %c1 : i32
    %r = scf.for %k = %c0 to %n0 step %c1 iter_args(%it = %i) -> (!to) : i32 {
      %next = scf.if %odd -> (!to) {
        %some = nv_tileas.async.pipeline.consume_one %p0[%it] : !pipe, !to {
        ^bb0(%stage: i32):
        }
        scf.yield %some : !to
      } else {
        scf.yield %it : !to
      }
      scf.yield %next : !to
    } loc("loop"))";
  EXPECT_FALSE(build(2, kProducer, consumer));
}

} // namespace
