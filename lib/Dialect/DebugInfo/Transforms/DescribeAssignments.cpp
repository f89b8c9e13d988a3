//===- DescribeAssignments.cpp - Variables by the source's names ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass first finds each operation whose location is assigned to a name,
// then gives loop-carried values and results of branches the names of the
// values that are yielded, and only then creates descriptions.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/DebugInfo/Transforms/Passes.h"

#include "Assignments.h"
#include "DescribableTypes.h"

#include "tileiras/Dialect/CudaTile/IR/DebugInfo.h"
#include "tileiras/Support/SourceFile.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"

#include <map>

namespace tileiras {
#define GEN_PASS_DEF_DEBUGINFODESCRIBEASSIGNMENTS
#include "tileiras/Dialect/DebugInfo/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::cuda_tile;
using tileiras::isDescribable;

namespace {

/// Returns the innermost position of a location with scopes; null without one,
/// or if the location names the value.
DILocAttr findPosition(Location loc) {
  if (loc->findInstanceOf<NameLoc>())
    return {};
  LocationAttr debugLoc = findDebugLoc(loc);
  while (auto site = dyn_cast_or_null<CallSiteLoc>(debugLoc))
    debugLoc = site.getCallee();
  return dyn_cast_or_null<DILocAttr>(debugLoc);
}

/// The files that locations refer to, each read once.
class Sources {
public:
  std::optional<StringRef> getLine(FileLineColLoc place) {
    auto [entry, isNew] = files.try_emplace(place.getFilename());
    if (isNew)
      entry->second.emplace(place.getFilename().getValue());
    return entry->second->getLine(place.getLine());
  }

private:
  DenseMap<StringAttr, std::optional<tileiras::SourceFile>> files;
};

/// Finds the names that the operation at `place` is assigned to. Front ends
/// count columns from 0 or from 1; Python from 0.
SmallVector<StringRef> findNames(Sources &sources, FileLineColLoc place) {
  SmallVector<StringRef> names;
  if (std::optional<StringRef> line = sources.getLine(place))
    for (const tileiras::Assignment &each : tileiras::findAssignments(*line))
      if (each.column != tileiras::Assignment::NoColumn &&
          (place.getColumn() == each.column ||
           place.getColumn() == each.column + 1))
        names.push_back(each.name);
  return names;
}

/// Returns the result that a name can refer to: of several, the one in use.
Value findResult(Operation *op) {
  Value only, onlyUsed;
  unsigned count = 0, countUsed = 0;
  for (Value result : op->getResults()) {
    if (!isDescribable(result.getType()))
      continue;
    only = result;
    ++count;
    if (!result.use_empty()) {
      onlyUsed = result;
      ++countUsed;
    }
  }
  if (count == 1)
    return only;
  return countUsed == 1 ? onlyUsed : Value();
}

bool isControlFlow(Operation *op) { return isa<IfOp, ForOp, LoopOp>(op); }

/// The variables of one kernel.
class KernelVariables {
public:
  KernelVariables(EntryOp kernel, Sources &sources)
      : kernel(kernel), sources(sources) {}

  void describe() {
    findAssigned(kernel.getBody());
    dropViewsOfLoads();
    dropUnfollowed();
    findParameters();
    kernel.getBody().walk([&](Operation *op) {
      if (isControlFlow(op))
        findPassedThrough(op);
    });
    for (const Found &each : found)
      create(each);
  }

private:
  /// A name, and the subprogram in which it is a variable.
  using Key = std::pair<DISubprogramAttr, StringAttr>;
  struct Found {
    Key key;
    Value value;
    LocationAttr loc; // This location has scopes.
  };

  void add(StringRef name, Value value, Location loc) {
    DILocAttr place = findPosition(loc);
    auto key = Key(findSubprogram(place.getScope()),
                   StringAttr::get(kernel.getContext(), name));
    auto [line, isNew] =
        firstLines.try_emplace(key, place.getSourceLoc().getLine());
    line->second = std::min(line->second, place.getSourceLoc().getLine());
    found.push_back({key, value, findDebugLoc(loc)});
    keys[value] = key;
  }

  //===--------------------------------------------------------------------===//
  // Assignments
  //===--------------------------------------------------------------------===//

