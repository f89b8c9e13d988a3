//===- PropagateLayouts.cpp - A layout for every tensor -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After products and memory accesses have decided, every other tensor gets a
// layout: one for each class of tensors that need the same (TensorClasses.h).
//
// Which class decides first
// -------------------------
// Decided tensors border on undecided ones at conversions; each such border is
// a wish. Wishes are granted in this order: accumulators (moving one costs
// most), operands of products, memory accesses; among these large tiles before
// small ones, then in program order. A class takes the first wish that reaches
// it.
//
// A granted class passes its layout on at once, breadth first, before the next
// wish is looked at: over view and permute both ways, from the operand of a
// reduce to its result, from the result of a broadcast to its source, both ways
// over cat and extract_slice where registers select the part. So large tiles
// decide about the small ones computed from and for them: the row maximum of a
// tile lies where the rows do, and so does a bias that is stretched over it.
// Nothing flows from the source of a broadcast to the result, nor from the
// result of a reduce to the operand: that layout would have to be invented.
//
// What is left gets the default layout of its largest tile, largest class
// first, and passes it on likewise. But classes that tiles are only put
// together or taken apart in come after those that compute: whatever layout
// these have, a tile that is put together of theirs can have it too, and one of
// its own would have to be moved from and to.
//
// What is made of it
// ------------------
// Each value gets its class's layout. Operands are converted where the
// operation wants another layout, results of reduce and cat where the operation
// gives another; free values are cloned instead (Rematerializer.h). Conversions
// stand right after the value, so that one serves all users and none is left in
// a loop that the value comes from outside of.
//
//===----------------------------------------------------------------------===//

#include "LayoutBorders.h"
#include "TensorClasses.h"

#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

#include <deque>
#include <tuple>

