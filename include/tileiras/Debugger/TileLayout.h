//===- TileLayout.h - The elements of a tile that a thread holds ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DWARF describes the elements that one thread holds. The name of a type tells
// which elements of the tile those are:
//
//   {register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]], warp=[[8,0]]}
//
// The coordinate of an element is the XOR of the bases of the bits that are set
// in the indices of its register (its index in the array), its lane and its
// warp; a bit without a basis counts nothing.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DEBUGGER_TILELAYOUT_H
#define TILEIRAS_DEBUGGER_TILELAYOUT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>
#include <optional>

namespace tileiras::dbg {

using Coordinate = llvm::SmallVector<uint64_t, 4>;

class TileLayout {
public:
  /// Returns nullopt if \p text isn't a layout of registers, lanes and warps.
  static std::optional<TileLayout> parse(llvm::StringRef text);

  /// Returns the coordinate of this element in a tile of \p rank dimensions.
  Coordinate apply(unsigned rank, uint64_t reg, uint64_t lane,
                   uint64_t warp) const;
  /// The number of warps that share one tile; further ones repeat it.
  uint64_t getNumWarps() const { return uint64_t(1) << bases[Warp].size(); }

private:
  enum { Register, Lane, Warp, NumInputs };
  std::array<llvm::SmallVector<Coordinate>, NumInputs> bases;
};

} // namespace tileiras::dbg

#endif // TILEIRAS_DEBUGGER_TILELAYOUT_H
