//===- TileAADebug.cpp - Printing, globals ----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that a kernel's output and its globals need: the format of a print
// is parsed here (PrintFormat.h) and checked against the operands.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/PrintFormat.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

//===----------------------------------------------------------------------===//
// print
//===----------------------------------------------------------------------===//

/// Reads the conversion that starts with the "%" at `start`.
static PrintPiece readConversion(StringRef format, size_t start) {
  // Conversions end at a letter of printf, as in the verifier of
  // cuda_tile.print_tko.
  size_t letter = format.find_first_of("diuoxXeEfFgGaAcCsSpn", start + 1);
  PrintPiece piece;
  if (letter == StringRef::npos)
    return piece;
  piece.conversion = format.slice(start, letter + 1);
  StringRef rest = piece.conversion.drop_front().drop_back();
  StringRef length = rest.ltrim("-+ #0");
  length = length.drop_while(llvm::isDigit);
  if (length.consume_front("."))
    length = length.drop_while(llvm::isDigit);
  piece.shape = rest.drop_back(length.size());
  if (llvm::is_contained({"", "h", "hh", "l", "ll", "q", "j", "z", "t", "L"},
                         length))
    piece.letter = format[letter];
  return piece;
}

SmallVector<PrintPiece> nv_tileaa::splitPrintFormat(StringRef format) {
  SmallVector<PrintPiece> pieces;
  size_t textStart = 0, position = 0;
  while ((position = format.find('%', position)) != StringRef::npos) {
    if (format.substr(position).starts_with("%%")) {
      position += 2;
      continue;
    }
    PrintPiece piece = readConversion(format, position);
    if (piece.conversion.empty())
      break;
    piece.text = format.slice(textStart, position);
    position += piece.conversion.size();
    textStart = position;
    pieces.push_back(piece);
  }
  pieces.emplace_back();
  pieces.back().text = format.substr(textStart);
  return pieces;
}

LogicalResult PrintOp::verify() {
  size_t conversions = splitPrintFormat(getFormat()).size() - 1;
  if (conversions == getArgs().size())
    return success();
  return emitOpError("expected an operand for each of ")
         << conversions << " conversions, got " << getArgs().size();
}

//===----------------------------------------------------------------------===//
// global, get_global
//===----------------------------------------------------------------------===//

LogicalResult GlobalOp::verify() {
  auto type = dyn_cast<RankedTensorType>(getValue().getType());
  if (!type || type.getRank() != 1 || !isNumber(type.getElementType()) ||
      !isa<DenseElementsAttr>(getValue()))
    return emitOpError("expected a dense line of numbers, got ")
           << getValue().getType();
  if (getAlignment() == 0 || llvm::isPowerOf2_64(getAlignment()))
    return success();
  return emitOpError("expected an alignment that is a power of two, got ")
         << getAlignment();
}

/// The global may already be an LLVM global, which this library doesn't know.
LogicalResult
GetGlobalOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  Operation *symbol = symbolTable.lookupNearestSymbolFrom(*this, getNameAttr());
  if (!symbol || isa<FunctionOpInterface>(symbol))
    return emitOpError("expected the name of a global, got ") << getNameAttr();
  auto global = dyn_cast<GlobalOp>(symbol);
  if (!global)
    return success();
  Type element = cast<ShapedType>(global.getValue().getType()).getElementType();
  if (getResult().getType().getPointee() == element)
    return success();
  return emitOpError("expected a pointer to ")
         << element << ", got " << getResult().getType();
}
