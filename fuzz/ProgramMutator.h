//===- ProgramMutator.h - Mutates PTX by its grammar ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes statements of the last kernel of a PTX text: instructions are made
// from the emulator's own table with registers of the right width, or of a
// wider one, ranges of statements get a loop or a condition, and idioms of
// several instructions are inserted: barriers, asynchronous copies, mbarriers,
// atomics, MMAs, calls of vprintf. A change after which the text doesn't parse
// is undone, so that nearly all results reach execution.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_FUZZ_PROGRAMMUTATOR_H
#define TILEIRAS_FUZZ_PROGRAMMUTATOR_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace tileiras::fuzz {

/// \p text with a few changes; a text that doesn't parse is replaced by a
/// kernel that does. The same seed gives the same result.
std::string mutateProgram(llvm::StringRef text, uint64_t seed);

/// \p first with some statements of \p second.
std::string crossPrograms(llvm::StringRef first, llvm::StringRef second,
                          uint64_t seed);

} // namespace tileiras::fuzz

#endif // TILEIRAS_FUZZ_PROGRAMMUTATOR_H
