//===- Comparison.h - Comparison of results with expectations ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_ARGUMENTS_COMPARISON_H
#define TILEIRAS_ARGUMENTS_COMPARISON_H

#include "tileiras/Arguments/Npy.h"

#include "llvm/Support/raw_ostream.h"

namespace tileiras::run {

/// Compares numbers within |a - e| <= atol + rtol·|e| (NaN equals NaN), and
/// arrays of void types byte by byte. Prints the largest errors and, on a
/// mismatch, the index of the first one. Fails if the arrays differ in size.
llvm::Expected<bool> compare(const Array &actual, const Array &expected,
                             double rtol, double atol, llvm::StringRef label,
                             llvm::raw_ostream &os);

} // namespace tileiras::run

#endif // TILEIRAS_ARGUMENTS_COMPARISON_H
