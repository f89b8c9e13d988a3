//===- MmaSharedOperands.h - Operands that MMAs read from SMEM --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all products have in common whose operands come from shared memory,
// whoever makes them: warpgroups (WgmmaSelection.h), or a thread in tensor
// memory (Tcgen05Selection.h).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_MMASHAREDOPERANDS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_MMASHAREDOPERANDS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

namespace tileiras {

/// A product whose operands come from shared memory.
struct BufferProduct {
  mlir::nv_tileas::AtomAttr atom;
  LinearLayout accumulator;
  bool aInRegisters;
  /// How threads hold B to bring it to its buffer; none where it goes there as
  /// it is.
  std::optional<LinearLayout> b;
};

/// The instruction of this completion for the types of a product; null where
/// there is none.
const AtomInfo *findBufferAtom(mlir::nv_tileas::DotOp dot,
                               atoms::Completion completion,
                               const TargetInfo &target);

/// Whether the unit reads an operand from shared memory: contiguous along K, or
/// as it comes, where the unit takes these elements so.
bool readsShared(const AtomInfo &atom, mlir::Value operand, unsigned kDim);

/// How threads hold B where they turn it: vectors along K. None where they
/// don't.
std::optional<LinearLayout> planTurn(mlir::nv_tileas::DotOp dot,
                                     const AtomInfo &atom, int64_t numWarps);

/// Whether a thread has room for its part of the sums, and for others.
bool fitRegisters(mlir::nv_tileas::DotOp dot, int64_t numWarps,
                  const TargetInfo &target);

/// All operands of the products of a loop, and of what is around it, have to be
/// in shared memory at the same time.
class MmaSharedOperands {
public:
  bool fitSharedMemory(mlir::nv_tileas::DotOp dot, const TargetInfo &target);

private:
  int64_t getBytes(mlir::Block *block);

  /// What the operands of a block's products take.
  llvm::DenseMap<mlir::Block *, int64_t> bytes;
};

/// A remark that says why `what` does not make a product.
void refuseProduct(mlir::nv_tileas::DotOp dot, llvm::StringRef name,
                   llvm::StringRef what, llvm::StringRef why);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_MMASHAREDOPERANDS_H
