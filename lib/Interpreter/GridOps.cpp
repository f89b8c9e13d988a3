//===- GridOps.cpp - Ids of tile blocks and globals of the module ---------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

using namespace llvm;
using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

namespace {

void setExtents(Execution &execution, ValueRange results,
                ArrayRef<uint32_t> extents) {
  for (auto [result, extent] : zip_equal(results, extents)) {
    Tile tile(cast<TileType>(result.getType()));
    tile.setBits(0, extent);
    execution.set(result, std::move(tile));
  }
}

LogicalResult getTileBlockId(Execution &execution, GetTileBlockIdOp op) {
  setExtents(execution, op.getResults(), execution.block);
  return success();
}

LogicalResult getNumTileBlocks(Execution &execution, GetNumTileBlocksOp op) {
  setExtents(execution, op.getResults(), execution.launch.grid);
  return success();
}

LogicalResult getGlobal(Execution &execution, GetGlobalOp op) {
  Tile pointer(cast<TileType>(op.getType()));
  pointer.setPointer(0, execution.interpreter.getGlobal(op.getName()));
  execution.set(op.getResult(), std::move(pointer));
  return success();
}

} // namespace

void addGridOps(OperationTable &table) {
  table.add<getGlobal>();
  table.add<getNumTileBlocks>();
  table.add<getTileBlockId>();
}

} // namespace tileiras::interpreter
