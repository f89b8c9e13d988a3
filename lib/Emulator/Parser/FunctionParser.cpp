//===- FunctionParser.cpp - Bodies of PTX functions -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Parser/FunctionParser.h"
#include "tileiras/Emulator/ISA/AddressSpaces.h"
#include "tileiras/Emulator/Parser/Decoder.h"
#include "tileiras/Emulator/Parser/VariableParser.h"

#include "tileiras/Emulator/ISA/Limits.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::emu {

FunctionParser::FunctionParser(Cursor &cursor, Program &program,
                               Function &function)
    : cursor(cursor), program(program), function(function),
      scopes(program, function) {
  function.predicates = 1; // unused results are written to predicate 0
  function.locations.emplace_back();
  uint64_t base = function.isKernel ? 0 : kFrameParams;
  uint64_t end = 0;
  auto declare = [&](std::vector<Param> &params) {
    for (Param &param : params) {
      param.offset = allocateIn(end, param.size, param.align);
      scopes.declareSymbol(param.name, {Scopes::Symbol::Number,
                                        base + param.offset, "", param.size});
    }
  };
  declare(function.results);
  declare(function.params);
  if (function.isKernel)
    function.paramBytes = end;
  else
    frameEnd = function.frameBytes = end;
}

bool FunctionParser::parseBody() {
  if (!cursor.expect('{'))
    return false;
  labelScopes.push_back({{}, {}, {}, frameEnd});
  while (!cursor.failed()) {
    if (cursor.atEnd())
      return cursor.fail("expected '}' at the end of '" + Twine(function.name) +
                         "'");
    if (cursor.accept('}')) {
      if (!closeBlock())
        return false;
      if (labelScopes.empty())
        return true;
    } else if (cursor.accept('{')) {
      if (!openBlock())
        return false;
    } else if (!parseStatement()) {
      return false;
    }
  }
  return false;
}

bool FunctionParser::openBlock() {
  if (labelScopes.size() > 200)
    return cursor.fail("blocks are nested too deeply");
  scopes.push();
  labelScopes.push_back({{}, {}, {}, frameEnd});
  return true;
}

void FunctionParser::settle(const Pending &pending, uint32_t target) {
  if (pending.table >= 0)
    function.branchTables[pending.table][pending.entry] = target;
  else
    function.code[pending.instruction].target = target;
}

bool FunctionParser::closeBlock() {
  LabelScope block = std::move(labelScopes.back());
  labelScopes.pop_back();
  frameEnd = block.frameEnd;
  if (labelScopes.empty())
    function.registers = scopes.takeRegisters();
  scopes.pop();
  for (const Pending &pending : block.pending) {
    auto &names = pending.namesTable ? block.tables : block.labels;
    if (auto found = names.find(pending.label); found != names.end())
      settle(pending, found->second);
    else if (labelScopes.empty())
      return cursor.fail(pending.line,
                         "label '" + pending.label + "' is not defined");
    else
      labelScopes.back().pending.push_back(pending);
  }
  if (labelScopes.empty())
    function.labels = std::move(block.labels);
  return true;
}

bool FunctionParser::parseStatement() {
  const Token &token = cursor.peek();
  if (token.is('@'))
    return parseInstruction();
  if (token.is(';')) {
    cursor.take();
    return true;
  }
  if (token.kind != Token::Word)
    return cursor.fail("expected an instruction or directive, got '" +
                       token.text + "'");
  if (cursor.peek(1).is(':'))
    return parseLabel();
  return token.text.starts_with(".") ? parseDirective() : parseInstruction();
}

bool FunctionParser::parseDirective() {
  Token token = cursor.take();
  if (token.text == ".reg")
    return parseRegisters();
  if (token.text == ".loc")
    return parseLocation();
  if (token.text == ".param")
    return parseParamVariables();
  if (std::optional<Space> space = variableSpace(token.text))
    return parseBlockVariable(*space);
  if (token.text == ".pragma") {
    cursor.skipPast(';');
    return true;
  }
  return cursor.fail(token.line, "unknown directive '" + token.text + "'");
}

