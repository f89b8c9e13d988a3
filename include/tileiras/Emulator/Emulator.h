//===- Emulator.h - Runs PTX on the CPU -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The emulator's public face: parse a module, give it memory, launch kernels.
//
//   auto module = Module::parse(text, "k.ptx");
//   Machine machine;
//   uint64_t a = machine.allocate(bytes, "a");
//   machine.copyIn(a, data);
//   LaunchConfig config{.grid = {4}, .block = {128}};
//   if (auto error = machine.launch(*module, "k", config, parameterBytes)) …
//
// A kernel's mistake is returned as a KernelError with its location.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_EMULATOR_H
#define TILEIRAS_EMULATOR_EMULATOR_H

#include "tileiras/Emulator/Machine/LaunchConfig.h"
#include "tileiras/Emulator/Parser/ModuleParser.h"
#include "tileiras/Emulator/Program/Program.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <memory>

namespace tileiras::emu {

/// A parsed PTX module. Immutable; one module may run on many machines.
class Module {
public:
  /// \p name is the file's name in messages. A text that isn't PTX gives a
  /// ParseError.
  static llvm::Expected<std::unique_ptr<Module>> parse(llvm::StringRef text,
                                                       llvm::StringRef name);
  /// Returns the kernel called \p name, or the only one if \p name is empty.
  llvm::Expected<const Function *> kernel(llvm::StringRef name) const;
  const Program &program() const { return contents; }

private:
  Program contents;
};

/// Global memory and the modules that are loaded into it. While one thread
/// launches, others may allocate, copy and look up; calls that free memory, and
/// another launch, wait until the first has ended. Nothing else is thread-safe.
class Machine {
public:
  Machine();
  ~Machine();

  /// Allocates \p size bytes at an address aligned to 512. No two allocations
  /// overlap, and the gaps between allocations are unmapped. Contents are zero.
  /// Returns 0 if the host has no memory for it.
  uint64_t allocate(uint64_t size, llvm::StringRef name);
  /// Makes host memory visible to kernels under its own address.
  void mapHost(void *pointer, uint64_t size, llvm::StringRef name);
  /// Lets kernels use any host address (unified addressing): accesses outside
  /// the allocations are then not checked.
  void allowHostPointers(bool allow);
  llvm::Error release(uint64_t address);
  /// Returns whether an allocation or a module's variable contains \p address.
  bool holds(uint64_t address) const;
  llvm::Error copyIn(uint64_t address, llvm::ArrayRef<uint8_t> bytes);
  llvm::Error copyOut(uint64_t address, llvm::MutableArrayRef<uint8_t> bytes);
  /// Sets the stream of vprintf, which is standard output by default.
  void setOutput(llvm::raw_ostream &os);

  /// Runs kernel \p name of \p module to its end. Variables of the module live
  /// in this machine from its first launch or lookup on. A (1,1,1) block on a
  /// kernel with .reqntid runs with that block.
  llvm::Error launch(const Module &module, llvm::StringRef name,
                     const LaunchConfig &config,
                     llvm::ArrayRef<uint8_t> parameters,
                     Counters *counters = nullptr);
  /// Returns the address of a .global or .const variable.
  llvm::Expected<uint64_t> address(const Module &module, llvm::StringRef name);
  /// Forgets \p module and frees its variables. A module that has been launched
  /// or looked into must be unloaded before it is destroyed.
  void unload(const Module &module);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_EMULATOR_H
