//===- Operands.cpp - Operands as written -----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, chapter "Instruction Operands".
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Parser/Operands.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

bool parseOffset(Cursor &cursor, int64_t &offset) {
  while (cursor.peek().is('+') || cursor.peek().is('-')) {
    bool negative = cursor.take().is('-');
    Literal literal;
    if (!cursor.expectLiteral(literal))
      return false;
    offset += negative ? -int64_t(literal.integer) : int64_t(literal.integer);
  }
  return true;
}

bool parseOperand(Cursor &cursor, ParsedOperand &operand);

/// Elements of a vector, or coordinates, after '{'.
bool parseElements(Cursor &cursor, ParsedOperand &operand) {
  do {
    ParsedOperand &element = operand.elements.emplace_back();
    if (cursor.peek().is('{'))
      return cursor.fail("expected a register or number in a vector, got '{'");
    if (!parseOperand(cursor, element))
      return false;
  } while (cursor.accept(','));
  return cursor.expect('}');
}

bool parseAddress(Cursor &cursor, ParsedOperand &operand) {
  operand.kind = ParsedOperand::Address;
  if (cursor.peek().kind == Token::Word) {
    operand.name = cursor.take().text;
    if (!parseOffset(cursor, operand.offset))
      return false;
  } else {
    Literal literal;
    if (!cursor.expectLiteral(literal))
      return false;
    operand.offset = int64_t(literal.integer);
  }
  if (cursor.accept(',') &&
      !(cursor.expect('{') && parseElements(cursor, operand)))
    return false;
  return cursor.expect(']');
}

bool parseOperand(Cursor &cursor, ParsedOperand &operand) {
  if (cursor.accept('['))
    return parseAddress(cursor, operand);
  if (cursor.accept('{')) {
    operand.kind = ParsedOperand::Vector;
    return parseElements(cursor, operand);
  }
  operand.negated = cursor.accept('!');
  const Token &token = cursor.peek();
  if (token.kind == Token::Word) {
    operand.kind =
        token.text == "_" ? ParsedOperand::Sink : ParsedOperand::Name;
    operand.name = cursor.take().text;
    return parseOffset(cursor, operand.offset);
  }
  operand.kind = ParsedOperand::Immediate;
  return cursor.expectLiteral(operand.literal);
}

} // namespace

bool parseOperands(Cursor &cursor, std::vector<ParsedOperand> &operands) {
  if (cursor.accept(';'))
    return true;
  bool afterBar = false;
  while (true) {
    ParsedOperand &operand = operands.emplace_back();
    operand.afterBar = afterBar;
    if (!parseOperand(cursor, operand))
      return false;
    afterBar = cursor.accept('|');
    if (!afterBar && !cursor.accept(','))
      return cursor.expect(';');
  }
}

} // namespace tileiras::emu