bool FunctionParser::parseRegisters() {
  StringRef word;
  if (!cursor.expectWord(word, "a register type"))
    return false;
  Type type = typeNamed(word.drop_front());
  if (type == Type::None)
    return cursor.fail("'" + word + "' is not a register type");
  do {
    StringRef name;
    if (!cursor.expectWord(name, "a register name"))
      return false;
    uint32_t count = 1;
    bool isRange = cursor.accept('<');
    if (isRange && (!cursor.expectInteger32(count, "a register count") ||
                    !cursor.expect('>')))
      return false;
    if (!scopes.fits(type, count))
      return cursor.fail("too many registers: expected at most " +
                         Twine(kMaxRegisterUnits) +
                         " of 32 bits in a function");
    if (isRange)
      scopes.declareRange(name, type, count);
    else
      scopes.declareRegister(name, type);
  } while (cursor.accept(','));
  return cursor.expect(';');
}

bool FunctionParser::parseBlockVariable(Space space) {
  Variable variable;
  Type type;
  bool isArray;
  variable.space = space;
  if (!parseVariable(cursor, variable, type, isArray))
    return false;
  if (space == Space::Local) {
    if (!variable.bytes.empty())
      return cursor.fail("a .local variable can't be initialised");
    uint64_t offset =
        allocateIn(function.localBytes, variable.size, variable.align);
    if (!checkTotalBytes(cursor, space, function.localBytes, variable.name))
      return false;
    scopes.declareSymbol(variable.name,
                         {Scopes::Symbol::Local, offset, "", variable.size});
    return cursor.expect(';');
  }
  std::string unique = function.name +
                       "::" + std::to_string(program.variables.size()) +
                       "::" + variable.name;
  scopes.declareSymbol(variable.name,
                       {Scopes::Symbol::Global, 0, unique, variable.size});
  variable.name = unique;
  Variable &stored = program.variables.emplace_back(std::move(variable));
  program.variableByName[unique] = &stored;
  return checkModuleVariable(cursor, program, stored) && cursor.expect(';');
}

bool FunctionParser::parseParamVariables() {
  Variable variable;
  Type type;
  bool isArray;
  variable.space = Space::Param;
  if (!parseVariable(cursor, variable, type, isArray))
    return false;
  uint64_t offset = allocateIn(frameEnd, variable.size, variable.align);
  if (!checkTotalBytes(cursor, Space::Param, frameEnd, variable.name))
    return false;
  function.frameBytes = std::max(function.frameBytes, frameEnd);
  scopes.declareSymbol(
      variable.name,
      {Scopes::Symbol::Number, kFrameParams + offset, "", variable.size});
  return cursor.expect(';');
}

// .loc file line column [, function_name label [+ n], inlined_at f l c]
bool FunctionParser::parseLocation() {
  Location location;
  if (!cursor.expectInteger32(location.file, "a file number") ||
      !cursor.expectInteger32(location.line, "a line") ||
      !cursor.expectInteger32(location.column, "a column"))
    return false;
  uint32_t at = cursor.line();
  while (cursor.accept(',')) {
    if (cursor.acceptWord("function_name") && cursor.peek().kind == Token::Word)
      location.callee = cursor.take().text.str();
    if (cursor.peek().is('+')) // a name at an offset from a label
      location.callee.clear();
    if (cursor.acceptWord("inlined_at") && !parseCallSite(location))
      return false;
    while (cursor.line() == at && !cursor.peek().is(',') && !cursor.atEnd())
      cursor.take();
  }
  function.locations.push_back(std::move(location));
  return true;
}

/// The location of the call, which an earlier .loc states.
bool FunctionParser::parseCallSite(Location &location) {
  Location site;
  if (!cursor.expectInteger32(site.file, "a file number") ||
      !cursor.expectInteger32(site.line, "a line") ||
      !cursor.expectInteger32(site.column, "a column"))
    return false;
  auto stated = find_if(reverse(function.locations), [&](const Location &each) {
    return each.file == site.file && each.line == site.line &&
           each.column == site.column;
  });
  if (stated != function.locations.rend())
    location.inlinedAt = &*stated - function.locations.data();
  return true;
}

