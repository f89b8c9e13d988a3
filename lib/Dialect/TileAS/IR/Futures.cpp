//===- Futures.cpp - Asynchronous MMAs ------------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers and memory effects of asynchronous MMAs of warpgroups (wgmma),
// their waits and the proxy fence. An MMA reads its buffers until a wait, so it
// has an effect on shared memory as a whole.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "tileiras/Dialect/TileAA/IR/TileVerification.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using nv_tileaa::StridedMemRefType;
using tileiras::AtomOperand;
using tileiras::LinearLayout;
using tileiras::MatrixDescriptorLayout;
namespace atoms = tileiras::atoms;

LogicalResult FutureType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 RankedTensorType tensor) {
  if (getLayoutAttr(tensor))
    return success();
  return emitError() << "expected a future of a tensor with a layout, got "
                     << tensor;
}

//===----------------------------------------------------------------------===//
// async.dot
//===----------------------------------------------------------------------===//

void AsyncDotOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (isa<StridedMemRefType>(getA().getType()))
    effects.emplace_back(MemoryEffects::Read::get(), &getAMutable(),
                         SharedMemory::get());
  effects.emplace_back(MemoryEffects::Read::get(), &getBMutable(),
                       SharedMemory::get());
}

RankedTensorType AsyncDotOp::getTile(Value operand) {
  if (auto buffer = dyn_cast<StridedMemRefType>(operand.getType()))
    return RankedTensorType::get(buffer.getShape(), buffer.getElementType());
  auto tensor = cast<RankedTensorType>(operand.getType());
  return RankedTensorType::get(tensor.getShape(), tensor.getElementType());
}

LogicalResult nv_tileas::verifyElementsOfAtom(Operation *op, AtomAttr atom,
                                              ShapedType a, ShapedType b,
                                              ShapedType accumulator) {
  if (atom.getInfo()->multiplies(getAtomElements(a.getElementType()),
                                 getAtomElements(b.getElementType()),
                                 getAtomElements(accumulator.getElementType())))
    return success();
  return op->emitOpError("expected an atom that multiplies ")
         << a.getElementType() << " and " << b.getElementType() << " into "
         << accumulator.getElementType() << ", got " << atom;
}

LogicalResult nv_tileas::verifyOperandBuffer(Operation *op, AtomAttr atom,
                                             AtomOperand operand,
                                             Value buffer) {
  StringRef name = operand == AtomOperand::A ? "A" : "B";
  auto type = cast<StridedMemRefType>(buffer.getType());
  std::optional<MatrixDescriptorLayout> layout =
      matchOperandBuffer(atom, operand, type);
  if (!layout)
    return op->emitOpError("expected ")
           << name << " in one buffer that descriptors of " << atom
           << " describe, got " << type;
  auto allocation = getAllocation(buffer);
  int64_t bytes = getPatternBytes(*layout);
  if (!allocation || int64_t(allocation.getAlignment()) % bytes == 0)
    return success();
  return op->emitOpError("expected ")
         << name << " in a buffer at a multiple of " << bytes
         << " bytes, got one at a multiple of " << allocation.getAlignment();
}

RankedTensorType AsyncDotOp::getTileOfB() {
  RankedTensorType b = getTile(getB());
  auto a = dyn_cast<RankedTensorType>(getA().getType());
  if (!a || a.getShape().back() > b.getShape().front())
    return b;
  SmallVector<int64_t> shape(b.getShape());
  shape.front() = a.getShape().back();
  return RankedTensorType::get(shape, b.getElementType());
}

/// Checks A in registers, which may be a slice of K.
static LogicalResult verifySlice(AsyncDotOp op) {
  int64_t first = op.getFirstK(),
          end = first + op.getTileOfB().getShape().front();
  if (first >= 0 && first % op.getAtom()->K == 0 &&
      end <= op.getB().getType().getShape().front())
    return success();
  return op.emitOpError("expected a slice of K in registers that begins at a "
                        "multiple of ")
         << op.getAtom()->K << ", got one from " << first << " on of "
         << op.getA().getType();
}

static LogicalResult verifyOperandA(AsyncDotOp op) {
  auto tensor = dyn_cast<RankedTensorType>(op.getA().getType());
  if (!tensor)
    return verifyOperandBuffer(op, op.getAtom(), AtomOperand::A, op.getA());
  LinearLayout expected = *getOperandLayout(op.getAtom(), AtomOperand::A,
                                            getLayout(op.getAccumulatorType()),
                                            tensor.getShape().back());
  if (getLayoutAttr(tensor) && getLayout(tensor) == expected)
    return success();
  return op.emitOpError("expected A to have the layout ")
         << expected.str() << ", got " << tensor;
}

LogicalResult AsyncDotOp::verify() {
  const tileiras::AtomInfo &atom = *getAtom().getInfo();
  RankedTensorType a = getTile(getA()), b = getTileOfB(),
                   accumulator = getAccumulatorType();
  if (atom.Completion != atoms::WgmmaGroup)
    return emitOpError("expected an atom of wgmma, got ") << getAtom();
  if (failed(verifyElementsOfAtom(*this, getAtom(), a, b, accumulator)) ||
      failed(nv_tileaa::verifyDot(*this, a, b, accumulator, getSignednessA(),
                                  getSignednessB())))
    return failure();
  if (getC().getType() != getType() && getC().getType() != accumulator)
    return emitOpError("expected c to be the result or its tensor, got ")
           << getC().getType();
  if (accumulator.getRank() != 2 || a.getShape().back() < atom.K ||
      !getOperandLayout(getAtom(), AtomOperand::A, getLayout(accumulator),
                        a.getShape().back()))
    return emitOpError("expected an accumulator of ")
           << getAtom() << " with K of at least " << atom.K << ", got "
           << accumulator << " with K of " << a.getShape().back();
  return success(
      succeeded(verifySlice(*this)) && succeeded(verifyOperandA(*this)) &&
      succeeded(verifyOperandBuffer(*this, getAtom(), AtomOperand::B, getB())));
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

LogicalResult FutureWaitOp::verify() {
  FutureType future = getFuture().getType();
  if (getResult().getType() != future &&
      getResult().getType() != future.getTensor())
    return emitOpError("expected the result to be the future or its tensor, "
                       "got ")
           << getResult().getType();
  if (getKeep().getTypes() != getKept().getTypes())
    return emitOpError("expected to give back what it keeps, [")
           << getKeep().getTypes() << "], got [" << getKept().getTypes() << "]";
  return success();
}

LogicalResult ToAsyncOp::verify() {
  if (getTensor().getType() == getType().getTensor())
    return success();
  return emitOpError("expected a future of ")
         << getTensor().getType() << ", got " << getType();
}
