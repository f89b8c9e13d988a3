//===- Elementwise.h - Operations on one element at a time ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_INTERPRETER_ELEMENTWISE_H
#define TILEIRAS_LIB_INTERPRETER_ELEMENTWISE_H

#include "Execution.h"

#include "tileiras/Interpreter/Numbers.h"

namespace tileiras::interpreter {

/// The bits of a result, or the reason why the operands have none.
struct Element {
  Element(uint64_t bits) : bits(bits) {}
  Element(const llvm::APInt &number) : bits(number.getZExtValue()) {}
  static Element undefined(const char *reason) {
    Element element(0);
    element.reason = reason;
    return element;
  }

  uint64_t bits;
  const char *reason = nullptr; // "divides by zero"
};

using Bits = llvm::ArrayRef<uint64_t>;
using Ints = llvm::ArrayRef<llvm::APInt>;
using Floats = llvm::ArrayRef<llvm::APFloat>;

/// Sets the only result of \p op, a tile of the shape of its operands, by
/// applying \p compute to their elements. An unspecified element makes the
/// result unspecified.
llvm::LogicalResult mapBits(Execution &execution, mlir::Operation *op,
                            llvm::function_ref<Element(Bits)> compute);

/// Does the same for integers of the operands' widths.
llvm::LogicalResult mapInts(Execution &execution, mlir::Operation *op,
                            llvm::function_ref<Element(Ints)> compute);

/// Does the same for floats of one type, which is the result's, too. With \p
/// ftz, subnormal operands and results become zeros of their sign.
llvm::LogicalResult
mapFloats(Execution &execution, mlir::Operation *op, bool ftz,
          llvm::function_ref<llvm::APFloat(Floats)> compute);

} // namespace tileiras::interpreter

#endif // TILEIRAS_LIB_INTERPRETER_ELEMENTWISE_H
