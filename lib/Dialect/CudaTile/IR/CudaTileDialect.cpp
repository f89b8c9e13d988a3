//===- CudaTileDialect.cpp - The cuda_tile dialect -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Registration, constants, and the former names of operations.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::cuda_tile;

#include "tileiras/Dialect/CudaTile/IR/CudaTileDialect.cpp.inc"
#include "tileiras/Dialect/CudaTile/IR/CudaTileEnums.cpp.inc"

void CudaTileDialect::initialize() {
  registerTypes();
  registerAttributes();
  registerIntegerOps();
  registerFloatOps();
  registerConversionOps();
  registerCoreOps();
  registerControlOps();
  registerMemoryOps();
  registerViewOps();
  registerAtomicOps();
  registerMiscOps();
}

Operation *CudaTileDialect::materializeConstant(OpBuilder &builder,
                                                Attribute value, Type type,
                                                Location loc) {
  auto tile = dyn_cast<TileType>(type);
  auto elements = dyn_cast<DenseElementsAttr>(value);
  if (!tile || !elements || !isNumberType(tile.getElementType()) ||
      elements.getType() != getConstantType(tile))
    return nullptr;
  return ConstantOp::create(builder, loc, tile, elements);
}

/// Reads an operation under its name of today.
template <typename OpT>
static ParseResult parseAs(OpAsmParser &parser, OperationState &state) {
  state.name = OperationName(OpT::getOperationName(), parser.getContext());
  return OpT::parse(parser, state);
}

std::optional<Dialect::ParseOpHook>
CudaTileDialect::getParseOperationHook(StringRef opName) const {
  if (opName == "cuda_tile.pow")
    return ParseOpHook(parseAs<PowOp>);
  if (opName == "cuda_tile.print")
    return ParseOpHook(parseAs<PrintTkoOp>);
  return std::nullopt;
}
