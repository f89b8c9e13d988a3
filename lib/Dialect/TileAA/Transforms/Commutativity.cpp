//===- Commutativity.cpp - Combiners that commute -------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Commutativity.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/SetVector.h"

#include <map>

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

namespace {

/// The largest number of pairs whose orders are distinguished: with three there
/// are 6^3 cases.
constexpr unsigned kMaxComparedPairs = 3;

/// The order of two numbers; a predicate is true for a set of these.
enum Relation : unsigned { Equal = 1, Greater = 2, Less = 4, Unordered = 8 };

unsigned getRelations(arith::CmpFPredicate predicate) {
  using enum arith::CmpFPredicate;
  switch (predicate) {
  case AlwaysFalse:
    return 0;
  case OEQ:
    return Equal;
  case OGT:
    return Greater;
  case OGE:
    return Greater | Equal;
  case OLT:
    return Less;
  case OLE:
    return Less | Equal;
  case ONE:
    return Less | Greater;
  case ORD:
    return Less | Greater | Equal;
  case UEQ:
    return Unordered | Equal;
  case UGT:
    return Unordered | Greater;
  case UGE:
    return Unordered | Greater | Equal;
  case ULT:
    return Unordered | Less;
  case ULE:
    return Unordered | Less | Equal;
  case UNE:
    return Unordered | Less | Greater;
  case UNO:
    return Unordered;
  case AlwaysTrue:
    return Unordered | Less | Greater | Equal;
  }
  llvm_unreachable("not a predicate");
}

Relation reverse(Relation relation) {
  if (relation == Less)
    return Greater;
  return relation == Greater ? Less : relation;
}

/// The order of the parts x and y of a pair in one case.
struct Order {
  /// The relation of x to y, as floats, or as signed and unsigned integers.
  Relation relation, asUnsigned;
  bool isXNaN = false, isYNaN = false;
};

constexpr Order kIntegerOrders[] = {{Equal, Equal},
                                    {Less, Less},
                                    {Less, Greater},
                                    {Greater, Less},
                                    {Greater, Greater}};
constexpr Order kFloatOrders[] = {{Less, Less},
                                  {Equal, Equal},
                                  {Greater, Greater},
                                  {Unordered, Unordered, true, false},
                                  {Unordered, Unordered, false, true},
                                  {Unordered, Unordered, true, true}};

bool isFloat(Value value) { return isa<FloatType>(value.getType()); }

bool takesEitherOrder(Operation *op) {
  return op->hasTrait<OpTrait::IsCommutative>() ||
         isa<nv_tileaa::AddFOp, nv_tileaa::MulFOp, nv_tileaa::MaxFOp,
             nv_tileaa::MinFOp>(op);
}

/// A number that stands for a value.
using Symbol = unsigned;
constexpr Symbol kFalse = 0, kTrue = 1, kFirstArgument = 2;

/// Evaluates the region on symbols, in one case.
class Evaluation {
public:
  /// `orders` has the order of each pair, if it is distinguished.
  Evaluation(Block &block, ArrayRef<const Order *> orders)
      : block(block), orders(orders),
        next(kFirstArgument + block.getNumArguments()) {}

  /// Returns part `side` of pair `pair`.
  Symbol getPart(unsigned pair, unsigned side) const {
    bool isOne = orders[pair] && orders[pair]->relation == Equal &&
                 !isFloat(block.getArgument(2 * pair));
    return kFirstArgument + 2 * pair + (isOne ? 0 : side);
  }

  /// Returns the symbols that the region yields if x is part `first` of each
  /// pair.
  SmallVector<Symbol> run(unsigned first) {
    symbols.clear();
    for (unsigned pair = 0; pair < orders.size(); ++pair) {
      symbols[block.getArgument(2 * pair)] = getPart(pair, first);
      symbols[block.getArgument(2 * pair + 1)] = getPart(pair, 1 - first);
    }
    for (Operation &op : block.without_terminator())
      symbols[op.getResult(0)] = evaluate(&op);
    return llvm::map_to_vector(block.getTerminator()->getOperands(),
                               [&](Value value) { return lookup(value); });
  }

private:
  Symbol lookup(Value value) {
    auto known = symbols.find(value);
    if (known != symbols.end())
      return known->second;
    auto [place, isNew] = outside.try_emplace(value, next);
    next += isNew;
    return place->second;
  }

