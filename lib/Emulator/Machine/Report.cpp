//===- Report.cpp - Faults and deadlocks of a launch ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports of faults and of kernels that don't end. A fault has the location of
// an instruction in the PTX and, by .loc, in the source; a deadlock lists the
// waiting lanes of every warp, the mbarriers that warps poll, and the arrivals
// at CTA barriers.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Cluster.h"
#include "tileiras/Emulator/Machine/LaneList.h"
#include "tileiras/Emulator/Machine/Mbarrier.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cstring>

using namespace llvm;

namespace tileiras::emu {

char KernelError::ID;

void KernelError::log(raw_ostream &os) const {
  os << message << "\n  in kernel '" << kernel << "', CTA (" << cta.x << ", "
     << cta.y << ", " << cta.z << "), warp " << warp;
  if (lane >= 0)
    os << ", lane " << lane;
  os << "\n  at " << ptxFile << ':' << ptxLine;
  if (!sourceFile.empty())
    os << "\n  from " << sourceFile << ':' << sourceLine << ':' << sourceColumn;
}
std::error_code KernelError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

Flow Warp::fault(FaultKind kind, const Twine &message, int lane) {
  const Function &function = *frame->function;
  const auto &code = function.code; // a pc past the end: the last instruction
  const Instruction *instruction =
      code.empty() ? nullptr : &code[std::min<size_t>(pc, code.size() - 1)];
  faultAt(function, instruction, kind, message, lane);
  return Flow::Fault;
}

void Warp::faultAt(const Function &function, const Instruction *instruction,
                   FaultKind kind, const Twine &message, int lane) {
  if (faulted())
    return;
  auto error = std::make_unique<KernelError>();
  error->kind = kind;
  error->message = message.str();
  error->kernel = grid.kernel.name;
  error->cta = owner.id;
  error->warp = number;
  error->lane = lane;
  error->ptxFile = grid.program.name;
  error->ptxLine = function.line;
  if (instruction) {
    error->ptxLine = instruction->line;
    const Location &location = function.locations[instruction->location];
    auto file = grid.program.files.find(location.file);
    if (file != grid.program.files.end()) {
      error->sourceFile = file->second;
      error->sourceLine = location.line;
      error->sourceColumn = location.column;
    }
  }
  if (watcher)
    watcher->launchFails(*this, *error);
  grid.report(std::move(error));
}

namespace {
std::string describeFragment(const Fragment &fragment, StringRef file) {
  std::string text = "lanes " + listLanes(fragment.lanes);
  if (fragment.state == Fragment::AtBarrier)
    text += " wait at barrier " + std::to_string(fragment.barrier);
  else if (fragment.state == Fragment::AtCluster)
    text += " wait at the cluster's barrier";
  else if (fragment.state == Fragment::AtAsync)
    text += " wait for asynchronous operations";
  else if (fragment.state == Fragment::AtRegisters)
    text += " wait for registers";
  else if (fragment.state == Fragment::Ready)
    text += " run";
  else
    text += " wait for lanes " + listLanes(fragment.needs & ~fragment.lanes);
  const auto &code = fragment.frame->function->code;
  if (fragment.pc < code.size())
    text += (" (" + file + ":" + Twine(code[fragment.pc].line) + ")").str();
  return text;
}
} // namespace

std::string Warp::describeWaiting() const {
  SmallVector<std::string> parts;
  for (const Fragment &fragment : fragments)
    parts.push_back(describeFragment(fragment, grid.program.name));
  return "warp " + std::to_string(number) + ": " + join(parts, "; ");
}

std::string Warp::deadlockMessage() const {
  return "deadlock: lanes of the warp wait for each other: " +
         describeWaiting();
}

void Cluster::reportDeadlock() { reportWaiting("deadlock: "); }

void Cluster::reportUnfinished() {
  reportWaiting(
      "no end after " + std::to_string(launch.config.maxInstructions) +
      " warp instructions, most of them at " + processor.busiestLine() + ": ");
}

void Cluster::reportStalled() {
  reportWaiting(
      "no progress in " + std::to_string(launch.config.maxStalledInstructions) +
          " warp instructions, most of them at " + processor.busiestLine() +
          ": no CTA ended, and global memory stayed as it was:\n  ",
      FaultKind::NoProgress);
}

void Cluster::reportStopped() {
  reportWaiting("stopped by the host; most instructions ran at " +
                    processor.busiestLine() + ": ",
                FaultKind::Stopped);
}

/// "mbarrier at shared 0x40 (parity 1): 2 of 3 arrivals and 512 bytes pending"
static std::string describe(const Warp::Poll &poll, const Warp &warp) {
  const MemoryLocation &location = poll.mbarrier;
  uint64_t bits;
  std::memcpy(&bits, location.cta->shared.data() + location.address,
              sizeof(bits));
  Mbarrier state(bits);
  std::string where =
      location.cta == &warp.cta()
          ? ""
          : " of the CTA of rank " + std::to_string(location.cta->rank);
  return ("warp " + Twine(warp.index()) + " waits for parity " +
          Twine(int(poll.parity)) + " of the mbarrier at shared 0x" +
          utohexstr(location.address, true) + where + ": parity " +
          Twine(int(state.phase)) + ", " + Twine(state.pending) + " of " +
          Twine(state.expected) + " arrivals and " + Twine(state.bytes) +
          " bytes pending")
      .str();
}

/// The CTA's warps, and the arrivals at its barriers.
std::string Cta::describeWaiting() const {
  SmallVector<std::string> lines;
  for (const std::unique_ptr<Warp> &warp : warps)
    if (warp->liveLanes())
      lines.push_back(warp->describeWaiting());
  for (const std::unique_ptr<Warp> &warp : warps)
    if (warp->liveLanes() && warp->poll)
      lines.push_back(describe(*warp->poll, *warp));
  for (auto [index, barrier] : enumerate(barriers))
    if (barrier.arrived)
      lines.push_back(
          ("barrier " + Twine(index) + ": " + Twine(barrier.arrived) + " of " +
           Twine(barrier.expected ? barrier.expected : liveThreads()) +
           " threads have arrived")
              .str());
  if (std::string text = registers ? registers->describe() : ""; !text.empty())
    lines.push_back(text);
  return join(lines, "\n  ");
}

void Cluster::reportWaiting(std::string text, FaultKind kind) {
  Warp *first = nullptr;
  for (const std::unique_ptr<Cta> &cta : ctas) {
    if (cta->hasEnded())
      continue;
    if (ctas.size() > 1)
      text += "\n  CTA of rank " + std::to_string(cta->rank) + ":\n  ";
    text += cta->describeWaiting();
  }
  text += async.describeOutstanding();
  for (Warp *warp : warps)
    if (warp->liveLanes() && !first)
      first = warp;
  first->reportWaiting(text, kind);
}

} // namespace tileiras::emu
