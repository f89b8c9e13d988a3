//===- TensorMapNote.h - Sources of a kernel's tensor maps ------*- C++ -*-===//
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

/// Creates a note, if `func` is a kernel that has tensor maps as arguments: a
/// variable of the module, created where `builder` inserts, that says which
/// arrays they are built from (docs/Guides/Tools.md, "Tensor maps").
void createTensorMapNote(mlir::OpBuilder &builder,
                         mlir::nv_tileaa::FuncOp func);

} // namespace tileiras::func_to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEFUNCTOLLVM_TENSORMAPNOTE_H
