//===- Descriptions.cpp - debuginfo.value as LLVM's intrinsics ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Descriptions.h"

#include "DescribedTypes.h"
#include "OpaqueCopies.h"
#include "ReachingDescriptions.h"

#include "llvm/BinaryFormat/Dwarf.h"

using namespace mlir;
using debuginfo::ValueOp;

namespace tileiras {

//===----------------------------------------------------------------------===//
// Unresolved values
//===----------------------------------------------------------------------===//

/// Reports as an error that a dialect isn't loaded, where MLIR would abort.
/// Passes load the dialects that they need, but parts of a pass can be called
/// without it.
static LogicalResult checkIsLoaded(ValueOp op) {
  if (RegisteredOperationName::lookup(TypeID::get<LLVM::CallIntrinsicOp>(),
                                      op->getContext()))
    return success();
  return op->emitError("Building op `")
         << LLVM::CallIntrinsicOp::getOperationName()
         << "` but it isn't known in this MLIRContext: the dialect may not be "
            "loaded";
}

/// Returns the subprogram that contains an operation, be it inlined.
static cuda_tile::DISubprogramAttr findInnermostSubprogram(Location loc) {
  LocationAttr debugLoc = cuda_tile::findDebugLoc(loc);
  while (auto site = dyn_cast_or_null<CallSiteLoc>(debugLoc))
    debugLoc = site.getCallee();
  auto leaf = dyn_cast_or_null<cuda_tile::DILocAttr>(debugLoc);
  return leaf ? cuda_tile::findSubprogram(leaf.getScope()) : nullptr;
}

static LogicalResult checkScope(ValueOp op,
                                cuda_tile::DISubprogramAttr function) {
  StringAttr name = op.getVariable().getName();
  if (!function)
    return op.emitOpError("expected a function with a subprogram for the "
                          "variable ")
           << name;
  cuda_tile::DISubprogramAttr outermost =
      cuda_tile::findSubprogramOf(op.getLoc());
  if (!outermost)
    return op.emitOpError("expected a location with a scope for the variable ")
           << name;
  if (outermost != function)
    return op.emitOpError("expected a location in the subprogram ")
           << function.getName() << " for the variable " << name
           << ", got one in " << outermost.getName();
  cuda_tile::DISubprogramAttr own =
      cuda_tile::findSubprogram(op.getVariable().getScope());
  cuda_tile::DISubprogramAttr here = findInnermostSubprogram(op.getLoc());
  if (own == here)
    return success();
  return op.emitOpError("expected a location in the subprogram ")
         << own.getName() << " of the variable " << name << ", got one in "
         << here.getName();
}

/// Checks that neither the value nor a member of it is a placeholder.
static LogicalResult checkIsResolved(ValueOp op, Value value,
                                     ArrayRef<int64_t> position) {
  auto placeholder = value.getDefiningOp<debuginfo::UnresolvedOp>();
  if (!placeholder)
    return success();
  InFlightDiagnostic error = op.emitOpError("can't resolve ");
  if (!position.empty()) {
    error << "member [";
    llvm::interleaveComma(position, error);
    error << "] of ";
  }
  return error << "the variable " << op.getVariable().getName() << ": "
               << placeholder.getReason();
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

static LLVM::DIExpressionAttr append(LLVM::DIExpressionAttr expression,
                                     unsigned opcode,
                                     ArrayRef<uint64_t> arguments = {}) {
  MLIRContext *context = expression.getContext();
  SmallVector<LLVM::DIExpressionElemAttr> all(expression.getOperations());
  all.push_back(LLVM::DIExpressionElemAttr::get(context, opcode, arguments));
  return LLVM::DIExpressionAttr::get(context, all);
}

/// Returns the member of an aggregate; the value that was just inserted there,
/// if that is known.
static Value extract(OpBuilder &builder, Location loc, Value value,
                     ArrayRef<int64_t> position) {
  Type type = value.getType();
  auto isInVector = [&] {
    for (int64_t index : position.drop_back())
      type = isa<LLVM::LLVMStructType>(type)
                 ? cast<LLVM::LLVMStructType>(type).getBody()[index]
                 : cast<LLVM::LLVMArrayType>(type).getElementType();
    return isa<VectorType>(type);
  };
  if (position.empty())
    return value;
  if (!isInVector())
    return builder.createOrFold<LLVM::ExtractValueOp>(loc, value, position);
  if (position.size() > 1)
    value = builder.createOrFold<LLVM::ExtractValueOp>(loc, value,
                                                       position.drop_back());
  Value lane = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                        position.back());
  return LLVM::ExtractElementOp::create(builder, loc, value, lane);
}

namespace {

/// Creates the pieces of one description.
class PieceMaker {
public:
  PieceMaker(ValueOp op, const DescribedForm &form)
      : op(op), form(form), builder(op),
        expression(op.getExpression().value_or(
            LLVM::DIExpressionAttr::get(op.getContext()))) {}

