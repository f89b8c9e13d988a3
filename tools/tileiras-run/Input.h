//===- Input.h - PTX from a file of any kind --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_RUN_INPUT_H
#define TILEIRAS_RUN_INPUT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace tileiras::run {

/// The PTX in \p path: a .ptx itself; a cubin with .nv_debug_ptx_txt; else what
/// the compiler \p tileiras makes of it for \p gpu with \p deviceLibrary
/// (empty: its default).
llvm::Expected<std::string> readPtx(llvm::StringRef path,
                                    llvm::StringRef tileiras,
                                    llvm::StringRef gpu,
                                    llvm::StringRef deviceLibrary);

} // namespace tileiras::run

#endif // TILEIRAS_RUN_INPUT_H
