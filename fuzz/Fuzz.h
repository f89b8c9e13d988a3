//===- Fuzz.h - What fuzz targets share -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fuzz target is libFuzzer's entry function: any bytes in, no crash, no hang,
// bounded memory. Ours also check the parsers: an input that is refused gives
// an error, and an accepted one means the same after it was printed and parsed
// again. A target ends the process when one of these does not hold.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_FUZZ_FUZZ_H
#define TILEIRAS_FUZZ_FUZZ_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

#include <cstddef>
#include <cstdint>

/// libFuzzer's entry function, which each target defines. It always returns 0.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/// Optional functions of a target: they change \p data in place, and mix two
/// inputs. They return the new size.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed);
extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
                                            const uint8_t *data2, size_t size2,
                                            uint8_t *out, size_t maxOutSize,
                                            unsigned seed);

namespace tileiras::fuzz {

/// Ends the process as a crash does, so that fuzzers keep the input, unless
/// \p property holds.
void require(bool property, const llvm::Twine &what);

/// Counts an input to which \p what has happened.
void count(llvm::StringRef what);
/// "1000 inputs, 990 parsed", in the order in which they were first counted.
void printCounts(llvm::raw_ostream &os);

} // namespace tileiras::fuzz

#endif // TILEIRAS_FUZZ_FUZZ_H
