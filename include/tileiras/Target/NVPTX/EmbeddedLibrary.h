//===- EmbeddedLibrary.h - The device library of the build ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_NVPTX_EMBEDDEDLIBRARY_H
#define TILEIRAS_TARGET_NVPTX_EMBEDDEDLIBRARY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace tileiras {

/// The name of libclc in place of the path of a device library.
inline constexpr llvm::StringLiteral kEmbeddedLibrary = "libclc";

/// Returns libclc's bitcode for nvptx64 inside this program; empty if the build
/// was configured without it.
llvm::ArrayRef<char> embeddedLibrary();

} // namespace tileiras

#endif // TILEIRAS_TARGET_NVPTX_EMBEDDEDLIBRARY_H
