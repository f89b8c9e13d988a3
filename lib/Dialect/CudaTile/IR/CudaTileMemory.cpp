//===- CudaTileMemory.cpp - Access through pointers, and tokens -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Custom syntax and verifiers of accesses through pointers and of tokens. The
// text of load_ptr_tko has optional operands of which the types decide the
// meaning: a single operand of i1 after the pointers is a mask.
//
//===----------------------------------------------------------------------===//

#include "AccessVerification.h"
#include "OpSyntax.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::cuda_tile;

#define GET_OP_CLASSES
#include "tileiras/Dialect/CudaTile/IR/CudaTileMemory.cpp.inc"

void CudaTileDialect::registerMemoryOps() {
  addOperations<
#define GET_OP_LIST
#include "tileiras/Dialect/CudaTile/IR/CudaTileMemory.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// load_ptr_tko
//===----------------------------------------------------------------------===//

void LoadPtrTkoOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printOrderingAndScope(printer, *this, getMemoryOrderingSemanticsAttr(),
                        getMemoryScopeAttr());
  SmallVector<Value> addressed{getSource()};
  if (getMask())
    addressed.push_back(getMask());
  if (getPaddingValue())
    addressed.push_back(getPaddingValue());
  printer << ' ' << addressed;
  if (getToken())
    printer << " token=" << getToken();
  if (OptimizationHintsAttr hints = getOptimizationHintsAttr()) {
    printer << " optimization_hints = ";
    printer.printStrippedAttrOrType(hints);
  }
  printer.printOptionalAttrDict(
      (*this)->getAttrs(),
      {getMemoryOrderingSemanticsAttrName(), getMemoryScopeAttrName(),
       getOptimizationHintsAttrName(), getOperandSegmentSizesAttrName()});
  printer << " : ";
  printCudaTileTypes(printer, *this, ValueRange(addressed).getTypes());
  printer << " -> ";
  printCudaTileTypes(printer, *this, getResultTypes());
}

/// Whether the only operand after the pointers is a mask, of type i1.
static bool isMaskType(Type type) {
  auto tile = dyn_cast<TileType>(type);
  return tile && tile.getElementType().isInteger(1);
}

ParseResult LoadPtrTkoOp::parse(OpAsmParser &parser, OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  SmallVector<UnresolvedOperand> addressed;
  std::optional<UnresolvedOperand> token;
  SmallVector<Type> types;
  if (parseOrderingAndScope(parser, properties.memory_ordering_semantics,
                            properties.memory_scope))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperandList(addressed))
    return failure();
  if (addressed.empty() || addressed.size() > 3)
    return parser.emitError(loc)
           << "expected pointers, a mask and a padding value, got "
           << addressed.size() << " operands";
  if (succeeded(parser.parseOptionalKeyword("token")) &&
      (parser.parseEqual() || parser.parseOperand(token.emplace())))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("optimization_hints")) &&
      (parser.parseEqual() ||
       parser.parseCustomAttributeWithFallback(properties.optimization_hints)))
    return failure();
  if (parser.parseOptionalAttrDict(state.attributes) || parser.parseColon() ||
      parseCudaTileTypes(parser, types) || parser.parseArrow() ||
      parseCudaTileTypes(parser, state.types) ||
      parser.resolveOperands(addressed, types, loc, state.operands))
    return failure();
  int numMasks =
      types.size() == 3 || (types.size() == 2 && isMaskType(types[1]));
  int numPaddings = static_cast<int>(types.size()) - 1 - numMasks;
  properties.operandSegmentSizes = {1, numMasks, numPaddings, token ? 1 : 0};
  if (!token)
    return success();
  return parser.resolveOperand(*token, TokenType::get(parser.getContext()),
                               state.operands);
}

LogicalResult LoadPtrTkoOp::verify() {
  TileType result = getResult().getType();
  if (failed(verifyLoadOrdering(*this, getMemoryOrderingSemantics(),
                                getMemoryScope())) ||
      failed(verifyPointee(*this, getSource().getType(), result)) ||
      failed(verifyMask(*this, getMask(), result)))
    return failure();
  if (getPaddingValue() && getPaddingValue().getType() != result)
    return emitOpError("expects a padding value of type ")
           << result << ", got " << getPaddingValue().getType();
  return success();
}

//===----------------------------------------------------------------------===//
// The other operations
//===----------------------------------------------------------------------===//

LogicalResult StorePtrTkoOp::verify() {
  TileType value = getValue().getType();
  return success(
      succeeded(verifyStoreOrdering(*this, getMemoryOrderingSemantics(),
                                    getMemoryScope())) &&
      succeeded(verifyPointee(*this, getDestination().getType(), value)) &&
      succeeded(verifyMask(*this, getMask(), value)));
}

LogicalResult AllocaOp::verify() {
  auto numElem = static_cast<int64_t>(getNumElem());
  if (numElem < 0)
    return emitOpError("expects num_elem to be 0 or more, got ") << numElem;
  auto pointer = cast<PointerType>(getResult().getType().getElementType());
  int64_t naturalAlignment =
      llvm::divideCeil(getElementBitWidth(pointer.getPointeeType()), 8);
  naturalAlignment = llvm::PowerOf2Ceil(naturalAlignment);
  auto alignment = static_cast<int64_t>(getAlignment());
  if (alignment < naturalAlignment || !llvm::isPowerOf2_64(alignment))
    return emitOpError("expects an alignment that is a power of two of at "
                       "least ")
           << naturalAlignment << ", got " << alignment;
  return success();
}

LogicalResult JoinTokensOp::verify() {
  if (getTokens().size() >= 2)
    return success();
  return emitOpError("expects 2 tokens or more, got ") << getTokens().size();
}
