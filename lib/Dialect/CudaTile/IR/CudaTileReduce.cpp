//===- CudaTileReduce.cpp - reduce and scan -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text form and checks. The region takes for each operand what comes before and
// what comes after, and yields the combination.
//
//===----------------------------------------------------------------------===//

#include "OpSyntax.h"
#include "RegionSyntax.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"

using namespace mlir;
using namespace mlir::cuda_tile;

StringRef ReduceOp::getDefaultDialect() { return "cuda_tile"; }
StringRef ScanOp::getDefaultDialect() { return "cuda_tile"; }

void ReduceOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (getNumResults())
    setName(getResult(0), "reduce");
}

void ReduceOp::getAsmBlockArgumentNames(Region &region,
                                        OpAsmSetValueNameFn setName) {
  bool isNumbered = region.getNumArguments() > 2;
  for (BlockArgument argument : region.getArguments()) {
    std::string name =
        argument.getArgNumber() % 2 == 0 ? "reduce_lhs" : "reduce_rhs";
    if (isNumbered)
      name += std::to_string(argument.getArgNumber() / 2);
    setName(argument, name);
  }
}

//===----------------------------------------------------------------------===//
// Text: `OPERANDS dim=N [reverse=B] identities=[...] : T -> T
//          (%before: T, %after: T) { ... }`
//===----------------------------------------------------------------------===//

template <typename OpT>
static void printAggregate(OpT op, OpAsmPrinter &printer) {
  printer << ' ' << op->getOperands() << " dim=" << op.getDim();
  if constexpr (std::is_same_v<OpT, ScanOp>)
    printer << " reverse=" << (op.getReverse() ? "true" : "false");
  printer << " identities=" << op.getIdentities();
  printer.printOptionalAttrDict(op->getAttrs(),
                                {"dim", "reverse", "identities"});
  printer << " : ";
  printCudaTileTypes(printer, op, op->getOperandTypes());
  printer << " -> ";
  printCudaTileTypes(printer, op, op->getResultTypes());
  printer << ' ';
  printer.printNewline();
  printer << '(';
  llvm::interleaveComma(op.getBody().getArguments(), printer.getStream(),
                        [&](BlockArgument argument) {
                          printer.printOperand(argument);
                          printer << ": ";
                          printCudaTileType(printer, argument.getType());
                        });
  printer << ") ";
  printRegion<YieldOp>(printer, op.getBody());
}

static ParseResult
parseRegionArguments(OpAsmParser &parser,
                     SmallVectorImpl<OpAsmParser::Argument> &arguments) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Paren, [&]() -> ParseResult {
        OpAsmParser::Argument &argument = arguments.emplace_back();
        return failure(
            parser.parseArgument(argument) || parser.parseColon() ||
            parseCudaTileType(parser, argument.type) ||
            parser.parseOptionalLocationSpecifier(argument.sourceLoc));
      });
}

template <typename OpT>
static ParseResult parseAggregate(OpAsmParser &parser, OperationState &state) {
  auto &properties = state.getOrAddProperties<typename OpT::Properties>();
  Builder &builder = parser.getBuilder();
  SmallVector<UnresolvedOperand> operands;
  SmallVector<Type> types;
  SMLoc loc = parser.getCurrentLocation();
  int32_t dim;
  if (parser.parseOperandList(operands) || parser.parseKeyword("dim") ||
      parser.parseEqual() || parser.parseInteger(dim))
    return failure();
  properties.dim = builder.getI32IntegerAttr(dim);
  if constexpr (std::is_same_v<OpT, ScanOp>) {
    if (parser.parseKeyword("reverse") || parser.parseEqual())
      return failure();
    bool reverse = succeeded(parser.parseOptionalKeyword("true"));
    if (!reverse && parser.parseKeyword("false"))
      return failure();
    properties.reverse = builder.getBoolAttr(reverse);
  }
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseKeyword("identities") || parser.parseEqual() ||
      parser.parseAttribute(properties.identities) ||
      parser.parseOptionalAttrDict(state.attributes) || parser.parseColon() ||
      parseCudaTileTypes(parser, types) || parser.parseArrow() ||
      parseCudaTileTypes(parser, state.types) ||
      parser.resolveOperands(operands, types, loc, state.operands) ||
      parseRegionArguments(parser, arguments))
    return failure();
  return parseRegion<YieldOp>(parser, *state.addRegion(), arguments);
}

