//===- Fuzz.h - What fuzz targets share -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fuzz target is libFuzzer's entry function: any bytes in, no crash, no hang,
// bounded memory. Ours also hold the parsers to their word: what is refused is
// refused with an error, and what is accepted means the same after a round
// trip. A target ends the process when one of these does not hold.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_FUZZ_FUZZ_H
#define TILEIRAS_FUZZ_FUZZ_H

#include "llvm/ADT/Twine.h"

#include <cstddef>
#include <cstdint>

/// libFuzzer's entry function, which each target defines. Always 0.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

namespace tileiras::fuzz {

/// Ends the process as a crash does, so that fuzzers keep the input, unless
/// \p property holds.
void require(bool property, const llvm::Twine &what);

} // namespace tileiras::fuzz

#endif // TILEIRAS_FUZZ_FUZZ_H
