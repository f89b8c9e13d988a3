//===- CudaTileDialect.h - Dialect class and enumerations -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUDATILE_IR_CUDATILEDIALECT_H
#define TILEIRAS_DIALECT_CUDATILE_IR_CUDATILEDIALECT_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpImplementation.h"

#include <optional>

#include "tileiras/Dialect/CudaTile/IR/CudaTileDialect.h.inc"
#include "tileiras/Dialect/CudaTile/IR/CudaTileEnums.h.inc"

namespace mlir::cuda_tile {
/// The keyword of an enumerator of Tile IR in a diagnostic.
template <typename EnumT>
  requires std::is_enum_v<EnumT> &&
           requires(EnumT value) { stringifyEnum(value); }
Diagnostic &operator<<(Diagnostic &diag, EnumT value) {
  return diag << stringifyEnum(value);
}
} // namespace mlir::cuda_tile

#endif // TILEIRAS_DIALECT_CUDATILE_IR_CUDATILEDIALECT_H
