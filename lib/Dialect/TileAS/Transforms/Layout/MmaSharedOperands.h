//===- MmaSharedOperands.h - Operands that MMAs read from SMEM --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The common part of wgmma (WgmmaSelection.h) and tcgen05.mma
// (Tcgen05Selection.h): both read operands from shared memory, which must fit
// there and be contiguous as the instruction requires.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_MMASHAREDOPERANDS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_MMASHAREDOPERANDS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

namespace tileiras {

/// The plan of an MMA whose operands come from shared memory.
struct SharedOperandMma {
  mlir::nv_tileas::AtomAttr atom;
  LinearLayout accumulator;
  bool aInRegisters;
  /// The layout in which threads hold B to bring it to its buffer; none where
  /// it goes there unchanged.
  std::optional<LinearLayout> b;
};

/// Returns the instruction with this completion for the types of a dot; null
/// where there is none.
const AtomInfo *findBufferAtom(mlir::nv_tileas::DotOp dot,
                               atoms::Completion completion,
                               const TargetInfo &target);

/// Returns why no instruction with this completion has the shape of a dot, with
/// the numbers; empty if one has it, or if none has its types.
std::string findShapeReason(mlir::nv_tileas::DotOp dot,
                            atoms::Completion completion,
                            const TargetInfo &target, int64_t numWarps);

/// Returns whether the unit reads an operand from shared memory: contiguous
/// along K, or along the other dimension, where the unit accepts these elements
/// so.
bool readsShared(const AtomInfo &atom, mlir::Value operand, unsigned kDim);

/// Returns the layout in which threads hold B to transpose it: vectors along K.
/// None where they don't.
std::optional<LinearLayout> planTranspose(mlir::nv_tileas::DotOp dot,
                                          const AtomInfo &atom,
                                          int64_t numWarps);

/// Returns whether a thread has registers for its part of the accumulator, and
/// for other values.
bool fitRegisters(mlir::nv_tileas::DotOp dot, int64_t numWarps,
                  const TargetInfo &target);

/// Emits a remark with the reason why a dot uses `fallback`.
void reportRejection(mlir::nv_tileas::DotOp dot, llvm::StringRef name,
                     llvm::StringRef fallback, llvm::StringRef reason);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_MMASHAREDOPERANDS_H
