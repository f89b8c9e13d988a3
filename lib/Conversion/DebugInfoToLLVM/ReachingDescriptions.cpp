//===- ReachingDescriptions.cpp - Debug values at block entries -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forward data flow analysis. A variable that is missing in the state of a
// block has no description there; states only lose descriptions, so it
// terminates.
//
//===----------------------------------------------------------------------===//

#include "ReachingDescriptions.h"

using namespace mlir;

namespace tileiras {

/// Collects all scopes around the locations of `loc`, through calls.
static void collectScopes(LocationAttr loc, DenseSet<Attribute> &scopes) {
  if (auto site = dyn_cast_or_null<CallSiteLoc>(loc)) {
    collectScopes(site.getCallee(), scopes);
    collectScopes(site.getCaller(), scopes);
    return;
  }
  auto leaf = dyn_cast_or_null<cuda_tile::DILocAttr>(loc);
  Attribute scope = leaf ? leaf.getScope() : Attribute();
  while (scope && scopes.insert(scope).second) {
    auto block = dyn_cast<cuda_tile::DILexicalBlockAttr>(scope);
    scope = block ? block.getScope() : Attribute();
  }
}

ReachingDescriptions::ReachingDescriptions(Region &body,
                                           ArrayRef<Description> descriptions) {
  if (descriptions.empty())
    return;
  for (const Description &description : descriptions)
    if (!description.isDeclaration)
      descriptionsIn[description.block].push_back(&description);
  for (Block &block : body)
    for (Operation &op : block)
      collectScopes(cuda_tile::findDebugLoc(op.getLoc()), scopes[&block]);

  atBegin[&body.front()] = {};
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    for (Block &block : llvm::drop_begin(body)) {
      std::optional<State> state = meetOfPredecessors(&block);
      if (!state)
        continue;
      auto [known, isNew] = atBegin.try_emplace(&block, *state);
      if (!isNew && llvm::equal(known->second, *state))
        continue;
      known->second = std::move(*state);
      hasChanged = true;
    }
  }
}

ReachingDescriptions::State ReachingDescriptions::getAtEnd(Block *block) const {
  State state = atBegin.lookup(block);
  auto own = descriptionsIn.find(block);
  if (own != descriptionsIn.end())
    for (const Description *description : own->second)
      state[description->source] = description;
  return state;
}

std::optional<ReachingDescriptions::State>
ReachingDescriptions::meetOfPredecessors(Block *block) const {
  std::optional<State> result;
  for (Block *predecessor : block->getPredecessors()) {
    if (!atBegin.count(predecessor))
      continue;
    State state = getAtEnd(predecessor);
    if (!result) {
      result = std::move(state);
      continue;
    }
    result->remove_if([&](const auto &entry) {
      auto other = state.find(entry.first);
      return other == state.end() || other->second != entry.second;
    });
  }
  return result;
}

SmallVector<const Description *>
ReachingDescriptions::getAtBegin(Block *block) const {
  SmallVector<const Description *> result;
  auto state = atBegin.find(block);
  if (state == atBegin.end())
    return result;
  const DenseSet<Attribute> &here = scopes.find(block)->second;
  for (const auto &[variable, description] : state->second)
    if (here.contains(variable.getScope()))
      result.push_back(description);
  return result;
}

} // namespace tileiras