  /// Returns the relation of two symbols of one pair, if it is known.
  std::optional<Relation> relate(Symbol lhs, Symbol rhs, bool isUnsigned) {
    if (lhs < kFirstArgument || rhs < kFirstArgument)
      return std::nullopt;
    unsigned pair = (lhs - kFirstArgument) / 2;
    if (pair >= orders.size() || (rhs - kFirstArgument) / 2 != pair ||
        !orders[pair])
      return std::nullopt;
    const Order &order = *orders[pair];
    bool isY = (lhs - kFirstArgument) % 2;
    if (lhs == rhs)
      return (isY ? order.isYNaN : order.isXNaN) ? Unordered : Equal;
    Relation relation = isUnsigned ? order.asUnsigned : order.relation;
    return isY ? reverse(relation) : relation;
  }

  std::optional<bool> decide(arith::CmpFOp compare, ArrayRef<Symbol> operands) {
    std::optional<Relation> relation =
        relate(operands[0], operands[1], /*isUnsigned=*/false);
    if (!relation)
      return std::nullopt;
    return (getRelations(compare.getPredicate()) & *relation) != 0;
  }

  std::optional<bool> decide(arith::CmpIOp compare, ArrayRef<Symbol> operands) {
    using enum arith::CmpIPredicate;
    arith::CmpIPredicate predicate = compare.getPredicate();
    bool isUnsigned = llvm::is_contained({ult, ule, ugt, uge}, predicate);
    std::optional<Relation> relation =
        operands[0] == operands[1]
            ? Equal
            : relate(operands[0], operands[1], isUnsigned);
    if (!relation)
      return std::nullopt;
    switch (predicate) {
    case eq:
      return relation == Equal;
    case ne:
      return relation != Equal;
    case slt:
    case ult:
      return relation == Less;
    case sle:
    case ule:
      return relation != Greater;
    case sgt:
    case ugt:
      return relation == Greater;
    case sge:
    case uge:
      return relation != Less;
    }
    llvm_unreachable("not a predicate");
  }

  /// Simplifies an operation on truth values; returns none if it needs a new
  /// symbol.
  static std::optional<Symbol> simplify(Operation *op,
                                        ArrayRef<Symbol> operands) {
    if (isa<arith::SelectOp>(op)) {
      if (operands[0] <= kTrue)
        return operands[operands[0] == kTrue ? 1 : 2];
      if (operands[1] == operands[2])
        return operands[1];
      return std::nullopt;
    }
    if (!op->getResult(0).getType().isInteger(1))
      return std::nullopt;
    for (auto [known, other] : {std::pair(0, 1), std::pair(1, 0)}) {
      if (isa<arith::AndIOp>(op) && operands[known] <= kTrue)
        return operands[known] == kTrue ? operands[other] : kFalse;
      if (isa<arith::OrIOp>(op) && operands[known] <= kTrue)
        return operands[known] == kTrue ? kTrue : operands[other];
    }
    if (isa<arith::XOrIOp>(op) && operands[0] <= kTrue && operands[1] <= kTrue)
      return operands[0] == operands[1] ? kFalse : kTrue;
    return std::nullopt;
  }

