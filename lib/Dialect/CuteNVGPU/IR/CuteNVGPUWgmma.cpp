//===- CuteNVGPUWgmma.cpp - MMAs of a warpgroup ---------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifier and the text of wgmma.mma_async (PTX ISA, "Asynchronous
// Warpgroup Level Matrix Instructions"). The operation becomes inline PTX.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;
using tileiras::AtomInfo;
namespace atoms = tileiras::atoms;

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// PTX ISA, "Register Fragments": A is 64 x 256 bits of 128 threads.
static constexpr unsigned kRegistersOfA = 4;

static LogicalResult verifyA(WgmmaOp op) {
  Type expected = op.hasAInRegisters() ? IntegerType::get(op.getContext(), 32)
                                       : IntegerType::get(op.getContext(), 64);
  if (op.getA().size() != 1 && op.getA().size() != kRegistersOfA)
    return op.emitOpError("expected a descriptor of A or ")
           << kRegistersOfA << " registers, got " << op.getA().size();
  for (Value value : op.getA())
    if (value.getType() != expected)
      return op.emitOpError("expected A to be of type ")
             << expected << ", got " << value.getType();
  return success();
}

/// Only some types may be contiguous along M or N, and only in shared memory.
static LogicalResult verifyTransposition(WgmmaOp op) {
  const AtomInfo &atom = op.getInstruction();
  auto verify = [&](StringRef operand, Type element, bool transposed,
                    bool inRegisters) -> LogicalResult {
    if (!transposed ||
        (!inRegisters && (atom.ElementsMnMajor & getAtomElements(element))))
      return success();
    return op.emitOpError("expected ")
           << operand << " of " << element
           << (inRegisters ? " in registers" : "") << " not to be transposed";
  };
  return success(
      succeeded(verify("A", op.getElementA(), op.getTransposeA(),
                       op.hasAInRegisters())) &&
      succeeded(verify("B", op.getElementB(), op.getTransposeB(), false)));
}

/// Returns the type of an accumulator's register: two of 16 bits share one.
static Type getSumType(WgmmaOp op) {
  Builder builder(op.getContext());
  if (op.getC().front().getType().isF32())
    return builder.getF32Type();
  bool isF16 = op.getInstruction().ElementsC >> atoms::F16 & 1;
  return isF16 ? Type(builder.getF16Type()) : builder.getI32Type();
}

LogicalResult WgmmaOp::verify() {
  const AtomInfo &atom = getInstruction();
  if (atom.Completion != atoms::WgmmaGroup || !atom.hasLowering())
    return emitOpError("expected an atom of wgmma that has a lowering, got ")
           << getAtom();
  if (getC().empty())
    return emitOpError("expected registers of C");
  if (failed(verifyA(*this)) || failed(verifyTransposition(*this)))
    return failure();
  Type sum = getSumType(*this), word = getC().front().getType();
  if (!atom.multiplies(getAtomElements(getElementA()),
                       getAtomElements(getElementB()), getAtomElements(sum)) ||
      word.isInteger(64))
    return emitOpError("expected an atom that multiplies ")
           << getElementA() << " and " << getElementB() << " into registers of "
           << word << ", got " << getAtom();
  unsigned count = atom.M * getAtom().getSize() * sum.getIntOrFloatBitWidth() /
                   (32 * atom.Threads);
  if (getC().size() != count)
    return emitOpError("expected ")
           << count << " registers of C, got " << getC().size();
  return success();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// "{$first, ...}".
static std::string getRegisterList(unsigned first, unsigned count) {
  SmallVector<std::string> names;
  for (unsigned i = first; i < first + count; ++i)
    names.push_back("$" + std::to_string(i));
  return "{" + llvm::join(names, ", ") + "}";
}

/// The whole warpgroup executes it.
Value WgmmaOp::getPredicate() { return {}; }
Value WgmmaFenceOp::getPredicate() { return {}; }
Value WgmmaWaitGroupOp::getPredicate() { return {}; }

std::string WgmmaOp::getPtx() {
  const AtomInfo &atom = getInstruction();
  unsigned results = getC().size(), a = getA().size();
  Type sum = getSumType(*this);
  StringRef sumName = sum.isF32() ? "f32" : sum.isF16() ? "f16" : "s32";
  unsigned next = results + a;
  std::string text = llvm::formatv(
      "wgmma.mma_async.sync.aligned.m64n{0}k{1}.{2}.{3}.{4} {5}, {6}, ${7}",
      getAtom().getSize(), atom.K, sumName, getPtxName(getElementA()),
      getPtxName(getElementB()), getRegisterList(0, results),
      hasAInRegisters() ? getRegisterList(results, a)
                        : "$" + std::to_string(results),
      next);
  text += getAccumulate() ? ", $" + std::to_string(next + 1) : ", 1";
  if (!sum.isInteger())
    text += ", 1, 1";
  if (atom.OperandBits == 16) {
    if (!hasAInRegisters())
      text += getTransposeA() ? ", 1" : ", 0";
    text += getTransposeB() ? ", 1" : ", 0";
  }
  return text;
}

std::string WgmmaFenceOp::getPtx() { return "wgmma.fence.sync.aligned"; }

std::string WgmmaWaitGroupOp::getPtx() {
  return "wgmma.wait_group.sync.aligned " + std::to_string(getPending());
}
