//===- TensorMaps.h - Tensor maps that a launch makes -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_TRANSFORMS_TENSORMAPS_H
#define TILEIRAS_DIALECT_TILEAS_TRANSFORMS_TENSORMAPS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tileiras {

/// The arguments of the kernel that the tensor map of a view is made of; null
/// where it takes more than arguments.
mlir::nv_tileas::TensorMapAttr getTensorMap(mlir::Value view,
                                            mlir::nv_tileas::OobMode oob);

/// Checks the tensor copies of a function whose boundary may have been
/// converted already: buffers start where their swizzle does.
llvm::LogicalResult verifyTensorCopies(mlir::FunctionOpInterface func);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_TRANSFORMS_TENSORMAPS_H
