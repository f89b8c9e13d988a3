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
static int64_t getTensorSwizzle(unsigned spanBytes) {
  switch (spanBytes) {
  case 128:
    return 2;
  case 64:
    return 4;
  case 32:
    return 6;
  default:
    return 0;
  }
}

static int64_t getTensorMode(unsigned spanBytes) {
  return 1 << 14 | getTensorSwizzle(spanBytes) << 29;
}

/// What the second word has beside the stride.
static int64_t getMode(AtomAttr atom, unsigned spanBytes) {
  if (atom->Completion == atoms::TensorCommit)
    return getTensorMode(spanBytes);
  return getWarpgroupSwizzle(spanBytes) << 30;
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
  high = stride | getMode(atom, layout.spanBytes);
  Value address =
      LLVM::PtrToIntOp::create(builder, loc, builder.getI32Type(), start);
  low = LLVM::LShrOp::create(builder, loc, address, constant(4));
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
  if (leading != 0)
    low = LLVM::AddOp::create(builder, loc, low, constant(leading << 16));
}

Value MatrixDescriptors::constant(int64_t value, unsigned bits) {
  Type type = builder.getIntegerType(bits);
  return LLVM::ConstantOp::create(builder, loc, type,
                                  builder.getIntegerAttr(type, value));
}

int64_t MatrixDescriptors::getUnits(const Coords &at, int64_t step) const {
  Coords start = operand == AtomOperand::A
                     ? Coords{at[0] * extent, step * depth}
                     : Coords{step * depth, at[1] * extent};
  int64_t slot = slots.applyPacked(memory.flatten(start));
  return slot * elementBits / 8 / kUnitBytes;
}

Value MatrixDescriptors::get(const Coords &at, int64_t step) {
  Value word = low;
  if (int64_t units = getUnits(at, step))
    word = LLVM::AddOp::create(builder, loc, word, constant(units));
  Value wide = LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), word);
  return LLVM::OrOp::create(builder, loc, wide, constant(high << 32, 64));
}

Value describeRows(OpBuilder &builder, Location loc, Value start,
                   int64_t bytes) {
  constexpr int64_t kRowsOfMatrix = 8;
  auto constant = [&](Type type, int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, type,
                                    builder.getIntegerAttr(type, value));
  };
  Type i32 = builder.getI32Type(), i64 = builder.getI64Type();
  Value address = LLVM::PtrToIntOp::create(builder, loc, i32, start);
  Value units = LLVM::LShrOp::create(builder, loc, address, constant(i32, 4));
  if (bytes != 0)
    units = LLVM::AddOp::create(builder, loc, units,
                                constant(i32, bytes / kUnitBytes));
  int64_t high = kRowsOfMatrix | getTensorMode(kUnitBytes);
  return LLVM::OrOp::create(builder, loc,
                            LLVM::ZExtOp::create(builder, loc, i64, units),
                            constant(i64, high << 32));
}

} // namespace tileiras::to_llvm
