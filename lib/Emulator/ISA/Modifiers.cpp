//===- Modifiers.cpp - Types and modifiers of instructions ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/Modifiers.h"
#include "tileiras/Emulator/ISA/Instruction.h"

#include "llvm/ADT/StringMap.h"

using namespace llvm;

namespace tileiras::emu {

namespace {
struct TypeInfo {
  StringRef spelling;
  uint8_t bytes;
  TypeKind kind;
};
constexpr TypeInfo typeInfos[] = {
#define TYPE(Name, Spelling, Bytes, Kind) {Spelling, Bytes, TypeKind::Kind},
#include "tileiras/Emulator/ISA/Types.def"
    {"", 4, TypeKind::Bits}};
} // namespace

StringRef spelling(Type type) { return typeInfos[unsigned(type)].spelling; }
unsigned bytesOf(Type type) { return typeInfos[unsigned(type)].bytes; }
TypeKind kindOf(Type type) { return typeInfos[unsigned(type)].kind; }

Type typeNamed(StringRef spelling) {
  static const StringMap<Type> types = [] {
    StringMap<Type> types;
    for (unsigned i = 0; i < unsigned(Type::None); ++i)
      types[typeInfos[i].spelling] = Type(i);
    return types;
  }();
  auto found = types.find(spelling);
  return found == types.end() ? Type::None : found->second;
}

StringRef name(Group group) {
#define MODIFIER(Name, Spelling, Value)                                        \
  if (group == Group::Name)                                                    \
    return #Name;
#include "tileiras/Emulator/ISA/Modifiers.def"
  return "Shape"; // its words are numbers
}

bool parsePart(StringRef suffix, Part &part) {
  constexpr StringLiteral names[] = {"", "b0", "b1", "b2", "b3", "h0", "h1"};
  for (unsigned n = 1; n < std::size(names); ++n) {
    if (suffix != names[n])
      continue;
    part = Part(n);
    return true;
  }
  return false;
}

bool Shape::parse(StringRef word, Shape &shape) {
  auto consume = [&](StringRef letter, uint16_t &size) {
    return word.consume_front(letter) && !word.consumeInteger(10, size);
  };
  Shape read;
  if (!consume("m", read.m) || !consume("n", read.n))
    return false;
  if (!word.empty() && !consume("k", read.k))
    return false;
  if (word.empty())
    shape = read;
  return word.empty();
}

InstClass Instruction::classOf() const {
  if (info->cls != InstClass::Float)
    return info->cls;
  switch (type()) {
  case Type::F64:
    return InstClass::Double;
  case Type::F16:
  case Type::F16X2:
  case Type::BF16:
  case Type::BF16X2:
    return InstClass::Half;
  default:
    return InstClass::Float;
  }
}

StringRef name(InstClass cls) {
  constexpr StringLiteral names[] = {
      "integer", "float",   "half",      "double", "convert",
      "move",    "control", "load",      "store",  "atomic",
      "async",   "barrier", "warp sync", "matrix", "special"};
  static_assert(std::size(names) == unsigned(InstClass::NumClasses));
  return names[unsigned(cls)];
}

} // namespace tileiras::emu
