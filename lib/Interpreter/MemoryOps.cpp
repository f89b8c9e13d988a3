//===- MemoryOps.cpp - Pointers, tokens, and accesses through pointers ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses through tiles of pointers: each element is checked against its
// pointer's allocation, masked elements are padded or unspecified. Tokens have
// no effect, since operations run in the order of the program.
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

#include "tileiras/Interpreter/Numbers.h"

using namespace llvm;
using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

namespace {

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

/// Two elements of 4 bits share a byte, which has one address.
LogicalResult checkAddressable(Execution &execution, Operation *op,
                               const Tile &pointers) {
  auto type = cast<PointerType>(pointers.getElementType());
  if (getStorageBits(type.getPointeeType()) < 8)
    return execution.fault(op, "on numbers of 4 bits is not interpreted");
  return success();
}

/// Returns the pointer \p count elements further; nullopt if the address leaves
/// 64 bits.
std::optional<Pointer> advance(Pointer pointer, const APInt &count,
                               uint64_t elementBytes) {
  APInt distance = count.sext(128) * APInt(128, elementBytes);
  APInt address = APInt(128, pointer.address) + distance;
  if (!address.isIntN(64) || !distance.isSignedIntN(64))
    return std::nullopt;
  return Pointer{address.getZExtValue(), pointer.origin};
}

LogicalResult offset(Execution &execution, OffsetOp op) {
  const Tile &pointers = execution.getTile(op.getPtr());
  const Tile &counts = execution.getTile(op.getOffset());
  if (failed(checkAddressable(execution, op, pointers)))
    return failure();
  Type pointee = cast<PointerType>(pointers.getElementType()).getPointeeType();
  uint64_t elementBytes = getStorageBits(pointee) / 8;
  Tile result(op.getType());
  for (size_t n = 0; n < result.size(); ++n) {
    if (pointers.isUnspecified(n) || counts.isUnspecified(n)) {
      result.setUnspecified(n);
      continue;
    }
    std::optional<Pointer> moved =
        advance(pointers.getPointer(n), counts.getInt(n), elementBytes);
    if (!moved)
      return execution.fault(op, "leaves the 64 bits of an address" +
                                     describeElement(result.getShape(), n));
    result.setPointer(n, *moved);
  }
  execution.set(op.getResult(), std::move(result));
  return success();
}

LogicalResult alloca_(Execution &execution, AllocaOp op) {
  Type pointee =
      cast<PointerType>(op.getType().getElementType()).getPointeeType();
  uint64_t size =
      divideCeil(getStorageBits(pointee) * uint64_t(op.getNumElem()), 8);
  Pointer pointer;
  if (failed(execution.allocate(op, size, op.getAlignment(), pointer)))
    return failure();
  Tile result(op.getType());
  result.setPointer(0, pointer);
  execution.set(op.getResult(), std::move(result));
  return success();
}

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

/// Operations happen in the order of the program, so that a token has no
/// effect.
template <typename OpT> LogicalResult order(Execution &execution, OpT op) {
  execution.set(op->getResult(0), Token());
  return success();
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

LogicalResult loadPtr(Execution &execution, LoadPtrTkoOp op) {
  const Tile &pointers = execution.getTile(op.getSource());
  const Tile *padding =
      op.getPaddingValue() ? &execution.getTile(op.getPaddingValue()) : nullptr;
  if (failed(checkAddressable(execution, op, pointers)))
    return failure();
  Tile result(op.getResult().getType());
  for (size_t n = 0; n < result.size(); ++n) {
    FailureOr<bool> isOn = execution.isOn(op, op.getMask(), n);
    if (failed(isOn))
      return failure();
    if (*isOn) {
      if (failed(execution.checkSpecified(op, pointers, n, "pointer")) ||
          failed(execution.load(op, result, n, pointers.getPointer(n))))
        return failure();
    } else if (padding) {
      result.copyElement(n, *padding, n);
    } else {
      result.setUnspecified(n);
    }
  }
  execution.set(op.getResult(), std::move(result));
  execution.set(op.getResultToken(), Token());
  return success();
}

LogicalResult storePtr(Execution &execution, StorePtrTkoOp op) {
  const Tile &pointers = execution.getTile(op.getDestination());
  const Tile &value = execution.getTile(op.getValue());
  if (failed(checkAddressable(execution, op, pointers)))
    return failure();
  for (size_t n = 0; n < value.size(); ++n) {
    FailureOr<bool> isOn = execution.isOn(op, op.getMask(), n);
    if (failed(isOn))
      return failure();
    if (!*isOn)
      continue;
    if (failed(execution.checkSpecified(op, pointers, n, "pointer")) ||
        failed(execution.store(op, value, n, pointers.getPointer(n))))
      return failure();
  }
  execution.set(op.getResultToken(), Token());
  return success();
}

} // namespace

void addMemoryOps(OperationTable &table) {
  table.add<alloca_>();
  table.add<loadPtr>();
  table.add<offset>();
  table.add<storePtr>();
  // A launch is alone on its device: no grid waits for it, nor does it wait for
  // any.
  table.add<&order<GdcLaunchDependentsTkoOp>>();
  table.add<&order<GdcWaitTkoOp>>();
  table.add<&order<JoinTokensOp>>();
  table.add<&order<MakeTokenOp>>();
  table.add<&order<MemoryFenceAliasTkoOp>>();
}

} // namespace tileiras::interpreter
