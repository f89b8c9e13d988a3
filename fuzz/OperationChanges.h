//===- OperationChanges.h - Changes of a module's operations ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_FUZZ_OPERATIONCHANGES_H
#define TILEIRAS_FUZZ_OPERATIONCHANGES_H

#include "mlir/IR/BuiltinOps.h"

#include <random>

namespace tileiras::fuzz {

/// Numbers that are the same everywhere, unlike those of the standard library's
/// distributions.
class Random {
public:
  explicit Random(uint64_t seed) : engine(seed) {}
  uint64_t below(uint64_t bound) { return bound ? engine() % bound : 0; }
  bool oneIn(uint64_t n) { return below(n) == 0; }
  template <class Range> auto &any(Range &&range) {
    return range[below(std::size(range))];
  }
  /// A small number, or one at the ends of a type.
  llvm::APInt number(unsigned bits);

private:
  std::mt19937_64 engine;
};

/// Makes one change of the operations of \p module. Does nothing where the
/// drawn change is not possible; the result need not verify.
void changeOperations(mlir::ModuleOp module, Random &random);

} // namespace tileiras::fuzz

#endif // TILEIRAS_FUZZ_OPERATIONCHANGES_H
