//===- CuteDialect.cpp - The cute dialect -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/Cute/IR/Cute.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::cute;

#include "tileiras/Dialect/Cute/IR/CuteDialect.cpp.inc"

void CuteDialect::initialize() {
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "tileiras/Dialect/Cute/IR/CuteOps.cpp.inc"
      >();
}

/// A static tree or layout is determined by its type, an offset is an integer.
Operation *CuteDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return LLVM::ConstantOp::create(builder, loc, type, integer);
  if (isa<TypeAttr>(value) && isStaticType(type))
    return StaticOp::create(builder, loc, type);
  return nullptr;
}

LogicalResult CuteDialect::verifyOperationAttribute(Operation *op,
                                                    NamedAttribute attribute) {
  if (attribute.getName() != getKernelAttrName())
    return op->emitError("unknown attribute '")
           << attribute.getName().getValue() << "' of the cute dialect";
  if (!isa<FunctionOpInterface>(op))
    return op->emitError("expected '")
           << getKernelAttrName() << "' on a function, got " << op->getName();
  if (!isa<UnitAttr>(attribute.getValue()))
    return op->emitError("expected '")
           << getKernelAttrName() << "' to be a unit attribute, got "
           << attribute.getValue();
  return success();
}
