//===- IndexArithmetic.cpp - Offsets of coordinates -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IndexArithmetic.h"

#include "tileiras/Conversion/CuteToLLVM/ApplyBases.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

namespace tileiras {

ValueTree::ValueTree(const IntTuple &tree, ValueRange &leaves) : form(tree) {
  if (tree.isDynamic()) {
    value = leaves.front();
    leaves = leaves.drop_front();
  }
  if (tree.isTuple())
    for (unsigned mode = 0; mode < tree.getRank(); ++mode)
      elements.emplace_back(tree[mode], leaves);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Value IndexArithmetic::constant(int64_t value) {
  return LLVM::ConstantOp::create(builder, loc, type,
                                  builder.getIntegerAttr(type, value));
}

Value IndexArithmetic::get(const ValueTree &leaf) {
  if (!leaf.value)
    return constant(leaf.form.getValue());
  unsigned width = leaf.value.getType().getIntOrFloatBitWidth();
  if (width < type.getIntOrFloatBitWidth())
    return LLVM::ZExtOp::create(builder, loc, type, leaf.value);
  if (width > type.getIntOrFloatBitWidth())
    return LLVM::TruncOp::create(builder, loc, type, leaf.value);
  return leaf.value;
}

Value IndexArithmetic::add(Value lhs, Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return LLVM::AddOp::create(builder, loc, lhs, rhs);
}

Value IndexArithmetic::multiply(const ValueTree &lhs, const ValueTree &rhs) {
  if (lhs.isNothing() || rhs.isNothing())
    return Value();
  if (lhs.form.isInteger() && rhs.form.isInteger())
    return constant(lhs.form.getValue() * rhs.form.getValue());
  if (lhs.form.isInteger(1))
    return get(rhs);
  if (rhs.form.isInteger(1))
    return get(lhs);
  return LLVM::MulOp::create(builder, loc, get(lhs), get(rhs));
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

Value IndexArithmetic::sumOverLeaves(const ValueTree &coord,
                                     const ValueTree &shape,
                                     const ValueTree &stride) {
  if (coord.isNothing())
    return Value();
  if (!shape.isTuple())
    return multiply(coord, stride);
  if (!coord.isTuple())
    return sumOverDigits(coord, shape, stride);
  Value sum;
  for (auto [c, s, d] :
       llvm::zip_equal(coord.elements, shape.elements, stride.elements))
    sum = add(sum, sumOverLeaves(c, s, d));
  return sum;
}

/// One integer is the coordinate in several modes: the remainder is the
/// coordinate in the first, the quotient that in the others.
Value IndexArithmetic::sumOverDigits(const ValueTree &coord,
                                     const ValueTree &shape,
                                     const ValueTree &stride) {
  Value sum, rest = get(coord);
  auto leaf = [&](Value value) {
    ValueRange values(value);
    return ValueTree(IntTuple::dynamic(type.getIntOrFloatBitWidth()), values);
  };
  // Returns the number of elements of a mode.
  std::function<Value(const ValueTree &)> sizeOf = [&](const ValueTree &mode) {
    if (std::optional<int64_t> size = mode.form.getProduct())
      return constant(*size);
    if (!mode.isTuple())
      return get(mode);
    Value product;
    for (const ValueTree &element : mode.elements) {
      Value size = sizeOf(element);
      product =
          product ? LLVM::MulOp::create(builder, loc, product, size).getResult()
                  : size;
    }
    return product;
  };
  for (auto [mode, s, d] : llvm::enumerate(shape.elements, stride.elements)) {
    if (mode + 1 == shape.elements.size())
      return add(sum, sumOverLeaves(leaf(rest), s, d));
    Value size = sizeOf(s);
    Value digit = LLVM::URemOp::create(builder, loc, rest, size);
    rest = LLVM::UDivOp::create(builder, loc, rest, size);
    sum = add(sum, sumOverLeaves(leaf(digit), s, d));
  }
  return sum;
}

Value IndexArithmetic::swizzle(Value offset, Swizzle swizzle) {
  Value source = LLVM::AndOp::create(builder, loc, offset,
                                     constant(swizzle.getSourceMask()));
  Value distance = constant(std::abs(swizzle.shift));
  Value moved =
      swizzle.shift > 0
          ? LLVM::LShrOp::create(builder, loc, source, distance).getResult()
          : LLVM::ShlOp::create(builder, loc, source, distance).getResult();
  return LLVM::XOrOp::create(builder, loc, offset, moved);
}

//===----------------------------------------------------------------------===//
// Linear layouts
//===----------------------------------------------------------------------===//

namespace {

/// The sum of the leaves of a coordinate: a constant, and the bases of each
/// dynamic leaf.
struct LinearOffset {
  uint64_t constant = 0;
  SmallVector<std::pair<Value, ArrayRef<uint64_t>>> parts;

  /// Takes the bases of the bits of `coord` from the front of `bases`.
  void append(const ValueTree &coord, const IntTuple &shape,
              ArrayRef<uint64_t> &bases) {
    if (coord.isTuple()) {
      for (unsigned mode = 0; mode < shape.getRank(); ++mode)
        append(coord.elements[mode], shape[mode], bases);
      return;
    }
    unsigned bits = llvm::Log2_64(*shape.getProduct());
    ArrayRef<uint64_t> own = bases.take_front(bits);
    bases = bases.drop_front(bits);
    if (coord.value)
      parts.push_back({coord.value, own});
    else if (coord.form.isInteger())
      for (unsigned bit = 0; bit < bits; ++bit)
        constant ^= coord.form.getValue() >> bit & 1 ? own[bit] : 0;
  }
};

/// Returns whether a leaf of the coordinate is the coordinate in several leaves
/// of the layout.
bool hasDigits(const IntTuple &coord, const IntTuple &shape) {
  if (!coord.isTuple())
    return shape.isTuple();
  for (unsigned mode = 0; mode < coord.getRank(); ++mode)
    if (hasDigits(coord[mode], shape[mode]))
      return true;
  return false;
}

/// Returns the bases of all modes, one after another, if they are offsets of at
/// most 31 bits.
std::optional<SmallVector<uint64_t>> getBases(const StridedLayout &layout) {
  std::optional<ModeBases> modes = layout.getBases();
  if (!modes)
    return std::nullopt;
  SmallVector<uint64_t> bases;
  for (const auto &mode : *modes)
    bases.append(mode);
  if (llvm::any_of(bases, [](uint64_t basis) { return basis >> 31 != 0; }))
    return std::nullopt;
  return bases;
}

} // namespace

Value IndexArithmetic::xorOfBases(const ValueTree &coord, const IntTuple &shape,
                                  ArrayRef<uint64_t> bases) {
  LinearOffset offset;
  offset.append(coord, shape, bases);
  IndexArithmetic narrow(builder, loc, builder.getI32Type());
  Value result;
  uint64_t used = 0;
  auto combine = [&](Value part, uint64_t mask) {
    result = result ? to_llvm::addBits(builder, loc, result, used, part, mask)
                    : part;
    used |= mask;
  };
  for (auto [value, own] : offset.parts) {
    uint64_t mask = 0;
    for (uint64_t basis : own)
      mask |= basis;
    ValueRange values(value);
    ValueTree leaf(IntTuple::dynamic(value.getType().getIntOrFloatBitWidth()),
                   values);
    if (mask != 0)
      combine(to_llvm::applyBases(builder, loc, own, narrow.get(leaf)), mask);
  }
  // Bits of the constant that no other part has are added last: they can be the
  // immediate offset of an address.
  uint64_t shared = offset.constant & used;
  for (uint64_t part : {shared, offset.constant & ~shared})
    if (part != 0)
      combine(narrow.constant(part), part);
  if (!result)
    result = narrow.constant(0);
  ValueRange values(result);
  return get(ValueTree(IntTuple::dynamic(32), values));
}

Value IndexArithmetic::crd2idx(const IntTuple &coord, ValueRange coordLeaves,
                               const StridedLayout &layout,
                               ValueRange layoutLeaves) {
  ValueTree coordinate(coord, coordLeaves);
  if (!layout.getSwizzles().empty() || hasDigits(coord, layout.getShape()))
    if (auto bases = getBases(layout))
      return xorOfBases(coordinate, layout.getShape(), *bases);
  ValueTree shape(layout.getShape(), layoutLeaves);
  ValueTree stride(layout.getStride(), layoutLeaves);
  Value offset = sumOverLeaves(coordinate, shape, stride);
  if (!offset)
    offset = constant(0);
  for (Swizzle s : llvm::reverse(layout.getSwizzles()))
    offset = swizzle(offset, s);
  return offset;
}

} // namespace tileiras
