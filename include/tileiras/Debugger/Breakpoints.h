//===- Breakpoints.h - Where to stop ----------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_DEBUGGER_BREAKPOINTS_H
#define TILEIRAS_DEBUGGER_BREAKPOINTS_H

#include "tileiras/Debugger/LineTable.h"

namespace tileiras::dbg {

struct Breakpoint {
  unsigned number = 0;
  std::string place; // "matmul.py:11"
  std::vector<CodePlace> code;
  std::optional<emu::Dim3> cta; // none: each
  bool isTemporary = false;
  unsigned hits = 0;
};

class Breakpoints {
public:
  Breakpoint &add(Breakpoint breakpoint);
  /// False when there is none of this number.
  bool erase(unsigned number);
  void clear() { all.clear(); }
  llvm::ArrayRef<Breakpoint> getAll() const { return all; }
  Breakpoint *find(unsigned number);

  /// The number of the first that stops \p cta before an instruction; 0: none.
  unsigned findAt(const emu::Function &function, uint32_t pc,
                  const emu::Dim3 &cta) const;

private:
  std::vector<Breakpoint> all;
  unsigned lastNumber = 0;
};

} // namespace tileiras::dbg

#endif // TILEIRAS_DEBUGGER_BREAKPOINTS_H
