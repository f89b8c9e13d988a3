//===- RegionSyntax.h - Text of regions and terminators ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A terminator without operands that is the usual one of its operation is left
// out of the text.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_CUDATILE_IR_REGIONSYNTAX_H
#define TILEIRAS_LIB_DIALECT_CUDATILE_IR_REGIONSYNTAX_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

namespace mlir::cuda_tile {

/// Prints a region of one block, without its arguments.
template <typename TerminatorT>
void printRegion(OpAsmPrinter &printer, Region &region) {
  auto terminator = region.empty() || region.front().empty()
                        ? TerminatorT()
                        : dyn_cast<TerminatorT>(region.front().back());
  bool isImplied = terminator && terminator->getNumOperands() == 0 &&
                   terminator->getDiscardableAttrDictionary().empty();
  printer.printRegion(region, /*printEntryBlockArgs=*/false,
                      /*printBlockTerminators=*/!isImplied);
}

/// Reads a region of one block, and adds the usual terminator if it has none.
template <typename TerminatorT>
ParseResult parseRegion(OpAsmParser &parser, Region &region,
                        ArrayRef<OpAsmParser::Argument> arguments = {}) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseRegion(region, arguments))
    return failure();
  if (region.empty()) {
    Block &block = region.emplaceBlock();
    for (const OpAsmParser::Argument &argument : arguments)
      block.addArgument(argument.type,
                        parser.getEncodedSourceLoc(argument.ssaName.location));
  }
  Block &block = region.front();
  if (!block.empty() && block.back().hasTrait<OpTrait::IsTerminator>())
    return success();
  // The region belongs to no operation yet, so the block knows no context.
  OpBuilder builder(parser.getContext());
  builder.setInsertionPointToEnd(&block);
  TerminatorT::create(builder, parser.getEncodedSourceLoc(loc));
  return success();
}

} // namespace mlir::cuda_tile

#endif // TILEIRAS_LIB_DIALECT_CUDATILE_IR_REGIONSYNTAX_H