  /// If an expression became several operations, the last one has its value.
  void findAssigned(Region &region) {
    for (Block &block : region) {
      SmallVector<std::pair<Location, Value>> pending;
      unsigned line = 0;
      auto flush = [&] {
        for (auto [loc, value] : pending)
          for (StringRef name :
               findNames(sources, findPosition(loc).getSourceLoc()))
            add(name, value, loc);
        pending.clear();
      };
      for (Operation &op : block) {
        DILocAttr place = findPosition(op.getLoc());
        if (place)
          noteLast(findSubprogram(place.getScope()), place.getSourceLoc());
        if (!place || place.getSourceLoc().getLine() != line)
          flush();
        if (place && !isControlFlow(&op))
          addPending(pending, op);
        line = place ? place.getSourceLoc().getLine() : 0;
        for (Region &inner : op.getRegions())
          if (isControlFlow(&op))
            findAssigned(inner);
        if (auto loop = dyn_cast<ForOp>(op); loop && place)
          findIndex(loop, place.getSourceLoc());
      }
      flush();
    }
  }

  void noteLast(DISubprogramAttr function, FileLineColLoc place) {
    auto [last, isNew] = lastPositions.try_emplace(function, place);
    if (last->second.getLine() < place.getLine())
      last->second = place;
  }

  static void addPending(SmallVector<std::pair<Location, Value>> &pending,
                         Operation &op) {
    Value result = findResult(&op);
    if (!result)
      return;
    llvm::erase_if(pending,
                   [&](const auto &each) { return each.first == op.getLoc(); });
    pending.push_back({op.getLoc(), result});
  }

  /// The view through which a tile is loaded has the load's location, but it
  /// has no name.
  void dropViewsOfLoads() {
    DenseSet<Attribute> ofTiles;
    for (const Found &each : found)
      if (!isa<TileView>(each.value.getType()))
        ofTiles.insert(each.loc);
    llvm::erase_if(found, [&](const Found &each) {
      return isa<TileView>(each.value.getType()) && ofTiles.contains(each.loc);
    });
  }

  /// Drops names that some line assigns without an operation at its location (x
  /// = y, or the result of an inlined call): a debugger would show their old
  /// values.
  void dropUnfollowed() {
    DenseSet<std::pair<Key, unsigned>> followed;
    for (const Found &each : found)
      followed.insert(
          {each.key, findPosition(each.loc).getSourceLoc().getLine()});
    DenseSet<Key> dropped;
    for (auto [function, last] : lastPositions)
      for (unsigned line = function.getLine(); line <= last.getLine(); ++line)
        for (StringRef name : getAssigned(last.getFilename(), line)) {
          Key key(function, StringAttr::get(kernel.getContext(), name));
          if (!followed.contains({key, line}))
            dropped.insert(key);
        }
    llvm::erase_if(
        found, [&](const Found &each) { return dropped.contains(each.key); });
    keys.clear();
    for (const Found &each : found)
      keys[each.value] = each.key;
  }

  SmallVector<StringRef> getAssigned(StringAttr file, unsigned line) {
    SmallVector<StringRef> names;
    if (auto text = sources.getLine(FileLineColLoc::get(file, line, 0)))
      for (const tileiras::Assignment &each : tileiras::findAssignments(*text))
        names.push_back(each.name);
    return names;
  }

  void findIndex(ForOp loop, FileLineColLoc place) {
    BlockArgument index = loop.getRegion().getArgument(0);
    for (StringRef name : findNames(sources, place))
      if (isDescribable(index.getType()))
        add(name, index, loop.getLoc());
  }

  /// Finds views of arrays that are kernel parameters.
  void findParameters() {
    for (auto view : kernel.getBody().getOps<MakeTensorViewOp>()) {
      StringRef name;
      Value base = view.getBase();
      while (auto assumed = base.getDefiningOp<AssumeOp>()) {
        if (DILocAttr place = findPosition(assumed.getLoc()))
          if (auto line = sources.getLine(place.getSourceLoc()))
            name = tileiras::findParameter(*line,
                                           place.getSourceLoc().getColumn());
        base = assumed.getValue();
      }
      if (!name.empty() && isa<BlockArgument>(base) &&
          findPosition(view.getLoc()) && !keys.count(view.getResult()) &&
          isDescribable(view.getType()))
        add(name, view.getResult(), view.getLoc());
    }
  }

  //===--------------------------------------------------------------------===//
  // Control flow
  //===--------------------------------------------------------------------===//

