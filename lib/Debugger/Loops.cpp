//===- Loops.cpp - Dominance and loops of a function ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Loops.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace llvm;

namespace tileiras::dbg {

Loops::Loops(const emu::Function &function) : graph(function) {
  findDominators();
  findLoops();
}

/// Blocks that no path from the entry reaches are dominated by all blocks.
void Loops::findDominators() {
  size_t size = graph.blocks.size();
  dominators.assign(size, BitVector(size, true));
  if (size == 0)
    return;
  dominators[0].reset();
  dominators[0].set(0);
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (size_t block = 0; block < size; ++block)
      for (unsigned next : graph.blocks[block].successors) {
        BitVector through = dominators[block];
        through &= dominators[next];
        through.set(next);
        if (through == dominators[next])
          continue;
        dominators[next] = std::move(through);
        hasChanged = true;
      }
  }
}

/// For each edge back to a block that dominates its source, finds the blocks
/// that reach the source without passing that block.
void Loops::findLoops() {
  std::vector<SmallVector<unsigned, 2>> predecessors(graph.blocks.size());
  for (auto [index, block] : enumerate(graph.blocks))
    for (unsigned next : block.successors)
      predecessors[next].push_back(index);
  for (auto [index, block] : enumerate(graph.blocks))
    for (unsigned header : block.successors) {
      if (!dominators[index].test(header))
        continue;
      BitVector loop(graph.blocks.size());
      loop.set(header);
      SmallVector<unsigned> work = {unsigned(index)};
      while (!work.empty()) {
        unsigned each = work.pop_back_val();
        if (loop.test(each))
          continue;
        loop.set(each);
        append_range(work, predecessors[each]);
      }
      loops.push_back(std::move(loop));
    }
}

bool Loops::isSameIteration(uint32_t earlier, uint32_t later) const {
  unsigned from = graph.blockAt[earlier], to = graph.blockAt[later];
  if (!dominators[to].test(from) || (from == to && later < earlier))
    return false;
  return all_of(loops, [&](const BitVector &loop) {
    return loop.test(from) == loop.test(to);
  });
}

bool Loops::isOutside(uint32_t outer, uint32_t inner,
                      function_ref<bool(uint32_t)> isSuch) const {
  unsigned from = graph.blockAt[outer], to = graph.blockAt[inner];
  auto isAllSuch = [&](const BitVector &loop) {
    return all_of(seq<uint32_t>(0, graph.blockAt.size()), [&](uint32_t pc) {
      return !loop.test(graph.blockAt[pc]) || isSuch(pc);
    });
  };
  return dominators[to].test(from) && any_of(loops, [&](const BitVector &loop) {
           return loop.test(to) && !loop.test(from) &&
                  (!isSuch || isAllSuch(loop));
         });
}

} // namespace tileiras::dbg
