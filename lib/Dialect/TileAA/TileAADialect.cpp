//===- TileAADialect.cpp - The nv_tileaa dialect and its attributes -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

#include "tileiras/Dialect/TileAA/IR/TileAADialect.cpp.inc"
#include "tileiras/Dialect/TileAA/IR/TileAAEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tileiras/Dialect/TileAA/IR/TileAAAttributes.cpp.inc"

void TileAADialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "tileiras/Dialect/TileAA/IR/TileAAOps.cpp.inc"
      >();
}

void TileAADialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tileiras/Dialect/TileAA/IR/TileAAAttributes.cpp.inc"
      >();
}

LogicalResult
KernelSpecAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                       unsigned numWarps, unsigned clusterDimX,
                       unsigned clusterDimY, unsigned clusterDimZ) {
  if (!llvm::isPowerOf2_32(numWarps) || numWarps > 32)
    return emitError() << "expected numWarps to be a power of two up to 32, "
                          "got "
                       << numWarps;
  unsigned ctas = clusterDimX * clusterDimY * clusterDimZ;
  if (ctas < 1 || ctas > 16)
    return emitError() << "expected a cluster of 1 to 16 CTAs, got " << ctas;
  return success();
}
