//===- FuzzCompile.cpp - Fuzzes the compiler, from module to PTX ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles bytecode or text to PTX. The input's own hash chooses the target,
// one of each family, and whether it is compiled at -O0 or -O3, so that an
// input is always compiled in the same way and mutations reach all of them. A
// program is compiled, and then the emulator's parser accepts the PTX, or it is
// refused with an error that isn't an internal one.
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "ModuleMutator.h"

#include "tileiras/Emulator/Emulator.h"
#include "tileiras/Pipelines/Compiler.h"

#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/xxhash.h"

using namespace llvm;
using namespace tileiras;

static const char *const targets[] = {"sm_80", "sm_90", "sm_100", "sm_120"};

static CompileRequest makeRequest(StringRef input) {
  CompileRequest request;
  uint64_t hash = xxh3_64bits(input);
  cantFail(request.setTarget(targets[hash % std::size(targets)]));
  request.optLevel = hash / std::size(targets) % 2 ? 3 : 0;
  request.emit = Stage::PTX;
  request.input = input;
  request.inputName = "fuzz";
  request.isText = !input.starts_with("\x7fTileIR");
  return request;
}

/// Requires that a refusal has an error with a message, which isn't an internal
/// error of the compiler.
static void requireExplained(const CompileResult &result) {
  bool explained = false;
  for (const CompileDiagnostic &diagnostic : result.diagnostics) {
    fuzz::require(!diagnostic.message.empty(), "an empty diagnostic");
    fuzz::require(!StringRef(diagnostic.message).contains("internal compiler"),
                  diagnostic.message);
    explained |= diagnostic.severity == CompileDiagnostic::Severity::Error;
  }
  fuzz::require(explained, "refused without an error");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef input(reinterpret_cast<const char *>(data), size);
  fuzz::count("inputs");
  CompileRequest request = makeRequest(input);
  PrettyStackTraceFormat where("compiled for %s at -O%u", request.target->Name,
                               request.optLevel);
  CompileResult result = compile(request);
  if (result.status != CompileStatus::NotTileIR)
    fuzz::count("programs");
  if (result.status != CompileStatus::Success) {
    requireExplained(result);
    return 0;
  }
  fuzz::count("compiled");
  auto module = emu::Module::parse(result.output, "fuzz.ptx");
  fuzz::require(bool(module), "PTX that the emulator does not parse: " +
                                  toString(module.takeError()) + "\n" +
                                  result.output);
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  StringRef input(reinterpret_cast<const char *>(data), size);
  std::string mutated = fuzz::mutateModule(input, seed);
  if (mutated.size() > maxSize)
    return size;
  std::copy(mutated.begin(), mutated.end(), data);
  return mutated.size();
}
