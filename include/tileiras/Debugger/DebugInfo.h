//===- DebugInfo.h - Variables of a PTX module ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the sections .debug_info, .debug_abbrev, .debug_loc and .debug_str of a
// PTX text say, in the versions 2 to 4 of DWARF that PTX has. A register is a
// number there whose bytes are its name, the first letter highest: %r1 is
// 0x257231. Places of code are labels; here they are instructions of a
// function of the emulator's.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DEBUGGER_DEBUGINFO_H
#define TILEIRAS_DEBUGGER_DEBUGINFO_H

#include "tileiras/Debugger/TileLayout.h"
#include "tileiras/Emulator/Program.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace tileiras::dbg {

struct Type;

struct Member {
  std::string name;
  const Type *type;
  uint64_t offset; // bytes
};

/// What a value is. Typedefs are resolved: a tile is an array whose name is the
/// tile's.
struct Type {
  enum Kind { Unknown, Number, Pointer, Array, Structure } kind = Unknown;
  std::string name;
  uint64_t bytes = 0;
  unsigned encoding = 0;         // Number: DW_ATE_…
  const Type *element = nullptr; // Array, Pointer (null: unknown)
  uint64_t count = 0;            // Array: what one thread holds
  std::vector<Member> members;   // Structure
  /// Array: of the tile that threads share; without a layout it is an array of
  /// each thread's own.
  std::optional<TileLayout> layout;
  llvm::SmallVector<uint64_t, 4> shape;

  bool isTile() const { return layout.has_value(); }
  /// Numbers and pointers in all.
  uint64_t countElements() const;
};

/// Some bytes of a variable: in a register, known, or nowhere.
struct Piece {
  enum Kind { Missing, InRegister, Known } kind = Missing;
  uint64_t bytes = 0;
  emu::Register reg;
  uint64_t value = 0;
};

/// Instructions of a function, from \p begin to before \p end.
struct CodeRange {
  const emu::Function *function = nullptr;
  uint32_t begin = 0, end = 0;

  bool contains(const emu::Function &other, uint32_t pc) const {
    return function == &other && begin <= pc && pc < end;
  }
  bool operator==(const CodeRange &) const = default;
};

/// Entries of one name, scope and line are one variable: where the compiler
/// lays out a tile otherwise, it makes another entry.
struct Variable {
  std::string name;
  const Type *type = nullptr; // that of the first entry
  bool isParameter = false;
  unsigned line = 0;  // where it is declared; 0: unknown
  unsigned depth = 0; // of the scope: inner scopes hide outer ones
  CodeRange scope;
  struct Place {
    CodeRange code;
    const Type *type;
    std::vector<Piece> pieces;
  };
  std::vector<Place> places;

  /// Where its value is before instruction \p pc; null where it has none.
  const Place *findPlace(const emu::Function &function, uint32_t pc) const;
};

class DebugInfo {
public:
  /// Without variables where the text has no such sections. Fails where they
  /// are not as DWARF wants them.
  static llvm::Expected<DebugInfo> read(llvm::StringRef ptx,
                                        const emu::Program &program);

  /// Those in whose scope the instruction is, inner scopes first, and without
  /// those that inner ones of the same name hide.
  std::vector<const Variable *> getVisible(const emu::Function &function,
                                           uint32_t pc) const;
  /// The name of a function that is inlined, by the label of it.
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
