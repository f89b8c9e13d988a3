//===- CubinPtx.h - The PTX that a cubin carries ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cubin is an ELF file. ptxas keeps its input in section .nv_debug_ptx_txt
// when it is told to keep line info. The file is not trusted.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_SUPPORT_CUBINPTX_H
#define TILEIRAS_SUPPORT_CUBINPTX_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace tileiras {

/// Returns whether \p bytes begin as an ELF file does.
bool looksLikeCubin(llvm::StringRef bytes);

/// Returns the PTX in \p cubin.
llvm::Expected<std::string> ptxOfCubin(llvm::StringRef cubin);

/// Returns the bytes of a cubin in memory whose size is unknown. Assemblers
/// write the tables of sections and segments last, so the cubin ends with the
/// later one. At least the first 64 bytes must be readable.
llvm::Expected<llvm::StringRef> cubinAt(const char *start);

} // namespace tileiras

#endif // TILEIRAS_SUPPORT_CUBINPTX_H
