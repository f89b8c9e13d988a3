//===- AssignTmem.cpp - Offsets of buffers in tensor memory ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers that live at the same time (BufferLiveness.h) must not overlap. Their
// total is a power of two of columns, which the kernel allocates when it
// begins, and deallocates when it ends:
//
//   %slot = alloc_tensor
//   acquire_tmem %slot
//   … alloc_tmem base(%slot) …             all together: it is read once
//   barrier
//   release_tmem %slot
//
// Where agents have MMAs, they allocate. Buffers that agents pass to each other
// are allocated before the agents start, and deallocated by those that have the
// first warp.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/Analysis/BufferLiveness.h"
#include "tileiras/Dialect/TileAS/Contract/FirstAgent.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Target/MachineModel.h"

#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "tileas-assign-tmem"

namespace tileiras {
#define GEN_PASS_DEF_TILEASASSIGNTMEM
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

class AssignTmem : public tileiras::impl::TileASAssignTmemBase<AssignTmem> {
public:
  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    SmallVector<Buffer> buffers =
        collectBuffers(func.getBody(), nv_tileaa::MemSpace::TENSOR);
    if (buffers.empty())
      return;
    const TargetInfo *target = getTarget(func);
    if (!target || failed(checkAgents(buffers)))
      return signalPassFailure();
    int64_t bytes = placeBuffers(buffers);
    int64_t columns = alignTensorColumns(bytes / AllocTmemOp::kColumnBytes);
    if (columns > int64_t(target->TensorMemoryColumns)) {
      func.emitError("fails to assign tmem buffer: ")
          << "the kernel takes " << bytes / AllocTmemOp::kColumnBytes
          << " columns of tensor memory, " << target->Name << " has "
          << target->TensorMemoryColumns << "; smaller tiles take less";
      return signalPassFailure();
    }
    Value slot = acquire(buffers, columns);
    gather(buffers, slot);
    OpBuilder builder(func);
    for (Buffer &buffer : buffers) {
      LDBG() << buffer.op.getLoc() << ": columns from "
             << buffer.offset / AllocTmemOp::kColumnBytes << " of " << columns
             << ", live from " << buffer.start << " to " << buffer.end;
      buffer.op.setOffsetAttr(builder.getI64IntegerAttr(buffer.offset));
    }
  }

private:
  static LogicalResult checkAgents(ArrayRef<Buffer> buffers) {
    const Buffer &first = buffers.front();
    for (const Buffer &buffer : buffers)
      if (buffer.agents != first.agents || buffer.copies != 1)
        return buffer.op->emitOpError(
            "expected tensor memory of all threads or of one agent");
    return success();
  }

  /// Allocates and deallocates at both ends of the code that has the buffers.
  static Value acquire(ArrayRef<Buffer> buffers, int64_t columns) {
    const Buffer &first = buffers.front();
    Operation *op = first.op;
    Region *region = first.agents
                         ? first.agents
                         : &op->getParentOfType<nv_tileaa::FuncOp>().getBody();
    Block &body = region->front();
    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    // The location is not that of an MMA: a debugger would stop there.
    Location loc = op->getParentOfType<nv_tileaa::FuncOp>().getLoc();
    auto type = nv_tileaa::StridedMemRefType::get(
        ArrayRef<int64_t>(1), builder.getI32Type(),
        LayoutAttr::get(builder.getContext(),
                        LinearLayout::identity1D(1, InDim::Offset)));
    constexpr int64_t kAlignment = 16;
    Value slot = AllocTensorOp::create(builder, loc, type,
                                       builder.getI64IntegerAttr(kAlignment),
                                       /*offset=*/IntegerAttr());
    AcquireTmemOp::create(builder, loc, slot, columns);
    auto [end, seen] = findEnd(body, slot);
    builder.setInsertionPoint(end->getTerminator());
    // Where agents are in ping-pong order, the leader is the last
    // (AlternateSteps.h).
    if (scf::IfOp ofFirst = findLastForFirstAgent(*end))
      builder.setInsertionPoint(ofFirst.thenBlock()->getTerminator());
    BarrierOp::create(builder, loc);
    ReleaseTmemOp::create(builder, loc, seen, columns);
    return slot;
  }

  /// Hoists allocations out of loops to the first one: threads read the address
  /// once.
  static void gather(MutableArrayRef<Buffer> buffers, Value slot) {
    Operation *first = buffers.front().op;
    first->moveBefore(slot.getParentBlock()->findAncestorOpInBlock(*first));
    Operation *last = first;
    for (Buffer &buffer : buffers) {
      auto alloc = cast<AllocTmemOp>(buffer.op.getOperation());
      alloc.getBaseMutable().assign(slot);
      alloc->setLoc(slot.getLoc());
      if (alloc != first)
        alloc->moveAfter(last);
      last = alloc;
    }
  }

  /// Returns the last block of the warp that begins `body`, and the slot in it.
  static std::pair<Block *, Value> findEnd(Block &body, Value slot) {
    AgentSwitchOp agents = getAgentSwitch(body.getParentOp());
    if (!agents || agents->getBlock() != &body)
      return {&body, slot};
    agents.getCapturesMutable().append(slot);
    std::pair<Block *, Value> end;
    for (const AgentGroup &group : agents.getAgentGroups()) {
      Block &block = group.region->front();
      Value seen = block.addArgument(slot.getType(), slot.getLoc());
      if (group.firstWarp == 0)
        end = {&block, seen};
    }
    return end;
  }
};

} // namespace
