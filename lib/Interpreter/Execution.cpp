//===- Execution.cpp - One tile block in execution ------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Execution.h"

#include "Operations.h"

#include "tileiras/Interpreter/Numbers.h"

using namespace llvm;
using namespace mlir;

namespace tileiras::interpreter {

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void Execution::set(ValueRange values, ArrayRef<RuntimeValue> meanings) {
  for (auto [value, meaning] : zip_equal(values, meanings))
    set(value, meaning);
}

SmallVector<RuntimeValue> Execution::getAll(ValueRange values) const {
  return map_to_vector(values, [&](mlir::Value value) { return get(value); });
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

LogicalResult Execution::runBlock(Block &block) {
  size_t outer = blockAllocations.size();
  LogicalResult result = success();
  for (Operation &op : block) {
    result = step(op);
    if (failed(result) || exit != Exit::None)
      break;
  }
  while (blockAllocations.size() > outer)
    interpreter.getMemory().release(blockAllocations.pop_back_val());
  return result;
}

LogicalResult Execution::step(Operation &op) {
  OperationTable::Function function = OperationTable::get().find(op.getName());
  assert(function && "every operation is interpreted (operations.test)");
  if (++steps > launch.maxSteps)
    return fault(&op, "comes after " + Twine(launch.maxSteps) +
                          " others: a tile block that waits for a later one "
                          "never ends, since they run one after the other");
  return function(*this, &op);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static unsigned getStorageBytes(const Tile &tile) {
  return divideCeil(getStorageBits(tile.getElementType()), 8);
}

LogicalResult Execution::load(Operation *op, Tile &tile, size_t n,
                              Pointer pointer, bool isHigh) {
  unsigned size = getStorageBytes(tile);
  Expected<AllocationOffset> location =
      interpreter.getMemory().locate(pointer, size, /*isWrite=*/false);
  if (!location)
    return fault(op, toString(location.takeError()) +
                         describeElement(tile.getShape(), n));
  uint64_t stored = 0;
  for (unsigned byte = 0; byte < size; ++byte) {
    uint64_t at = location->offset + byte;
    stored |= uint64_t(location->allocation->bytes[at]) << (8 * byte);
    Content content = location->allocation->contents[at];
    if (content == Content::NeverWritten)
      return fault(op, "reads offset " + Twine(at) + " of " +
                           location->allocation->name +
                           ", where nothing was written" +
                           describeElement(tile.getShape(), n));
    if (content == Content::Unspecified)
      tile.setUnspecified(n);
  }
  if (tile.getWidth() == 4)
    stored = isHigh ? stored >> 4 : stored & 15;
  tile.setBits(n, fromStorage(tile.getElementType(), stored));
  return success();
}

LogicalResult Execution::store(Operation *op, const Tile &tile, size_t n,
                               Pointer pointer, bool isHigh) {
  unsigned size = getStorageBytes(tile);
  Expected<AllocationOffset> location =
      interpreter.getMemory().locate(pointer, size, /*isWrite=*/true);
  if (!location)
    return fault(op, toString(location.takeError()) +
                         describeElement(tile.getShape(), n));
  Allocation &allocation = *location->allocation;
  uint64_t stored = toStorage(tile.getElementType(), tile.getBits(n));
  if (tile.getWidth() == 4) {
    uint8_t other = allocation.bytes[location->offset];
    stored = isHigh ? (stored << 4) | (other & 15) : stored | (other & 0xF0);
  }
  bool isUnspecified = tile.isUnspecified(n);
  for (unsigned byte = 0; byte < size; ++byte) {
    allocation.bytes[location->offset + byte] = stored >> (8 * byte);
    allocation.contents[location->offset + byte] =
        isUnspecified ? Content::Unspecified : Content::Written;
  }
  if (isUnspecified && !allocation.firstUnspecified)
    allocation.firstUnspecified = op->getLoc();
  return success();
}

LogicalResult Execution::allocate(Operation *op, uint64_t size,
                                  uint64_t alignment, Pointer &pointer) {
  if (size > Memory::kMaxBytes)
    return fault(op, "asks for " + Twine(size) + " bytes");
  pointer = interpreter.getMemory().allocate(size, "the alloca", alignment);
  blockAllocations.push_back(pointer.origin);
  return success();
}

//===----------------------------------------------------------------------===//
// Faults
//===----------------------------------------------------------------------===//

LogicalResult Execution::fault(Operation *op, const Twine &what) {
  InFlightDiagnostic diagnostic = emitError(op->getLoc())
                                  << "'" << op->getName() << "' " << what;
  diagnostic.attachNote(op->getLoc()) << "in tile block (" << block[0] << ", "
                                      << block[1] << ", " << block[2] << ")";
  return diagnostic;
}

LogicalResult Execution::checkSpecified(Operation *op, const Tile &tile,
                                        size_t n, StringRef use) {
  if (!tile.isUnspecified(n))
    return success();
  return fault(op, "has an unspecified " + use +
                       describeElement(tile.getShape(), n));
}

LogicalResult Execution::checkSpecified(Operation *op, const Tile &tile,
                                        StringRef use) {
  for (size_t n = 0; n < tile.size(); ++n)
    if (failed(checkSpecified(op, tile, n, use)))
      return failure();
  return success();
}

FailureOr<bool> Execution::isOn(Operation *op, Value mask, size_t n) {
  if (!mask)
    return true;
  const Tile &tile = getTile(mask);
  if (failed(checkSpecified(op, tile, n, "mask")))
    return failure();
  return tile.getBits(n) != 0;
}

} // namespace tileiras::interpreter
