//===- LayoutSelection.cpp - Choose a layout for each class ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutSelection.h"

#include "tileiras/Dialect/TileAS/Analysis/LayoutConversionCost.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/Contract/AtomicRMWAtoms.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutInference.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Support/DebugLog.h"

#include <deque>
#include <tuple>

#define DEBUG_TYPE "tileas-propagate-layouts"

using namespace mlir;
using namespace tileiras;
using nv_tileas::ConvertLayoutOp;
using nv_tileas::LayoutAttr;

namespace {

int64_t getNumElements(Value tensor) {
  return cast<RankedTensorType>(tensor.getType()).getNumElements();
}

/// The preference of a tensor with a layout that a class get the same one.
struct LayoutPreference {
  enum Rank { Accumulator, Operand, Access };
  Rank rank;
  unsigned classId;
  LayoutAttr layout;
  /// The conversion between the tensor and the class.
  ConvertLayoutOp boundary;
  /// Whether tiles go from the class to the tensor.
  bool leavesClass;
  int64_t numElements;
  /// Its position in program order.
  size_t position;

  bool operator<(const LayoutPreference &other) const {
    return std::tie(rank, other.numElements, position) <
           std::tie(other.rank, numElements, other.position);
  }
};

class LayoutSelector {
public:
  LayoutSelector(Operation *root, const LayoutEquivalenceClasses &classes,
                 int64_t numWarps)
      : classes(classes), numWarps(numWarps), layouts(classes.size()),
        edges(classes.size()), preferencesOf(classes.size()) {
    root->walk<WalkOrder::PreOrder>([&](Operation *op) {
      collectPreference(op);
      collectEdges(op);
    });
    llvm::sort(preferences);
    for (const LayoutPreference &preference : preferences)
      preferencesOf[preference.classId].push_back(&preference);
  }

  /// Returns the layout of each class.
  SmallVector<LinearLayout> choose() {
    for (const LayoutPreference &preference : preferences)
      if (!layouts[preference.classId])
        assign(preference.classId, findCheapest(preference.classId));
    for (unsigned classId : largestFirst())
      if (!layouts[classId])
        assign(classId, defaultOf(classId));
    return llvm::map_to_vector(layouts,
                               [](const auto &layout) { return *layout; });
  }

private:
  void collectPreference(Operation *op) {
    auto convert = dyn_cast<ConvertLayoutOp>(op);
    if (!convert)
      return;
    Value source = convert.getSource(), result = convert.getResult();
    std::optional<unsigned> classId = classes.lookup(source);
    LayoutAttr layout = nv_tileas::getLayoutAttr(result.getType());
    LayoutPreference::Rank rank = LayoutPreference::Access;
    bool leavesClass = classId && layout;
    if (leavesClass) { // before an operation with layouts
      for (OpOperand &use : result.getUses())
        if (auto dot = dyn_cast<nv_tileas::DotOp>(use.getOwner()))
          rank = use.get() == dot.getC() ? LayoutPreference::Accumulator
                                         : LayoutPreference::Operand;
    } else { // after one
      classId = classes.lookup(result);
      layout = nv_tileas::getLayoutAttr(source.getType());
      if (source.getDefiningOp<nv_tileas::DotOp>())
        rank = LayoutPreference::Accumulator;
    }
    if (classId && layout)
      preferences.push_back({rank, *classId, layout, convert, leavesClass,
                             getNumElements(result), preferences.size()});
  }

  /// Returns, of the layouts that the boundaries of a class prefer, the one
  /// with the least cost over all of them.
  const LinearLayout &findCheapest(unsigned classId) const {
    ArrayRef<const LayoutPreference *> own = preferencesOf[classId];
    llvm::SetVector<LayoutAttr> candidates;
    for (const LayoutPreference *preference : own)
      candidates.insert(preference->layout);
    LayoutAttr cheapest = candidates.front();
    if (candidates.size() == 1)
      return cheapest.getLayout();
    int64_t minCost = getCost(own, cheapest.getLayout());
    for (LayoutAttr candidate : candidates.getArrayRef().drop_front()) {
      int64_t cost = getCost(own, candidate.getLayout());
      if (cost < minCost)
        std::tie(cheapest, minCost) = std::make_tuple(candidate, cost);
    }
    return cheapest.getLayout();
  }

