//===- OperationChanges.cpp - Changes of a module's operations ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperationChanges.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace tileiras::fuzz;

llvm::APInt Random::number(unsigned bits) {
  switch (below(6)) {
  case 0:
    return llvm::APInt::getSignedMinValue(bits) + below(3);
  case 1:
    return llvm::APInt::getSignedMaxValue(bits) - below(3);
  case 2:
    return llvm::APInt::getMaxValue(bits) - below(3);
  case 3:
    return llvm::APInt(bits, uint64_t(1) << below(64), /*isSigned=*/false,
                       /*implicitTrunc=*/true);
  default:
    return llvm::APInt(bits, below(18), /*isSigned=*/false,
                       /*implicitTrunc=*/true);
  }
}

namespace {

/// Names that PTX can't spell, next to some that it can.
const char *const names[] = {"a",   "a b", "",         "1abc",  "a.b",
                             "_",   "$",   "%r1",      "a;b",   "WARP_SZ",
                             "ret", ".x",  "\xc3\xb6", "%tid.x"};
const char *const hints[] = {"occupancy", "num_cta_in_cga",
                             "num_worker_warps_per_cta", "latency",
                             "allow_tma"};
const char *const targetsOfHints[] = {"default", "sm_80", "sm_90", "sm_100",
                                      "sm_120"};

class Changes {
public:
  Changes(ModuleOp module, Random &random)
      : context(module.getContext()), random(random) {
    module.walk([&](Operation *op) {
      if (isa<cuda_tile::EntryOp, cuda_tile::GlobalOp>(op))
        symbols.push_back(op);
      else if (op->getParentOfType<cuda_tile::EntryOp>())
        inside.push_back(op);
    });
  }

  void make() {
    switch (random.below(12)) {
    case 0:
    case 1:
      return replaceOperand();
    case 2:
    case 3:
      return replaceOpcode();
    case 4:
      return copy();
    case 5:
      return erase();
    case 6:
    case 7:
      return changeAttribute();
    case 8:
      return wrap(/*loop=*/true);
    case 9:
      return wrap(/*loop=*/false);
    case 10:
      return hint();
    default:
      return random.oneIn(4) ? rename() : replaceOperand();
    }
  }

private:
  Operation *anyInside() {
    return inside.empty() ? nullptr : random.any(inside);
  }

  /// The values of \p type, or of any type, that \p op could use as an operand.
  SmallVector<Value> visible(Operation *op, Type type) {
    SmallVector<Value> values;
    auto add = [&](ValueRange more) {
      llvm::copy_if(more, std::back_inserter(values), [&](Value value) {
        return !type || value.getType() == type;
      });
    };
    for (; op && !isa<cuda_tile::EntryOp>(op); op = op->getParentOp()) {
      for (Operation &before : *op->getBlock()) {
        if (&before == op)
          break;
        add(before.getResults());
      }
      add(op->getBlock()->getArguments());
    }
    return values;
  }

  Value anyVisible(Operation *op, Type type) {
    SmallVector<Value> values = visible(op, type);
    return values.empty() ? Value() : random.any(values);
  }

  void replaceOperand() {
    Operation *op = anyInside();
    if (!op || !op->getNumOperands())
      return;
    unsigned number = random.below(op->getNumOperands());
    if (Value value = anyVisible(op, op->getOperand(number).getType()))
      op->setOperand(number, value);
  }

  /// Another operation on the same operands, with the same types of results
  /// and, where it has them, the same attributes.
  void replaceOpcode() {
    Operation *op = anyInside();
    if (!op || op->getNumRegions() || op->hasTrait<OpTrait::IsTerminator>())
      return;
    auto opcodes = context->getRegisteredOperationsByDialect("cuda_tile");
    OperationState state(op->getLoc(), random.any(opcodes).getStringRef());
    state.addOperands(op->getOperands());
    state.addTypes(op->getResultTypes());
    if (random.oneIn(2))
      state.addAttributes(op->getAttrs());
    replace(op, state);
  }

