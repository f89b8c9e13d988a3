//===- Names.h - What PTX lets symbols be called ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A host finds a kernel or a global by its name, so the name can't be changed
// on the way to the cubin. Front ends take names from Python, which knows more
// letters than PTX.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_PTX_NAMES_H
#define TILEIRAS_TARGET_PTX_NAMES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace tileiras {

/// Why `name` can't be the name of a symbol that PTX shows to others, such as
/// a "kernel", and what helps; empty if it can (PTX ISA, "Identifiers"; LLVM
/// takes none with a `%`).
std::string refusePtxName(llvm::StringRef what, llvm::StringRef name);

} // namespace tileiras

#endif // TILEIRAS_TARGET_PTX_NAMES_H
