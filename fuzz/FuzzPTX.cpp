//===- FuzzPTX.cpp - Fuzzes the emulator's parser of PTX ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"

#include "tileiras/Emulator/Emulator.h"

using namespace tileiras;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  llvm::StringRef text(reinterpret_cast<const char *>(data), size);
  auto module = emu::Module::parse(text, "fuzz.ptx");
  if (module)
    return 0;
  std::string message = llvm::toString(module.takeError());
  fuzz::require(llvm::StringRef(message).starts_with("fuzz.ptx:"),
                "refused without a place: " + message);
  return 0;
}
