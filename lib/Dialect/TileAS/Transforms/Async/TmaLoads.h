//===- TmaLoads.h - Loads of loops that TMA can make ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_TMALOADS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_TMALOADS_H

#include "tileiras/Dialect/TileAS/Analysis/TmaLegality.h"

namespace tileiras {

/// Plans a TMA load, as planTmaAccess does, with the order that tokens require.
std::optional<TmaAccess> planTmaLoad(mlir::nv_tileas::TiledLoadOp load,
                                     TensorMapProvider provider,
                                     mlir::nv_tileaa::StridedMemRefType given,
                                     llvm::StringRef &reason);

/// The mbarriers of the stages of a ring that TMA copies fill.
class TmaMBarriers {
public:
  /// Creates and initialises them.
  TmaMBarriers(mlir::OpBuilder &builder, mlir::Location loc, int64_t stages);

  /// Returns the mbarrier of the stage `slot`.
  mlir::Value getBarrier(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value slot) const;

private:
  mlir::Value barriers;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_TMALOADS_H
