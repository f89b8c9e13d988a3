//===- Debugger.h - Stops CTAs where one wants ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A monitor of a launch. A CTA stops as a whole, so that a tile that its
// threads share is of one moment: a warp that comes to a breakpoint, or has
// made a step, is held there, and the others go on until they come to one or
// can't without it. Then the stop is handled, before anything else runs.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DEBUGGER_DEBUGGER_H
#define TILEIRAS_DEBUGGER_DEBUGGER_H

#include "tileiras/Debugger/Breakpoints.h"
#include "tileiras/Debugger/Values.h"
#include "tileiras/Emulator/Machine/Monitor.h"

#include <map>

namespace tileiras::dbg {

/// How a stopped CTA goes on.
enum class Resume {
  Continue,        // to the next breakpoint
  Step,            // to another line
  Next,            // to another line of this frame or one around it
  Finish,          // to a frame around this one
  StepInstruction, // the warp in focus alone, by one instruction
  Abort            // not at all: the launch fails
};

enum class StopReason { Breakpoint, Step, Begin, Interrupt, Fault };

struct Stop {
  StopReason reason;
  emu::Cta *cta;
  emu::Warp *warp; // one that has come here
  unsigned breakpoint = 0;
  std::string message; // of a fault
};

class StopHandler {
public:
  virtual ~StopHandler() = default;
  /// \p stop is handled; what \p warp is set to is in focus when only one warp
  /// goes on. After a fault nothing goes on.
  virtual Resume stopped(const Stop &stop, emu::Warp *&warp) = 0;
  /// A CTA that made a step has ended; the next one stops where it begins.
  virtual void ended(const emu::Dim3 &cta) = 0;
};

class Debugger : public emu::Monitor {
public:
  Debugger(const LineTable &lines, const Breakpoints &breakpoints,
           StopHandler &handler)
      : lines(lines), breakpoints(breakpoints), handler(handler) {}

  /// The first CTA to run stops where it is.
  void stopAtOnce(StopReason reason) { stopNext = reason; }
  /// The same from a signal handler.
  static void interrupt();

  /// CTAs that have not ended, in the order of their coming.
  llvm::ArrayRef<emu::Cta *> getCtas() const { return running; }
  uint64_t countEnded() const { return endedCtas; }
  /// Has the warp come to where it stops?
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
  /// A place in the program as a person counts.
  struct Position {
    unsigned depth = 0; // frames, inlined ones too
    SourceFrame frame;
  };
  struct WarpState {
    bool isHeld = false, isReleased = false;
    const emu::Frame *heldFrame = nullptr;
    uint32_t heldPc = 0;
    Stop stop = {};
    Position start; // of a step
    /// Of the last instruction: nothing is new at others of its location.
    const emu::Frame *seenFrame = nullptr;
    uint32_t seenLocation = 0;
    uint64_t executed = 0;
  };
  /// What changes as long as some warp of a CTA may yet come.
  struct Progress {
    unsigned held = 0, live = 0;
    uint64_t executed = 0;
    bool operator==(const Progress &) const = default;
  };
  struct CtaState {
    Resume resume = Resume::Continue;
    const emu::Warp *stepping = nullptr; // StepInstruction
    std::optional<StopReason> stopAtOnce;
    const emu::Warp *waiting = nullptr; // a held warp; at its turns one looks
    Progress progress;
    unsigned quietTurns = 0;
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
