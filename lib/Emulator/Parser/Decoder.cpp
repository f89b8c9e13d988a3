//===- Decoder.cpp - Decoding of instructions -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the line of the instruction table by an instruction's words and the
// form of its operands, turns the operands into slots by the roles of the line,
// and binds the function that executes it.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Parser/Decoder.h"
#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Parser/OpcodeMatcher.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

/// Returns whether the form of \p operand is that of \p role.
bool fitsRole(StringRef role, const ParsedOperand &operand) {
  bool isAddress = operand.kind == ParsedOperand::Address;
  bool isVector = operand.kind == ParsedOperand::Vector;
  switch (role[0]) {
  case 'm':
  case 'c':
    return isAddress;
  case 'B':
    return isVector;
  case 'H':
  case 'R':
  case 'D':
  case 'V':
  case 'E':
  case 'M':
    return !isAddress;
  default:
    return !isAddress && !isVector;
  }
}

/// Returns whether operand \p next of \p operands belongs to \p role.
bool isPresent(const Role &role, ArrayRef<ParsedOperand> operands,
               size_t next) {
  return next < operands.size() && operands[next].afterBar == role.bar &&
         (!role.optional || fitsRole(role.letters, operands[next]));
}

/// Turns written operands into slots by the roles of a table line.
class OperandDecoder {
public:
  OperandDecoder(Cursor &cursor, Program &program, Scopes &scopes,
                 uint32_t line, StringRef opcode, Instruction &instruction)
      : cursor(cursor), program(program), scopes(scopes), line(line),
        opcode(opcode), instruction(instruction) {}

  bool decode(ArrayRef<ParsedOperand> operands) {
    unsigned next = 0, index = 0;
    for (const Role &role : rolesOf(*instruction.info)) {
      if (index < std::size(instruction.starts))
        instruction.starts[index] = slots.size();
      mayBeSink = index == 0 || role.bar;
      ++index;
      bool present = isPresent(role, operands, next);
      if (!present && role.mayBeAbsent()) {
        slots.push_back(Slot());
        continue;
      }
      if (!present)
        return fail("takes more operands");
      number = next + 1;
      if (!decodeRole(role.letters, operands[next++]))
        return false;
    }
    if (next != operands.size())
      return fail("takes fewer operands: " + Twine(next) + ", not " +
                  Twine(operands.size()));
    for (; index < std::size(instruction.starts); ++index)
      instruction.starts[index] = slots.size();
    return finish();
  }

private:
  [[clang::nomerge]] bool fail(const Twine &message) {
    return cursor.fail(line, "'" + opcode + "' " + message);
  }
  [[clang::nomerge]] bool failOperand(const Twine &message) {
    return fail("operand " + Twine(number) + ": " + message);
  }

  bool finish() {
    if (slots.size() > 255)
      return fail("has too many operands");
    Slot *storage = program.slots.Allocate<Slot>(slots.size());
    std::uninitialized_copy(slots.begin(), slots.end(), storage);
    instruction.operands = storage;
    instruction.numOperands = slots.size();
    return true;
  }

  bool decodeRole(StringRef role, const ParsedOperand &operand) {
    const Modifiers &m = instruction.modifiers;
    switch (role[0]) {
    case '0':
    case '1':
    case '2':
    case '3':
    case '4':
      return decodeTyped(operand, m.types[role[0] - '0']);
    case 'W':
      return decodeValue(operand, 2 * bytesOf(m.type()), Fit::Exact);
    case 'h':
      return decodeValue(operand, 2, Fit::Exact);
    case 'r':
      return decodeValue(operand, 4, Fit::Exact);
    case 'd':
      return decodeValue(operand, 8, Fit::Exact);
    case 'p':
      return decodePredicate(operand);
    case 'v':
      return decodePart(operand);
    case 'a':
    case 'b':
      return decodeValue(operand, bytesOf(m.types[role[0] - 'a']), Fit::Wider);
    case 'm':
      return operand.elements.empty()
                 ? decodeAddress(operand)
                 : failOperand("expected an address without coordinates");
    case 'c':
      return decodeAddress(operand) && decodeCoordinates(operand);
    case 'V':
      return decodeVector(operand, m.vector(), bytesOf(m.type()), Fit::Wider);
    case 'E':
      return decodeVector(operand, m.vector(), bytesOf(m.type()), Fit::Exact);
    case 'H':
      return decodeVector(operand, 0, 2, Fit::Wider);
    case 'B':
    case 'R':
      return decodeVector(operand, 0, 4, Fit::Exact);
    case 'D':
      return decodeVector(operand, 0, 8, Fit::Exact);
    default: // 'M'
      return m.type() == Type::Pred
                 ? decodePredicate(operand)
                 : decodeVector(operand, 0, bytesOf(m.type()), Fit::Any);
    }
  }

