//===- DescribableTypes.h - What a description can be of --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_LIB_DIALECT_DEBUGINFO_TRANSFORMS_DESCRIBABLETYPES_H
#define TILEIRAS_LIB_DIALECT_DEBUGINFO_TRANSFORMS_DESCRIBABLETYPES_H

#include "mlir/IR/Types.h"

namespace tileiras {

/// Whether the translation to LLVM can describe values of this type: tiles and
/// views of numbers that registers hold by the byte, and pointers.
bool isDescribable(mlir::Type type);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_DEBUGINFO_TRANSFORMS_DESCRIBABLETYPES_H
