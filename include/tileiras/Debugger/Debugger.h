//===- Debugger.h - Stops CTAs at breakpoints -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A monitor of a launch. A CTA stops as a whole, so that a tile that its
// threads share is of one moment: a warp that reaches a breakpoint, or has made
// a step, is held there, and the others continue until they reach one or can't
// continue without it. Then the stop is handled, before anything else runs.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DEBUGGER_DEBUGGER_H
#define TILEIRAS_DEBUGGER_DEBUGGER_H

#include "tileiras/Debugger/Breakpoints.h"
#include "tileiras/Debugger/Values.h"
#include "tileiras/Emulator/Machine/Monitor.h"

#include <map>

namespace tileiras::dbg {

/// The ways in which a stopped CTA continues.
enum class Resume {
  Continue,        // to the next breakpoint
  Step,            // to another line
  Next,            // to another line of this frame or an enclosing one
  Finish,          // to an enclosing frame
  StepInstruction, // only the warp in focus, by one instruction
  Abort            // the launch fails
};

enum class StopReason { Breakpoint, Step, Begin, Interrupt, Fault };

struct Stop {
  StopReason reason;
  emu::Cta *cta;
  emu::Warp *warp; // one that has arrived here
  unsigned breakpoint = 0;
  std::string message; // the text of a fault
};

class StopHandler {
public:
  virtual ~StopHandler() = default;
  /// Handles \p stop; the value of \p warp is in focus if only one warp
  /// continues. After a fault nothing continues.
  virtual Resume stopped(const Stop &stop, emu::Warp *&warp) = 0;
  /// A CTA that made a step has ended; the next one stops at its begin.
  virtual void ended(const emu::Dim3 &cta) = 0;
};

class Debugger : public emu::Monitor {
public:
  Debugger(const LineTable &lines, const Breakpoints &breakpoints,
           StopHandler &handler)
      : lines(lines), breakpoints(breakpoints), handler(handler) {}

  /// Stops the first CTA that runs at its current instruction.
  void stopAtOnce(StopReason reason) { stopNext = reason; }
  /// Does the same from a signal handler.
  static void interrupt();

  /// The CTAs that have not ended, in the order of their arrival.
  llvm::ArrayRef<emu::Cta *> getCtas() const { return running; }
  uint64_t countEnded() const { return endedCtas; }
  /// Returns whether the warp has reached the point where it stops.
  bool isHeld(const emu::Warp &warp) const;

  void launchStart(emu::Launch &) override;
  void clusterStart(emu::Cluster &cluster) override;
  void clusterEnd(emu::Cluster &cluster) override;
  void threadsExit(emu::Warp &warp, emu::LaneMask lanes) override;
  void frameStart(emu::Warp &warp, emu::Frame &frame) override;
  void beforeInstruction(emu::Warp &warp, const emu::Instruction &instruction,
                         emu::LaneMask reached) override;
  void launchFails(emu::Warp &warp, const emu::KernelError &error) override;

private:
  /// A source position as a person counts.
  struct Position {
    unsigned depth = 0; // frames, including inlined ones
    SourceFrame frame;
  };
  struct WarpState {
    bool isHeld = false, isReleased = false;
    const emu::Frame *heldFrame = nullptr;
    uint32_t heldPc = 0;
    Stop stop = {};
    Position start; // start of a step
    /// The frame of the last instruction: others of its location are not new.
    const emu::Frame *seenFrame = nullptr;
    uint32_t seenLocation = 0;
    uint64_t executed = 0;
  };
  /// The state that changes as long as some warp of a CTA may still arrive.
  struct Progress {
    unsigned held = 0, live = 0;
    uint64_t executed = 0;
    bool operator==(const Progress &) const = default;
  };
  struct CtaState {
    Resume resume = Resume::Continue;
    const emu::Warp *stepping = nullptr; // StepInstruction
    std::optional<StopReason> stopAtOnce;
    const emu::Warp *waiting = nullptr; // held; its slots are counted
    Progress progress;
    unsigned quietSlots = 0;
  };

  Position getPosition(const emu::Frame &frame, uint32_t pc) const;
  std::optional<Stop> findStop(CtaState &cta, WarpState &state, emu::Warp &warp,
                               uint32_t pc);
  bool hasStepped(const CtaState &cta, WarpState &state, emu::Warp &warp,
                  uint32_t pc);
  bool isSettled(CtaState &state, const emu::Warp &warp);
  void stop(CtaState &state, emu::Warp &warp);
  void release(CtaState &state, emu::Cta &cta, emu::Warp &warp);

  const LineTable &lines;
  const Breakpoints &breakpoints;
  StopHandler &handler;
  std::map<const emu::Warp *, WarpState> warps;
  std::map<const emu::Cta *, CtaState> ctas;
  std::vector<emu::Cta *> running;
  std::map<const emu::Function *, std::vector<bool>> everything;
  std::optional<StopReason> stopNext;
  uint64_t endedCtas = 0;
  bool isAborting = false;
};

} // namespace tileiras::dbg

#endif // TILEIRAS_DEBUGGER_DEBUGGER_H
