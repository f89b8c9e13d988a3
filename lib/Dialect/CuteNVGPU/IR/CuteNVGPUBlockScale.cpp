//===- CuteNVGPUBlockScale.cpp - MMAs with block scales -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;
using tileiras::AtomInfo;
namespace atoms = tileiras::atoms;

/// The numbers of bytes and lanes that selectors may name (PTX ISA, "Block
/// Scaling for mma.sync").
static constexpr uint32_t kBytes = 4, kPairsOfA = 2, kLanesOfB = 4;

static LogicalResult verifyTypes(MmaBsOp op) {
  const AtomInfo &atom = op.getInstruction();
  if (atom.multiplies(getAtomElements(op.getElementA()),
                      getAtomElements(op.getElementB()), 1u << atoms::F32) &&
      (atom.ElementsOfScales & getAtomScales(op.getElementScale())))
    return success();
  return op.emitOpError("expected an atom that multiplies ")
         << op.getElementA() << " and " << op.getElementB()
         << " with scales of " << op.getElementScale() << " into f32, got "
         << op.getAtom();
}

/// Checks the number of an operand's 32-bit registers in each lane.
static LogicalResult verifyCount(MmaBsOp op, StringRef operand,
                                 size_t registers, unsigned bits) {
  unsigned count = bits / (32 * 32);
  if (registers == count)
    return success();
  return op.emitOpError("expected ")
         << count << " registers of " << operand << ", got " << registers;
}

static LogicalResult verifySelectors(MmaBsOp op) {
  unsigned scales = op.getInstruction().getScalesOfRow();
  for (uint32_t byte : {op.getByteA(), op.getByteB()})
    if (byte >= kBytes || byte % scales != 0)
      return op.emitOpError("expected scales from a multiple of ")
             << scales << " below " << kBytes << ", got byte " << byte;
  if (op.getThreadA() >= kPairsOfA || op.getThreadB() >= kLanesOfB)
    return op.emitOpError("expected a thread below ")
           << kPairsOfA << " of A and below " << kLanesOfB << " of B, got "
           << op.getThreadA() << " and " << op.getThreadB();
  return success();
}

LogicalResult MmaBsOp::verify() {
  const AtomInfo &atom = getInstruction();
  if (!atom.isScaled() || atom.Threads != 32 || !atom.hasLowering())
    return emitOpError("expected an atom of mma.sync with scales that has a "
                       "lowering, got ")
           << getAtom();
  if (failed(verifyTypes(*this)) || failed(verifySelectors(*this)) ||
      failed(verifyCount(*this, "A", getA().size(),
                         atom.M * atom.K * atom.OperandBits)) ||
      failed(verifyCount(*this, "B", getB().size(),
                         atom.K * atom.N * atom.OperandBits)) ||
      failed(verifyCount(*this, "C", getC().size(), atom.M * atom.N * 32)))
    return failure();
  auto expected = LLVM::LLVMStructType::getLiteral(
      getContext(), SmallVector<Type>(getC().getTypes()));
  if (getType() != expected)
    return emitOpError("expected a result of type ")
           << expected << ", got " << getType();
  return success();
}
