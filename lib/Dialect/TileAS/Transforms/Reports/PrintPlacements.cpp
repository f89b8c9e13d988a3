//===- PrintPlacements.cpp - Print where operations of loops run ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This pass shows the partitions of each kernel and, for each loop, the
// partition, stage, order and copies of every copy and MMA
// (KernelPlacements.h), in the form of the attributes `tileas.schedule.*`. It
// reads rings that tileas-unspecialized-pipeline has not expanded yet, and
// agents. It changes nothing.
//
//===----------------------------------------------------------------------===//

#include "LocationText.h"
#include "tileiras/Dialect/TileAS/Analysis/Schedule/KernelPlacements.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASPRINTPLACEMENTS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace tileiras;

namespace {

void printPartitions(llvm::raw_ostream &os,
                     ArrayRef<PlacedPartition> partitions) {
  for (auto [number, each] : llvm::enumerate(partitions)) {
    os << "  partition " << number << ": #nv_tileas.partition<\"" << each.name
       << "\", warps = " << each.warps;
    if (each.registers)
      os << ", registers = " << *each.registers;
    if (each.replicas > 1)
      os << ", replicas = " << each.replicas << " by "
         << (each.isByIterations ? "iterations" : "rows");
    os << ">\n";
  }
}

void printOperation(llvm::raw_ostream &os, const PlacedOperation &each) {
  os << "    " << each.op->getName() << " "
     << getLocationText(each.op->getLoc()) << " {partition = ["
     << each.partition << "], stage = " << each.stage
     << ", order = " << each.order << "}";
  if (each.copies)
    os << " copies = " << *each.copies;
  if (each.count > 1)
    os << ", " << each.count << " times";
  os << "\n";
}

class PrintPlacements
    : public tileiras::impl::TileASPrintPlacementsBase<PrintPlacements> {
public:
  void runOnOperation() override {
    getOperation()->walk([&](nv_tileaa::FuncOp func) {
      KernelPlacements placements = readPlacements(func);
      if (placements.loops.empty())
        return;
      llvm::raw_ostream &os = llvm::errs();
      os << "placements of @" << func.getSymName() << "\n";
      printPartitions(os, placements.partitions);
      for (const PlacedLoop &loop : placements.loops) {
        os << "  loop at " << getLocationText(loop.loc) << "\n";
        for (const PlacedOperation &each : loop.operations)
          printOperation(os, each);
      }
    });
    markAllAnalysesPreserved();
  }
};

} // namespace
