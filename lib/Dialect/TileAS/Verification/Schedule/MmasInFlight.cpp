//===- MmasInFlight.cpp - V7: registers that wgmma uses -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The assembler waits after each wgmma of a function in which one of these
// rules is broken (ptxas, C7510 to C7518): nothing overlaps then.
//
//===----------------------------------------------------------------------===//

#include "ScheduledLoop.h"
#include "tileiras/Dialect/TileAS/Analysis/RuntimeCalls.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

//===----------------------------------------------------------------------===//
// How accumulators begin
//===----------------------------------------------------------------------===//

/// Returns a value that is no constant and with which an accumulator begins
/// that has this value before a loop; null if there is none. A value that was
/// computed from several begins with any of them: a rescale, with what it
/// rescales.
static Value findComputedStart(Value value, DenseSet<Value> &seen) {
  if (matchPattern(value, m_Constant()))
    return Value();
  Operation *def = value.getDefiningOp();
  SmallVector<Value> incoming;
  if (isa_and_present<FutureWaitOp, ToAsyncOp>(def)) {
    incoming = {def->getOperand(cast<OpResult>(value).getResultNumber())};
  } else if (auto dot = dyn_cast_if_present<AsyncDotOp>(def)) {
    if (dot.getAccumulate())
      return Value();
    incoming = {dot.getC()};
  } else if (!def || isa<scf::ForOp, scf::WhileOp, scf::IfOp>(def)) {
    // What enters a loop comes first.
    addIncoming(value, incoming);
    incoming.resize(std::min<size_t>(incoming.size(), 1));
  } else if (isMemoryEffectFree(def)) {
    llvm::copy_if(
        def->getOperands(), std::back_inserter(incoming),
        [&](Value operand) { return operand.getType() == value.getType(); });
  }
  Value computed = value;
  for (Value next : incoming)
    if (seen.insert(next).second)
      if (computed = findComputedStart(next, seen); !computed)
        return Value();
  return computed;
}

static Value findComputedStart(Value value) {
  DenseSet<Value> seen;
  return findComputedStart(value, seen);
}

/// Returns the carried values of the same type, or futures of it, from which
/// a loop computes the accumulator of an MMA.
static SmallVector<BlockArgument> findCarried(AsyncDotOp dot) {
  Type type = dot.getAccumulatorType();
  SmallVector<BlockArgument> carried;
  DenseSet<Value> seen;
  SmallVector<Value> worklist = {dot.getC()};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(next)) {
      auto future = dyn_cast<FutureType>(next.getType());
      if ((future ? Type(future.getTensor()) : next.getType()) == type &&
          isa<scf::ForOp>(argument.getOwner()->getParentOp()))
        carried.push_back(argument);
      continue;
    }
    Operation *def = next.getDefiningOp();
    if (def->getParentOfType<scf::ForOp>())
      llvm::append_range(worklist, def->getOperands());
  }
  return carried;
}

/// Returns a value that is no constant and with which the accumulator of an MMA
/// begins; null if there is none.
static Value findComputedStart(AsyncDotOp dot) {
  SmallVector<BlockArgument> carried = findCarried(dot);
  if (carried.empty())
    return findComputedStart(dot.getC());
  for (BlockArgument argument : carried) {
    auto loop = cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (Value start = findComputedStart(loop.getTiedLoopInit(argument)->get()))
      return start;
  }
  return Value();
}

static LogicalResult verifyStart(AsyncDotOp dot) {
  if (dot.getAccumulate())
    return success();
  Value start = findComputedStart(dot);
  if (!start)
    return success();
  InFlightDiagnostic error =
      breaksRule(dot, 7) << "expected an accumulator that begins with a "
                            "constant; what it begins with can be added after "
                            "the last MMA";
  error.attachNote(start.getLoc()) << "it begins with this";
  return error;
}

//===----------------------------------------------------------------------===//
// What happens meanwhile
//===----------------------------------------------------------------------===//

namespace {

class LoopOfMmas : ScheduledLoop {
public:
  LoopOfMmas(const ScheduledKernel &kernel, scf::ForOp loop)
      : ScheduledLoop(kernel, loop) {}

  LogicalResult verify() {
    for (unsigned edge = 0; edge < getEdges().size(); ++edge)
      if (getGraph().getEdge(edge).kind == ScheduleEdgeKind::Data &&
          isa<AsyncDotOp>(getNode(getEdges()[edge].from).op) &&
          failed(verifyCalls(getEdges()[edge])))
        return failure();
    for (unsigned node = 0; node < getGraph().getNodes().size(); ++node)
      if (auto dot = dyn_cast<AsyncDotOp>(getNode(node).op))
        if (failed(verifyReads(dot, node)))
          return failure();
    return success();
  }

private:
  /// Checks what the threads do between an MMA and the use of its result.
  LogicalResult verifyCalls(const MarkedGraph::Edge &use) {
    for (unsigned call = 0; call < getGraph().getNodes().size(); ++call) {
      if (!areInOneStream(use.from, call) || call == use.to ||
          !callsRuntime(getNode(call).op))
        continue;
      bool isAfter = isBefore(use.from, call), isFirst = isBefore(call, use.to);
      bool isBetween = use.tokens == 0 ? isAfter && isFirst
                                       : use.tokens > 1 || isAfter || isFirst;
      if (!isBetween)
        continue;
      InFlightDiagnostic error =
          breaksRule(getNode(call).op, 7)
          << "expected no call while an MMA is in flight";
      error.attachNote(getNode(use.from).op->getLoc()) << "the MMA";
      error.attachNote(getNode(use.to).op->getLoc())
          << "the first use of its result";
      return error;
    }
    return success();
  }

  /// Checks that others read an accumulator before the MMA that overwrites it.
  LogicalResult verifyReads(AsyncDotOp dot, unsigned node) {
    if (isa<FutureType>(dot.getC().getType()) ||
        matchPattern(dot.getC(), m_Constant()))
      return success();
    for (unsigned other = 0; other < getGraph().getNodes().size(); ++other) {
      Operation *op = getNode(other).op;
      if (op == dot || !areInOneStream(node, other) ||
          !llvm::is_contained(ScheduledKernel::getOperands(op), dot.getC()))
        continue;
      int64_t later = getNode(other).stage - getNode(node).stage;
      if (later < 0 || (later == 0 && isBefore(other, node)))
        continue;
      InFlightDiagnostic error =
          breaksRule(op, 7) << "expected to be executed before the MMA that "
                               "overwrites the accumulator it reads";
      error.attachNote(dot.getLoc()) << "the MMA";
      return error;
    }
    return success();
  }
};

} // namespace

LogicalResult tileiras::verifyMmasInFlight(const ScheduledKernel &kernel) {
  for (Operation *op : kernel.getOps()) {
    auto dot = dyn_cast<AsyncDotOp>(op);
    if (!dot)
      continue;
    PartitionAttr partition =
        kernel.getPartitions()[kernel.getSchedule(op).partitions.front()];
    if (partition.getWarps() % kWarpsPerWarpgroup != 0)
      return breaksRule(op, 7)
             << "expected a partition of whole warpgroups, got "
             << partition.getWarps() << " warps of '" << partition.getName()
             << "'";
    if (failed(verifyStart(dot)))
      return failure();
  }
  return forEachLoop(kernel, [&](scf::ForOp loop) {
    return LoopOfMmas(kernel, loop).verify();
  });
}