void ReduceOp::print(OpAsmPrinter &printer) { printAggregate(*this, printer); }
void ScanOp::print(OpAsmPrinter &printer) { printAggregate(*this, printer); }

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &state) {
  return parseAggregate<ReduceOp>(parser, state);
}
ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &state) {
  return parseAggregate<ScanOp>(parser, state);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

/// Whether an identity has a valid type: f16 and bf16 may replace each other,
/// and an integer of its bits may replace fnv8E5M3FNU.
static bool isIdentityType(Type identity, Type elementType) {
  if (isa<Float16Type, BFloat16Type>(elementType))
    return isa<Float16Type, BFloat16Type>(identity);
  if (isa<Float8E5M3FNUType>(elementType))
    return identity.isInteger(8);
  return identity == elementType;
}

template <typename OpT> static LogicalResult verifyAggregate(OpT op) {
  size_t numOperands = op->getNumOperands();
  if (op->getNumResults() != numOperands ||
      op.getIdentities().size() != numOperands)
    return op.emitOpError("expects as many results and identities as ")
           << numOperands << " operands, got " << op->getNumResults() << " and "
           << op.getIdentities().size();
  auto first = cast<TileType>(op->getOperand(0).getType());
  auto dim = static_cast<int32_t>(op.getDim());
  if (dim < 0 || dim >= first.getRank())
    return op.emitOpError("expects dim to be less than the rank ")
           << first.getRank() << ", got " << dim;
  SmallVector<int64_t> resultShape(first.getShape());
  if constexpr (std::is_same_v<OpT, ReduceOp>)
    resultShape.erase(resultShape.begin() + dim);
  for (auto [operand, result, identity] : llvm::zip_equal(
           op->getOperandTypes(), op->getResultTypes(), op.getIdentities())) {
    Type elementType = cast<TileType>(operand).getElementType();
    auto typed = dyn_cast<TypedAttr>(identity);
    if (!typed || !isIdentityType(typed.getType(), elementType))
      return op.emitOpError("expects an identity of type ")
             << elementType << ", got " << identity;
    Type expected = TileType::get(resultShape, elementType);
    if (result != expected)
      return op.emitOpError("expects a result of type ")
             << expected << ", got " << result;
  }
  return success();
}

/// Checks that the combiner has no side effects.
static LogicalResult verifyNoEffects(Operation *op, Region &body) {
  for (Operation &inner : body.front()) {
    if (isa<AssumeOp>(inner) || isMemoryEffectFree(&inner))
      continue;
    InFlightDiagnostic diag = op->emitOpError(
        "expects operations without effects in its region, got ");
    diag << inner.getName();
    diag.attachNote(inner.getLoc()) << "the operation is here";
    return diag;
  }
  return success();
}

template <typename OpT> static LogicalResult verifyAggregateRegion(OpT op) {
  Region &body = op.getBody();
  SmallVector<Type> scalars, argumentTypes;
  for (Type type : op->getOperandTypes()) {
    scalars.push_back(TileType::get({}, cast<TileType>(type).getElementType()));
    argumentTypes.append(2, scalars.back());
  }
  if (TypeRange(body.getArgumentTypes()) != TypeRange(argumentTypes)) {
    InFlightDiagnostic diag =
        op.emitOpError("expects region arguments of types ");
    diag << argumentTypes << ", got ";
    return diag << SmallVector<Type>(body.getArgumentTypes());
  }
  Operation &terminator = body.front().back();
  if (terminator.getOperandTypes() != TypeRange(scalars)) {
    InFlightDiagnostic diag =
        op.emitOpError("expects its region to yield values of types ");
    diag << scalars << ", got ";
    return diag << SmallVector<Type>(terminator.getOperandTypes());
  }
  return verifyNoEffects(op, body);
}

LogicalResult ReduceOp::verify() { return verifyAggregate(*this); }
LogicalResult ScanOp::verify() { return verifyAggregate(*this); }
LogicalResult ReduceOp::verifyRegions() { return verifyAggregateRegion(*this); }
LogicalResult ScanOp::verifyRegions() { return verifyAggregateRegion(*this); }
