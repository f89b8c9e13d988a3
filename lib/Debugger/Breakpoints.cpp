//===- Breakpoints.cpp - Breakpoints --------------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Debugger/Breakpoints.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::dbg {

Breakpoint &Breakpoints::add(Breakpoint breakpoint) {
  breakpoint.number = ++lastNumber;
  return all.emplace_back(std::move(breakpoint));
}

bool Breakpoints::erase(unsigned number) {
  size_t before = all.size();
  erase_if(all, [&](const Breakpoint &each) { return each.number == number; });
  return all.size() != before;
}

Breakpoint *Breakpoints::find(unsigned number) {
  auto found = find_if(
      all, [&](const Breakpoint &each) { return each.number == number; });
  return found == all.end() ? nullptr : &*found;
}

unsigned Breakpoints::findAt(const emu::Function &function, uint32_t pc,
                             const emu::Dim3 &cta) const {
  for (const Breakpoint &each : all)
    if (!each.cta || *each.cta == cta)
      for (const CodePosition &position : each.code)
        if (position.pc == pc && position.function == &function)
          return each.number;
  return 0;
}

} // namespace tileiras::dbg
