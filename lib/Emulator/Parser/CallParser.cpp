//===- CallParser.cpp - Calls of PTX functions ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// call (results), target, (arguments), prototype;   PTX ISA, "call".
// Arguments and results are .param variables of the calling block.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/AddressSpaces.h"
#include "tileiras/Emulator/Parser/FunctionParser.h"

using namespace llvm;

namespace tileiras::emu {

bool FunctionParser::parseCallList(std::vector<CallSite::Copy> &list) {
  if (cursor.accept(')'))
    return true;
  do {
    StringRef name;
    if (!cursor.expectWord(name, "a .param variable"))
      return false;
    std::optional<Scopes::Symbol> symbol = scopes.findSymbol(name);
    if (!symbol || symbol->kind != Scopes::Symbol::Number ||
        symbol->number < kFrameParams)
      return cursor.fail("'" + name +
                         "' is not a .param variable of this "
                         "function; arguments in registers are not supported");
    list.push_back({symbol->number - kFrameParams, symbol->size});
  } while (cursor.accept(','));
  return cursor.expect(')');
}

bool FunctionParser::parseCallOperands(CallSite &site,
                                       std::vector<ParsedOperand> &target) {
  if (cursor.accept('(') &&
      (!parseCallList(site.results) || !cursor.expect(',')))
    return false;
  StringRef callee;
  if (!cursor.expectWord(callee, "a function"))
    return false;
  if (scopes.findRegister(callee))
    target.emplace_back().name = callee;
  else
    site.calleeName = callee.str();
  while (cursor.accept(',')) {
    StringRef prototype;
    if (cursor.accept('(') ? !parseCallList(site.arguments)
                           : !cursor.expectWord(prototype, "a prototype"))
      return false;
  }
  return cursor.expect(';');
}

bool FunctionParser::parseCall(Instruction &instruction) {
  CallSite site;
  std::vector<ParsedOperand> target;
  if (!parseCallOperands(site, target))
    return false;
  if (target.empty() && !program.functionByName.contains(site.calleeName))
    return cursor.fail(instruction.line, "function '" + Twine(site.calleeName) +
                                             "' is not declared");
  instruction.target = function.callSites.size();
  function.callSites.push_back(std::move(site));
  return finishControl(instruction, "call", target);
}

} // namespace tileiras::emu
