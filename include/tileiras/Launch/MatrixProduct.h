//===- MatrixProduct.h - Products of whole matrices -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a library on the emulated GPU would give: kernels are compared with it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LAUNCH_MATRIXPRODUCT_H
#define TILEIRAS_LAUNCH_MATRIXPRODUCT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace tileiras::launch {

/// sums += a * b, row after row, as the tensor cores of sm_90 do it (see
/// AlignedSums.h), with an instruction for each piece of K in turn. The factors
/// are values of the type \p element, "f16", "bf16" or "tf32". There are rows,
/// and \p columns is a multiple of 8.
void addMatrixProduct(llvm::MutableArrayRef<double> sums,
                      llvm::ArrayRef<double> a, llvm::ArrayRef<double> b,
                      unsigned rows, unsigned columns, llvm::StringRef element);

} // namespace tileiras::launch

#endif // TILEIRAS_LAUNCH_MATRIXPRODUCT_H
