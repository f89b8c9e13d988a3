//===- PrintLayout.h - Layouts of tiles to print ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_CONTRACT_PRINTLAYOUT_H
#define TILEIRAS_DIALECT_TILEAS_CONTRACT_PRINTLAYOUT_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Layout/LinearLayout.h"

#include <optional>

namespace tileiras {

/// Returns a layout in which threads hold consecutive elements in row-major
/// order, each as many adjacent ones as all threads need to hold all.
LinearLayout printLayout(llvm::ArrayRef<int64_t> shape, int64_t numWarps);
std::optional<LinearLayout> requiredByPrint(mlir::OpOperand &operand);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_PRINTLAYOUT_H
