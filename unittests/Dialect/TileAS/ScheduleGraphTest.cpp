//===- ScheduleGraphTest.cpp - Graphs of scheduled loops ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops whose operations have names, which the placements of a test refer to.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/Schedule/ScheduleGraph.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace tileiras;

namespace {

class ScheduleGraphTest : public testing::Test {
protected:
  ScheduleGraphTest() {
    context.loadDialect<arith::ArithDialect, scf::SCFDialect,
                        nv_tileaa::TileAADialect, nv_tileas::TileASDialect>();
  }

  /// Parses a function body with one loop.
  void parse(StringRef body) {
    std::string text = R"(
#row = #nv_tileas.layout<{offset=[[0,1],[0,2],[0,4],[0,8],[0,16],[0,32],[1,0],[2,0],[4,0],[8,0],[16,0],[32,0]]}>
#threads = #nv_tileas.layout<{register=[[0,1],[8,0],[16,0],[32,0],[0,8],[0,16],[0,32]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>
!ring = !nv_tileaa.memref<64x64xf32, shared, layout = #row, stages = 3>
!buffer = !nv_tileaa.memref<64x64xf32, shared, layout = #row>
!tile = tensor<64x64xf32, #threads>
"test.func"() ({
^bb0(%n: i32, %x: !tile):
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
)";
    text += body;
    text += R"(
}) : () -> ())";
    context.allowUnregisteredDialects();
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    module->walk([&](scf::ForOp found) { loop = found; });
    ASSERT_TRUE(loop);
  }

  /// Returns the operation that has this name.
  Operation *find(StringRef name) {
    Operation *found = nullptr;
    module->walk([&](Operation *op) {
      if (auto attr = op->getAttrOfType<StringAttr>("name");
          attr && attr.getValue() == name)
        found = op;
    });
    EXPECT_TRUE(found) << name.str();
    return found;
  }

  void place(StringRef name, SmallVector<int32_t> partitions,
             SmallVector<int32_t> stages, SmallVector<int32_t> orders,
             std::optional<int32_t> ordered = std::nullopt) {
    placements.at[find(name)] = {partitions, stages, orders, ordered, {}};
  }

  /// Every operation takes as many cycles as its attribute says.
  ScheduleGraph build() {
    ScheduleCosts costs;
    costs.getIssue = [](Operation *op) -> int64_t {
      auto cycles = op->getAttrOfType<IntegerAttr>("cycles");
      return cycles ? cycles.getInt() : 0;
    };
    costs.handoff = handoff;
    return ScheduleGraph::build(loop, placements, costs);
  }

  /// Returns the edges of a kind as "from -> to: tokens", by name.
  static std::vector<std::string> list(const ScheduleGraph &graph,
                                       ScheduleEdgeKind kind) {
    std::vector<std::string> texts;
    auto name = [&](unsigned index) {
      const ScheduleGraph::Node &node = graph.getNodes()[index];
      std::string text =
          node.op->getAttrOfType<StringAttr>("name").getValue().str();
      if (node.replica || node.iteration)
        text += std::to_string(node.replica + node.iteration);
      return text;
    };
    for (auto [index, edge] : llvm::enumerate(graph.getGraph().getEdges()))
      if (graph.getEdge(index).kind == kind)
        texts.push_back(name(edge.from) + " -> " + name(edge.to) + ": " +
                        std::to_string(edge.tokens));
    llvm::sort(texts);
    return texts;
  }

  /// A producer of a ring and a consumer in another partition.
  void parseRing() {
    parse(R"(
  %ring = nv_tileas.alloc_tensor {alignment = 128 : i64, name = "ring"} : !ring
  %r:2 = scf.for %k = %c0 to %n step %c1 iter_args(%acc = %x, %slot = %c0) -> (!tile, i32) : i32 {
    %to = nv_tileas.buffer_view %ring[%slot] : !ring -> !buffer
    nv_tileas.copy %x, %to atom <universal_copy, 64> {name = "write", cycles = 40} : !tile, !buffer
    %from = nv_tileas.buffer_view %ring[%slot] : !ring -> !buffer
    %y = nv_tileas.copy %from atom <universal_copy, 64> {name = "read", cycles = 60} : !buffer -> !tile
    %sum = arith.addf %acc, %y {name = "add", cycles = 40} : !tile
    %next = arith.addi %slot, %c1 : i32
    scf.yield %sum, %next : !tile, i32
  })");
    place("write", {0}, {0}, {0});
    place("read", {1}, {1}, {0});
    place("add", {1}, {1}, {1});
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  scf::ForOp loop;
  LoopPlacements placements;
  int64_t handoff = 0;
};

