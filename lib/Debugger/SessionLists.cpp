//===- SessionLists.cpp - Lists of a session's commands -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lists that `info` and `backtrace` print: frames, variables, breakpoints,
// CTAs and warps.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Debugger/Session.h"
#include "tileiras/Emulator/Machine/LaneList.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::dbg {

void Session::printFrames() {
  unsigned number = 0;
  uint32_t pc = focus->fragment.pc;
  for (const emu::Frame *frame = focus->fragment.frame; frame;
       frame = frame->caller) {
    for (const SourceFrame &each : lines.getFrames(*frame->function, pc))
      os << '#' << number++ << "  " << each.function << " () at "
         << describe(each.file, each.line) << '\n';
    pc = frame->returnPc - 1; // the call
  }
}

static std::string getTypeName(const Type &type) {
  if (type.kind == Type::Pointer)
    return (type.element ? type.element->name : "void") + " *";
  return type.name.empty() ? "?" : type.name;
}

void Session::printVariables(bool parameters) {
  if (!info.hasVariables()) {
    os << "No variables are described: compile with -g -O0 "
          "--debug-variables.\n";
    return;
  }
  unsigned count = 0;
  for (const Variable *variable :
       info.getVisible(focus->function(), focus->fragment.pc)) {
    if (variable->isParameter != parameters)
      continue;
    ++count;
    std::optional<Value> value = readVariable(*variable, *focus);
    os << variable->name << ": "
       << getTypeName(value ? *value->type : *variable->type);
    if (!value) {
      os << ", not available";
    } else if (!value->type->isTile()) {
      os << " = ";
      cantFail(printValue(*value, {}, NumberBase::Natural, os));
    }
    os << '\n';
  }
  if (count == 0)
    os << (parameters ? "No arguments.\n" : "No locals.\n");
}

void Session::printBreakpoints() {
  if (breakpoints.getAll().empty())
    os << "No breakpoints.\n";
  for (const Breakpoint &each : breakpoints.getAll()) {
    os << each.number << "  " << each.location;
    if (each.cta)
      os << "  cta " << each.cta->x << ',' << each.cta->y << ',' << each.cta->z;
    if (each.isTemporary)
      os << "  once";
    if (each.hits)
      os << "  hit " << each.hits << (each.hits == 1 ? " time" : " times");
    os << '\n';
  }
}

void Session::printCtas() {
  for (const emu::Cta *cta : debugger.getCtas())
    os << (cta == focus->cta ? "* (" : "  (") << cta->id.x << ", " << cta->id.y
       << ", " << cta->id.z << ")  "
       << (cta == stoppedCta ? "stopped"
           : cta->hasEnded() ? "ended"
                             : "running")
       << '\n';
  uint64_t all = focus->cta->launch.grid.count();
  uint64_t ended = debugger.countEnded();
  os << "of " << all << ": " << ended << " ended, "
     << all - ended - debugger.getCtas().size() << " not begun\n";
}

static std::string describeState(const emu::Fragment &fragment) {
  switch (fragment.state) {
  case emu::Fragment::Ready:
    return "";
  case emu::Fragment::Converging:
  case emu::Fragment::AtWarpSync:
    return "  waits for lanes of its warp";
  case emu::Fragment::AtBarrier:
    return "  waits at barrier " + std::to_string(fragment.barrier);
  case emu::Fragment::AtCluster:
    return "  waits at the cluster's barrier";
  case emu::Fragment::AtAsync:
    return "  waits for asynchronous operations";
  case emu::Fragment::AtRegisters:
    return "  waits for registers";
  }
  llvm_unreachable("a state of a fragment");
}

void Session::printWarps() {
  for (const std::unique_ptr<emu::Warp> &warp : focus->cta->warps) {
    os << (warp.get() == focus->warp ? "* " : "  ") << warp->index();
    if (!warp->liveLanes())
      os << "  exited\n";
    bool isFirst = true;
    for (const emu::Fragment &fragment : warp->getFragments()) {
      SourceFrame frame =
          lines.getInnermost(*fragment.frame->function, fragment.pc);
      os << (isFirst ? "  " : "     ") << "lanes "
         << emu::listLanes(fragment.lanes) << "  "
         << describe(frame.file, frame.line) << describeState(fragment) << '\n';
      isFirst = false;
    }
  }
}

} // namespace tileiras::dbg
