//===- TensorMapNote.h - What tensor maps of a kernel are made of -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEFUNCTOLLVM_TENSORMAPNOTE_H
#define TILEIRAS_LIB_CONVERSION_TILEFUNCTOLLVM_TENSORMAPNOTE_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras::func_to_llvm {

/// Where `func` is a kernel that takes tensor maps: a variable of the module,
/// created where `builder` inserts, that says what they are made of
/// (docs/Guides/Tools.md, "Tensor maps").
void createTensorMapNote(mlir::OpBuilder &builder,
                         mlir::nv_tileaa::FuncOp func);

} // namespace tileiras::func_to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEFUNCTOLLVM_TENSORMAPNOTE_H
