//===- MatrixDescriptor.cpp - Operands that matrix units read -------------===//
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

/// The unit of the offsets in descriptors, in bytes.
static constexpr int64_t kUnitBytes = 16;

/// Returns the swizzle field of wgmma, bits 30 and 31 of the second word.
static int64_t getWgmmaSwizzle(unsigned spanBytes) {
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

/// Returns the swizzle field of tcgen05, bits 29 to 31 of the second word.
static int64_t getTcgen05Swizzle(unsigned spanBytes, unsigned unitBytes) {
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

static int64_t getTcgen05Mode(unsigned spanBytes,
                              unsigned unitBytes = kSwizzleUnitBytes) {
  return 1 << 14 | getTcgen05Swizzle(spanBytes, unitBytes) << 29;
}

/// Returns the fields of the second word other than the stride.
static int64_t getMode(AtomAttr atom, const MatrixDescriptorLayout &layout) {
  if (atom->Completion == atoms::TensorCommit)
    return getTcgen05Mode(layout.spanBytes, layout.unitBytes);
  return getWgmmaSwizzle(layout.spanBytes) << 30;
}

static Value createConstant(OpBuilder &builder, Location loc, int64_t value,
                            unsigned bits = 32) {
  Type type = builder.getIntegerType(bits);
  return LLVM::ConstantOp::create(builder, loc, type,
                                  builder.getIntegerAttr(type, value));
}

/// Returns the address of a buffer in descriptor units. In a cluster, addresses
/// contain the CTA's rank above the bits that the descriptor's field holds;
/// they are masked, since they would spill into the next field.
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

/// Joins both words to a descriptor; the second one is a constant.
static Value joinWords(OpBuilder &builder, Location loc, Value low,
                       int64_t high) {
  Value wide = LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), low);
  return LLVM::OrOp::create(builder, loc, wide,
                            createConstant(builder, loc, high << 32, 64));
}

/// Does the same in assembly. Offsets are then added to the descriptor, and
/// not, by LLVM, to its first word, or to both as a 64-bit constant.
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
                                     Value start,
                                     const LinearLayout &accumulators)
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
  // Select the part of this warpgroup; the index of a warp has two bits within
  // it.
  unsigned warpBits =
      getFragment(atom, AtomOperand::C, accumulators.getOutSizes())
          ->getInBits(InDim::Warp);
  for (unsigned bit = 0; bit < accumulators.getInBits(InDim::Warp); ++bit) {
    int64_t units = getUnits(accumulators.getBasis(InDim::Warp, bit), 0);
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

int64_t MatrixDescriptors::getUnits(const Coords &at, int64_t kSlice) const {
  Coords start = operand == AtomOperand::A
                     ? Coords{at[0] * extent, kSlice * depth}
                     : Coords{kSlice * depth, at[1] * extent};
  int64_t slot = slots.applyPacked(memory.flatten(start));
  return slot * elementBits / 8 / kUnitBytes;
}

Value MatrixDescriptors::get(const Coords &at, int64_t kSlice) {
  int64_t units = getUnits(at, kSlice);
  if (units == 0)
    return first;
  // LLVM takes what is added to the operand of tcgen05.mma for the offset of an
  // address, and writes it after the register.
  if (atom->Completion == atoms::TensorCommit)
    return joinWords(builder, loc, addUnits(builder, loc, low, units), high);
  return LLVM::AddOp::create(builder, loc, first,
                             createConstant(builder, loc, units, 64));
}

Value describeRows(OpBuilder &builder, Location loc, Value start,
                   int64_t bytes) {
  constexpr int64_t kRowsOfMatrix = 8;
  // A row has only 16 bytes, so the leading offset is unused; one that is not
  // zero keeps LLVM from computing the word in 64 bits.
  constexpr int64_t kLeading = 1;
  Value low = addUnits(builder, loc, getStart(builder, loc, start),
                       bytes / kUnitBytes + (kLeading << 16));
  return joinWords(builder, loc, low,
                   kRowsOfMatrix | getTcgen05Mode(kUnitBytes));
}

} // namespace tileiras::to_llvm