  void replace(Operation *op, OperationState &state) {
    if (!state.name.hasInterface<OpAsmOpInterface>() &&
        !state.name.isRegistered())
      return;
    OpBuilder builder(op);
    Operation *made = builder.create(state);
    if (failed(verify(made))) {
      made->erase();
      return;
    }
    op->replaceAllUsesWith(made);
    op->erase();
  }

  /// Some of the users of the results use the copy's instead.
  void copy() {
    Operation *op = anyInside();
    if (!op || op->hasTrait<OpTrait::IsTerminator>())
      return;
    OpBuilder builder(op);
    Operation *copied = builder.clone(*op);
    for (auto [from, to] : llvm::zip(op->getResults(), copied->getResults()))
      from.replaceUsesWithIf(to, [&](OpOperand &) { return random.oneIn(2); });
  }

  void erase() {
    Operation *op = anyInside();
    if (!op || op->hasTrait<OpTrait::IsTerminator>())
      return;
    for (Value result : op->getResults()) {
      Value other = anyVisible(op, result.getType());
      if (!result.use_empty() && !other)
        return;
      if (other)
        result.replaceAllUsesWith(other);
    }
    op->erase();
  }

  void changeAttribute() {
    Operation *op = anyInside();
    if (!op)
      return;
    SmallVector<NamedAttribute> all(op->getAttrs());
    if (all.empty())
      return;
    NamedAttribute &chosen = random.any(all);
    if (Attribute changed = change(chosen.getValue()))
      op->setAttr(chosen.getName(), changed);
  }

  Attribute change(Attribute attribute) {
    Builder builder(context);
    if (auto elements = dyn_cast<DenseElementsAttr>(attribute))
      return changeElements(elements);
    if (auto number = dyn_cast<IntegerAttr>(attribute))
      return builder.getIntegerAttr(
          number.getType(), random.number(number.getValue().getBitWidth()));
    if (auto array = dyn_cast<DenseI32ArrayAttr>(attribute)) {
      SmallVector<int32_t> values(array.asArrayRef());
      if (!values.empty())
        random.any(values) = random.number(32).getSExtValue();
      return builder.getDenseI32ArrayAttr(values);
    }
    return {};
  }

  Attribute changeElements(DenseElementsAttr elements) {
    Type type = elements.getElementType();
    if (type.isInteger())
      return DenseElementsAttr::get(
          elements.getType(), random.number(type.getIntOrFloatBitWidth()));
    auto floating = dyn_cast<FloatType>(type);
    if (!floating)
      return {};
    const llvm::fltSemantics &semantics = floating.getFloatSemantics();
    llvm::APFloat values[] = {
        llvm::APFloat::getZero(semantics),
        llvm::APFloat::getLargest(semantics, /*Negative=*/random.oneIn(2)),
        llvm::APFloat::getSmallest(semantics),
        llvm::APFloat(semantics, random.number(floating.getWidth()))};
    return DenseElementsAttr::get(elements.getType(), random.any(values));
  }

  /// Moves a range of operations into a loop or a branch. Results that are used
  /// after it are carried or yielded, next to another value of their type.
  void wrap(bool loop) {
    Operation *first = anyInside();
    if (!first || first->hasTrait<OpTrait::IsTerminator>())
      return;
    SmallVector<Operation *> range;
    for (Operation *op = first; op && range.size() <= random.below(6) &&
                                !op->hasTrait<OpTrait::IsTerminator>();
         op = op->getNextNode())
      range.push_back(op);
    SmallVector<Value> results, instead;
    for (Operation *op : range)
      for (Value result : op->getResults())
        if (llvm::any_of(result.getUsers(), [&](Operation *user) {
              return !llvm::is_contained(
                  range, first->getBlock()->findAncestorOpInBlock(*user));
            })) {
          results.push_back(result);
          instead.push_back(anyVisible(first, result.getType()));
        }
    if (llvm::is_contained(instead, Value()))
      return;
    Operation *made = loop ? makeLoop(first, instead) : makeIf(first, instead);
    if (made)
      take(made, range, results, loop);
  }

