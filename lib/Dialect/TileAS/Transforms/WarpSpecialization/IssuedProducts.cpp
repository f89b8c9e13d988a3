//===- IssuedProducts.cpp - Products that another agent starts ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IssuedProducts.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

const IssuedStep *IssuedProduct::findStep(Block *body) const {
  const auto *found = llvm::find_if(steps, [&](const IssuedStep &step) {
    return step.wait->getBlock() == body;
  });
  return found == steps.end() ? nullptr : &*found;
}

void IssuedProduct::joinBuffers() const {
  for (const IssuedStep &step : ArrayRef(steps).drop_front()) {
    AllocTmemOp sums = step.sums;
    if (sums != getAccumulatorType())
      sums.getResult().replaceAllUsesWith(getAccumulatorType());
    for (auto [operand, first] : llvm::zip_equal(step.operands, getOperands()))
      if (operand != first)
        AllocationOpInterface(operand)->replaceAllUsesWith(
            AllocationOpInterface(first)->getResults());
  }
}

static nv_tileaa::StridedMemRefType getBufferType(Operation *buffer) {
  return cast<nv_tileaa::StridedMemRefType>(buffer->getResult(0).getType());
}

namespace {

/// Products of one loop, in their order.
class Finder {
public:
  explicit Finder(LoopWithProducts found)
      : loop(std::move(found)), body(loop.loop.getBody()) {}

  /// None if one of them can't be issued, for the reason `why`.
  SmallVector<IssuedProduct> find(StringRef &why) {
    SmallVector<IssuedProduct> products;
    for (ArrayRef<TmemDotOp> dots : findChains()) {
      std::optional<IssuedProduct> product = match(dots);
      if (!product) {
        why = "threads access its operands or accumulators in several places, "
              "or no ring brings B";
        return {};
      }
      products.push_back(*product);
    }
    auto waits = body->getOps<TmemWaitOp>();
    if (size_t(std::distance(waits.begin(), waits.end())) != products.size() ||
        !areStagesApart()) {
      why = "threads wait for products together, or read a stage in several "
            "places";
      return {};
    }
    return products;
  }

private:
  /// Dots that add to the sums of the one before, with nothing in between.
  SmallVector<SmallVector<TmemDotOp>> findChains() {
    SmallVector<SmallVector<TmemDotOp>> chains;
    for (auto dot : body->getOps<TmemDotOp>()) {
      bool goesOn = !chains.empty() && !dot.getAccumulate() &&
                    chains.back().back().getC() == dot.getC() &&
                    !findWait(chains.back().back());
      if (!goesOn)
        chains.emplace_back();
      chains.back().push_back(dot);
    }
    return chains;
  }

  std::optional<IssuedProduct> match(ArrayRef<TmemDotOp> dots) {
    TmemDotOp first = dots.front();
    IssuedProduct product;
    IssuedStep &step = product.steps.emplace_back();
    step.dots = llvm::to_vector(dots);
    step.wait = findWait(dots.back());
    step.sums = dyn_cast_or_null<AllocTmemOp>(getAllocation(first.getC()));
    product.isFresh =
        first.getAccumulate() && matchPattern(first.getAccumulate(), m_Zero());
    if (!step.wait || !step.sums || (!product.isFresh && first.getAccumulate()))
      return std::nullopt;
    for (TmemDotOp dot : dots) {
      AllocationOpInterface operand = getAllocation(dot.getA());
      std::optional<unsigned> ring = findRing(dot);
      if (!operand || !ring || !dot.getScales().empty())
        return std::nullopt;
      step.operands.push_back(operand);
      product.rings.push_back(*ring);
    }
    bool fits = product.isFresh ? matchRead(step) : matchChange(step);
    if (!fits || !llvm::all_of(step.operands, [&](Operation *operand) {
          return matchOperand(step, operand, product.isFresh);
        }))
      return std::nullopt;
    return product;
  }

  static TmemWaitOp findWait(TmemDotOp dot) {
    for (Operation *op = dot->getNextNode(); op && !isa<TmemDotOp>(op);
         op = op->getNextNode())
      if (auto wait = dyn_cast<TmemWaitOp>(op))
        return wait;
    return {};
  }

  /// The pipeline of a stage that only this product reads.
  std::optional<unsigned> findRing(TmemDotOp dot) {
    for (auto [stage, number] : loop.stages)
      if (stage->first == dot && stage->last == dot &&
          stage->loads.size() == 1 &&
          getRing(stage->loads.front()) == getAllocation(dot.getB()))
        return number;
    return std::nullopt;
  }

