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
// A kernel's mistake comes back as a KernelError that says where it happened.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_EMULATOR_H
#define TILEIRAS_EMULATOR_EMULATOR_H

#include "tileiras/Emulator/Checks/CheckSet.h"
#include "tileiras/Emulator/Fault.h"
#include "tileiras/Emulator/Machine/Schedule.h"
#include "tileiras/Emulator/Program.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace tileiras::emu {

/// A PTX text that doesn't parse: "FILE:LINE: message".
class ParseError : public llvm::ErrorInfo<ParseError> {
public:
  static char ID;
  ParseError(std::string file, unsigned line, std::string message)
      : file(std::move(file)), line(line), message(std::move(message)) {}
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

  std::string file;
  unsigned line;
  std::string message;
};

/// What a kernel did wrong, and where. lane is -1 when it is a whole warp's.
class KernelError : public llvm::ErrorInfo<KernelError> {
public:
  static char ID;
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

  FaultKind kind = FaultKind::Other;
  std::string message;
  std::string kernel;
  Dim3 cta{0, 0, 0};
  unsigned warp = 0;
  int lane = -1;
  std::string ptxFile;
  unsigned ptxLine = 0;
  std::string sourceFile; // empty: no .loc
  unsigned sourceLine = 0;
  unsigned sourceColumn = 0;
};

/// A parsed PTX module. Immutable; one module may run on many machines.
class Module {
public:
  /// \p name is the file's name in messages. Garbage gives a ParseError.
  static llvm::Expected<std::unique_ptr<Module>> parse(llvm::StringRef text,
                                                       llvm::StringRef name);
  /// The kernel called \p name, or the only one when \p name is empty.
  llvm::Expected<const Function *> kernel(llvm::StringRef name) const;
  const Program &program() const { return contents; }

private:
  Program contents;
};

/// What a launch did; sums over all warps.
struct Counters {
  uint64_t warpInstructions = 0;
  uint64_t threadInstructions = 0; // lanes that were active
  std::array<uint64_t, unsigned(InstClass::NumClasses)> byClass = {};
  uint64_t globalRequests = 0; // warp instructions that went to memory
  uint64_t globalSectors = 0;  // 32-byte sectors those needed
  uint64_t globalBytes = 0;
  uint64_t sharedRequests = 0;
  uint64_t sharedWavefronts = 0; // passes over the 32 banks
  uint64_t bankConflicts = 0;    // those that words of one bank add
  uint64_t sharedBytes = 0;
  uint64_t multiplyAdds = 0; // of matrix products, zeros of sparse ones too
  uint64_t asyncBytes = 0;   // written by the asynchronous engines
  uint64_t barriers = 0;     // completed CTA barriers
  uint64_t ctas = 0;

  void add(const Counters &other);
  void print(llvm::raw_ostream &os) const;
  void printJson(llvm::raw_ostream &os) const;
};

class Monitor; // Machine/Monitor.h
class Profile; // Profile/Profile.h

struct LaunchConfig {
  Dim3 grid, block;
  /// CTAs per cluster; none: as the kernel says, or clusters of one.
  std::optional<Dim3> cluster;
  uint64_t dynamicShared = 0;
  /// The mistakes to look for beside those that are always found.
  CheckSet checks;
  /// A launch that runs more warp instructions than this fails; 0: no limit.
  uint64_t maxInstructions = 0;
  /// A launch fails in which a host thread runs more warp instructions than
  /// this while no CTA ends and global memory stays as it is. 0: no limit.
  uint64_t maxStalledInstructions = 0;
  /// A launch fails whose clusters hold more bytes of registers, parameters,
  /// local and shared memory at the same time: what deep calls and many warps
  /// multiply.
  uint64_t maxResidentBytes = uint64_t(1) << 32;
  /// What kernels may have taken by `malloc` and not given back: CUDA's default
  /// for cudaLimitMallocHeapSize.
  uint64_t heapBytes = uint64_t(8) << 20;
  /// Products of matrices are summed exactly and rounded once, also where it is
  /// known what the target's tensor cores do.
  bool exactSums = false;
  /// Count sectors and bank conflicts too (slower).
  bool countMemory = false;
  /// Other schedules, and what a monitor or check watches, run on one thread.
  Schedule schedule;
  /// Host threads that run clusters; 0: as many as the host has cores.
  unsigned threads = 1;
  /// Is told what happens, when there is one; outlives the launch.
  Monitor *monitor = nullptr;
  /// Takes what each instruction cost, when there is one (slower).
  Profile *profile = nullptr;
  /// Is told from time to time how many of how many CTAs have ended.
  std::function<void(uint64_t done, uint64_t all)> progress;
  /// Is asked several times a second, by the thread that launches. When it says
  /// true, the launch ends with FaultKind::Stopped.
  std::function<bool()> isStopped;
};

/// Global memory and what is loaded into it. While one thread launches, others
/// may allocate, copy and look up; what takes memory away, and another launch,
/// waits until the first has ended. Otherwise not thread-safe.
class Machine {
public:
  Machine();
  ~Machine();

  /// \p size bytes at an address aligned to 512; never overlaps another, and
  /// what lies between allocations is unmapped. Contents are zero. Address 0:
  /// the host has no memory for it.
  uint64_t allocate(uint64_t size, llvm::StringRef name);
  /// Makes host memory visible to kernels under its own address.
  void mapHost(void *pointer, uint64_t size, llvm::StringRef name);
  /// Lets kernels use any host address (unified addressing): accesses outside
  /// the allocations are then not checked.
  void allowHostPointers(bool allow);
  llvm::Error release(uint64_t address);
  /// Does an allocation or a module's variable lie there?
  bool holds(uint64_t address) const;
  llvm::Error copyIn(uint64_t address, llvm::ArrayRef<uint8_t> bytes);
  llvm::Error copyOut(uint64_t address, llvm::MutableArrayRef<uint8_t> bytes);
  /// Where vprintf writes; standard output by default.
  void setOutput(llvm::raw_ostream &os);

  /// Runs kernel \p name of \p module to its end. Variables of the module live
  /// in this machine from its first launch or lookup on. A (1,1,1) block on a
  /// kernel with .reqntid runs with that block.
  llvm::Error launch(const Module &module, llvm::StringRef name,
                     const LaunchConfig &config,
                     llvm::ArrayRef<uint8_t> parameters,
                     Counters *counters = nullptr);
  /// Address of a .global or .const variable.
  llvm::Expected<uint64_t> address(const Module &module, llvm::StringRef name);
  /// Forgets \p module and gives back its variables; to be called before a
  /// module that has been launched or looked into goes away.
  void unload(const Module &module);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_EMULATOR_H
