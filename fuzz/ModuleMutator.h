//===- ModuleMutator.h - Mutates modules of Tile IR -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes a module so that it mostly still verifies, and nearly all results
// reach the passes of the compiler. There are two kinds of changes:
//
//   of the operations  operands, opcodes, attributes and constants, copies,
//                      removals, ranges of operations moved into a loop or a
//                      branch, hints, names of kernels and globals
//   of the text        an extent of all tiles that have it, an element type,
//                      a number
//
// A change after which the module does not verify is undone.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_FUZZ_MODULEMUTATOR_H
#define TILEIRAS_FUZZ_MODULEMUTATOR_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace tileiras::fuzz {

/// The text of \p input, which is text or bytecode, with a few changes. An
/// input that is no module is replaced by a small one. The same seed gives the
/// same result.
std::string mutateModule(llvm::StringRef input, uint64_t seed);

} // namespace tileiras::fuzz

#endif // TILEIRAS_FUZZ_MODULEMUTATOR_H
