//===- TileFacts.cpp - Facts about the values of a function ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Analysis/TileFacts.h"

#include "tileiras/Analysis/AxisAnalysis.h"
#include "tileiras/Analysis/TileRangeAnalysis.h"

#include "mlir/Analysis/DataFlow/Utils.h"

using namespace mlir;
using namespace tileiras;

TileFacts::TileFacts(nv_tileaa::FuncOp function)
    : solver(DataFlowConfig().setInterprocedural(false)) {
  dataflow::loadBaselineAnalyses(solver);
  solver.load<TileRangeAnalysis>();
  solver.load<AxisAnalysis>();
  [[maybe_unused]] LogicalResult result = solver.initializeAndRun(function);
  assert(succeeded(result) && "no analysis refuses an operation");
}

AxisFacts TileFacts::getAxisFacts(Value value) const {
  const auto *lattice = solver.lookupState<AxisLattice>(value);
  // The code never runs.
  if (!lattice || lattice->getValue().isUninitialized())
    return AxisFacts::unknown(value.getType());
  return lattice->getValue();
}

ConstantIntRanges TileFacts::getRange(Value value) const {
  const auto *lattice = solver.lookupState<TileRangeAnalysis::Lattice>(value);
  if (!lattice || lattice->getValue().isUninitialized())
    return ConstantIntRanges::maxRange(
        ConstantIntRanges::getStorageBitwidth(value.getType()));
  return lattice->getValue().getValue();
}

MemRefFacts::MemRefFacts(Value view, const TileFacts &facts) {
  auto type = cast<nv_tileaa::TiledViewType>(view.getType()).getSource();
  nv_tileaa::MakeMemRefOp make;
  if (auto blockTile = view.getDefiningOp<nv_tileaa::BlockTileOp>())
    make = blockTile.getSource().getDefiningOp<nv_tileaa::MakeMemRefOp>();
  if (make)
    base = facts.getAxisFacts(make.getBase()).getDivisor();
  auto collect = [&](ArrayRef<int64_t> known, ValueRange dynamic,
                     SmallVectorImpl<uint64_t> &divisors) {
    for (int64_t number : known) {
      uint64_t divisor = 1, limit = UINT64_MAX;
      if (!ShapedType::isDynamic(number)) {
        divisor = getPowerOfTwoDivisor(number);
        limit = number;
      } else if (!dynamic.empty()) {
        divisor = facts.getAxisFacts(dynamic.front()).getDivisor();
        limit = facts.getRange(dynamic.front()).umax().getZExtValue();
        dynamic = dynamic.drop_front();
      }
      divisors.push_back(divisor);
      largest = std::max(largest, limit);
    }
  };
  collect(type.getShape(), make ? make.getSizes() : ValueRange(), sizes);
  collect(type.getStrides(), make ? make.getStrides() : ValueRange(), strides);
}