  bool decodeTyped(const ParsedOperand &operand, Type type) {
    if (type == Type::Pred)
      return decodePredicate(operand);
    // Eight-bit and narrower types have no registers of their width.
    return decodeValue(operand, bytesOf(type),
                       bytesOf(type) > 1 ? Fit::Exact : Fit::Wider);
  }

  /// The relation of a register's width to that of its value.
  enum class Fit { Exact, Wider, Any };

  static bool fits(const Register &reg, unsigned bytes, Fit fit) {
    // mov.u16 %h, %tid.x: special registers of 32 bits serve narrower types.
    if (reg.slot.base() == Slot::Special && bytes < reg.bytes && reg.bytes == 4)
      return true;
    switch (fit) {
    case Fit::Exact:
      return reg.bytes == bytes;
    case Fit::Wider: // 128 bits are for .b128 alone
      return reg.bytes >= bytes && (reg.bytes == 16) == (bytes == 16);
    case Fit::Any:
      return true;
    }
    return false;
  }

  /// An operand of a video instruction: %r1, %r1.b2, 5.
  bool decodePart(ParsedOperand operand) {
    Part part = Part::Word;
    auto [name, suffix] = operand.name.rsplit('.');
    if (parsePart(suffix, part))
      operand.name = name;
    instruction.offsets[parts++] = int64_t(part);
    return decodeValue(operand, 4, Fit::Exact);
  }

  bool decodeVector(const ParsedOperand &operand, unsigned count,
                    unsigned bytes, Fit fit) {
    if (operand.kind != ParsedOperand::Vector) {
      if (count > 1)
        return failOperand("expected a vector of " + Twine(count));
      return decodeValue(operand, bytes, fit);
    }
    if (count && operand.elements.size() != count)
      return failOperand("expected " + Twine(count) +
                         " elements in braces, got " +
                         Twine(operand.elements.size()));
    for (const ParsedOperand &element : operand.elements)
      if (!decodeValue(element, bytes, fit))
        return false;
    return true;
  }

  bool decodeValue(const ParsedOperand &operand, unsigned bytes, Fit fit) {
    switch (operand.kind) {
    case ParsedOperand::Immediate:
      slots.push_back(scopes.constant(operand.literal.bits(bytes), bytes));
      return !operand.negated || failOperand("'!' needs a predicate");
    case ParsedOperand::Sink:
      return decodeSink();
    case ParsedOperand::Name:
      return decodeName(operand, bytes, fit);
    case ParsedOperand::Address:
      return failOperand("expected a value, got an address");
    case ParsedOperand::Vector:
      return failOperand("expected a value, got a vector");
    }
    return false;
  }

  bool decodeSink() {
    slots.push_back(Slot());
    return mayBeSink ||
           failOperand("expected a value, got '_', which is for results");
  }

  bool decodeName(const ParsedOperand &operand, unsigned bytes, Fit fit) {
    if (operand.negated)
      return failOperand("'!' needs a predicate");
    std::optional<Register> reg = scopes.findRegister(operand.name);
    if (!reg)
      reg = findSpecialRegister(operand.name);
    if (!reg)
      return decodeSymbol(operand, operand.offset,
                          fit == Fit::Exact || bytes == 16 ? bytes : 8);
    if (reg->isPredicate)
      return failOperand("expected a value, got predicate '" + operand.name +
                         "'");
    if (!fits(*reg, bytes, fit))
      return failOperand("expected " + Twine(8 * bytes) + " bits, '" +
                         operand.name + "' has " + Twine(8 * reg->bytes));
    slots.push_back(reg->slot);
    return true;
  }

  /// Decodes the address of a name, as a value of \p bytes bytes.
  bool decodeSymbol(const ParsedOperand &operand, int64_t addend,
                    unsigned bytes) {
    std::optional<Scopes::Symbol> symbol = scopes.findSymbol(operand.name);
    if (!symbol)
      return failOperand("'" + operand.name + "' is not declared");
    bool isLocal = symbol->kind == Scopes::Symbol::Local;
    if (bytes < 4 || (isLocal && bytes != 8))
      return failOperand("expected " + Twine(8 * bytes) +
                         " bits, the address of '" + operand.name + "' has " +
                         (isLocal ? "64" : "32 or 64"));
    switch (symbol->kind) {
    case Scopes::Symbol::Number:
      slots.push_back(scopes.constant(symbol->number + addend, bytes));
      return true;
    case Scopes::Symbol::Local:
      slots.push_back(scopes.localAddress(symbol->number + addend));
      return true;
    case Scopes::Symbol::Global:
      slots.push_back(scopes.constant(addend, bytes, symbol->global));
      return true;
    }
    return false;
  }

