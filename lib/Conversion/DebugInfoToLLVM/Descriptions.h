//===- Descriptions.h - debuginfo.value as LLVM's intrinsics ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   debuginfo.value %v, #x : !debuginfo.value<f32>
//
// becomes
//
//   %copy = llvm.call_intrinsic "llvm.nvvm.move.float"(%v) : (f32) -> f32
//   llvm.intr.dbg.value #x = %copy : f32
//
// The copy is opaque: a value that is folded away or never used stays visible
// in it. LLVM may delete a copy that nothing uses, and debug intrinsics don't
// count; so `llvm.fake.use` uses it at the end of the block, which generates
// no code.
//
// A value of several numbers is described number by number, each as a
// fragment of the variable.
//
// For LLVM, the location of a variable in a register ends with the block. Where
// the same description reaches a block on all paths, it is repeated there.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_DESCRIPTIONS_H
#define TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_DESCRIPTIONS_H

#include "ScopeConverter.h"

#include "tileiras/Dialect/DebugInfo/IR/DebugInfo.h"

#include "mlir/IR/Builders.h"

namespace tileiras {

/// A described number, or the memory that holds the variable.
struct DescribedPiece {
  mlir::Value value; // the copy
  mlir::LLVM::DIExpressionAttr expression;
};

/// The result of lowering a debuginfo.value.
struct Description {
  mlir::debuginfo::LocalVariableAttr source;
  mlir::LLVM::DILocalVariableAttr variable;
  mlir::Block *block;
  mlir::Location loc;
  llvm::SmallVector<DescribedPiece> pieces;
  /// Whether it holds wherever the variable is in scope.
  bool isDeclaration;
};

/// Replaces the descriptions of one function.
class DescriptionTranslator {
public:
  explicit DescriptionTranslator(ScopeConverter &scopes) : scopes(scopes) {}

  /// Fails with a diagnostic at the operation, which is then left.
  llvm::LogicalResult translate(mlir::debuginfo::ValueOp op,
                                mlir::cuda_tile::DISubprogramAttr subprogram);

  /// Called after all of a function: repeats descriptions in further blocks,
  /// and keeps copies alive.
  void finish(mlir::Region &body);

private:
  ScopeConverter &scopes;
  llvm::SmallVector<Description> descriptions;
};

} // namespace tileiras

#endif // TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_DESCRIPTIONS_H
