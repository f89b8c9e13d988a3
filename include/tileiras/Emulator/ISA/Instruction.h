//===- Instruction.h - One decoded PTX instruction --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction is parsed once and executed many times: it is a function
// pointer, its modifiers and the slots of its operands. A slot locates the 32
// lanes of an operand, so that registers, immediates, addresses of variables
// and special registers are all read in the same way.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_ISA_INSTRUCTION_H
#define TILEIRAS_EMULATOR_ISA_INSTRUCTION_H

#include "tileiras/Emulator/ISA/Modifiers.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>

namespace tileiras::emu {

class Warp;
struct Instruction;

/// The action of the warp after an instruction.
enum class Flow : uint8_t {
  Next,    // continue with the next instruction
  Jump,    // the program counter or the set of lanes was changed
  Wait,    // try again when more lanes of the warp have come here
  Blocked, // a barrier will put the lanes back to work
  Fault    // reported; the launch ends
};

using Handler = Flow (*)(Warp &, const Instruction &);

/// Locates the lanes of an operand. Storage is counted in units of 32 × 4
/// bytes; types up to 32 bits have one unit, 64 bits two, 128 bits four.
/// Predicates are 32-bit lane masks in a separate file.
class Slot {
public:
  enum Base : uint32_t { Frame = 0, Constant = 1, Special = 2, None = 3 };

  constexpr Slot() : bits(uint32_t(None) << 30) {}
  constexpr Slot(Base base, uint32_t unit, unsigned bytes)
      : bits((uint32_t(base) << 30) | (bytes == 8 ? kWideBit : 0) |
             (bytes == 16 ? kQuadBit : 0) | unit) {}

  constexpr Base base() const { return Base(bits >> 30); }
  constexpr uint32_t unit() const { return bits & kUnitMask; }
  constexpr bool exists() const { return base() != None; }
  constexpr bool isWide() const { return bits & kWideBit; }
  constexpr bool isQuad() const { return bits & kQuadBit; }
  /// The bytes of one lane's register; types narrower than 32 bits have
  /// registers of 4 bytes.
  constexpr unsigned bytes() const { return isQuad() ? 16 : isWide() ? 8 : 4; }
  constexpr bool isNegated() const { return bits & kNegateBit; }
  constexpr Slot negated() const {
    Slot slot = *this;
    slot.bits ^= kNegateBit;
    return slot;
  }

private:
  static constexpr uint32_t kNegateBit = 1u << 29, kWideBit = 1u << 28,
                            kQuadBit = 1u << 27, kUnitMask = (1u << 27) - 1;
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
  const char *words;        // "mul.wide": opcode and the words that must follow
  TypeSet types[kMaxTypes]; // accepted for each type written; 0 ends the list
  GroupSet modifiers;       // groups accepted
  const char *operands;     // roles, see OperandRoles.h
  Handler (*bind)(const Instruction &); // null when a combination is invalid
  InstClass cls;

  /// A line that begins a chapter: `words` is null, `operands` its title.
  bool isChapter() const { return !words; }
};

struct Instruction {
  /// mma.sp with block scales has ten operands, tcgen05.mma.sp five addresses.
  static constexpr unsigned kMaxOperands = 12, kMaxAddresses = 5;

  Handler execute = nullptr;
  const Slot *operands = nullptr; // all operands, vectors flattened
  const InstructionInfo *info = nullptr;
  /// The offsets of the address operands in order; for video instructions,
  /// their Parts.
  int64_t offsets[kMaxAddresses] = {};
  uint32_t target = 0;               // branch target, call site or branch table
  uint32_t line = 0;                 // of the PTX text
  uint32_t location = 0;             // index into Function::locations
  Slot guard;                        // @%p; none: always
  uint8_t starts[kMaxOperands] = {}; // index into operands where each begins
  uint8_t numOperands = 0;           // slots in all
  Modifiers modifiers;

  Slot operator[](unsigned index) const { return operands[index]; }
  /// The slots of written operand \p index, a vector's elements.
  llvm::ArrayRef<Slot> group(unsigned index) const {
    unsigned end = index + 1 < kMaxOperands ? starts[index + 1] : numOperands;
    return {operands + starts[index], operands + end};
  }
  Type type() const { return modifiers.type(); }
  /// The table's class; that of floating point arithmetic depends on the width
  /// of its type.
  InstClass classOf() const;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_ISA_INSTRUCTION_H
