//===- ClusterTiles.h - What CTAs of a cluster have in common ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_CLUSTERTILES_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_CLUSTERTILES_H

#include "mlir/IR/Operation.h"

namespace tileiras {

/// CTAs of a cluster of the kernel around `op`.
int64_t getClusterSize(mlir::Operation *op);

/// Whether one of the values may differ between CTAs of a cluster: whether it
/// is computed from their number (`nv_tileaa.get_cluster_rank`).
bool dependsOnClusterRank(mlir::ValueRange values);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_CLUSTERTILES_H
