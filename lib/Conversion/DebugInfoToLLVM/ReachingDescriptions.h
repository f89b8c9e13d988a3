//===- ReachingDescriptions.h - What is described where ---------*- C++ -*-===//
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

/// Which description of a variable holds at the begin of a block: the one that
/// all ways into it come from last. None where they come from several, or where
/// nothing in the block is in the variable's scope.
class ReachingDescriptions {
public:
  ReachingDescriptions(mlir::Region &body,
                       llvm::ArrayRef<Description> descriptions);

  llvm::SmallVector<const Description *> getAtBegin(mlir::Block *block) const;

private:
  /// By variable; null where there are several.
  using State =
      llvm::MapVector<mlir::debuginfo::LocalVariableAttr, const Description *>;

  /// None while no way is known into any of them.
  std::optional<State> meetOfPredecessors(mlir::Block *block) const;
  State getAtEnd(mlir::Block *block) const;

  llvm::DenseMap<mlir::Block *, llvm::SmallVector<const Description *>>
      descriptionsIn;
  /// Of blocks that a way is known into.
  llvm::DenseMap<mlir::Block *, State> atBegin;
  llvm::DenseMap<mlir::Block *, llvm::DenseSet<mlir::Attribute>> scopes;
};

} // namespace tileiras

#endif // TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_REACHINGDESCRIPTIONS_H
