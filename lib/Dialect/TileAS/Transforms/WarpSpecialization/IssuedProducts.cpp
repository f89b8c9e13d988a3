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
  const auto *found = llvm::find_if(
      steps, [&](IssuedStep step) { return step.dot->getBlock() == body; });
  return found == steps.end() ? nullptr : &*found;
}

void IssuedProduct::joinBuffers() const {
  for (IssuedStep step : ArrayRef(steps).drop_front()) {
    if (step.sums != getAccumulatorType())
      step.sums.getResult().replaceAllUsesWith(getAccumulatorType());
    if (step.operand != getOperand())
      step.operand->replaceAllUsesWith(getOperand());
  }
}

static nv_tileaa::StridedMemRefType
getBufferType(AllocationOpInterface buffer) {
  return cast<nv_tileaa::StridedMemRefType>(buffer->getResult(0).getType());
}

namespace {

/// Products of one loop, in their order.
class Finder {
public:
  explicit Finder(LoopWithProducts found)
      : loop(std::move(found)), body(loop.loop.getBody()) {}

  /// None if one of them can't be issued.
  SmallVector<IssuedProduct> find() {
    SmallVector<IssuedProduct> products;
    for (auto dot : body->getOps<TmemDotOp>()) {
      std::optional<IssuedProduct> product = match(dot);
      if (!product)
        return {};
      products.push_back(*product);
    }
    auto waits = body->getOps<TmemWaitOp>();
    if (size_t(std::distance(waits.begin(), waits.end())) != products.size() ||
        !areStagesApart())
      return {};
    return products;
  }

private:
  std::optional<IssuedProduct> match(TmemDotOp dot) {
    if (!dot.getScales().empty())
      return std::nullopt;
    IssuedStep step;
    step.dot = dot;
    step.wait = findWait(dot);
    step.sums = dyn_cast_or_null<AllocTmemOp>(getAllocation(dot.getC()));
    step.operand = getAllocation(dot.getA());
    std::optional<unsigned> ring = findRing(dot);
    if (!step.wait || !step.sums || !step.operand || !ring)
      return std::nullopt;
    bool isFresh =
        dot.getAccumulate() && matchPattern(dot.getAccumulate(), m_Zero());
    if (!isFresh && dot.getAccumulate())
      return std::nullopt;
    bool fits = isFresh ? matchRead(step) : matchChange(step);
    if (!fits || !matchOperand(step, isFresh))
      return std::nullopt;
    return IssuedProduct{isFresh, *ring, {step}};
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
      if (user == step.dot)
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
      if (copy->getBlock() != body || !copy->isBeforeInBlock(step.dot))
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
  bool matchOperand(IssuedStep &step, bool isFresh) {
    bool isInside = loop.loop->isAncestor(step.operand);
    if (getBufferType(step.operand).isRing() ||
        (isInside && (isFresh || step.operand->getBlock() != body)))
      return false;
    SmallVector<Operation *> users(step.operand->getUsers());
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
          !copy->isBeforeInBlock(step.dot))
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
  bool isOfStep = lhs.isOperandOfStep && rhs.isOperandOfStep;
  return product.isFresh == other.isFresh && product.ring == other.ring &&
         lhs.sums.getType() == rhs.sums.getType() &&
         (product.isFresh || lhs.sums == rhs.sums) &&
         (lhs.operand == rhs.operand ||
          (isOfStep &&
           getBufferType(lhs.operand) == getBufferType(rhs.operand) &&
           lhs.operand.getAlignment() == rhs.operand.getAlignment()));
}

} // namespace

SmallVector<IssuedProduct>
tileiras::findIssuedProducts(nv_tileaa::FuncOp func,
                             ArrayRef<LoopWithProducts> loops) {
  SmallVector<IssuedProduct> products;
  size_t numDots = 0;
  for (const LoopWithProducts &loop : loops) {
    SmallVector<IssuedProduct> found = Finder(loop).find();
    numDots += found.size();
    if (found.empty())
      return {};
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
  // None is somewhere else.
  func.walk([&](TmemDotOp) { --numDots; });
  return numDots == 0 ? products : SmallVector<IssuedProduct>();
}
