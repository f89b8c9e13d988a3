//===- Runtime.h - Functions of the CUDA runtime ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_SEMANTICS_RUNTIME_H
#define TILEIRAS_EMULATOR_SEMANTICS_RUNTIME_H

#include "tileiras/Emulator/Machine/Warp.h"

namespace tileiras::emu {

/// A function whose body is not PTX: vprintf, __assertfail, malloc, free.
using RuntimeFunction = Flow (*)(Warp &, const CallSite &);
RuntimeFunction findRuntimeFunction(llvm::StringRef name);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_RUNTIME_H
