//===- AssignSmem.cpp - Offsets of buffers in shared memory ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers that live at the same time (BufferLiveness.h) must not overlap.
// BufferAllocation.cpp assigns offsets to those of one set of threads.
//
// Agents run concurrently, so the allocations of one of them must not overlap
// those of another. The buffers of a group get offsets first, as if they were a
// kernel's; as many bytes for each agent then count as one buffer that lives as
// long as the agents do. Where only one agent allocates, its buffers get
// offsets together with those of all threads.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/Analysis/BufferLiveness.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "tileas-assign-smem"

namespace tileiras {
#define GEN_PASS_DEF_TILEASASSIGNSMEM
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// The buffers of one group of agents, with offsets from zero on.
struct Arena {
  SmallVector<Buffer> buffers;
  int64_t stride = 0, alignment = 1;

  /// Moves the buffers of `region` out of `all`.
  Arena(Region &region, SmallVector<Buffer> &all) {
    auto isInside = [&](const Buffer &buffer) {
      return buffer.agents == &region;
    };
    llvm::copy_if(all, std::back_inserter(buffers), isInside);
    llvm::erase_if(all, isInside);
    for (const Buffer &buffer : buffers)
      alignment = std::max(alignment, buffer.alignment);
    stride = llvm::alignTo(placeBuffers(buffers), alignment);
  }

  /// Returns one buffer with the bytes for all agents.
  Buffer asBuffer() const {
    const Buffer &first = buffers.front();
    int64_t copies = 1;
    for (const Buffer &buffer : buffers)
      copies = std::max(copies, buffer.copies);
    return {{}, stride * copies, alignment, 0, first.start, first.agentsEnd};
  }
};

/// Returns whether there are several agents that allocate.
bool doSeveralAllocate(ArrayRef<Buffer> buffers) {
  Region *first = nullptr;
  return llvm::any_of(buffers, [&](const Buffer &buffer) {
    if (!first)
      first = buffer.agents;
    return buffer.copies > 1 || (buffer.agents && buffer.agents != first);
  });
}

/// Assigns offsets to the buffers of agents and of all threads. Returns the
/// bytes that they occupy, and leaves all in `buffers`.
int64_t placeWithAgents(AgentSwitchOp agents, SmallVector<Buffer> &buffers) {
  SmallVector<Arena> arenas;
  for (Region &region : agents.getGroups())
    arenas.emplace_back(region, buffers);
  // Agents start together, and the first of them when those before have ended.
  unsigned start = ~0u;
  for (const Arena &arena : arenas)
    if (!arena.buffers.empty())
      start = std::min(start, arena.buffers.front().start);
  for (const Arena &arena : arenas)
    if (!arena.buffers.empty()) {
      buffers.push_back(arena.asBuffer());
      buffers.back().start = start;
    }
  int64_t total = placeBuffers(buffers);
  SmallVector<int32_t> strides;
  auto placed = llvm::find_if(buffers, [](const Buffer &b) { return !b.op; });
  SmallVector<Buffer> inside;
  for (Arena &arena : arenas) {
    strides.push_back(arena.stride);
    for (Buffer &buffer : arena.buffers) {
      buffer.offset += placed->offset;
      inside.push_back(buffer);
    }
    placed += !arena.buffers.empty();
  }
  llvm::erase_if(buffers, [](const Buffer &buffer) { return !buffer.op; });
  buffers.append(inside);
  agents.setAgentStrides(strides);
  return total;
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
    int64_t total = doSeveralAllocate(buffers)
                        ? placeWithAgents(getAgentSwitch(func), buffers)
                        : placeBuffers(buffers);
    if (total > getSharedMemoryLimit(*target, extendedSmem)) {
      refuse(func, buffers, total, *target);
      return signalPassFailure();
    }
    Builder builder(func);
    for (Buffer &buffer : buffers) {
      LDBG() << buffer.op.getLoc() << ": " << buffer.bytes << " bytes at "
             << buffer.offset << ", live from " << buffer.start << " to "
             << buffer.end;
      buffer.op.setOffsetAttr(builder.getI64IntegerAttr(buffer.offset));
    }
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