using Texts = std::vector<std::string>;

TEST_F(ScheduleGraphTest, ARingBetweenTwoPartitions) {
  parseRing();
  ScheduleGraph graph = build();
  EXPECT_EQ(list(graph, ScheduleEdgeKind::Stream),
            Texts({"add -> read: 1", "read -> add: 0", "write -> write: 1"}));
  EXPECT_EQ(list(graph, ScheduleEdgeKind::Data),
            Texts({"add -> add: 1", "read -> add: 0", "write -> read: 1"}));
  // Three stages, of which one is between the kernel iterations of the two.
  EXPECT_EQ(list(graph, ScheduleEdgeKind::Capacity),
            Texts({"read -> write: 2"}));
  EXPECT_FALSE(graph.getGraph().findDeadlock());
  EXPECT_EQ(graph.getGraph().findCriticalCycle()->getRatio(),
            (CycleRatio{100, 1}));

  // With one stage and hand-offs, no writing overlaps reading.
  handoff = 10;
  placements.copies[find("ring")] = 1;
  graph = build();
  EXPECT_EQ(graph.getGraph().findCriticalCycle()->getRatio(),
            (CycleRatio{120, 1}));
}

TEST_F(ScheduleGraphTest, OrdersThatDeadlock) {
  parseRing();
  // In one partition, a tile is read before it is written.
  place("write", {0}, {0}, {2});
  place("read", {0}, {0}, {0});
  place("add", {0}, {0}, {1});
  ScheduleGraph graph = build();
  std::optional<MarkedGraph::Cycle> deadlock = graph.getGraph().findDeadlock();
  ASSERT_TRUE(deadlock);
  EXPECT_EQ(graph.describe(*deadlock),
            "nv_tileas.copy (partition 0, replica 0) -> data, 0 tokens -> "
            "nv_tileas.copy (partition 0, replica 0) -> stream, 0 tokens -> "
            "arith.addf (partition 0, replica 0) -> stream, 0 tokens -> "
            "nv_tileas.copy (partition 0, replica 0)");
  // A stage later it is that of the iteration before.
  place("read", {0}, {1}, {0});
  place("add", {0}, {1}, {1});
  EXPECT_FALSE(build().getGraph().findDeadlock());
  // Four stages later there is no room for what lies between.
  place("read", {0}, {4}, {0});
  place("add", {0}, {4}, {1});
  graph = build();
  std::optional<unsigned> negative = graph.getGraph().findNegativeEdge();
  ASSERT_TRUE(negative);
  EXPECT_EQ(graph.getEdge(*negative).kind, ScheduleEdgeKind::Capacity);
}

TEST_F(ScheduleGraphTest, BuffersCarryTilesAndAreUsedAgain) {
  parse(R"(
  %kept = nv_tileas.alloc_tensor {alignment = 128 : i64, name = "kept"} : !buffer
  %s = nv_tileas.alloc_tensor {alignment = 128 : i64, name = "s"} : !buffer
  %p = nv_tileas.alloc_tensor {alignment = 128 : i64, name = "p"} : !buffer
  scf.for %k = %c0 to %n step %c1 : i32 {
    %old = nv_tileas.copy %kept atom <universal_copy, 64> {name = "load"} : !buffer -> !tile
    nv_tileas.copy %old, %s atom <universal_copy, 64> {name = "writeS"} : !tile, !buffer
    %y = nv_tileas.copy %s atom <universal_copy, 64> {name = "readS"} : !buffer -> !tile
    nv_tileas.copy %y, %p atom <universal_copy, 64> {name = "writeP"} : !tile, !buffer
    %z = nv_tileas.copy %p atom <universal_copy, 64> {name = "readP"} : !buffer -> !tile
    nv_tileas.copy %z, %kept atom <universal_copy, 64> {name = "store"} : !tile, !buffer
  })");
  for (auto [order, name] : llvm::enumerate(ArrayRef<StringRef>{
           "load", "writeS", "readS", "writeP", "readP", "store"}))
    place(name, {int32_t(order)}, {0}, {0});
  placements.over[find("p")] = find("s");
  ScheduleGraph graph = build();
  EXPECT_EQ(
      list(graph, ScheduleEdgeKind::Data),
      Texts({"load -> writeS: 0", "readP -> store: 0", "readS -> writeP: 0",
             "store -> load: 1", "writeP -> readP: 0", "writeS -> readS: 0"}));
  EXPECT_EQ(
      list(graph, ScheduleEdgeKind::Capacity),
      Texts({"load -> store: 0", "readP -> writeS: 1", "readS -> writeP: 0"}));
}

