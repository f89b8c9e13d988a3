//===- MatrixDescriptor.cpp - Operands that matrix units read -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatrixDescriptor.h"

#include "ThreadIndex.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

/// Bytes of what descriptors count in.
static constexpr int64_t kUnitBytes = 16;

/// Bits 30 and 31 of the second word.
static int64_t getWarpgroupSwizzle(unsigned spanBytes) {
  switch (spanBytes) {
  case 128:
    return 1;
  case 64:
    return 2;
  case 32:
    return 3;
  default:
    return 0;
  }
}

/// Bits 29 to 31 of the second word.
static int64_t getTensorSwizzle(unsigned spanBytes, unsigned unitBytes) {
  switch (spanBytes) {
  case 128:
    return unitBytes == 32 ? 1 : 2;
  case 64:
    return 4;
  case 32:
    return 6;
  default:
    return 0;
  }
}

static int64_t getTensorMode(unsigned spanBytes,
                             unsigned unitBytes = kSwizzleUnitBytes) {
  return 1 << 14 | getTensorSwizzle(spanBytes, unitBytes) << 29;
}

/// What the second word has beside the stride.
static int64_t getMode(AtomAttr atom, const MatrixDescriptorLayout &layout) {
  if (atom->Completion == atoms::TensorCommit)
    return getTensorMode(layout.spanBytes, layout.unitBytes);
  return getWarpgroupSwizzle(layout.spanBytes) << 30;
}

static Value createConstant(OpBuilder &builder, Location loc, int64_t value,
                            unsigned bits = 32) {
  Type type = builder.getIntegerType(bits);
  return LLVM::ConstantOp::create(builder, loc, type,
                                  builder.getIntegerAttr(type, value));
}

/// Where a buffer begins, in units. In a cluster addresses have the number of
/// the CTA above what the field of a descriptor holds, which the next field
/// would take.
static Value getStart(OpBuilder &builder, Location loc, Value start) {
  constexpr int64_t kFieldBits = 14;
  Value address =
      LLVM::PtrToIntOp::create(builder, loc, builder.getI32Type(), start);
  Value units = LLVM::LShrOp::create(builder, loc, address,
                                     createConstant(builder, loc, 4));
  if (!isOfCluster(builder.getInsertionBlock()->getParentOp()))
    return units;
  return LLVM::AndOp::create(
      builder, loc, units, createConstant(builder, loc, (1 << kFieldBits) - 1));
}

static Value addUnits(OpBuilder &builder, Location loc, Value word,
                      int64_t units) {
  return units == 0 ? word
                    : LLVM::AddOp::create(builder, loc, word,
                                          createConstant(builder, loc, units))
                          .getResult();
}

/// The descriptor of both words, of which the second one is known.
static Value joinWords(OpBuilder &builder, Location loc, Value low,
                       int64_t high) {
  Value wide = LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), low);
  return LLVM::OrOp::create(builder, loc, wide,
                            createConstant(builder, loc, high << 32, 64));
}

/// The same in assembly: what is added to it is added to the descriptor then,
/// and not, by LLVM, to its first word, or to both as a constant of 64 bits.
static Value joinWordsOpaquely(OpBuilder &builder, Location loc, Value low,
                               int64_t high) {
  Value words[] = {low, createConstant(builder, loc, int32_t(high))};
  return LLVM::InlineAsmOp::create(
             builder, loc, builder.getI64Type(), words, "mov.b64 $0, {$1, $2};",
             "=l,r,r", /*has_side_effects=*/false, /*is_align_stack=*/false,
             LLVM::TailCallKind::None, LLVM::AsmDialectAttr(), ArrayAttr())
      .getResult(0);
}

MatrixDescriptors::MatrixDescriptors(OpBuilder &builder, Location loc,
                                     AtomAttr atom, AtomOperand operand,
                                     nv_tileaa::StridedMemRefType buffer,
                                     Value start, const LinearLayout &sums)
    : builder(builder), loc(loc), operand(operand),
      extent(operand == AtomOperand::A ? atom->M : atom.getSize()),
      elementBits(getMemoryBits(buffer.getElementType())),
      depth(atom->K * atom->OperandBits / elementBits),
      memory(getBufferLayout(buffer)), slots(memory.pseudoInvert()),
      atom(atom) {
  MatrixDescriptorLayout layout = *matchOperandBuffer(atom, operand, buffer);
  unsigned k = operand == AtomOperand::A ? 1 : 0;
  int64_t leading = layout.getLeadingByteOffset(k) / kUnitBytes,
          stride = layout.getStrideByteOffset(k) / kUnitBytes;
  high = stride | getMode(atom, layout);
  low = getStart(builder, loc, start);
  // The part of this warpgroup; a warp's number has two bits within it.
  unsigned warpBits =
      getFragment(atom, AtomOperand::C, 2)->getInBits(InDim::Warp);
  for (unsigned bit = 0; bit < sums.getInBits(InDim::Warp); ++bit) {
    int64_t units = getUnits(sums.getBasis(InDim::Warp, bit), 0);
    if (units == 0)
      continue;
    Value warp = getThreadIndex(builder, loc).warp;
    Value group =
        LLVM::LShrOp::create(builder, loc, warp, constant(bit + warpBits));
    Value isOdd = LLVM::AndOp::create(builder, loc, group, constant(1));
    Value offset = LLVM::MulOp::create(builder, loc, isOdd, constant(units));
    low = LLVM::AddOp::create(builder, loc, low, offset);
  }
  low = addUnits(builder, loc, low, leading << 16);
  first = atom->Completion == atoms::TensorCommit
              ? joinWords(builder, loc, low, high)
              : joinWordsOpaquely(builder, loc, low, high);
}

Value MatrixDescriptors::constant(int64_t value) {
  return createConstant(builder, loc, value);
}

int64_t MatrixDescriptors::getUnits(const Coords &at, int64_t step) const {
  Coords start = operand == AtomOperand::A
                     ? Coords{at[0] * extent, step * depth}
                     : Coords{step * depth, at[1] * extent};
  int64_t slot = slots.applyPacked(memory.flatten(start));
  return slot * elementBits / 8 / kUnitBytes;
}

Value MatrixDescriptors::get(const Coords &at, int64_t step) {
  int64_t units = getUnits(at, step);
  if (units == 0)
    return first;
  // LLVM takes what is added to the operand of tcgen05.mma for the offset of an
  // address, and writes it behind the register.
  if (atom->Completion == atoms::TensorCommit)
    return joinWords(builder, loc, addUnits(builder, loc, low, units), high);
  return LLVM::AddOp::create(builder, loc, first,
                             createConstant(builder, loc, units, 64));
}

Value describeRows(OpBuilder &builder, Location loc, Value start,
                   int64_t bytes) {
  constexpr int64_t kRowsOfMatrix = 8;
  // Nothing lies beside 16 bytes of a row; an offset that is not zero keeps
  // LLVM from computing the word in 64 bits.
  constexpr int64_t kLeading = 1;
  Value low = addUnits(builder, loc, getStart(builder, loc, start),
                       bytes / kUnitBytes + (kLeading << 16));
  return joinWords(builder, loc, low,
                   kRowsOfMatrix | getTensorMode(kUnitBytes));
}

} // namespace tileiras::to_llvm
