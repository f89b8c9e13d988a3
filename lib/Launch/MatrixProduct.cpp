//===- MatrixProduct.cpp - Multiplication of whole matrices ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Launch/MatrixProduct.h"

#include "tileiras/Emulator/Semantics/AccumulationRules.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cassert>

using namespace llvm;

namespace tileiras::launch {

/// The bytes of a row of A that one instruction reads.
constexpr size_t kBytesOfK = 32;

void addMatrixProduct(MutableArrayRef<double> accumulators, ArrayRef<double> a,
                      ArrayRef<double> b, unsigned rows, unsigned columns,
                      StringRef element) {
  emu::Type type = emu::typeNamed(element);
  assert(
      is_contained({emu::Type::F16, emu::Type::BF16, emu::Type::TF32}, type));
  size_t depth = a.size() / rows;
  assert(a.size() == rows * depth && b.size() == depth * columns &&
         accumulators.size() == size_t(rows) * columns && columns % 8 == 0);
  const emu::FloatFormat &format = *emu::formatOf(type);
  emu::AccumulationRule rule =
      emu::hopperAccumulationRuleOf(type, /*isWarpgroup=*/true);
  size_t step = kBytesOfK / emu::bytesOf(type);
  for (size_t k = 0; k < depth; k += step) {
    size_t count = std::min(step, depth - k);
    emu::Factors right(format, &b[k * columns], count * columns);
    for (unsigned row = 0; row < rows; ++row)
      emu::accumulateAligned(rule, emu::Type::F32,
                             emu::Factors(format, &a[row * depth + k], count),
                             right, columns,
                             &accumulators[size_t(row) * columns]);
  }
}

} // namespace tileiras::launch
