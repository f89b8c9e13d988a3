//===- Sites.cpp - Instructions by number -----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/Sites.h"

using namespace llvm;

namespace tileiras::emu {

Sites::Sites(const Program &program) : program(program) {
  SiteId next = 0;
  for (const Function &function : program.functions) {
    firstOf[&function] = next;
    next += function.code.size();
  }
}

const Function *Sites::functionOf(SiteId site) const {
  if (site >= AccessRecord::kLastSite)
    return nullptr;
  for (const Function &function : program.functions)
    if (site - firstOf.lookup(&function) < function.code.size())
      return &function;
  return nullptr;
}

const Instruction *Sites::instruction(SiteId site) const {
  const Function *function = functionOf(site);
  return function ? &function->code[site - firstOf.lookup(function)] : nullptr;
}

std::string Sites::text(SiteId site) const {
  const Function *function = functionOf(site);
  if (!function)
    return "an unknown location";
  const Instruction &found = *instruction(site);
  std::string text = program.name + ":" + std::to_string(found.line);
  const Location &location = function->locations[found.location];
  auto file = program.files.find(location.file);
  if (file != program.files.end())
    text += ", from " + file->second + ":" + std::to_string(location.line) +
            ":" + std::to_string(location.column);
  return text;
}

} // namespace tileiras::emu
