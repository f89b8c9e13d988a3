//===- DecomposePrint.cpp - Phase 1: one tile at a time -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One print of several operands
//
//   print "a %d b %f\n", %n, %tile
//
// becomes several prints:
//
//   print "a %d b ", %n
//   print "%f", %tile
//   print "\n"
//
// A tile is printed by all threads, scalars and text by one. Conversions get
// the length modifiers of their operands.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tileiras/Dialect/TileAA/IR/PrintFormat.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

using namespace mlir;
using nv_tileaa::PrintOp;
using nv_tileaa::PrintPiece;

namespace tileiras::to_llvm {

namespace {

/// Returns the kind of operand that the conversion expects; empty for a
/// conversion that prints no value.
StringRef getExpected(const PrintPiece &piece) {
  if (piece.isInteger())
    return "an integer";
  if (piece.isFloat())
    return "a float";
  return piece.isPointer() ? "a pointer" : "";
}

bool converts(const PrintPiece &piece, Type element) {
  if (piece.isInteger())
    return isa<IntegerType>(element);
  if (piece.isFloat())
    return isa<FloatType>(element);
  return piece.isPointer() && isa<nv_tileaa::PtrType>(element);
}

LogicalResult check(PrintOp op, const PrintPiece &piece, Value value) {
  Type element = getElementTypeOrSelf(value);
  StringRef expected = getExpected(piece);
  if (expected.empty())
    return op.emitOpError("fails to decompose print ops: no value is printed "
                          "by the conversion '")
           << piece.conversion << "'";
  if (!converts(piece, element))
    return op.emitOpError("fails to decompose print ops: expected ")
           << expected << " for the conversion '" << piece.conversion
           << "', got " << element;
  // Threads print one after the other, with CTA barriers in between.
  auto agents = nv_tileas::getEnclosingAgents(op);
  if (isa<RankedTensorType>(value.getType()) && agents &&
      agents->warpsPerAgent != 1)
    return op.emitOpError("fails to decompose print ops: expected a tile to be "
                          "printed by all warps, or by an agent of one");
  return success();
}

std::string getConversion(const PrintPiece &piece, Type element) {
  std::string conversion = "%" + piece.shape.str();
  if (element.isInteger(64) && piece.letter != 'c')
    conversion += "ll";
  return conversion + piece.letter;
}

class Decomposer {
public:
  explicit Decomposer(PrintOp op) : op(op), builder(op), token(op.getToken()) {}

  void run() {
    for (auto [piece, value] :
         llvm::zip(nv_tileaa::splitPrintFormat(op.getFormat()), op.getArgs())) {
      text += piece.text;
      std::string conversion =
          getConversion(piece, getElementTypeOrSelf(value));
      if (!isa<RankedTensorType>(value.getType())) {
        text += conversion;
        scalars.push_back(value);
        continue;
      }
      flush();
      create(conversion, value);
    }
    text += nv_tileaa::splitPrintFormat(op.getFormat()).back().text;
    flush();
    if (!token) // nothing is printed
      token = nv_tileaa::CreateMemTokenOp::create(builder, op.getLoc(),
                                                  op.getType());
    op.replaceAllUsesWith(token);
    op.erase();
  }

private:
  void flush() {
    if (!text.empty())
      create(text, scalars);
    text.clear();
    scalars.clear();
  }

  void create(StringRef format, ValueRange args) {
    token = PrintOp::create(builder, op.getLoc(), op.getType(), format, args,
                            token);
  }

  PrintOp op;
  OpBuilder builder;
  Value token;
  std::string text;
  SmallVector<Value> scalars;
};

} // namespace

LogicalResult decomposePrints(Operation *module) {
  SmallVector<PrintOp> prints;
  module->walk([&](PrintOp op) { prints.push_back(op); });
  for (PrintOp op : prints)
    for (auto [piece, value] :
         llvm::zip(nv_tileaa::splitPrintFormat(op.getFormat()), op.getArgs()))
      if (failed(check(op, piece, value)))
        return failure();
  for (PrintOp op : prints)
    Decomposer(op).run();
  return success();
}

} // namespace tileiras::to_llvm
