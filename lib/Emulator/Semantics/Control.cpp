//===- Control.cpp - Branches, calls and the end of threads -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Control Flow Instructions".
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Machine/Cta.h"
#include "tileiras/Emulator/Semantics/Runtime.h"

namespace tileiras::emu {

namespace {

Flow branch(Warp &w, const Instruction &i) { return w.branch(i.target); }

/// The lanes with one target branch to it; the others execute the instruction
/// again for theirs.
Flow branchIndexed(Warp &w, const Instruction &i) {
  const auto &table = w.currentFrame().function->branchTables[i.target];
  Lanes<uint32_t> index = w.lanes<uint32_t>(i[0]);
  unsigned first = __builtin_ctz(w.active);
  if (index[first] >= table.size())
    return w.fault("branch index " + llvm::Twine(index[first]) +
                       " is beyond the table's " + llvm::Twine(table.size()) +
                       " targets",
                   first);
  LaneMask others = 0;
  w.forActive([&](unsigned lane) {
    if (index[lane] != index[first])
      others |= LaneMask(1) << lane;
  });
  if (others)
    w.splitOff(others);
  return w.branch(table[index[first]]);
}

Flow callRuntime(Warp &w, const CallSite &site, llvm::StringRef name) {
  RuntimeFunction function = findRuntimeFunction(name);
  if (!function)
    return w.fault("call of '" + name + "', which is declared but not defined");
  return function(w, site);
}

Flow callFunction(Warp &w, const Function &callee, const CallSite &site) {
  if (!callee.hasBody)
    return callRuntime(w, site, callee.name);
  if (callee.params.size() != site.arguments.size() ||
      callee.results.size() < site.results.size())
    return w.fault("call of '" + callee.name +
                   "' with other parameters than it declares");
  return w.enter(callee, &site);
}

Flow callDirect(Warp &w, const Instruction &i) {
  const CallSite &site = w.currentFrame().function->callSites[i.target];
  return callFunction(w, *site.callee, site);
}

Flow callIndirect(Warp &w, const Instruction &i) {
  const CallSite &site = w.currentFrame().function->callSites[i.target];
  const auto &functions = w.launch().program.functions;
  Lanes<uint64_t> target = w.lanes<uint64_t>(i[0]);
  unsigned first = __builtin_ctz(w.active);
  uint64_t index = (target[first] - kFunctionWindow) / 16;
  if (index >= functions.size())
    return w.fault("call through a value that is no function's address", first);
  LaneMask others = 0;
  w.forActive([&](unsigned lane) {
    if (target[lane] != target[first])
      others |= LaneMask(1) << lane;
  });
  if (others)
    w.splitOff(others);
  return callFunction(w, functions[index], site);
}

Flow leave(Warp &w, const Instruction &) { return w.leave(); }
Flow exitThreads(Warp &w, const Instruction &) { return w.exitLanes(); }
Flow trapThreads(Warp &w, const Instruction &) {
  return w.fault("trap", __builtin_ctz(w.active));
}
Flow sleep(Warp &w, const Instruction &) {
  w.yield();
  return Flow::Next;
}

} // namespace

namespace bind {
Handler bra(const Instruction &) { return branch; }
Handler brx(const Instruction &) { return branchIndexed; }
Handler call(const Instruction &i) {
  return i[0].exists() ? callIndirect : callDirect;
}
Handler ret(const Instruction &) { return leave; }
Handler exit(const Instruction &) { return exitThreads; }
Handler trap(const Instruction &) { return trapThreads; }
Handler nanosleep(const Instruction &) { return sleep; }
} // namespace bind

} // namespace tileiras::emu
