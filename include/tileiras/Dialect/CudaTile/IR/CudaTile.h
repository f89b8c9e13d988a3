//===- CudaTile.h - The cuda_tile dialect -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Everything a user of the dialect needs: dialect, enumerations, attributes,
// types, operations, and helpers for locations and hints.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUDATILE_IR_CUDATILE_H
#define TILEIRAS_DIALECT_CUDATILE_IR_CUDATILE_H

#include "tileiras/Dialect/CudaTile/IR/CudaTileAttributes.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileDialect.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileTypes.h"
#include "tileiras/Dialect/CudaTile/IR/DebugInfo.h"
#include "tileiras/Dialect/CudaTile/IR/OptimizationHints.h"

#endif // TILEIRAS_DIALECT_CUDATILE_IR_CUDATILE_H
