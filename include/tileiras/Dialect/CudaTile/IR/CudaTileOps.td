//===- CudaTileOps.td - All operations of Tile IR -*- tablegen -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Includes the operations of each concern; defines none.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDATILE_OPS_TD
#define TILEIRAS_CUDATILE_OPS_TD

include "tileiras/Dialect/CudaTile/IR/CudaTileArith.td"
include "tileiras/Dialect/CudaTile/IR/CudaTileAtomics.td"
include "tileiras/Dialect/CudaTile/IR/CudaTileControl.td"
include "tileiras/Dialect/CudaTile/IR/CudaTileCore.td"
include "tileiras/Dialect/CudaTile/IR/CudaTileMemory.td"
include "tileiras/Dialect/CudaTile/IR/CudaTileMisc.td"
include "tileiras/Dialect/CudaTile/IR/CudaTileViews.td"

#endif // TILEIRAS_CUDATILE_OPS_TD
