//===- AssignSmem.cpp - Where buffers lie in shared memory -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers that live at the same time (Buffers.h) must not overlap.
//
// First fit, largest buffer first, tells how many bytes the kernel takes. In
// that many bytes buffers are then placed once more, in program order and each
// behind the one before: two trips that follow one another need a barrier in
// between only if they share bytes. Where that does not work out, the first
// placement stands.
//
//===----------------------------------------------------------------------===//

#include "Buffers.h"

#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Transforms/SharedMemory.h"

#include "llvm/Support/MathExtras.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASASSIGNSMEM
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// Gives `buffer` the lowest offset from `least` on where it fits beside those
/// of `placed` that live with it.
void placeFrom(Buffer &buffer, int64_t least, ArrayRef<Buffer *> placed) {
  buffer.offset = llvm::alignTo(least, buffer.alignment);
  for (bool moved = true; moved;) {
    moved = false;
    for (Buffer *other : placed)
      if (buffer.livesWith(*other) && buffer.overlaps(*other)) {
        buffer.offset =
            llvm::alignTo(other->offset + other->bytes, buffer.alignment);
        moved = true;
      }
  }
}

int64_t getTotal(ArrayRef<Buffer> buffers) {
  int64_t total = 0;
  for (const Buffer &buffer : buffers)
    total = std::max(total, buffer.offset + buffer.bytes);
  return total;
}

void placeLargestFirst(MutableArrayRef<Buffer> buffers) {
  SmallVector<Buffer *> order, placed;
  for (Buffer &buffer : buffers)
    order.push_back(&buffer);
  llvm::sort(order, [](const Buffer *lhs, const Buffer *rhs) {
    return std::tie(rhs->bytes, lhs->start) < std::tie(lhs->bytes, rhs->start);
  });
  for (Buffer *buffer : order) {
    placeFrom(*buffer, 0, placed);
    placed.push_back(buffer);
  }
}

/// Each behind the one before, from the start again where the `total` bytes
/// end. False if they do not suffice for that.
bool placeInTurn(MutableArrayRef<Buffer> buffers, int64_t total) {
  SmallVector<Buffer *> placed;
  int64_t next = 0;
  for (Buffer &buffer : buffers) {
    placeFrom(buffer, next, placed);
    if (buffer.offset + buffer.bytes > total)
      placeFrom(buffer, 0, placed);
    if (buffer.offset + buffer.bytes > total)
      return false;
    placed.push_back(&buffer);
    next = buffer.offset + buffer.bytes;
  }
  return true;
}

class AssignSmem : public tileiras::impl::TileASAssignSmemBase<AssignSmem> {
public:
  using TileASAssignSmemBase::TileASAssignSmemBase;

  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    const TargetInfo *target = getTarget(func);
    if (!target)
      return signalPassFailure();
    SmallVector<Buffer> buffers = collectBuffers(func.getBody());
    placeLargestFirst(buffers);
    int64_t total = getTotal(buffers);
    SmallVector<Buffer> inTurn = buffers;
    if (placeInTurn(inTurn, total))
      buffers = std::move(inTurn);
    if (total > getSharedMemoryLimit(*target, extendedSmem)) {
      refuse(func, buffers, total, *target);
      return signalPassFailure();
    }
    Builder builder(func);
    for (Buffer &buffer : buffers)
      buffer.op.setOffsetAttr(builder.getI64IntegerAttr(buffer.offset));
    func->setAttr(TileASDialect::getSharedMemoryAttrName(),
                  builder.getI64IntegerAttr(total));
  }

private:
  void refuse(nv_tileaa::FuncOp func, ArrayRef<Buffer> buffers, int64_t total,
              const TargetInfo &target) const {
    InFlightDiagnostic error = func.emitError("fails to assign smem buffer: ");
    error << "the kernel takes " << total << " bytes of shared memory, "
          << target.Name << " has "
          << getSharedMemoryLimit(target, extendedSmem)
          << "; smaller tiles take less";
    if (!extendedSmem && total <= target.SharedMemoryOptIn)
      error.attachNote(func.getLoc())
          << "a cubin may take " << target.SharedMemoryOptIn
          << " (--enable-extended-smem)";
    const Buffer *largest =
        llvm::max_element(buffers, [](const Buffer &lhs, const Buffer &rhs) {
          return lhs.bytes < rhs.bytes;
        });
    error.attachNote(largest->op->getLoc())
        << "the largest buffer, of " << largest->bytes << " bytes";
  }
};

} // namespace
