//===- RegionTypes.h - Whether blocks can be converted ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_LLVMTYPES_REGIONTYPES_H
#define TILEIRAS_CONVERSION_LLVMTYPES_REGIONTYPES_H

#include "mlir/Transforms/DialectConversion.h"

namespace tileiras::to_llvm {

/// Checks before a conversion whether `converter` has types for the arguments
/// of all blocks below `op`. Reports the first argument for which it has none.
mlir::LogicalResult checkRegionTypes(mlir::Operation *op,
                                     const mlir::TypeConverter &converter);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_CONVERSION_LLVMTYPES_REGIONTYPES_H