  void take(Operation *made, ArrayRef<Operation *> range, ValueRange results,
            bool loop) {
    for (auto [from, to] : llvm::zip(results, made->getResults()))
      from.replaceUsesWithIf(to, [&](OpOperand &use) {
        return !llvm::is_contained(
            range, made->getBlock()->findAncestorOpInBlock(*use.getOwner()));
      });
    Block &body = made->getRegion(0).front();
    for (Operation *op : range)
      op->moveBefore(&body, body.end());
    auto end = OpBuilder::atBlockEnd(&body);
    if (loop)
      cuda_tile::ContinueOp::create(end, made->getLoc(), results);
    else
      cuda_tile::YieldOp::create(end, made->getLoc(), results);
  }

  Operation *makeLoop(Operation *before, ValueRange initial) {
    OpBuilder builder(before);
    Type scalar = cuda_tile::TileType::get(
        {}, builder.getIntegerType(random.any(ArrayRef{8u, 16u, 32u, 64u})));
    OperationState state(before->getLoc(), "cuda_tile.for");
    for (unsigned n = 0; n < 3; ++n)
      state.addOperands(scalarOf(builder, before, scalar));
    state.addOperands(initial);
    state.addTypes(initial.getTypes());
    if (random.oneIn(3))
      state.addAttribute("unsignedCmp", builder.getUnitAttr());
    Block &body = state.addRegion()->emplaceBlock();
    body.addArgument(scalar, before->getLoc());
    for (Value value : initial)
      body.addArgument(value.getType(), before->getLoc());
    return builder.create(state);
  }

  Operation *makeIf(Operation *before, ValueRange otherwise) {
    OpBuilder builder(before);
    Type truth = cuda_tile::TileType::get({}, builder.getI1Type());
    OperationState state(before->getLoc(), "cuda_tile.if");
    state.addOperands(scalarOf(builder, before, truth));
    state.addTypes(otherwise.getTypes());
    state.addRegion()->emplaceBlock();
    Region *other = state.addRegion();
    if (!otherwise.empty()) {
      OpBuilder end(context);
      end.setInsertionPointToEnd(&other->emplaceBlock());
      cuda_tile::YieldOp::create(end, before->getLoc(), otherwise);
    }
    return builder.create(state);
  }

  /// An existing value, or a constant.
  Value scalarOf(OpBuilder &builder, Operation *before, Type type) {
    if (Value value = anyVisible(before, type); value && !random.oneIn(3))
      return value;
    auto tile = cast<cuda_tile::TileType>(type);
    auto elements = DenseElementsAttr::get(
        cuda_tile::getConstantType(tile),
        random.number(tile.getElementType().getIntOrFloatBitWidth()));
    return cuda_tile::ConstantOp::create(builder, before->getLoc(), tile,
                                         elements);
  }

  /// Sets some hint for some target on a kernel or an access.
  void hint() {
    Operation *op =
        symbols.empty() || random.oneIn(3) ? anyInside() : random.any(symbols);
    if (!op)
      return;
    std::string text = "#cuda_tile.optimization_hints<";
    llvm::raw_string_ostream(text)
        << random.any(targetsOfHints) << " = {" << random.any(hints) << " = "
        << (random.oneIn(4) ? "true"
                            : std::to_string(random.number(32).getSExtValue()))
        << "}>";
    if (Attribute parsed = parseAttribute(text, context))
      op->setAttr("optimization_hints", parsed);
  }

  void rename() {
    if (symbols.empty())
      return;
    Operation *op = random.any(symbols);
    StringAttr name = StringAttr::get(context, random.any(names));
    if (succeeded(
            SymbolTable::replaceAllSymbolUses(op, name, op->getParentOp())))
      SymbolTable::setSymbolName(op, name);
  }

  MLIRContext *context;
  Random &random;
  SmallVector<Operation *> symbols, inside;
};

} // namespace

void tileiras::fuzz::changeOperations(ModuleOp module, Random &random) {
  Changes(module, random).make();
}
