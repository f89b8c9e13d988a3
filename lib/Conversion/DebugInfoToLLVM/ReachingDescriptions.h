//===- ReachingDescriptions.h - Debug values at block entries ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_REACHINGDESCRIPTIONS_H
#define TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_REACHINGDESCRIPTIONS_H

#include "Descriptions.h"

#include "llvm/ADT/MapVector.h"

namespace tileiras {

/// The description of a variable that holds at the beginning of a block: the
/// one that is last on all paths to it. There is none if paths have different
/// ones, or if no operation of the block is in the variable's scope.
class ReachingDescriptions {
public:
  ReachingDescriptions(mlir::Region &body,
                       llvm::ArrayRef<Description> descriptions);

  llvm::SmallVector<const Description *> getAtBegin(mlir::Block *block) const;

private:
  /// Maps a variable to its description; null where paths have different ones.
  using State =
      llvm::MapVector<mlir::debuginfo::LocalVariableAttr, const Description *>;

  /// Returns none while no predecessor is known to be reached.
  std::optional<State> meetOfPredecessors(mlir::Block *block) const;
  State getAtEnd(mlir::Block *block) const;

  llvm::DenseMap<mlir::Block *, llvm::SmallVector<const Description *>>
      descriptionsIn;
  /// The states of blocks that are known to be reached.
  llvm::DenseMap<mlir::Block *, State> atBegin;
  llvm::DenseMap<mlir::Block *, llvm::DenseSet<mlir::Attribute>> scopes;
};

} // namespace tileiras

#endif // TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_REACHINGDESCRIPTIONS_H