  static int64_t getCost(ArrayRef<const LayoutPreference *> boundaries,
                         const LinearLayout &layout) {
    int64_t cost = 0;
    for (const LayoutPreference *preference : boundaries) {
      ConvertLayoutOp boundary = preference->boundary;
      const LinearLayout &other = preference->layout.getLayout();
      unsigned bits =
          nv_tileas::getMemoryBits(getElementTypeOrSelf(boundary.getType()));
      cost +=
          getExecutionWeight(boundary) *
          (preference->leavesClass ? getConversionCost(layout, other, bits)
                                   : getConversionCost(other, layout, bits));
    }
    return cost;
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

  /// Gives a class a layout unless it has one, and propagates it.
  void assign(unsigned classId, const LinearLayout &layout) {
    if (layouts[classId])
      return;
    layouts[classId] = layout;
    LDBG() << classes.getMembers(classId).front().getLoc() << ": class "
           << classId << " of " << classes.getMembers(classId).size()
           << " tiles, " << layout;
    std::deque<unsigned> queue = {classId};
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

  /// Returns whether a class consists of tiles that are joined and split, and
  /// nothing else.
  bool onlyMoves(unsigned classId) const {
    auto isMove = [](Operation *op) {
      return isa_and_present<nv_tileas::ViewOp, nv_tileas::PermuteOp,
                             nv_tileas::CatOp, nv_tileas::ExtractSliceOp>(op);
    };
    return llvm::all_of(classes.getMembers(classId), [&](Value value) {
      return isMove(value.getDefiningOp()) &&
             llvm::all_of(value.getUsers(), isMove);
    });
  }

  /// Returns the layout as if the widest members were loaded from row-major
  /// memory; with no more adjacent elements in a thread than one atomic RMW
  /// handles.
  LinearLayout defaultOf(unsigned classId) const {
    unsigned bits = 8;
    int64_t vectorBits = kVectorBits;
    for (Value value : classes.getMembers(classId)) {
      bits =
          std::max(bits, nv_tileas::getMemoryBits(getElementTypeOrSelf(value)));
      vectorBits = std::min(vectorBits, getAtomicRMWElements(value));
    }
    Value first = classes.getMembers(classId).front();
    return coalesced(cast<RankedTensorType>(first.getType()).getShape(), bits,
                     getNumWarps(first.getParentRegion(), numWarps),
                     unsigned(std::min(kVectorBits, vectorBits * bits)));
  }

  /// Returns the adjacent elements of a tile that all its atomic RMWs handle at
  /// once; the bits of a vector where there is none.
  static int64_t getAtomicRMWElements(Value tile) {
    int64_t vectorBits = kVectorBits;
    for (Operation *user : tile.getUsers()) {
      const TargetInfo *target =
          getAtomicRMWTile(user) == tile ? findTarget(user) : nullptr;
      if (!target)
        continue;
      if (auto together = countAtomicRMWElements(
              cast<nv_tileaa::AccessOpInterface>(user), *target))
        vectorBits = std::min(vectorBits, *together);
    }
    return vectorBits;
  }

  static constexpr int64_t kVectorBits = 128;

  struct Edge {
    Operation *op;
    unsigned target;
    bool forward;
  };

  const LayoutEquivalenceClasses &classes;
  int64_t numWarps;
  SmallVector<std::optional<LinearLayout>> layouts;
  SmallVector<SmallVector<Edge, 2>> edges;
  SmallVector<LayoutPreference> preferences;
  /// The preferences of each class, in their order.
  SmallVector<SmallVector<const LayoutPreference *, 2>> preferencesOf;
};

} // namespace

SmallVector<LinearLayout>
tileiras::chooseLayouts(Operation *root,
                        const LayoutEquivalenceClasses &classes,
                        int64_t numWarps) {
  return LayoutSelector(root, classes, numWarps).choose();
}
