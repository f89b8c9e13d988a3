//===- Program.h - A parsed PTX module --------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parser's output, which the machine loads: variables, functions with their
// decoded instructions, and the pool of constants that the instructions read.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PROGRAM_PROGRAM_H
#define TILEIRAS_EMULATOR_PROGRAM_PROGRAM_H

#include "tileiras/Emulator/ISA/Instruction.h"
#include "tileiras/Emulator/Program/RegisterTable.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/MathExtras.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tileiras::emu {

/// An address stored in an initialiser.
struct Relocation {
  uint64_t offset;    // in the variable
  unsigned bytes;     // 4 or 8
  std::string symbol; // a variable or function
  int64_t addend;
  bool generic; // generic(symbol) rather than symbol
};

/// A variable of module or function scope.
struct Variable {
  std::string name;
  Space space = Space::Global;
  uint64_t size = 0; // 0: extern .shared, sized by the launch
  uint64_t align = 1;
  uint64_t offset = 0;        // within its space: .shared, .local, .param
  std::vector<uint8_t> bytes; // initial value; shorter than size: zeros follow
  std::vector<Relocation> relocations;
};

struct Param {
  std::string name;
  Type type = Type::B8;
  uint64_t size = 0;
  uint64_t align = 1;
  uint64_t offset = 0;
  bool isArray = false;
};

struct Location {
  uint32_t file = 0, line = 0, column = 0;
  /// For inlined code, the location of the call (an index into the function's
  /// locations) and the label of the callee's name in .debug_str.
  std::optional<uint32_t> inlinedAt;
  std::string callee;
};

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
  /// Returns the largest number if 64 bits don't hold the product.
  uint64_t count() const {
    return llvm::SaturatingMultiply(uint64_t(x) * y, uint64_t(z));
  }
  bool operator==(const Dim3 &) const = default;
};

struct Function;

/// One call, and the copies of its arguments to the callee's frame and of its
/// results back.
struct CallSite {
  struct Copy {
    uint64_t offset, size; // in the caller's frame
  };
  std::string calleeName;           // empty: through a register
  const Function *callee = nullptr; // null: a runtime function or a register
  std::vector<Copy> arguments, results;
};

struct Function {
  std::string name;
  bool isKernel = false;
  bool hasBody = false;
  std::vector<Param> params, results;
  uint64_t paramBytes = 0; // kernel: launch parameters
  uint64_t frameBytes = 0; // per lane: call parameters in both directions
  uint64_t localBytes = 0; // per lane
  uint32_t registerUnits = 0;
  uint32_t predicates = 0;
  std::optional<Dim3> requiredBlock;        // .reqntid
  std::optional<Dim3> maximumBlock;         // .maxntid
  std::optional<Dim3> requiredCluster;      // .reqnctapercluster
  std::optional<uint32_t> maximumCluster;   // .maxclusterrank
  std::optional<uint32_t> maximumRegisters; // .maxnreg
  std::optional<uint32_t> minimumCtas;      // .minnctapersm
  bool explicitCluster = false;             // .explicitcluster
  bool blocksAreClusters = false; // .blocksareclusters: the grid counts those
  std::vector<Instruction> code;
  std::vector<Location> locations;
  std::vector<CallSite> callSites;
  std::vector<std::vector<uint32_t>> branchTables;
  /// Slots that hold addresses of .local variables, set when a frame is made.
  std::vector<std::pair<Slot, uint64_t>> localAddresses;
  uint32_t line = 0;
  /// For debuggers: labels and registers of the outermost block.
  llvm::StringMap<uint32_t> labels;
  RegisterTable registers;
};

/// A value that is the same in every lane: an immediate or a variable's
/// address.
struct Constant {
  uint64_t low = 0, high = 0;
  unsigned bytes = 4;
  std::string symbol; // low is then an addend
  auto key() const { return std::tuple(symbol, bytes, low, high); }
};

/// The contents of one PTX text.
struct Program {
  std::string name;
  std::string target;
  unsigned versionMajor = 0, versionMinor = 0;
  std::map<uint32_t, std::string> files; // .file
  std::deque<Variable> variables;        // .global, .const, .shared
  llvm::StringMap<Variable *> variableByName;
  std::deque<Function> functions;
  llvm::StringMap<Function *> functionByName;
  std::vector<Constant> constants;
  uint32_t constantUnits = 0;
  std::vector<uint32_t> constantPositions; // unit of each constant
  uint64_t declaredBytes = 0;              // of .global and .const
  uint64_t declaredShared = 0;             // without alignment
  uint64_t staticShared = 0;               // bytes, before extern .shared
  uint64_t sharedAlign = 16;
  llvm::BumpPtrAllocator slots; // operands of all instructions
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PROGRAM_PROGRAM_H
