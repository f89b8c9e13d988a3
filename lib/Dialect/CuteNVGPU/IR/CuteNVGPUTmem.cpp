//===- CuteNVGPUTmem.cpp - Tensor memory ------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The verifiers and the text of tcgen05 instructions, and the instruction
// descriptor of tcgen05.mma (PTX ISA, "Tensorcore 5th Generation
// Instructions").
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

#include "tileiras/Target/MachineModel.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;
using tileiras::AtomInfo;
namespace atoms = tileiras::atoms;

//===----------------------------------------------------------------------===//
// Columns
//===----------------------------------------------------------------------===//

/// Checks the number of columns (PTX ISA, "tcgen05.alloc").
template <typename OpTy> static LogicalResult verifyColumns(OpTy op) {
  if (tileiras::isTensorAllocation(op.getColumns()))
    return success();
  return op.emitOpError("expected a power of two from ")
         << tileiras::kMinTensorColumns << " to " << tileiras::kMaxTensorColumns
         << " columns, got " << op.getColumns();
}

LogicalResult AllocTmemOp::verify() { return verifyColumns(*this); }
LogicalResult DeallocTmemOp::verify() { return verifyColumns(*this); }

//===----------------------------------------------------------------------===//
// Registers and tensor memory
//===----------------------------------------------------------------------===//

/// Checks the number of 32-bit words that one instruction moves for a thread.
static LogicalResult verifyMove(Operation *op, AtomAttr atom, bool isLoad,
                                Type words) {
  auto from = isLoad ? atoms::Tensor : atoms::Register,
       to = isLoad ? atoms::Register : atoms::Tensor;
  if (!atom->copies(from, to) || !atom->hasLowering())
    return op->emitOpError("expected an atom that ")
           << (isLoad ? "loads from" : "stores to")
           << " tensor memory and has a lowering, got " << atom;
  auto vector = dyn_cast<VectorType>(words);
  // An instruction that moves half the lanes has data in half the threads.
  atoms::Fragment fragment = isLoad ? atom->FragmentC : atom->FragmentA;
  int64_t columns = int64_t(atom->N) * atom.getSize(),
          count = vector ? vector.getNumElements() : 1,
          expected = fragment == atoms::Lanes32Bits32 ? columns : columns / 2;
  if (count == expected)
    return success();
  return op->emitOpError("expected ")
         << expected << " words for " << atom << ", got " << words;
}

LogicalResult TmemLoadOp::verify() {
  return verifyMove(*this, getAtom(), /*isLoad=*/true, getWords().getType());
}

LogicalResult TmemStoreOp::verify() {
  return verifyMove(*this, getAtom(), /*isLoad=*/false, getWords().getType());
}

LogicalResult TmemCopyOp::verify() {
  if (getAtom()->copies(atoms::Shared, atoms::Tensor) &&
      getAtom()->hasLowering())
    return success();
  return emitOpError("expected an atom that copies from shared to tensor "
                     "memory and has a lowering, got ")
         << getAtom();
}

/// The whole warp executes it.
Value TmemWaitLoadsOp::getPredicate() { return {}; }

std::string TmemWaitLoadsOp::getPtx() {
  return "tcgen05.wait::ld.sync.aligned";
}

//===----------------------------------------------------------------------===//
// MMAs
//===----------------------------------------------------------------------===//

static LogicalResult verifyScales(Tcgen05MmaOp op) {
  constexpr uint32_t kBytes = 4;
  const AtomInfo &atom = op.getInstruction();
  size_t operands = atom.isScaled() ? 2 : 0;
  if (op.getScales().size() != operands)
    return op.emitOpError("expected ")
           << operands << " operands of scales with " << op.getAtom()
           << ", got " << op.getScales().size();
  unsigned scales = std::max(atom.getScalesOfRow(), 1u);
  uint32_t byte = op.getScaleByte();
  if (byte < kBytes && byte % scales == 0 && (byte == 0 || atom.isScaled()))
    return success();
  return op.emitOpError("expected scales from a multiple of ")
         << scales << " below " << kBytes << ", got byte " << byte;
}

LogicalResult Tcgen05MmaOp::verify() {
  const AtomInfo &atom = getInstruction();
  if (atom.Lowering != atoms::TensorMma)
    return emitOpError("expected an atom of tcgen05.mma that has a lowering, "
                       "got ")
           << getAtom();
  uint32_t a = getAtomElements(getElementA()),
           b = getAtomElements(getElementB());
  if (!(atom.ElementsA & a) || !(atom.ElementsB & b))
    return emitOpError("expected an atom that multiplies ")
           << getElementA() << " and " << getElementB() << ", got "
           << getAtom();
  if (bool(getA()) == bool(getTensorA()))
    return emitOpError("expected A in shared or in tensor memory");
  if (getTensorA() && getTransposeA())
    return emitOpError("expected A in tensor memory not to be transposed");
  if ((getTransposeA() && !(atom.ElementsMnMajor & a)) ||
      (getTransposeB() && !(atom.ElementsMnMajor & b)))
    return emitOpError("expected operands of ")
           << getElementA() << " and " << getElementB()
           << " not to be transposed";
  return verifyScales(*this);
}

/// Returns the code of an element type of A and B (PTX ISA, "Instruction
/// descriptor", tables of the kinds).
static uint32_t getElementCode(Type element) {
  if (element.isInteger())
    return element.isUnsignedInteger() ? 0 : 1;
  return llvm::TypeSwitch<Type, uint32_t>(element)
      .Case([](Float16Type) { return 0; })
      .Case([](BFloat16Type) { return 1; })
      .Case([](FloatTF32Type) { return 2; })
      .Case([](Float8E4M3FNType) { return 0; })
      .Case([](Float8E5M2Type) { return 1; })
      .Case([](Float6E2M3FNType) { return 3; })
      .Case([](Float6E3M2FNType) { return 4; })
      .Case([](Float4E2M1FNType) { return 5; });
}

/// Returns the code of D's element type: f16, f32 or s32.
static uint32_t getSumCode(const AtomInfo &atom) {
  if (atom.ElementsC >> atoms::S32 & 1)
    return 2;
  return atom.ElementsC >> atoms::F32 & 1;
}

/// Returns the fields of an MMA with scales, whose accumulators are f32; other
/// code sets the number of rows.
static uint32_t getScaledFields(const AtomInfo &atom, uint32_t byte) {
  uint32_t isUE8M0 = atom.ElementsOfScales >> atoms::UE8M0 & 1;
  return byte << 4 | isUE8M0 << 23 | uint32_t(atom.M) / 128 << 27 | byte << 29;
}

uint32_t Tcgen05MmaOp::getDescriptor() {
  const AtomInfo &atom = getInstruction();
  // A kind whose elements all have 4 bits has a single type.
  auto getCode = [&](Type element) {
    return atom.OperandBits == 4 ? 1 : getElementCode(element);
  };
  uint32_t fields = atom.isScaled()
                        ? getScaledFields(atom, getScaleByte())
                        : getSumCode(atom) << 4 | uint32_t(atom.M) / 16 << 24;
  return fields | getCode(getElementA()) << 7 | getCode(getElementB()) << 10 |
         uint32_t(getTransposeA()) << 15 | uint32_t(getTransposeB()) << 16 |
         getAtom().getSize() / 8 << 17;
}
