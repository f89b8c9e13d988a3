//===- PrintSchedule.cpp - Print the schedule of pipelined loops ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This pass shows the schedule (LoopSchedule.h) of each loop that
// tileas-unspecialized-pipeline is about to expand: as a table, one line for an
// operation, and as a trace that Perfetto and Chrome open, in which concurrent
// iterations are drawn above each other. It changes nothing.
//
//===----------------------------------------------------------------------===//

#include "LocationText.h"
#include "tileiras/Dialect/TileAS/Analysis/LoopSchedule.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASPRINTSCHEDULE
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// Returns the name of a loop in both forms.
std::string nameOf(scf::ForOp loop) {
  auto func = loop->getParentOfType<nv_tileaa::FuncOp>();
  return llvm::formatv("@{0}, loop at {1}", func.getSymName(),
                       getLocationText(loop.getLoc()));
}

void printTable(llvm::raw_ostream &os, scf::ForOp loop,
                const StepSchedule &iteration) {
  os << "schedule of " << nameOf(loop) << ": copies run " << getStepsAhead(loop)
     << " iterations ahead, " << iteration.cycles << " cycles an iteration";
  for (unsigned i = 0; i < kNumResources; ++i)
    if (iteration.busy[i])
      os << ", " << getName(Resource(i)) << " " << iteration.busy[i];
  os << "\n stage    cycle   length  resource       operation\n";
  for (const ScheduledOperation &each : iteration.operations)
    os << llvm::format("%6u %8lld %8lld  ", each.stage, (long long)each.cycle,
                       (long long)each.length)
       << llvm::left_justify(getName(each.resource), 15)
       << each.op->getName().getStringRef() << " "
       << getLocationText(each.op->getLoc()) << "\n";
}

/// A loop is a process, a resource a thread. Iterations 0 to the number of
/// iterations that copies run ahead are shown: an operation of stage s of
/// iteration i runs while iteration i + s begins.
void addToTrace(llvm::json::OStream &json, unsigned process, scf::ForOp loop,
                const StepSchedule &iteration) {
  auto nameTrack = [&](StringRef kind, unsigned track, StringRef name) {
    json.object([&] {
      json.attribute("ph", "M");
      json.attribute("name", kind);
      json.attribute("pid", process);
      json.attribute("tid", track);
      json.attributeObject("args", [&] { json.attribute("name", name); });
    });
  };
  nameTrack("process_name", 0, nameOf(loop));
  for (unsigned i = 0; i < kNumResources; ++i)
    nameTrack("thread_name", i, getName(Resource(i)));
  unsigned ahead = getStepsAhead(loop);
  for (unsigned number = 0; number <= ahead; ++number)
    for (const ScheduledOperation &each : iteration.operations)
      json.object([&] {
        json.attribute("ph", "X");
        json.attribute("name", each.op->getName().getStringRef());
        json.attribute("pid", process);
        json.attribute("tid", unsigned(each.resource));
        json.attribute("ts",
                       (number + each.stage) * iteration.cycles + each.cycle);
        json.attribute("dur", each.length);
        json.attributeObject("args", [&] {
          json.attribute("step", number);
          json.attribute("stage", each.stage);
          json.attribute("place", getLocationText(each.op->getLoc()));
        });
      });
}

class PrintSchedule
    : public tileiras::impl::TileASPrintScheduleBase<PrintSchedule> {
public:
  using TileASPrintScheduleBase::TileASPrintScheduleBase;

  void runOnOperation() override {
    SmallVector<std::pair<scf::ForOp, StepSchedule>> schedules;
    getOperation()->walk([&](scf::ForOp loop) {
      if (getNumStages(loop) > 1)
        schedules.emplace_back(loop, getStepSchedule(loop));
    });
    if (scheduleTraceFile.empty()) {
      for (auto &[loop, iteration] : schedules)
        printTable(llvm::errs(), loop, iteration);
    } else if (failed(writeTrace(schedules))) {
      return signalPassFailure();
    }
    markAllAnalysesPreserved();
  }

private:
  LogicalResult
  writeTrace(ArrayRef<std::pair<scf::ForOp, StepSchedule>> schedules) {
    std::error_code error;
    llvm::raw_fd_ostream os(scheduleTraceFile, error);
    if (error)
      return getOperation()->emitError("cannot write the schedule to '")
             << scheduleTraceFile << "': " << error.message();
    llvm::json::OStream json(os, 1);
    json.object([&] {
      json.attributeArray("traceEvents", [&] {
        for (auto [number, each] : llvm::enumerate(schedules))
          addToTrace(json, number, each.first, each.second);
      });
    });
    os << '\n';
    return success();
  }
};

} // namespace
