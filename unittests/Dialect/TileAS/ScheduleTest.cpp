//===- ScheduleTest.cpp - Schedules as attributes -------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/IR/Schedule.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace {

constexpr StringLiteral kKernel = R"(
!buffer = !nv_tileaa.memref<8xf32, shared, layout = #nv_tileas.layout<{offset=[[1],[2],[4]]}>>
nv_tileaa.func @kernel(%n: i32) attributes {tileas.schedule.mode = "pipelined", tileas.schedule.ctas_per_sm = 2 : i32,
    tileas.schedule.partitions = [#nv_tileas.partition<"all", warps = 4, registers = 64, replicas = 2 by columns>]} {
  %c0 = arith.constant 0 : i32
  %s = nv_tileas.alloc_tensor {alignment = 16 : i64, tileas.schedule.name = "s", tileas.schedule.copies = 3 : i32} : !buffer
  %p = nv_tileas.alloc_tensor {alignment = 16 : i64, tileas.schedule.over = @s, tileas.schedule.copies = 1 : i32} : !buffer
  scf.for %i = %c0 to %n step %n : i32 {
    %a = arith.addi %i, %n {tileas.schedule.partition = array<i32: 0, 2>, tileas.schedule.stage = 1 : i32,
      tileas.schedule.order = 4 : i32, tileas.schedule.cycle = 7 : i64, tileas.schedule.slice = #nv_tileas.slice<2, 2>,
      tileas.schedule.ordered = 1 : i32, tileas.schedule.only_replica = 0 : i32,
      tileas.schedule.constraint.gid = 3 : i32} : i32
    %b = arith.addi %i, %n {tileas.schedule.partition = array<i32: 1>, tileas.schedule.stage = array<i32: 1, 2>,
      tileas.schedule.order = array<i32: 3, 1>, tileas.schedule.cycle = array<i64: 5, 6>} : i32
  } {tileas.schedule.ii = 100 : i64, tileas.schedule.num_stages = 3 : i32}
  nv_tileaa.return
})";

class ScheduleTest : public testing::Test {
protected:
  ScheduleTest() {
    context.loadDialect<arith::ArithDialect, scf::SCFDialect,
                        nv_tileaa::TileAADialect, TileASDialect>();
    module = parseSourceString<ModuleOp>(kKernel, &context);
  }

  std::string print() {
    std::string text;
    llvm::raw_string_ostream os(text);
    module->print(os);
    return text;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(ScheduleTest, ReadsInstances) {
  ASSERT_TRUE(module);
  SmallVector<OpSchedule, 2> schedules;
  module->walk([&](Operation *op) {
    if (std::optional<OpSchedule> schedule = getSchedule(op))
      schedules.push_back(*schedule);
  });
  ASSERT_EQ(schedules.size(), 2u);
  const OpSchedule &one = schedules[0], &two = schedules[1];
  EXPECT_EQ(one.partitions, (SmallVector<int32_t>{0, 2}));
  EXPECT_EQ(one.countInstances(), 1u);
  EXPECT_EQ(one.getStage(5), 1);
  EXPECT_EQ(one.getOrder(5), 4);
  EXPECT_EQ(one.getCycle(5), 7);
  EXPECT_EQ(one.ordered, 1);
  EXPECT_EQ(one.onlyReplica, 0);
  EXPECT_EQ(two.countInstances(), 2u);
  EXPECT_EQ(two.getStage(1), 2);
  EXPECT_EQ(two.getOrder(1), 1);
  EXPECT_EQ(two.getCycle(0), 5);
  EXPECT_FALSE(two.slice);
}

TEST_F(ScheduleTest, WritesEachOperation) {
  ASSERT_TRUE(module);
  std::string before = print();
  module->walk([](Operation *op) {
    if (std::optional<OpSchedule> schedule = getSchedule(op)) {
      setSchedule(op, OpSchedule());
      EXPECT_TRUE(readSchedule(op).stages.empty());
      setSchedule(op, *schedule);
    }
    if (std::optional<FunctionSchedule> schedule = getFunctionSchedule(op)) {
      setFunctionSchedule(op, FunctionSchedule());
      EXPECT_TRUE(getFunctionSchedule(op)->partitions.empty());
      setFunctionSchedule(op, *schedule);
    }
    if (isa<scf::ForOp>(op)) {
      LoopInterval interval = getLoopInterval(op);
      setLoopInterval(op, LoopInterval());
      EXPECT_FALSE(getLoopInterval(op).ii);
      setLoopInterval(op, interval);
    }
    if (auto buffer = dyn_cast<AllocationOpInterface>(op)) {
      BufferSchedule schedule = getBufferSchedule(buffer);
      setBufferSchedule(buffer, BufferSchedule());
      EXPECT_TRUE(getBufferSchedule(buffer).over.empty());
      setBufferSchedule(buffer, schedule);
    }
  });
  EXPECT_EQ(print(), before);
}

TEST_F(ScheduleTest, DropsAllButConstraints) {
  ASSERT_TRUE(module);
  dropSchedule(*module);
  std::string text = print();
  EXPECT_NE(text.find("tileas.schedule.constraint.gid = 3"), text.npos);
  EXPECT_EQ(text.find("tileas.schedule."),
            text.find("tileas.schedule.constraint."));
  EXPECT_EQ(text.rfind("tileas.schedule."),
            text.rfind("tileas.schedule.constraint."));
}

} // namespace
