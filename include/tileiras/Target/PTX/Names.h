//===- Names.h - Names of symbols in PTX ------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A host finds a kernel or a global by its name, so the name can't be changed
// on the way to the cubin. Front ends use names from Python, which allows more
// letters than PTX.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_PTX_NAMES_H
#define TILEIRAS_TARGET_PTX_NAMES_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace tileiras {

/// Returns the reason why `name` can't be the name of a symbol that PTX
/// exports, such as a "kernel", and a remedy; empty if it can (PTX ISA,
/// "Identifiers"; LLVM accepts none with a `%`).
std::string refusePtxName(llvm::StringRef what, llvm::StringRef name);

} // namespace tileiras

#endif // TILEIRAS_TARGET_PTX_NAMES_H
