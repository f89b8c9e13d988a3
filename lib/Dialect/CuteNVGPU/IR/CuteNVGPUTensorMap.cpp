//===- CuteNVGPUTensorMap.cpp - Tensor maps made by kernels ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;

namespace {

/// The operand of a field (PTX ISA, "tensormap.replace").
struct FieldRules {
  /// The number of dimensions with such a field; 0 if all share one.
  int64_t dimensions;
  /// The bits of the register; 0 if the operand is a code.
  unsigned bits;
  /// The number of codes in the ISA's table.
  int64_t codes = 0;
};

} // namespace

static FieldRules getRules(TensorMapField field) {
  switch (field) {
  case TensorMapField::GLOBAL_ADDRESS:
    return {0, 64};
  case TensorMapField::RANK:
    return {0, 32};
  case TensorMapField::BOX_DIM:
  case TensorMapField::GLOBAL_DIM:
  case TensorMapField::ELEMENT_STRIDE:
    return {5, 32};
  case TensorMapField::GLOBAL_STRIDE:
    return {4, 64};
  case TensorMapField::ELEMTYPE:
    return {0, 0, 16};
  case TensorMapField::INTERLEAVE_LAYOUT:
    return {0, 0, 3};
  case TensorMapField::SWIZZLE_MODE:
    return {0, 0, 5};
  case TensorMapField::FILL_MODE:
    return {0, 0, 2};
  case TensorMapField::SWIZZLE_ATOMICITY:
    return {0, 0, 4};
  }
  llvm_unreachable("all fields are above");
}

LogicalResult TensormapReplaceOp::verify() {
  FieldRules rules = getRules(getField());
  StringRef name = stringifyTensorMapField(getField());
  std::optional<uint32_t> dimension = getDimension(), code = getCode();
  if (dimension.has_value() != (rules.dimensions != 0) ||
      (dimension && *dimension >= rules.dimensions))
    return emitOpError("expected ")
           << (rules.dimensions == 0
                   ? Twine("no dimension")
                   : "a dimension below " + Twine(rules.dimensions))
           << " for '" << name << "'";
  if (code.has_value() != (rules.codes != 0) || (code && *code >= rules.codes))
    return emitOpError("expected ")
           << (rules.codes == 0 ? Twine("no code")
                                : "a code below " + Twine(rules.codes))
           << " for '" << name << "'";
  Value value = getValue();
  if (value ? !value.getType().isInteger(rules.bits) : rules.bits != 0)
    return emitOpError("expected ")
           << (rules.bits == 0 ? Twine("no register")
                               : "a register of " + Twine(rules.bits) + " bits")
           << " for '" << name << "'";
  return success();
}