TEST_F(ScheduleGraphTest, ReplicasAndOrderedSections) {
  parseRing();
  placements.replicas = {{1}, {2}};
  place("read", {1}, {1}, {0}, /*ordered=*/0);
  ScheduleGraph graph = build();
  EXPECT_EQ(
      list(graph, ScheduleEdgeKind::Data),
      Texts({"add -> add: 1", "add1 -> add1: 1", "read -> add: 0",
             "read1 -> add1: 0", "write -> read1: 1", "write -> read: 1"}));
  EXPECT_EQ(list(graph, ScheduleEdgeKind::Order),
            Texts({"read -> read1: 0", "read1 -> read: 1"}));
  // Sections of 60 cycles, one after the other.
  EXPECT_EQ(graph.getGraph().findCriticalCycle()->getRatio(),
            (CycleRatio{120, 1}));

  // One thread does it for both replicas, at orders of its own.
  place("write", {0}, {0, 1}, {1, 0});
  graph = build();
  EXPECT_TRUE(llvm::is_contained(list(graph, ScheduleEdgeKind::Stream),
                                 "write1 -> write: 0"));
  EXPECT_EQ(list(graph, ScheduleEdgeKind::Capacity),
            Texts({"read -> write: 2", "read1 -> write1: 3"}));
}

TEST_F(ScheduleGraphTest, ReplicasByIterations) {
  parseRing();
  placements.replicas = {{1}, {2, /*byIterations=*/true}};
  ScheduleGraph graph = build();
  EXPECT_EQ(graph.getIterations(), 2u);
  EXPECT_EQ(
      list(graph, ScheduleEdgeKind::Stream),
      Texts({"add -> read: 1", "add1 -> read1: 1", "read -> add: 0",
             "read1 -> add1: 0", "write -> write1: 0", "write1 -> write: 1"}));
  EXPECT_EQ(
      list(graph, ScheduleEdgeKind::Data),
      Texts({"add -> add1: 0", "add1 -> add: 1", "read -> add: 0",
             "read1 -> add1: 0", "write -> read1: 0", "write1 -> read: 1"}));
  // Two iterations take as long as one replica needs for one: reading overlaps.
  EXPECT_EQ(graph.getGraph().findCriticalCycle()->getRatio(),
            (CycleRatio{100, 1}));
}

TEST_F(ScheduleGraphTest, ClonesServeTheirOwnPartition) {
  parse(R"(
  %ring = nv_tileas.alloc_tensor {alignment = 128 : i64, name = "ring"} : !ring
  scf.for %k = %c0 to %n step %c1 : i32 {
    %slot = arith.remsi %k, %c1 {name = "slot"} : i32
    %to = nv_tileas.buffer_view %ring[%slot] : !ring -> !buffer
    nv_tileas.copy %x, %to atom <universal_copy, 64> {name = "write"} : !tile, !buffer
    %y = nv_tileas.copy %to atom <universal_copy, 64> {name = "read"} : !buffer -> !tile
  })");
  place("slot", {0, 1}, {0}, {0});
  place("write", {0}, {0}, {1});
  place("read", {1}, {0}, {1});
  ScheduleGraph graph = build();
  EXPECT_EQ(graph.getNodes().size(), 4u);
  for (auto [index, edge] : llvm::enumerate(graph.getGraph().getEdges()))
    if (graph.getEdge(index).kind == ScheduleEdgeKind::Data &&
        graph.getNodes()[edge.from].op == find("slot"))
      EXPECT_EQ(graph.getNodes()[edge.from].partition,
                graph.getNodes()[edge.to].partition);
}

} // namespace
