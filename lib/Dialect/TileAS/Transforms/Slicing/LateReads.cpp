//===- LateReads.cpp - Room for buffers that products read ----------------===//
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
                            int64_t room) {
  int64_t sum = 0;
  func.walk([&](AllocTensorOp buffer) { sum += buffer.getBytes(); });
  if (sum <= room)
    return true;
  // As long as these are there, buffers live until the products.
  SmallVector<Operation *> uses;
  for (const LateRead &read : reads) {
    OpBuilder builder(read.product);
    CopyOp copy = read.copy;
    uses.push_back(BufferViewOp::create(builder, copy.getLoc(),
                                        copy.getBuffer().getType(),
                                        copy.getSource(), /*stage=*/Value()));
  }
  SmallVector<Buffer> buffers = collectBuffers(func.getBody());
  int64_t bytes = placeBuffers(buffers);
  for (Operation *use : uses)
    use->erase();
  return bytes <= room;
}
