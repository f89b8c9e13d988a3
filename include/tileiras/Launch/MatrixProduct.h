//===- MatrixProduct.h - Multiplication of whole matrices -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stands in for a matrix library on the emulated GPU: kernels are compared with
// its results.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LAUNCH_MATRIXPRODUCT_H
#define TILEIRAS_LAUNCH_MATRIXPRODUCT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace tileiras::launch {

/// accumulators += a * b, row after row, as the tensor cores of sm_90 compute
/// it (see AlignedAccumulate.h), with one instruction after another for each
/// piece of K. The factors are values of the type \p element, "f16", "bf16" or
/// "tf32". There is at least one row, and \p columns is a multiple of 8.
void addMatrixProduct(llvm::MutableArrayRef<double> accumulators,
                      llvm::ArrayRef<double> a, llvm::ArrayRef<double> b,
                      unsigned rows, unsigned columns, llvm::StringRef element);

} // namespace tileiras::launch

#endif // TILEIRAS_LAUNCH_MATRIXPRODUCT_H