  /// Finds values that a loop carries, and results of loops and branches.
  void findPassedThrough(Operation *op) {
    DILocAttr place = findPosition(op->getLoc());
    if (!place)
      return;
    auto name = [&](Value value, std::optional<Key> key) {
      if (key && key->first == findSubprogram(place.getScope()) &&
          isDescribable(value.getType()) && !keys.count(value))
        add(key->second.getValue(), value, op->getLoc());
    };
    for (OpResult result : op->getResults())
      name(result, getKey(result));
    unsigned first = isa<ForOp>(op) ? 1 : 0;
    if (!isa<IfOp>(op))
      for (BlockArgument carried :
           op->getRegion(0).getArguments().drop_front(first))
        name(carried, getKey(carried));
  }

  /// Returns the variable of a value; for a loop-carried value or a result of a
  /// branch, the variable of all values that are yielded for it.
  std::optional<Key> getKey(Value value) {
    if (auto known = keys.find(value); known != keys.end())
      return known->second;
    if (!visited.insert(value).second)
      return std::nullopt;
    std::optional<Key> key = findKey(value);
    visited.erase(value);
    return key;
  }

  std::optional<Key> findKey(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      Operation *loop = argument.getOwner()->getParentOp();
      unsigned first = isa<ForOp>(loop) ? 1 : 0;
      if (!isa<ForOp, LoopOp>(loop) || argument.getArgNumber() < first)
        return std::nullopt;
      return getCommonKey<ContinueOp>(loop, argument.getArgNumber() - first);
    }
    auto result = cast<OpResult>(value);
    unsigned number = result.getResultNumber();
    if (isa<ForOp>(result.getOwner()))
      return getCommonKey<ContinueOp>(result.getOwner(), number);
    if (isa<LoopOp>(result.getOwner()))
      return getCommonKey<BreakOp>(result.getOwner(), number);
    if (isa<IfOp>(result.getOwner()))
      return getCommonKey<YieldOp>(result.getOwner(), number);
    return std::nullopt;
  }

  /// Returns the variable of operand `number` of all terminators of this kind
  /// that leave a region of `op`; values without a variable are ignored.
  template <class Terminator>
  std::optional<Key> getCommonKey(Operation *op, unsigned number) {
    std::optional<Key> common;
    bool differ = false;
    for (Region &region : op->getRegions())
      region.walk([&](Terminator leave) {
        if (getTarget(leave) != op || number >= leave->getNumOperands())
          return;
        std::optional<Key> key = getKey(leave->getOperand(number));
        differ |= key && common && *key != *common;
        common = key ? key : common;
      });
    return differ ? std::nullopt : common;
  }

  /// Returns the loop, or for a yield the branch, that a terminator leaves.
  static Operation *getTarget(Operation *terminator) {
    if (isa<YieldOp>(terminator))
      return terminator->getParentOp();
    Operation *op = terminator->getParentOp();
    while (op && !isa<ForOp, LoopOp>(op))
      op = op->getParentOp();
    return op;
  }

  //===--------------------------------------------------------------------===//
  // Descriptions
  //===--------------------------------------------------------------------===//

  void create(const Found &each) {
    OpBuilder builder(kernel.getContext());
    builder.setInsertionPointAfterValue(each.value);
    auto variable = debuginfo::LocalVariableAttr::get(
        kernel.getContext(), each.key.second, each.key.first,
        firstLines.lookup(each.key), /*arg=*/0);
    debuginfo::ValueOp::create(
        builder, Location(each.loc), debuginfo::Kind::Value, each.value,
        variable, /*expression=*/LLVM::DIExpressionAttr(),
        /*layout=*/StringAttr(),
        debuginfo::ValueType::get(kernel.getContext(), each.value.getType()));
  }

  EntryOp kernel;
  Sources &sources;
  SmallVector<Found> found;
  DenseMap<Key, unsigned> firstLines;
  /// The last position of each function, including inlined ones.
  llvm::MapVector<DISubprogramAttr, FileLineColLoc> lastPositions;
  DenseMap<Value, Key> keys;
  DenseSet<Value> visited;
};

class DebugInfoDescribeAssignments
    : public tileiras::impl::DebugInfoDescribeAssignmentsBase<
          DebugInfoDescribeAssignments> {
public:
  void runOnOperation() override {
    Sources sources;
    getOperation()->walk([&](EntryOp kernel) {
      if (findSubprogramOf(kernel.getLoc()))
        KernelVariables(kernel, sources).describe();
    });
  }
};

} // namespace
