//===- DebugInfo.h - Variables of a PTX module ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the sections .debug_info, .debug_abbrev, .debug_loc and .debug_str of a
// PTX text, in the versions 2 to 4 of DWARF that PTX has. There, a register is
// a number whose bytes are its name, the first letter highest: %r1 is 0x257231.
// Code addresses are labels; here they are instructions of a function of the
// emulator.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DEBUGGER_DEBUGINFO_H
#define TILEIRAS_DEBUGGER_DEBUGINFO_H

#include "tileiras/Debugger/TileLayout.h"
#include "tileiras/Emulator/Program/Program.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace tileiras::dbg {

struct Type;

struct Member {
  std::string name;
  const Type *type;
  uint64_t offset; // in bytes
};

/// The type of a value. Typedefs are resolved: a tile is an array whose name is
/// the tile's.
struct Type {
  enum Kind { Unknown, Number, Pointer, Array, Structure } kind = Unknown;
  std::string name;
  uint64_t bytes = 0;
  unsigned encoding = 0;         // Number: DW_ATE_…
  const Type *element = nullptr; // Array, Pointer (null: unknown)
  uint64_t count = 0;            // Array: elements of one thread
  std::vector<Member> members;   // Structure
  /// Array: the layout of the tile that threads share; without a layout it is a
  /// separate array of each thread.
  std::optional<TileLayout> layout;
  llvm::SmallVector<uint64_t, 4> shape;

  bool isTile() const { return layout.has_value(); }
  /// The number of scalars and pointers in total.
  uint64_t countElements() const;
};

/// Some bytes of a variable: in a register, known, or optimised out.
struct Piece {
  enum Kind { Missing, InRegister, Known } kind = Missing;
  uint64_t bytes = 0;
  emu::Register reg;
  uint64_t value = 0;
};

/// Instructions of a function, from \p begin up to, but without, \p end.
struct CodeRange {
  const emu::Function *function = nullptr;
  uint32_t begin = 0, end = 0;

  bool contains(const emu::Function &other, uint32_t pc) const {
    return function == &other && begin <= pc && pc < end;
  }
  bool operator==(const CodeRange &) const = default;
};

/// Entries of one name, scope and line are one variable: if the compiler
/// changes the layout of a tile, it makes another entry.
struct Variable {
  std::string name;
  const Type *type = nullptr; // the type of the first entry
  bool isParameter = false;
  unsigned line = 0;  // line of the declaration; 0: unknown
  unsigned depth = 0; // scope depth: inner scopes hide outer ones
  CodeRange scope;
  struct Location {
    CodeRange code;
    const Type *type;
    std::vector<Piece> pieces;
  };
  std::vector<Location> locations;

  /// Returns the location of its value before instruction \p pc; null if it has
  /// none.
  const Location *findLocation(const emu::Function &function,
                               uint32_t pc) const;
};

class DebugInfo {
public:
  /// Has no variables if the text has no such sections. Fails if they aren't
  /// valid DWARF.
  static llvm::Expected<DebugInfo> read(llvm::StringRef ptx,
                                        const emu::Program &program);

  /// Returns the variables in whose scope the instruction is, inner scopes
  /// first, without those that are hidden by inner ones of the same name.
  std::vector<const Variable *> getVisible(const emu::Function &function,
                                           uint32_t pc) const;
  /// Returns the name of an inlined function, by its label.
  llvm::StringRef getCallee(llvm::StringRef label) const {
    auto found = callees.find(label);
    return found == callees.end() ? llvm::StringRef()
                                  : llvm::StringRef(found->second);
  }
  bool hasVariables() const { return !variables.empty(); }

private:
  friend class DwarfReader;
  std::vector<Variable> variables;
  std::vector<std::unique_ptr<Type>> types;
  llvm::StringMap<std::string> callees;
};

} // namespace tileiras::dbg

#endif // TILEIRAS_DEBUGGER_DEBUGINFO_H