  /// Threads read the sums behind the wait, and nobody else uses them.
  bool matchRead(IssuedStep &step) {
    if (step.sums->getBlock() != body)
      return false;
    for (Operation *user : step.sums->getUsers()) {
      if (llvm::is_contained(step.dots, user))
        continue;
      auto copy = dyn_cast<CopyOp>(user);
      if (!copy || copy.isStore() || user->getBlock() != body ||
          !step.wait->isBeforeInBlock(user))
        return false;
      if (!step.last || step.last->isBeforeInBlock(user))
        step.last = user;
    }
    return step.last;
  }

  /// Threads take the sums and store others before the product, each thread at
  /// the same place.
  bool matchChange(IssuedStep &step) {
    if (loop.loop->isAncestor(step.sums))
      return false;
    Type tile;
    bool isStored = false;
    for (Operation *user : step.sums->getUsers()) {
      if (isa<TmemDotOp>(user))
        continue;
      auto copy = dyn_cast<CopyOp>(user);
      if (!copy || (tile && copy.getTileType() != tile))
        return false;
      tile = copy.getTileType();
      if (!loop.loop->isAncestor(copy))
        continue;
      if (copy->getBlock() != body || !copy->isBeforeInBlock(step.dots.front()))
        return false;
      isStored |= copy.isStore();
      include(step, copy);
    }
    return isStored;
  }

  static void include(IssuedStep &step, Operation *access) {
    if (!step.first || access->isBeforeInBlock(step.first))
      step.first = access;
  }

  /// Threads store A, in each step or before the loop.
  bool matchOperand(IssuedStep &step, Operation *operand, bool isFresh) {
    bool isInside = loop.loop->isAncestor(operand);
    if (getBufferType(operand).isRing() ||
        (isInside && (isFresh || operand->getBlock() != body)))
      return false;
    SmallVector<Operation *> users(operand->getUsers());
    while (!users.empty()) {
      Operation *user = users.pop_back_val();
      if (isa<TmemDotOp>(user))
        continue;
      if (isa<BufferViewOp>(user)) {
        llvm::append_range(users, user->getUsers());
        continue;
      }
      auto copy = dyn_cast<CopyOp>(user);
      if (!copy || !copy.isStore())
        return false;
      if (!loop.loop->isAncestor(copy))
        continue;
      if (isFresh || copy->getBlock() != body ||
          !copy->isBeforeInBlock(step.dots.front()))
        return false;
      step.isOperandOfStep = true;
      include(step, copy);
    }
    return true;
  }

  /// What threads read of stages they do at one place.
  bool areStagesApart() {
    return llvm::all_of(loop.stages, [](const auto &stage) {
      return stage.first->first == stage.first->last;
    });
  }

  LoopWithProducts loop;
  Block *body;
};

/// Whether a product of another loop is the same, with buffers that can be one.
bool isSame(const IssuedProduct &product, const IssuedProduct &other) {
  IssuedStep lhs = product.steps.front(), rhs = other.steps.front();
  bool isOfStep =
      lhs.isOperandOfStep && rhs.isOperandOfStep && lhs.operands.size() == 1;
  return product.isFresh == other.isFresh && product.rings == other.rings &&
         lhs.sums.getType() == rhs.sums.getType() &&
         (product.isFresh || lhs.sums == rhs.sums) &&
         llvm::all_of_zip(
             lhs.operands, rhs.operands,
             [&](AllocationOpInterface one, AllocationOpInterface another) {
               return one == another ||
                      (isOfStep &&
                       getBufferType(one) == getBufferType(another) &&
                       one.getAlignment() == another.getAlignment());
             });
}

} // namespace

SmallVector<IssuedProduct>
tileiras::findIssuedProducts(nv_tileaa::FuncOp func,
                             ArrayRef<LoopWithProducts> loops, StringRef &why) {
  SmallVector<IssuedProduct> products;
  size_t numDots = 0;
  for (const LoopWithProducts &loop : loops) {
    why = "a loop has no products";
    SmallVector<IssuedProduct> found = Finder(loop).find(why);
    for (const IssuedProduct &product : found)
      numDots += product.steps.front().dots.size();
    if (found.empty())
      return {};
    why = "loops have different products";
    if (products.empty())
      products = found;
    else if (found.size() != products.size())
      return {};
    else
      for (auto [product, same] : llvm::zip_equal(products, found)) {
        if (!isSame(product, same))
          return {};
        product.steps.append(same.steps);
      }
  }
  why = "there are products outside of these loops";
  func.walk([&](TmemDotOp) { --numDots; });
  return numDots == 0 ? products : SmallVector<IssuedProduct>();
}
