//===- VerifyLayouts.h - Check the contract of layouts ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYLAYOUTS_H
#define TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYLAYOUTS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tileiras {

/// The progress of layout assignment.
enum class LayoutState {
  Partial,  ///< Some tensors have no layout yet.
  Complete, ///< Every tensor has one.
};

/// Checks the contract of LayoutRules.h, operation by operation, in a function
/// of nv_tileas whose boundary may have been converted already. Passes call it
/// first: their input may come from text. In a function that is no kernel the
/// layouts only have to agree on the number of warps.
llvm::LogicalResult verifyLayouts(mlir::FunctionOpInterface func,
                                  LayoutState state);

/// Returns the target of a function in which every tensor has a valid layout;
/// null after a diagnostic.
const TargetInfo *getVerifiedTarget(mlir::FunctionOpInterface func);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYLAYOUTS_H
