//===- ChooseWarps.h - Warps of a kernel without a hint ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread has at most 255 registers (PTX ISA, ".maxnreg"). Accumulators of
// products stay in them as long as their loop runs, beside the operands on
// their way and the addresses of both, so they may take half of that: where the
// products of one step have more for each thread of a usual CTA, it has twice
// as many warps. Attention on tensor memory has not: two agents of usual warps
// share its steps.
//
// A hint asks for other warps. It never costs registers that there are not: of
// fewer warps than the compiler would choose, a kernel gets as many as its
// accumulators need.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_CHOOSEWARPS_H
#define TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_CHOOSEWARPS_H

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Target/TargetInfo.h"

namespace tileiras {

/// `usual` warps, or twice that for products with large accumulators; at most
/// 8.
unsigned chooseNumWarps(mlir::cuda_tile::EntryOp entry, unsigned usual,
                        const TargetInfo &target);

/// `hinted` warps, or as many more, up to `chosen`, as accumulators need.
unsigned admitNumWarps(mlir::cuda_tile::EntryOp entry, unsigned hinted,
                       unsigned chosen, const TargetInfo &target);

} // namespace tileiras

#endif // TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_CHOOSEWARPS_H
