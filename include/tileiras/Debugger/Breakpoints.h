//===- Breakpoints.h - Breakpoints ------------------------------*- C++ -*-===//
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
  std::string location; // for example "matmul.py:11"
  std::vector<CodePosition> code;
  std::optional<emu::Dim3> cta; // none: every CTA
  bool isTemporary = false;
  unsigned hits = 0;
};

class Breakpoints {
public:
  Breakpoint &add(Breakpoint breakpoint);
  /// Returns false if there is no breakpoint with this id.
  bool erase(unsigned number);
  void clear() { all.clear(); }
  llvm::ArrayRef<Breakpoint> getAll() const { return all; }
  Breakpoint *find(unsigned number);

  /// Returns the id of the first one that stops \p cta before an instruction; 0
  /// for none.
  unsigned findAt(const emu::Function &function, uint32_t pc,
                  const emu::Dim3 &cta) const;

private:
  std::vector<Breakpoint> all;
  unsigned lastNumber = 0;
};

} // namespace tileiras::dbg

#endif // TILEIRAS_DEBUGGER_BREAKPOINTS_H