namespace tileiras {
#define GEN_PASS_DEF_TILEASPROPAGATELAYOUTS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace tileiras;
using nv_tileas::ConvertLayoutOp;
using nv_tileas::LayoutAttr;

namespace {

int64_t getNumElements(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getNumElements();
}

bool isUndecided(Value value) {
  return isa<RankedTensorType>(value.getType()) &&
         !nv_tileas::getLayoutAttr(value.getType());
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

/// A decided tensor would like a class to have its layout.
struct Wish {
  enum Rank { Accumulator, Operand, Access };
  Rank rank;
  unsigned number;
  LayoutAttr layout;
  int64_t numElements;
  /// Its place in the program.
  size_t position;

  bool operator<(const Wish &other) const {
    return std::tie(rank, other.numElements, position) <
           std::tie(other.rank, numElements, other.position);
  }
};

class Chooser {
public:
  Chooser(Operation *root, const TensorClasses &classes, int64_t numWarps)
      : classes(classes), numWarps(numWarps), layouts(classes.size()),
        edges(classes.size()) {
    root->walk<WalkOrder::PreOrder>([&](Operation *op) {
      collectWish(op);
      collectEdges(op);
    });
    llvm::sort(wishes);
  }

  /// The layout of each class.
  ArrayRef<std::optional<LinearLayout>> choose() {
    for (const Wish &wish : wishes)
      grant(wish.number, wish.layout.getLayout());
    for (unsigned number : largestFirst())
      if (!layouts[number])
        grant(number, defaultOf(number));
    return layouts;
  }

private:
  void collectWish(Operation *op) {
    auto convert = dyn_cast<ConvertLayoutOp>(op);
    if (!convert)
      return;
    Value source = convert.getSource(), result = convert.getResult();
    std::optional<unsigned> number = classes.lookup(source);
    LayoutAttr layout = nv_tileas::getLayoutAttr(result.getType());
    Wish::Rank rank = Wish::Access;
    if (number && layout) { // before an operation that has decided
      for (OpOperand &use : result.getUses())
        if (auto dot = dyn_cast<nv_tileas::DotOp>(use.getOwner()))
          rank = use.get() == dot.getC() ? Wish::Accumulator : Wish::Operand;
    } else { // behind one
      number = classes.lookup(result);
      layout = nv_tileas::getLayoutAttr(source.getType());
      if (source.getDefiningOp<nv_tileas::DotOp>())
        rank = Wish::Accumulator;
    }
    if (number && layout)
      wishes.push_back(
          {rank, *number, layout, getNumElements(result), wishes.size()});
  }

  void collectEdges(Operation *op) {
    std::optional<LayoutRule> rule = getLayoutRule(op);
    if (!rule ||
        (*rule != LayoutRule::View && *rule != LayoutRule::Permute &&
         *rule != LayoutRule::Broadcast && *rule != LayoutRule::Reduce &&
         *rule != LayoutRule::Cat && *rule != LayoutRule::ExtractSlice))
      return;
    std::optional<unsigned> result = classes.lookup(op->getResult(0));
    for (Value operand : op->getOperands()) {
      std::optional<unsigned> source = classes.lookup(operand);
      if (!source || !result)
        continue;
      edges[*source].push_back({op, *result, /*forward=*/true});
      edges[*result].push_back({op, *source, /*forward=*/false});
      return;
    }
  }

  /// Gives a class a layout unless it has one, and passes it on.
  void grant(unsigned number, const LinearLayout &layout) {
    if (layouts[number])
      return;
    layouts[number] = layout;
    std::deque<unsigned> queue = {number};
    while (!queue.empty()) {
      unsigned current = queue.front();
      queue.pop_front();
      for (const Edge &edge : edges[current]) {
        if (layouts[edge.target])
          continue;
        layouts[edge.target] =
            edge.forward ? resultLayoutFrom(edge.op, *layouts[current])
                         : sourceLayoutFrom(edge.op, *layouts[current]);
        if (layouts[edge.target])
          queue.push_back(edge.target);
      }
    }
  }

  SmallVector<unsigned> largestFirst() const {
    SmallVector<unsigned> order =
        llvm::to_vector(llvm::seq<unsigned>(classes.size()));
    llvm::sort(order, [&](unsigned a, unsigned b) {
      bool movesA = onlyMoves(a), movesB = onlyMoves(b);
      int64_t sizeA = getNumElements(classes.getMembers(a).front());
      int64_t sizeB = getNumElements(classes.getMembers(b).front());
      return std::tie(movesA, sizeB, a) < std::tie(movesB, sizeA, b);
    });
    return order;
  }

  /// Is a class tiles that are put together and taken apart, and nothing else?
  bool onlyMoves(unsigned number) const {
    auto isMove = [](Operation *op) {
      return isa_and_present<nv_tileas::ViewOp, nv_tileas::PermuteOp,
                             nv_tileas::CatOp, nv_tileas::ExtractSliceOp>(op);
    };
    return llvm::all_of(classes.getMembers(number), [&](Value value) {
      return isMove(value.getDefiningOp()) &&
             llvm::all_of(value.getUsers(), isMove);
    });
  }

  /// As if the widest members were loaded from row-major memory.
  LinearLayout defaultOf(unsigned number) const {
    unsigned bits = 8;
    for (Value value : classes.getMembers(number))
      bits =
          std::max(bits, nv_tileas::getMemoryBits(getElementTypeOrSelf(value)));
    Value first = classes.getMembers(number).front();
    return coalesced(cast<RankedTensorType>(first.getType()).getShape(), bits,
                     getNumWarps(first.getParentRegion(), numWarps));
  }

  struct Edge {
    Operation *op;
    unsigned target;
    bool forward;
  };

  const TensorClasses &classes;
  int64_t numWarps;
  SmallVector<std::optional<LinearLayout>> layouts;
  SmallVector<SmallVector<Edge, 2>> edges;
  SmallVector<Wish> wishes;
};

//===----------------------------------------------------------------------===//
// Materialisation
//===----------------------------------------------------------------------===//

class Materializer {
public:
  Materializer(nv_tileaa::FuncOp func, Rematerializer &free,
               const BranchTargets &targets, int64_t numWarps)
      : func(func), free(free), targets(targets), numWarps(numWarps) {}

  void run() {
    SmallVector<Operation *> ops;
    func.walk<WalkOrder::PreOrder>([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      visit(op);
    free.eraseUnused();
  }

private:
  /// Free and still without a layout, that is, not a clone.
  bool isFree(Value value) const {
    return isUndecided(value) && free.isFree(value);
  }

  void visit(Operation *op) {
    if (auto convert = dyn_cast<ConvertLayoutOp>(op))
      return visitBorder(convert);
    std::optional<LayoutRule> rule = getLayoutRule(op);
    if (*rule == LayoutRule::Ignore ||
        llvm::any_of(op->getResults(),
                     [&](Value value) { return isFree(value); }))
      return;
    if (*rule == LayoutRule::Reduce || *rule == LayoutRule::Cat)
      return visitSupplier(op);
    for (OpOperand &operand : op->getOpOperands())
      if (isa<RankedTensorType>(operand.get().getType()))
        fixOperand(operand, requiredLayout(operand, targets));
  }

  /// Conversions to and from what was undecided become what they are now.
  void visitBorder(ConvertLayoutOp convert) {
    Value source = convert.getSource(), result = convert.getResult();
    if (isFree(result))
      return;
    if (isFree(source))
      source = free.get(source, nv_tileas::getLayoutAttr(result.getType()));
    if (source.getType() != result.getType())
      source = convertTo(source, nv_tileas::getLayoutAttr(result.getType()));
    result.replaceAllUsesWith(source);
    if (!free.isFree(result)) // else `free` erases it
      convert.erase();
  }

  /// All operands as the first that has a layout, results as supplied.
  void visitSupplier(Operation *op) {
    auto decided = llvm::find_if_not(
        op->getOperands(), [&](Value value) { return isFree(value); });
    Value model = decided == op->operand_end() ? op->getOperand(0) : *decided;
    auto type = cast<RankedTensorType>(model.getType());
    LinearLayout layout = nv_tileas::getLayoutAttr(type)
                              ? nv_tileas::getLayout(type)
                              : getDefault(model);
    for (OpOperand &operand : op->getOpOperands())
      fixOperand(operand, layout);
    for (OpResult result : op->getResults())
      if (std::optional<LinearLayout> supplied = suppliedLayout(result))
        supplyResult(result, *supplied);
  }

  void supplyResult(OpResult result, const LinearLayout &supplied) {
    auto type = cast<RankedTensorType>(result.getType());
    if (nv_tileas::getLayout(type) == supplied)
      return;
    result.setType(nv_tileas::withLayout(type, supplied));
    OpBuilder builder(func.getContext());
    builder.setInsertionPointAfterValue(result);
    auto wanted =
        ConvertLayoutOp::create(builder, result.getLoc(), type, result);
    result.replaceAllUsesExcept(wanted, wanted);
  }

  void fixOperand(OpOperand &operand, std::optional<LinearLayout> wanted) {
    Value value = operand.get();
    auto type = cast<RankedTensorType>(value.getType());
    if (isFree(value)) {
      LinearLayout layout = wanted ? *wanted : getDefault(value);
      operand.set(free.get(value, LayoutAttr::get(type.getContext(), layout)));
    } else if (wanted && nv_tileas::getLayout(type) != *wanted) {
      operand.set(
          convertTo(value, LayoutAttr::get(type.getContext(), *wanted)));
    }
  }

  LinearLayout getDefault(Value tile) const {
    return defaultLayout(cast<RankedTensorType>(tile.getType()),
                         getNumWarps(tile.getParentRegion(), numWarps));
  }

  /// The one conversion of `value` to `layout`, right behind it.
  Value convertTo(Value value, LayoutAttr layout) {
    Value &conversion = conversions[{value, layout}];
    if (!conversion) {
      OpBuilder builder(func.getContext());
      builder.setInsertionPointAfterValue(value);
      conversion = ConvertLayoutOp::create(
          builder, value.getLoc(),
          nv_tileas::withLayout(cast<RankedTensorType>(value.getType()),
                                layout.getLayout()),
          value);
    }
    return conversion;
  }

  nv_tileaa::FuncOp func;
  Rematerializer &free;
  const BranchTargets &targets;
  int64_t numWarps;
  DenseMap<std::pair<Value, Attribute>, Value> conversions;
};

/// No tensor enters or leaves the function.
LogicalResult checkBoundary(nv_tileaa::FuncOp func) {
  if (llvm::none_of(func.getArgumentTypes(), llvm::IsaPred<RankedTensorType>) &&
      llvm::none_of(func.getResultTypes(), llvm::IsaPred<RankedTensorType>))
    return success();
  return func.emitError("tensors as arguments or results of a function are not "
                        "supported, got ")
         << func.getFunctionType();
}

bool usesTensors(nv_tileaa::FuncOp func) {
  return func
      .walk([](Operation *op) {
        std::optional<LayoutRule> rule = getLayoutRule(op);
        return rule && *rule == LayoutRule::Ignore ? WalkResult::advance()
                                                   : WalkResult::interrupt();
      })
      .wasInterrupted();
}

class PropagateLayouts
    : public tileiras::impl::TileASPropagateLayoutsBase<PropagateLayouts> {
public:
  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    if (!usesTensors(func))
      return markAllAnalysesPreserved();
    FailureOr<int64_t> numWarps = getNumWarps(func);
    if (failed(numWarps) || failed(checkBoundary(func)) ||
        failed(verifyLayouts(func, LayoutState::Partial)))
      return signalPassFailure();

    BranchTargets targets = collectBranchTargets(func);
    Rematerializer free(func);
    TensorClasses classes(func, free, targets);
    Chooser chooser(func, classes, *numWarps);
    for (auto [number, layout] : llvm::enumerate(chooser.choose()))
      for (Value value : classes.getMembers(number))
        value.setType(nv_tileas::withLayout(
            cast<RankedTensorType>(value.getType()), *layout));
    Materializer(func, free, targets, *numWarps).run();
  }
};

} // namespace
