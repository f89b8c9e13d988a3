//===- Instruction.h - One decoded PTX instruction --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parsed once, executed many times: an instruction is a function pointer, its
// modifiers and the slots of its operands. A slot says where the 32 lanes of an
// operand lie, so that registers, immediates, addresses of variables and
// special registers are all read in the same way.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_INSTRUCTION_H
#define TILEIRAS_EMULATOR_INSTRUCTION_H

#include "tileiras/Emulator/Modifiers.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace tileiras::emu {

class Warp;
struct Instruction;

/// What the warp does after an instruction.
enum class Flow : uint8_t {
  Next,    // go on
  Jump,    // the program counter or the set of lanes was changed
  Wait,    // try again when more lanes of the warp have come here
  Blocked, // a barrier will put the lanes back to work
  Fault    // reported; the launch ends
};

using Handler = Flow (*)(Warp &, const Instruction &);

/// Where an operand's lanes are. Storage is counted in units of 32 × 4 bytes;
/// types up to 32 bits take one unit, 64 bits two, 128 bits four. Predicates
/// are 32-bit lane masks in a file of their own.
class Slot {
public:
  enum Base : uint32_t { Frame = 0, Constant = 1, Special = 2, None = 3 };

  constexpr Slot() : bits(uint32_t(None) << 30) {}
  constexpr Slot(Base base, uint32_t unit, unsigned bytes)
      : bits((uint32_t(base) << 30) | (bytes == 8 ? WideBit : 0) |
             (bytes == 16 ? QuadBit : 0) | unit) {}

  constexpr Base base() const { return Base(bits >> 30); }
  constexpr uint32_t unit() const { return bits & UnitMask; }
  constexpr bool exists() const { return base() != None; }
  constexpr bool isWide() const { return bits & WideBit; }
  constexpr bool isQuad() const { return bits & QuadBit; }
  /// Of one lane's register; types narrower than 32 bits are in such as well.
  constexpr unsigned bytes() const { return isQuad() ? 16 : isWide() ? 8 : 4; }
  constexpr bool isNegated() const { return bits & NegateBit; }
  constexpr Slot negated() const {
    Slot slot = *this;
    slot.bits ^= NegateBit;
    return slot;
  }

private:
  static constexpr uint32_t NegateBit = 1u << 29, WideBit = 1u << 28,
                            QuadBit = 1u << 27, UnitMask = (1u << 27) - 1;
  uint32_t bits;
};

/// Classes of instructions for the counters.
enum class InstClass : uint8_t {
  Integer,
  Float,
  Half,
  Double,
  Convert,
  Move,
  Control,
  Load,
  Store,
  Atomic,
  Async,
  Barrier,
  WarpSync,
  Matrix,
  Special,
  NumClasses
};
llvm::StringRef name(InstClass cls);

/// One line of Instructions.def.
struct InstructionInfo {
  const char *words;       // "mul.wide": opcode and the words that must follow
  TypeSet types[MaxTypes]; // accepted for each type written; 0 ends the list
  GroupSet modifiers;      // groups accepted
  const char *operands;    // roles, see Parser/Operands.h
  Handler (*bind)(const Instruction &); // null when a combination is invalid
  InstClass cls;

  /// A line that begins a chapter: `words` is null, `operands` its title.
  bool isChapter() const { return !words; }
};

struct Instruction {
  /// mma.sp with block scales has ten operands, tcgen05.mma.sp five addresses.
  static constexpr unsigned MaxOperands = 12, MaxAddresses = 5;

  Handler execute = nullptr;
  const Slot *operands = nullptr; // all operands, vectors flattened
  const InstructionInfo *info = nullptr;
  /// Of the address operands, in order; of video instructions, their Parts.
  int64_t offsets[MaxAddresses] = {};
  uint32_t target = 0;              // branch target, call site or branch table
  uint32_t line = 0;                // of the PTX text
  uint32_t location = 0;            // index into Function::locations
  Slot guard;                       // @%p; none: always
  uint8_t starts[MaxOperands] = {}; // index into operands where each begins
  uint8_t numOperands = 0;          // slots in all
  Modifiers modifiers;

  Slot operator[](unsigned index) const { return operands[index]; }
  /// The slots of written operand \p index, a vector's elements.
  llvm::ArrayRef<Slot> group(unsigned index) const {
    unsigned end = index + 1 < MaxOperands ? starts[index + 1] : numOperands;
    return {operands + starts[index], operands + end};
  }
  Type type() const { return modifiers.type(); }
  /// The table's class; floating point arithmetic by the width of its type.
  InstClass classOf() const;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_INSTRUCTION_H
