//===- SimpleTypes.h - Types that consist of a tag only ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Maps types without parameters to their tags and back. Reader and writer share
// these tables.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_SIMPLETYPES_H
#define TILEIRAS_LIB_BYTECODE_SIMPLETYPES_H

#include "tileiras/Bytecode/BytecodeFormat.h"

#include "mlir/IR/Types.h"

#include <optional>

namespace tileiras {

/// Returns the type of a tag, or null if it has parameters or is unknown.
mlir::Type getSimpleType(mlir::MLIRContext *context, TypeTag tag);

/// Returns the tag of a type, unless it has parameters or isn't a type of Tile
/// IR.
std::optional<TypeTag> getSimpleTag(mlir::Type type);

/// Returns the version that introduced a tag, even of a type with parameters.
BytecodeVersion getTypeVersion(TypeTag tag);

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_SIMPLETYPES_H