  bool decodePredicate(const ParsedOperand &operand) {
    if (operand.kind == ParsedOperand::Sink)
      return decodeSink();
    if (operand.kind == ParsedOperand::Immediate) {
      Slot always(Slot::Constant, 0, 4);
      bool value = operand.literal.integer != 0;
      slots.push_back(value != operand.negated ? always : always.negated());
      return true;
    }
    std::optional<Register> reg;
    if (operand.kind == ParsedOperand::Name)
      reg = scopes.findRegister(operand.name);
    if (!reg || !reg->isPredicate)
      return failOperand("expected a predicate");
    slots.push_back(operand.negated ? reg->slot.negated() : reg->slot);
    return true;
  }

  bool decodeCoordinates(const ParsedOperand &operand) {
    if (operand.elements.empty())
      return failOperand("expected coordinates after the address");
    for (const ParsedOperand &element : operand.elements)
      if (!decodeValue(element, 4, Fit::Exact))
        return false;
    return true;
  }

  bool decodeAddress(const ParsedOperand &operand) {
    if (operand.kind != ParsedOperand::Address)
      return failOperand("expected an address in brackets");
    instruction.offsets[addresses++] = operand.offset;
    if (operand.name.empty()) {
      slots.push_back(scopes.constant(0, 8));
      return true;
    }
    std::optional<Register> reg = scopes.findRegister(operand.name);
    if (!reg)
      return decodeSymbol(operand, 0, 8);
    if (reg->isPredicate || reg->bytes < 4)
      return failOperand("expected a 32- or 64-bit address");
    slots.push_back(reg->slot);
    return true;
  }

  Cursor &cursor;
  Program &program;
  Scopes &scopes;
  uint32_t line;
  StringRef opcode;
  Instruction &instruction;
  SmallVector<Slot, 16> slots;
  unsigned number = 0;
  bool mayBeSink = false;            // only results may be
  unsigned addresses = 0, parts = 0; // used of Instruction::offsets
};

/// Returns whether \p operands have the forms of the roles of \p info.
bool takesOperands(const InstructionInfo &info,
                   ArrayRef<ParsedOperand> operands, Scopes &scopes) {
  auto isPredicate = [&](const ParsedOperand &operand) {
    if (operand.kind != ParsedOperand::Name)
      return false;
    std::optional<Register> reg = scopes.findRegister(operand.name);
    return reg && reg->isPredicate;
  };
  auto takesPredicate = [](StringRef letters) {
    return letters != "r" && letters != "d";
  };
  size_t next = 0;
  for (const Role &role : rolesOf(info)) {
    if (isPresent(role, operands, next) &&
        fitsRole(role.letters, operands[next]) &&
        (takesPredicate(role.letters) || !isPredicate(operands[next])))
      ++next;
    else if (!role.mayBeAbsent())
      return false;
  }
  return next == operands.size();
}

/// Reports the first word that the best fitting line doesn't accept.
bool failOpcode(Cursor &cursor, uint32_t line, StringRef opcode,
                ArrayRef<StringRef> words, unsigned accepted) {
  if (accepted < words.size())
    return cursor.fail(line, "unknown modifier '." + words[accepted] +
                                 "' of instruction '" + opcode + "'");
  return cursor.fail(line, "instruction '" + opcode +
                               "' lacks a type or modifier, or combines "
                               "some that don't go together");
}

} // namespace

bool decodeInstruction(Cursor &cursor, Program &program, Scopes &scopes,
                       uint32_t line, StringRef opcode,
                       ArrayRef<ParsedOperand> operands,
                       Instruction &instruction) {
  SmallVector<StringRef, 12> words;
  opcode.split(words, '.');
  ArrayRef<const InstructionInfo *> lines = linesOf(words[0]);
  if (lines.empty())
    return cursor.fail(line, "unknown instruction '" + opcode + "'");
  instruction.line = line;
  unsigned accepted = 0;
  const InstructionInfo *misfit = nullptr;
  auto decode = [&](const InstructionInfo *info) {
    instruction.info = info;
    return OperandDecoder(cursor, program, scopes, line, opcode, instruction)
        .decode(operands);
  };
  for (const InstructionInfo *info : lines) {
    OpcodeMatcher matcher(*info);
    bool matched = matcher.match(words);
    accepted = std::max(accepted, matcher.accepted);
    if (!matched)
      continue;
    instruction.modifiers = matcher.modifiers;
    if (!takesOperands(*info, operands, scopes)) {
      misfit = info;
      continue;
    }
    if (!decode(info))
      return false;
    instruction.execute = info->bind(instruction);
    if (instruction.execute)
      return true;
  }
  if (misfit) // its message names the operand
    return decode(misfit) &&
           cursor.fail(line, "'" + opcode + "' doesn't take these operands");
  return failOpcode(cursor, line, opcode, words, accepted);
}

} // namespace tileiras::emu
