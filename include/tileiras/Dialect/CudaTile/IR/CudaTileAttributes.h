//===- CudaTileAttributes.h - Attributes of Tile IR -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUDATILE_IR_CUDATILEATTRIBUTES_H
#define TILEIRAS_DIALECT_CUDATILE_IR_CUDATILEATTRIBUTES_H

#include "tileiras/Dialect/CudaTile/IR/CudaTileDialect.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTileAttrInterfaces.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tileiras/Dialect/CudaTile/IR/CudaTileAttributes.h.inc"

#endif // TILEIRAS_DIALECT_CUDATILE_IR_CUDATILEATTRIBUTES_H
