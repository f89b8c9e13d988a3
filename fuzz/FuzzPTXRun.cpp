//===- FuzzPTXRun.cpp - Fuzzes the execution of PTX -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs each kernel of a module with all checks under several schedules, with
// bounded steps and memory. A kernel may do anything: the emulator ends it with
// an error that has a location, or it runs to its end. A kernel that passes the
// checks does the same without checks, where accesses take another path through
// the emulator.
//
//===----------------------------------------------------------------------===//

#include "Fuzz.h"
#include "ProgramMutator.h"

#include "tileiras/Emulator/Emulator.h"

using namespace llvm;
using namespace tileiras;

namespace {

/// The memory that a pointer parameter points to.
constexpr uint64_t BufferBytes = 4096;

/// One launch of one kernel on its own memory.
class Run {
public:
  Run(const emu::Module &module, const emu::Function &kernel)
      : module(module), kernel(kernel) {
    machine.setOutput(nulls());
    makeParameters();
  }

  /// The error, empty after a launch to the end.
  std::string launch(StringRef schedule, emu::CheckSet checks) {
    emu::LaunchConfig config;
    config.block = kernel.requiredBlock.value_or(emu::Dim3{48});
    config.cluster = kernel.requiredCluster;
    config.grid = config.cluster.value_or(emu::Dim3{2});
    config.dynamicShared = 1024;
    config.schedule = cantFail(emu::Schedule::parse(schedule));
    config.checks = checks;
    config.maxInstructions = 1500;
    config.maxResidentBytes = uint64_t(1) << 26;
    Error error =
        machine.launch(module, kernel.name, config, parameters, &counters);
    return describe(std::move(error));
  }

  /// All memory that was passed to the kernel.
  std::vector<uint8_t> memory() {
    std::vector<uint8_t> bytes(buffers.size() * BufferBytes);
    for (size_t n = 0; n < buffers.size(); ++n)
      cantFail(machine.copyOut(buffers[n], MutableArrayRef(bytes).slice(
                                               n * BufferBytes, BufferBytes)));
    return bytes;
  }

  emu::Counters counters;

private:
  /// Eight bytes are passed a pointer, everything else a small number.
  void makeParameters() {
    parameters.resize(kernel.paramBytes);
    for (const emu::Param &param : kernel.params) {
      for (uint64_t at = 0; at < param.size; at += 4)
        parameters[param.offset + at] = 16;
      if (param.size != 8)
        continue;
      uint64_t address = makeBuffer(param.name);
      std::memcpy(&parameters[param.offset], &address, 8);
    }
  }

  uint64_t makeBuffer(StringRef name) {
    std::vector<uint8_t> bytes(BufferBytes);
    for (size_t at = 0; at < BufferBytes; ++at)
      bytes[at] = at % 8 ? at * 7 >> 3 & 0x41 : at >> 3;
    buffers.push_back(machine.allocate(BufferBytes, name));
    cantFail(machine.copyIn(buffers.back(), bytes));
    return buffers.back();
  }

  static std::string describe(Error error) {
    std::string message;
    handleAllErrors(
        std::move(error),
        [&](const emu::KernelError &fault) {
          fuzz::require(fault.ptxLine != 0 && !fault.message.empty(),
                        "fault without a place: " + fault.message);
          message = fault.message;
        },
        [&](const ErrorInfoBase &other) {
          message = other.message();
          fuzz::require(!message.empty(), "launch refused without a reason");
        });
    return message;
  }

  const emu::Module &module;
  const emu::Function &kernel;
  emu::Machine machine;
  std::vector<uint8_t> parameters;
  std::vector<uint64_t> buffers;
};

void runKernel(const emu::Module &module, const emu::Function &kernel) {
  Run checked(module, kernel);
  std::string error = checked.launch("inorder", emu::CheckSet());
  if (checked.counters.warpInstructions)
    fuzz::count("ran");
  fuzz::count(error.empty() ? "ran to the end" : "ran into a fault");
  for (StringRef schedule : {"adversarial", "random:1"})
    Run(module, kernel).launch(schedule, emu::CheckSet());
  if (!error.empty())
    return;
  Run unwatched(module, kernel);
  std::string other = unwatched.launch("inorder", emu::CheckSet::none());
  fuzz::require(other.empty(), "only fails when nobody watches: " + other);
  fuzz::require(checked.memory() == unwatched.memory(),
                "other results when nobody watches");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text(reinterpret_cast<const char *>(data), size);
  fuzz::count("inputs");
  auto module = emu::Module::parse(text, "fuzz.ptx");
  if (!module) {
    consumeError(module.takeError());
    return 0;
  }
  fuzz::count("parsed");
  for (const emu::Function &function : (*module)->program().functions)
    if (function.isKernel && function.hasBody)
      runKernel(**module, function);
  return 0;
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size,
                                          size_t maxSize, unsigned seed) {
  StringRef text(reinterpret_cast<const char *>(data), size);
  std::string mutated = fuzz::mutateProgram(text, seed);
  if (mutated.size() > maxSize)
    return size;
  std::copy(mutated.begin(), mutated.end(), data);
  return mutated.size();
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *data1, size_t size1,
                                            const uint8_t *data2, size_t size2,
                                            uint8_t *out, size_t maxOutSize,
                                            unsigned seed) {
  StringRef first(reinterpret_cast<const char *>(data1), size1);
  StringRef second(reinterpret_cast<const char *>(data2), size2);
  std::string mixed = fuzz::crossPrograms(first, second, seed);
  if (mixed.size() > maxOutSize)
    return 0;
  std::copy(mixed.begin(), mixed.end(), out);
  return mixed.size();
}
