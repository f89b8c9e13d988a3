//===- CodeRules.cpp - Restrictions of LLVM's transformations -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/NVPTX/CodeRules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace tileiras {

/// Returns the opcode of a statement, without labels, braces and guard:
/// "bar.sync".
static StringRef opcodeOf(StringRef statement) {
  statement = statement.trim(" \t{}");
  if (size_t colon = statement.find(": "); colon != StringRef::npos)
    statement = statement.drop_front(colon + 1).ltrim(" \t{");
  if (statement.starts_with("@"))
    statement = statement.split(' ').second.ltrim();
  return statement.take_until([](char c) { return isSpace(c); });
}

static bool isCollective(StringRef opcode) {
  static const StringSet<> families = {
      "bar",   "barrier", "mbarrier",       "tcgen05",
      "elect", "call",    "griddepcontrol", "clusterlaunchcontrol",
      "vote",  "match",   "activemask",     "setmaxnreg"};
  SmallVector<StringRef, 8> words;
  opcode.split(words, '.');
  return families.contains(words[0]) || any_of(words, [](StringRef word) {
           return word == "sync" || word == "aligned" || word == "async";
         });
}

bool isCollectivePTX(StringRef text) {
  return any_of(split(text, '\n'), [](StringRef line) {
    return any_of(split(line, ';'), [](StringRef statement) {
      return isCollective(opcodeOf(statement));
    });
  });
}

static void markCollectiveAsm(Function &function) {
  for (Instruction &instruction : instructions(function)) {
    auto *call = dyn_cast<CallInst>(&instruction);
    auto *text = call ? dyn_cast<InlineAsm>(call->getCalledOperand()) : nullptr;
    if (text && isCollectivePTX(text->getAsmString()))
      call->setConvergent();
  }
}

void applyCodeRules(Module &module) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    markCollectiveAsm(function);
    // LLVM's own analysis removes it from functions that have no such
    // instruction.
    function.setConvergent();
    function.addFnAttr("no-jump-tables", "true");
    if (function.getCallingConv() != CallingConv::PTX_Kernel &&
        !function.hasFnAttribute(Attribute::NoInline))
      function.addFnAttr(Attribute::AlwaysInline);
  }
}

} // namespace tileiras
