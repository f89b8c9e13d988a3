//===- Report.cpp - What went wrong, and where ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Emulator.h"
#include "tileiras/Emulator/Machine/Cta.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tileiras::emu {

char ParseError::ID;
char KernelError::ID;

void ParseError::log(raw_ostream &os) const {
  os << file << ':' << line << ": " << message;
}
std::error_code ParseError::convertToErrorCode() const {
  return inconvertibleErrorCode();
}

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

Flow Warp::fault(const Twine &message, int lane) {
  if (faulted())
    return Flow::Fault;
  auto error = std::make_unique<KernelError>();
  error->message = message.str();
  error->kernel = grid.kernel.name;
  error->cta = owner.id;
  error->warp = number;
  error->lane = lane;
  error->ptxFile = grid.program.name;
  const Function &function = *frame->function;
  if (pc < function.code.size()) {
    const Instruction &instruction = function.code[pc];
    error->ptxLine = instruction.line;
    const Location &location = function.locations[instruction.location];
    auto file = grid.program.files.find(location.file);
    if (file != grid.program.files.end()) {
      error->sourceFile = file->second;
      error->sourceLine = location.line;
      error->sourceColumn = location.column;
    }
  }
  grid.fault = std::move(error);
  return Flow::Fault;
}

namespace {
/// "0-15,31"
std::string laneList(LaneMask lanes) {
  std::string text;
  for (unsigned lane = 0; lane < WarpSize; ++lane) {
    if (!(lanes >> lane & 1))
      continue;
    unsigned last = lane;
    while (last + 1 < WarpSize && (lanes >> (last + 1) & 1))
      ++last;
    text += (text.empty() ? "" : ",") + std::to_string(lane);
    if (last > lane)
      text += "-" + std::to_string(last);
    lane = last;
  }
  return text;
}

std::string describeFragment(const Fragment &fragment, StringRef file) {
  std::string text = "lanes " + laneList(fragment.lanes);
  if (fragment.state == Fragment::AtBarrier)
    text += " wait at barrier " + std::to_string(fragment.barrier);
  else if (fragment.state == Fragment::Ready)
    text += " run";
  else
    text += " wait for lanes " + laneList(fragment.needs & ~fragment.lanes);
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

void Cta::reportDeadlock() { reportWaiting("deadlock: "); }

void Cta::reportUnfinished() {
  reportWaiting("no end after " +
                std::to_string(launch.config.maxInstructions) +
                " warp instructions: ");
}

void Cta::reportWaiting(std::string text) {
  Warp *first = nullptr;
  for (std::unique_ptr<Warp> &warp : warps) {
    if (!warp->liveLanes())
      continue;
    text += (first ? "\n  " : "") + warp->describeWaiting();
    first = first ? first : warp.get();
  }
  for (unsigned i = 0; i < barriers.size(); ++i) {
    const Barrier &barrier = barriers[i];
    if (barrier.arrived)
      text +=
          ("\n  barrier " + Twine(i) + ": " + Twine(barrier.arrived) + " of " +
           Twine(barrier.expected ? barrier.expected : liveThreads()) +
           " threads have arrived")
              .str();
  }
  first->reportWaiting(text);
}

} // namespace tileiras::emu
