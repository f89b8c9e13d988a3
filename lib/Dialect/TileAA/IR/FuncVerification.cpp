//===- FuncVerification.cpp - The contract of nv_tileaa and nv_tileas -----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This verifier checks the operations and types in an nv_tileaa.func, whose
// body may be nv_tileaa or already nv_tileas. It is a verifier of the
// operation, so that it applies wherever text or bytecode enters: in the tool,
// in a pass that runs alone, and through the C API. Passes that need layouts
// check that every tensor has a valid one (tileas-verify-layouts).
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

/// Whether this is element-wise work on tiles and scalars, structured control
/// flow, an operation of the tile dialects, or a description for a debugger.
static bool mayStandInFunction(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == "scf")
    return llvm::StringSwitch<bool>(op->getName().stripDialect())
        .Cases({"if", "for", "while", "yield", "condition"}, true)
        .Default(false);
  return llvm::StringSwitch<bool>(dialect)
      .Cases({"nv_tileaa", "nv_tileas", "arith", "math", "ub", "debuginfo"},
             true)
      .Default(false);
}

/// The types of nv_tileas, which this library does not know, verify themselves.
static bool mayBeValue(Type type) {
  return isElementType(type) || isa<IndexType>(type) ||
         isa<StridedMemRefType, TiledViewType, MemTokenType>(type) ||
         isTile(type, isElementType) ||
         type.getDialect().getNamespace() == "nv_tileas";
}

static LogicalResult verifyTypes(Operation *op, TypeRange types,
                                 StringRef what) {
  for (Type type : types)
    if (!mayBeValue(type))
      return op->emitOpError("expected ")
             << what
             << " that are tiles, numbers, pointers, memrefs, views or tokens, "
                "got "
             << type;
  return success();
}

/// Checks a constant; the attribute of a tile lists its elements.
static LogicalResult verifyConstant(Operation *op) {
  if (op->getName().getStringRef() != "arith.constant")
    return success();
  auto value = op->getAttrOfType<ElementsAttr>("value");
  if (!value || isa<DenseElementsAttr, DenseResourceElementsAttr>(value))
    return success();
  return op->emitOpError("expected a dense constant, got ") << value;
}

static LogicalResult verifyInFunction(Operation *op) {
  if (!mayStandInFunction(op))
    return op->emitOpError("expected an operation of nv_tileaa, nv_tileas, "
                           "arith, math or ub, or structured control flow, in "
                           "an nv_tileaa.func");
  // Block arguments have types of results and operands.
  return success(succeeded(verifyTypes(op, op->getResultTypes(), "results")) &&
                 succeeded(verifyConstant(op)));
}

LogicalResult FuncOp::verifyRegions() {
  if (!getBody().hasOneBlock())
    return emitOpError("expected a body of one block, got ")
           << getBody().getBlocks().size() << " blocks";
  Operation &last = getBody().front().back();
  if (!isa<ReturnOp>(last))
    return emitOpError(
               "expected a body that ends with 'nv_tileaa.return', got ")
           << last.getName();
  if (failed(verifyTypes(*this, getArgumentTypes(), "arguments")))
    return failure();
  WalkResult result = getBody().walk<WalkOrder::PreOrder>([](Operation *op) {
    return failed(verifyInFunction(op)) ? WalkResult::interrupt()
                                        : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
