//===- AtomicOps.cpp - Atomic reads, writes and reductions ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only one tile block runs at a time, so each element's transaction is a load
// and a store.
//
//===----------------------------------------------------------------------===//

#include "Operations.h"
#include "TensorAccess.h"

#include "tileiras/Interpreter/Numbers.h"

using namespace llvm;
using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

namespace {

uint64_t addFloats(Type type, uint64_t x, uint64_t y) {
  APFloat sum = toFloat(type, x);
  sum.add(toFloat(type, y), APFloat::rmNearestTiesToEven);
  return fromFloat(type, sum);
}

uint64_t combineInts(AtomicRMWMode mode, const APInt &x, const APInt &y) {
  switch (mode) {
  case AtomicRMWMode::AND:
    return (x & y).getZExtValue();
  case AtomicRMWMode::OR:
    return (x | y).getZExtValue();
  case AtomicRMWMode::XOR:
    return (x ^ y).getZExtValue();
  case AtomicRMWMode::ADD:
    return (x + y).getZExtValue();
  case AtomicRMWMode::MAX:
    return APIntOps::smax(x, y).getZExtValue();
  case AtomicRMWMode::MIN:
    return APIntOps::smin(x, y).getZExtValue();
  case AtomicRMWMode::UMAX:
    return APIntOps::umax(x, y).getZExtValue();
  case AtomicRMWMode::UMIN:
    return APIntOps::umin(x, y).getZExtValue();
  case AtomicRMWMode::XCHG:
    return y.getZExtValue();
  case AtomicRMWMode::ADDF:
    break;
  }
  llvm_unreachable("floats are added elsewhere");
}

/// Sets element `n` of `result` to the combination of `old` and `arg`.
void combine(AtomicRMWMode mode, Tile &result, const Tile &old, const Tile &arg,
             size_t n) {
  if (mode == AtomicRMWMode::XCHG)
    result.copyElement(n, arg, n);
  else if (old.isUnspecified(n) || arg.isUnspecified(n))
    result.setUnspecified(n);
  else if (mode == AtomicRMWMode::ADDF)
    result.setBits(
        n, addFloats(old.getElementType(), old.getBits(n), arg.getBits(n)));
  else
    result.setBits(n, combineInts(mode, old.getInt(n), arg.getInt(n)));
}

LogicalResult atomicRMW(Execution &execution, AtomicRMWTkoOp op) {
  const Tile &pointers = execution.getTile(op.getPointers());
  const Tile &arg = execution.getTile(op.getArg());
  Tile old(op.getResult().getType()), updated = old;
  for (size_t n = 0; n < old.size(); ++n) {
    FailureOr<bool> isOn = execution.isOn(op, op.getMask(), n);
    if (failed(isOn))
      return failure();
    if (!*isOn) {
      old.setUnspecified(n);
      continue;
    }
    Pointer pointer = pointers.getPointer(n);
    if (failed(execution.checkSpecified(op, pointers, n, "pointer")) ||
        failed(execution.load(op, old, n, pointer)))
      return failure();
    combine(op.getMode(), updated, old, arg, n);
    if (failed(execution.store(op, updated, n, pointer)))
      return failure();
  }
  execution.set(op.getResult(), std::move(old));
  execution.set(op.getResultToken(), Token());
  return success();
}

/// Compares bits, even of floats. The values that are compared must be
/// specified.
LogicalResult compareAndSwap(Execution &execution, Operation *op, Tile &old,
                             const Tile &expected, const Tile &value, size_t n,
                             Pointer pointer) {
  if (failed(execution.load(op, old, n, pointer)) ||
      failed(execution.checkSpecified(op, old, n, "element in memory")) ||
      failed(execution.checkSpecified(op, expected, n, "operand")))
    return failure();
  if (old.getBits(n) != expected.getBits(n))
    return success();
  return execution.store(op, value, n, pointer);
}

LogicalResult atomicCAS(Execution &execution, AtomicCASTkoOp op) {
  const Tile &pointers = execution.getTile(op.getPointers());
  const Tile &expected = execution.getTile(op.getCmp());
  const Tile &value = execution.getTile(op.getVal());
  Tile old(op.getResult().getType());
  for (size_t n = 0; n < old.size(); ++n) {
    FailureOr<bool> isOn = execution.isOn(op, op.getMask(), n);
    if (failed(isOn))
      return failure();
    if (!*isOn) {
      old.copyElement(n, expected, n);
      continue;
    }
    if (failed(execution.checkSpecified(op, pointers, n, "pointer")) ||
        failed(compareAndSwap(execution, op, old, expected, value, n,
                              pointers.getPointer(n))))
      return failure();
  }
  execution.set(op.getResult(), std::move(old));
  execution.set(op.getResultToken(), Token());
  return success();
}

/// Combines a tile into the tile of a view.
LogicalResult combineIntoView(Execution &execution, const TensorAccess &access,
                              AtomicRMWMode mode, const Tile &value) {
  Tile old(value.getType()), updated = old;
  auto visit = [&](size_t n, std::optional<ElementAddress> address) {
    if (!address)
      return success();
    if (failed(execution.load(access.op, old, n, address->pointer)))
      return failure();
    combine(mode, updated, old, value, n);
    return execution.store(access.op, updated, n, address->pointer);
  };
  return visitElements(execution, access, visit);
}

LogicalResult atomicRedView(Execution &execution, AtomicRedViewTkoOp op) {
  TensorAccess access{op, op.getView(), op.getIndex(), op.getInbounds()};
  if (failed(combineIntoView(execution, access, op.getMode(),
                             execution.getTile(op.getValue()))))
    return failure();
  execution.set(op.getResultToken(), Token());
  return success();
}

AtomicRMWMode getMode(MultimemReductionKind kind, Type element) {
  switch (kind) {
  case MultimemReductionKind::ADD:
    return isFloatNumberType(element) ? AtomicRMWMode::ADDF
                                      : AtomicRMWMode::ADD;
  case MultimemReductionKind::MIN:
    return AtomicRMWMode::MIN;
  case MultimemReductionKind::MAX:
    return AtomicRMWMode::MAX;
  case MultimemReductionKind::AND:
    return AtomicRMWMode::AND;
  case MultimemReductionKind::OR:
    return AtomicRMWMode::OR;
  case MultimemReductionKind::XOR:
    return AtomicRMWMode::XOR;
  case MultimemReductionKind::UMIN:
    return AtomicRMWMode::UMIN;
  case MultimemReductionKind::UMAX:
    return AtomicRMWMode::UMAX;
  }
  llvm_unreachable("not a reduction of replicas");
}

/// Replicas are one memory here.
LogicalResult reduceReplicas(Execution &execution, MultimemReduceViewTkoOp op) {
  const Tile &value = execution.getTile(op.getTile());
  TensorAccess access{op, op.getView(), op.getIndex(), op.getInbounds()};
  if (failed(combineIntoView(execution, access,
                             getMode(op.getReduction(), value.getElementType()),
                             value)))
    return failure();
  execution.set(op.getResultToken(), Token());
  return success();
}

} // namespace

void addAtomicOps(OperationTable &table) {
  table.add<atomicCAS>();
  table.add<atomicRMW>();
  table.add<atomicRedView>();
  table.add<reduceReplicas>();
}

} // namespace tileiras::interpreter