  FailureOr<SmallVector<DescribedPiece>> make() {
    if (op.getKind() != debuginfo::Kind::Value)
      return makeInMemory();
    if (form.leaves.size() > 1 && !expression.getOperations().empty())
      return op.emitOpError("expected no expression for the variable ")
             << op.getVariable().getName() << ", which consists of "
             << form.leaves.size() << " values";
    for (const DescribedLeaf &leaf : form.leaves)
      if (failed(addLeaf(leaf)))
        return failure();
    return std::move(pieces);
  }

private:
  FailureOr<SmallVector<DescribedPiece>> makeInMemory() {
    if (op.getKind() == debuginfo::Kind::Addr)
      expression = append(expression, llvm::dwarf::DW_OP_deref);
    Value copy = copyOpaquely(builder, op.getLoc(), op.getValue());
    return SmallVector<DescribedPiece>{{copy, expression}};
  }

  LogicalResult addLeaf(const DescribedLeaf &leaf) {
    Location loc = op.getLoc();
    if (leaf.known) {
      Value known =
          LLVM::ConstantOp::create(builder, loc, leaf.type, *leaf.known);
      addPiece(known, leaf.offset, leaf.size);
      return success();
    }
    Value value = extract(builder, loc, op.getValue(), leaf.position);
    if (failed(checkIsResolved(op, value, leaf.position)))
      return failure();
    SmallVector<Value> words = splitForCopy(builder, loc, value);
    uint64_t size = leaf.size / words.size();
    for (auto [index, word] : llvm::enumerate(words))
      addPiece(copyOpaquely(builder, loc, word), leaf.offset + index * size,
               size);
    return success();
  }

  void addPiece(Value copy, uint64_t offset, uint64_t size) {
    pieces.push_back(
        {copy, size == form.size
                   ? expression
                   : append(expression, llvm::dwarf::DW_OP_LLVM_fragment,
                            {offset, size})});
  }

  ValueOp op;
  const DescribedForm &form;
  OpBuilder builder;
  LLVM::DIExpressionAttr expression;
  SmallVector<DescribedPiece> pieces;
};

} // namespace

//===----------------------------------------------------------------------===//
// Descriptions
//===----------------------------------------------------------------------===//

static FailureOr<DescribedForm> describe(ValueOp op) {
  auto emitError = [&] {
    return op.emitOpError("can't describe the variable ")
           << op.getVariable().getName() << ": ";
  };
  if (op.getKind() == debuginfo::Kind::Value)
    return describeType(op.getPayload(), op.getValue().getType(),
                        op.getLayout().value_or(""), emitError);
  if (!isa<LLVM::LLVMPointerType>(op.getValue().getType()))
    return emitError() << "expected the address of memory, got "
                       << op.getValue().getType();
  return describeTypeInMemory(op.getPayload(), emitError);
}

static void create(OpBuilder &builder, const Description &description) {
  for (const DescribedPiece &piece : description.pieces)
    if (description.isDeclaration)
      LLVM::DbgDeclareOp::create(builder, description.loc, piece.value,
                                 description.variable, piece.expression);
    else
      LLVM::DbgValueOp::create(builder, description.loc, piece.value,
                               description.variable, piece.expression);
}

LogicalResult
DescriptionTranslator::translate(ValueOp op,
                                 cuda_tile::DISubprogramAttr subprogram) {
  if (failed(checkIsLoaded(op)) || failed(checkScope(op, subprogram)) ||
      failed(checkIsResolved(op, op.getValue(), {})))
    return failure();
  FailureOr<DescribedForm> form = describe(op);
  if (failed(form))
    return failure();
  FailureOr<SmallVector<DescribedPiece>> pieces = PieceMaker(op, *form).make();
  if (failed(pieces))
    return failure();
  OpBuilder builder(op);
  descriptions.push_back({op.getVariable(),
                          scopes.convert(op.getVariable(), form->type),
                          op->getBlock(), op.getLoc(), std::move(*pieces),
                          op.getKind() == debuginfo::Kind::Declare});
  create(builder, descriptions.back());
  op.erase();
  return success();
}

void DescriptionTranslator::finish(Region &body) {
  ReachingDescriptions reaching(body, descriptions);
  for (Block &block : body) {
    // Of consecutive descriptions of one variable, the last holds until the end
    // of the block. The copies of all of them are kept for inspection.
    OpBuilder builder = OpBuilder::atBlockBegin(&block);
    OpBuilder end(block.getTerminator());
    auto keepAlive = [&](const Description &description) {
      for (const DescribedPiece &piece : description.pieces)
        if (!piece.value.getDefiningOp<LLVM::ConstantOp>())
          keepCopyAlive(end, description.loc, piece.value);
    };
    SmallVector<const Description *> atBegin = reaching.getAtBegin(&block);
    for (const Description *description : atBegin)
      create(builder, *description);
    for (const Description *description : atBegin)
      keepAlive(*description);
    for (const Description &description : descriptions)
      if (description.block == &block)
        keepAlive(description);
  }
}

} // namespace tileiras