  Symbol evaluate(Operation *op) {
    SmallVector<Symbol> operands = llvm::map_to_vector(
        op->getOperands(), [&](Value value) { return lookup(value); });
    auto constant = dyn_cast<arith::ConstantOp>(op);
    if (constant && constant.getType().isInteger(1))
      return cast<IntegerAttr>(constant.getValue()).getValue().isOne();
    std::optional<bool> truth;
    if (auto compare = dyn_cast<arith::CmpFOp>(op))
      truth = decide(compare, operands);
    else if (auto compare = dyn_cast<arith::CmpIOp>(op))
      truth = decide(compare, operands);
    if (truth)
      return *truth ? kTrue : kFalse;
    if (std::optional<Symbol> known = simplify(op, operands))
      return *known;
    if (takesEitherOrder(op))
      llvm::sort(operands);
    else if (isa<nv_tileaa::FmaOp, math::FmaOp>(op))
      std::sort(operands.begin(), operands.begin() + 2);
    Key key(op->getName().getAsOpaquePointer(),
            op->getAttrDictionary().getAsOpaquePointer(),
            op->getResult(0).getType().getAsOpaquePointer(), operands);
    auto [place, isNew] = results.try_emplace(std::move(key), next);
    next += isNew;
    return place->second;
  }

  using Key =
      std::tuple<const void *, const void *, const void *, SmallVector<Symbol>>;

  Block &block;
  ArrayRef<const Order *> orders;
  Symbol next;
  llvm::DenseMap<Value, Symbol> symbols, outside;
  std::map<Key, Symbol> results;
};

/// Proves commutativity in each case of the orders of pairs.
class Proof {
public:
  Proof(Block &block, ArrayRef<bool> differ)
      : block(block), differ(differ), orders(differ.size(), nullptr) {
    findCompared();
  }

  bool run() { return holds(0) && (isAlwaysOneOfTwo || !skipsEqual); }

private:
  /// Finds pairs whose parts the region compares.
  void findCompared() {
    for (Operation &op : block.without_terminator()) {
      if (!isa<arith::CmpIOp, arith::CmpFOp>(op))
        continue;
      auto lhs = dyn_cast<BlockArgument>(op.getOperand(0)),
           rhs = dyn_cast<BlockArgument>(op.getOperand(1));
      if (lhs && rhs && lhs.getOwner() == &block && rhs.getOwner() == &block &&
          lhs.getArgNumber() / 2 == rhs.getArgNumber() / 2)
        compared.insert(lhs.getArgNumber() / 2);
    }
    if (compared.size() > kMaxComparedPairs)
      compared.clear();
  }

  /// Whether the proof holds for every order of the compared pairs from this
  /// one on.
  bool holds(unsigned number) {
    if (number == compared.size())
      return holdsInCase();
    unsigned pair = compared[number];
    ArrayRef<Order> cases = kIntegerOrders;
    if (isFloat(block.getArgument(2 * pair)))
      cases = kFloatOrders;
    for (const Order &order : cases) {
      if (differ[pair] && order.relation == Equal) {
        skipsEqual = true;
        continue;
      }
      orders[pair] = &order;
      if (!holds(number + 1))
        return false;
    }
    return true;
  }

  bool holdsInCase() {
    Evaluation evaluation(block, orders);
    SmallVector<Symbol> result = evaluation.run(0);
    if (result != evaluation.run(1))
      return false;
    auto isPart = [&](unsigned side) {
      return llvm::all_of(llvm::enumerate(result), [&](auto each) {
        return each.value() == evaluation.getPart(each.index(), side);
      });
    };
    isAlwaysOneOfTwo &= isPart(0) || isPart(1);
    return true;
  }

  Block &block;
  ArrayRef<bool> differ;
  SmallVector<const Order *> orders;
  llvm::SmallSetVector<unsigned, 4> compared;
  bool isAlwaysOneOfTwo = true, skipsEqual = false;
};

} // namespace

bool tileiras::commutes(ReduceOp reduce, ArrayRef<bool> differ) {
  Block &block = reduce.getBody().front();
  bool isPlain = llvm::all_of(block.without_terminator(), [](Operation &op) {
    return op.getNumResults() == 1 && op.getNumRegions() == 0;
  });
  return isPlain && Proof(block, differ).run();
}
