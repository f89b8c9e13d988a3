//===- PartLayouts.h - Layouts of parts of buffers --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_IR_PARTLAYOUTS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_IR_PARTLAYOUTS_H

#include "tileiras/Layout/LinearLayout.h"

namespace mlir::nv_tileas {

/// Returns the layout of a tile as a part, at the origin, of a larger tile of
/// `sizes`.
[[nodiscard]] ::tileiras::LinearLayout
within(const ::tileiras::LinearLayout &layout, llvm::ArrayRef<int64_t> sizes);

} // namespace mlir::nv_tileas

#endif // TILEIRAS_LIB_DIALECT_TILEAS_IR_PARTLAYOUTS_H
