//===- SupportCheck.h - Operations that this stage rejects ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_SUPPORTCHECK_H
#define TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_SUPPORTCHECK_H

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

namespace tileiras {
struct TargetInfo;
}

namespace tileiras::to_tileaa {

/// Emits an error at each operation that the target cannot do or that this
/// compiler does not support yet, up to a limit, so that one run reports all.
llvm::LogicalResult checkSupported(mlir::cuda_tile::ModuleOp module,
                                   const TargetInfo &target);

} // namespace tileiras::to_tileaa

#endif // TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_SUPPORTCHECK_H
