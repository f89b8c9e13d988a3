//===- MmaSharedOperands.cpp - Operands that MMAs read from SMEM ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MmaSharedOperands.h"

#include "MmaOperandBuffers.h"

#include "tileiras/Dialect/TileAS/IR/OccupancyRegisters.h"
#include "tileiras/Layout/Factories.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

static ArrayRef<int64_t> shapeOf(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getShape();
}

/// Returns whether an instruction multiplies the types of a dot without scales,
/// of any shape.
static bool multipliesTypes(const AtomInfo &atom, DotOp dot,
                            atoms::Completion completion,
                            const TargetInfo &target) {
  auto elements = [](Value operand) {
    return getAtomElements(getElementTypeOrSelf(operand));
  };
  return atom.Completion == completion && atom.hasLowering() &&
         atom.isOn(target) && !atom.isScaled() &&
         atom.multiplies(elements(dot.getA()), elements(dot.getB()),
                         elements(dot.getC()));
}

const AtomInfo *tileiras::findBufferAtom(DotOp dot,
                                         atoms::Completion completion,
                                         const TargetInfo &target) {
  // Where an instruction with scales exists the dot has it already.
  if (dot.isScaled())
    return dot.getAtom()->Completion == completion ? dot.getAtom().getInfo()
                                                   : nullptr;
  // The first instruction whose rows divide the dot's.
  int64_t rows = shapeOf(dot.getResult()).front();
  for (const AtomInfo &atom : allAtoms())
    if (multipliesTypes(atom, dot, completion, target) && rows % atom.M == 0)
      return &atom;
  return nullptr;
}

std::string tileiras::findShapeReason(DotOp dot, atoms::Completion completion,
                                      const TargetInfo &target,
                                      int64_t numWarps) {
  if (dot.isScaled())
    return {};
  int64_t minRows = 0;
  for (const AtomInfo &atom : allAtoms())
    if (multipliesTypes(atom, dot, completion, target))
      minRows = minRows ? std::min<int64_t>(minRows, atom.M) : atom.M;
  if (minRows == 0)
    return {};
  ArrayRef<int64_t> shape = shapeOf(dot.getResult());
  if (shape.size() != 2)
    return "it is a batch of dots";
  auto isNoMultiple = [](const char *what, int64_t size, int64_t of) {
    return llvm::formatv("its {0} {1} are not a multiple of {2}", size, what,
                         of)
        .str();
  };
  const AtomInfo *atom = findBufferAtom(dot, completion, target);
  if (!atom)
    return isNoMultiple("rows", shape[0], minRows);
  if (shape[1] % atom->MinSize != 0)
    return isNoMultiple("columns", shape[1], atom->MinSize);
  if (dot.getDepth() % atom->K != 0)
    return isNoMultiple("elements along K", dot.getDepth(), atom->K);
  if (numWarps % kWarpsPerWarpgroup != 0)
    return llvm::formatv("{0} warps are not whole warpgroups", numWarps).str();
  return {};
}

bool tileiras::readsShared(const AtomInfo &atom, Value operand, unsigned kDim) {
  // Elements of 32 bits have a swizzle of whole spans.
  constexpr int64_t kSpanBits = 1024;
  bool hasSpans = shapeOf(operand)[1 - kDim] * atom.OperandBits >= kSpanBits ||
                  atom.OperandBits < 32;
  bool takesAny =
      atom.ElementsMnMajor & getAtomElements(getElementTypeOrSelf(operand));
  return (takesAny && hasSpans) || findContiguousDim(operand) == kDim;
}

std::optional<LinearLayout>
tileiras::planTranspose(DotOp dot, const AtomInfo &atom, int64_t numWarps) {
  constexpr unsigned kBits = 32, kDim = 0, nDim = 1;
  if (atom.OperandBits != kBits || readsShared(atom, dot.getB(), kDim) ||
      findContiguousDim(dot.getB()) != nDim)
    return std::nullopt;
  return coalesced(shapeOf(dot.getB()), {kDim, nDim}, kBits, numWarps);
}

bool tileiras::fitRegisters(DotOp dot, int64_t numWarps,
                            const TargetInfo &target) {
  int64_t threads = kLanesPerWarp * numWarps;
  int64_t registers = std::min<int64_t>(target.RegistersPerThread,
                                        target.RegistersPerSM / threads);
  RankedTensorType accumulator = dot.getType();
  int64_t words = accumulator.getNumElements() *
                  getMemoryBits(accumulator.getElementType()) / 32;
  return words / threads + kNonAccumulatorRegisters <= registers;
}

void tileiras::reportRejection(DotOp dot, StringRef name, StringRef fallback,
                               StringRef reason) {
  remark::missed(
      dot.getLoc(),
      remark::RemarkOpts::name(name)
          .category("tensorcore")
          .function(dot->getParentOfType<nv_tileaa::FuncOp>().getSymName()))
      << remark::reason("{0}: {1}", fallback, reason);
}
