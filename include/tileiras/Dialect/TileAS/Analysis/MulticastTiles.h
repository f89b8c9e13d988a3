//===- MulticastTiles.h - Tiles that CTAs of a cluster share ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_MULTICASTTILES_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_MULTICASTTILES_H

#include "mlir/IR/Operation.h"

namespace tileiras {

/// Returns the number of CTAs of a cluster of the kernel around `op`.
int64_t getClusterSize(mlir::Operation *op);

/// Returns whether one of the values may differ between CTAs of a cluster:
/// whether it is computed from their rank (`nv_tileaa.get_cluster_rank`).
bool dependsOnClusterRank(mlir::ValueRange values);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_MULTICASTTILES_H
