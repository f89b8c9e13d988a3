//===- LateReads.cpp - Capacity for late operands -------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LateReads.h"

#include "tileiras/Dialect/TileAS/Analysis/BufferLiveness.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

bool tileiras::fitLateReads(nv_tileaa::FuncOp func, ArrayRef<LateRead> reads,
                            int64_t capacity) {
  int64_t sum = 0;
  func.walk([&](AllocTensorOp buffer) { sum += buffer.getBytes(); });
  if (sum <= capacity)
    return true;
  // As long as these exist, buffers live until the dots.
  SmallVector<Operation *> uses;
  for (const LateRead &read : reads) {
    OpBuilder builder(read.dot);
    CopyOp copy = read.copy;
    uses.push_back(BufferViewOp::create(builder, copy.getLoc(),
                                        copy.getBuffer().getType(),
                                        copy.getSource(), /*stage=*/Value()));
  }
  SmallVector<Buffer> buffers = collectBuffers(func.getBody());
  int64_t bytes = placeBuffers(buffers);
  for (Operation *use : uses)
    use->erase();
  return bytes <= capacity;
}
