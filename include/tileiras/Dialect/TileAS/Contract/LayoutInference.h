//===- LayoutInference.h - Layouts that follow from others ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_CONTRACT_LAYOUTINFERENCE_H
#define TILEIRAS_DIALECT_TILEAS_CONTRACT_LAYOUTINFERENCE_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Layout/LinearLayout.h"

#include <optional>

namespace tileiras {

/// For operations that move a tensor (View … ExtractSlice), these return the
/// layout of the result when the source has `source`, and of the source when
/// the result must have `result`; none when there is no such layout.
std::optional<LinearLayout> resultLayoutFrom(mlir::Operation *op,
                                             const LinearLayout &source);
std::optional<LinearLayout> sourceLayoutFrom(mlir::Operation *op,
                                             const LinearLayout &result);

/// Returns the layout of the indices along `dim` of a tile with the layout
/// `tile`.
LinearLayout sparseIndexLayout(const LinearLayout &tile, unsigned dim);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_LAYOUTINFERENCE_H