bool FunctionParser::parseLabel() {
  Token name = cursor.take();
  cursor.take(); // ':'
  if (cursor.acceptWord(".branchtargets"))
    return parseBranchTable(name.text);
  if (cursor.peek().isWord(".callprototype") ||
      cursor.peek().isWord(".calltargets")) {
    cursor.skipPast(';');
    return true;
  }
  if (!labelScopes.back()
           .labels.try_emplace(name.text, function.code.size())
           .second)
    return cursor.fail(name.line, "label '" + name.text + "' is defined twice");
  return true;
}

bool FunctionParser::parseBranchTable(StringRef label) {
  int table = function.branchTables.size();
  auto &entries = function.branchTables.emplace_back();
  labelScopes.back().tables[label] = table;
  do {
    uint32_t line = cursor.line();
    StringRef target;
    if (!cursor.expectWord(target, "a label"))
      return false;
    labelScopes.back().pending.push_back(
        {target, line, 0, table, uint32_t(entries.size())});
    entries.push_back(0);
  } while (cursor.accept(','));
  return cursor.expect(';');
}

bool FunctionParser::parseGuard(Slot &guard) {
  if (!cursor.accept('@'))
    return true;
  bool negated = cursor.accept('!');
  StringRef name;
  if (!cursor.expectWord(name, "a predicate"))
    return false;
  std::optional<Register> reg = scopes.findRegister(name);
  if (!reg || !reg->isPredicate)
    return cursor.fail("'" + name + "' is not a predicate");
  guard = negated ? reg->slot.negated() : reg->slot;
  return true;
}

bool FunctionParser::parseInstruction() {
  Instruction instruction;
  if (!parseGuard(instruction.guard))
    return false;
  Token token = cursor.peek();
  StringRef opcode;
  if (!cursor.expectWord(opcode, "an instruction"))
    return false;
  instruction.line = token.line;
  instruction.location = function.locations.size() - 1;
  bool parsed;
  if (opcode == "bra" || opcode == "bra.uni") {
    parsed = parseBranch(instruction, opcode);
  } else if (opcode == "brx.idx" || opcode == "brx.idx.uni") {
    parsed = parseIndexedBranch(instruction);
  } else if (opcode == "call" || opcode == "call.uni") {
    parsed = parseCall(instruction);
  } else {
    std::vector<ParsedOperand> operands;
    parsed = parseOperands(cursor, operands) &&
             decodeInstruction(cursor, program, scopes, token.line, opcode,
                               operands, instruction);
  }
  if (parsed)
    function.code.push_back(instruction);
  return parsed;
}

bool FunctionParser::finishControl(Instruction &instruction, StringRef opcode,
                                   ArrayRef<ParsedOperand> operands) {
  return decodeInstruction(cursor, program, scopes, instruction.line, opcode,
                           operands, instruction);
}

bool FunctionParser::parseBranch(Instruction &instruction, StringRef opcode) {
  StringRef label;
  if (!cursor.expectWord(label, "a label"))
    return false;
  labelScopes.back().pending.push_back(
      {label, instruction.line, uint32_t(function.code.size())});
  return cursor.expect(';') && finishControl(instruction, opcode, {});
}

bool FunctionParser::parseIndexedBranch(Instruction &instruction) {
  ParsedOperand index;
  StringRef table;
  if (!cursor.expectWord(index.name, "a register") || !cursor.expect(',') ||
      !cursor.expectWord(table, "a branch table"))
    return false;
  Pending pending{table, instruction.line, uint32_t(function.code.size())};
  pending.namesTable = true;
  labelScopes.back().pending.push_back(pending);
  return cursor.expect(';') && finishControl(instruction, "brx.idx", index);
}

} // namespace tileiras::emu
