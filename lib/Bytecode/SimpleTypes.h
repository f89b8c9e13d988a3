//===- SimpleTypes.h - Types that are nothing but a tag ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by reader and writer.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_SIMPLETYPES_H
#define TILEIRAS_LIB_BYTECODE_SIMPLETYPES_H

#include "tileiras/Bytecode/BytecodeFormat.h"

#include "mlir/IR/Types.h"

#include <optional>

namespace tileiras {

/// The type of a tag, or null if it has parameters or is unknown.
mlir::Type getSimpleType(mlir::MLIRContext *context, TypeTag tag);

/// The tag of a type, unless it has parameters or is none of Tile IR.
std::optional<TypeTag> getSimpleTag(mlir::Type type);

/// The version that brought a tag, of a type with parameters too.
BytecodeVersion getTypeVersion(TypeTag tag);

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_SIMPLETYPES_H
