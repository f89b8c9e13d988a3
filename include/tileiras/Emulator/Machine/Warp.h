//===- Warp.h - 32 lanes and the words to reach them ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A warp executes *fragments*: sets of lanes with the same program counter.
// While nothing diverges there is one. Lanes that diverge become separate
// fragments; the scheduler always runs the one deepest in calls and, there, at
// the lowest address, and fragments that reach the same instruction reconverge.
// Where an instruction needs lanes of other fragments (.sync with a mask,
// .aligned), a fragment waits for them. That is what Volta's independent thread
// scheduling promises: every lane makes progress (a fragment that runs very
// long lets the others go), and lanes reconverge at the latest where the
// program says they must. See docs/Rationale/Emulator.md.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_WARP_H
#define TILEIRAS_EMULATOR_MACHINE_WARP_H

#include "tileiras/Emulator/ISA/AddressSpaces.h"
#include "tileiras/Emulator/ISA/SpecialRegisters.h"
#include "tileiras/Emulator/Machine/AsyncEngine.h"
#include "tileiras/Emulator/Machine/Fault.h"
#include "tileiras/Emulator/Machine/Frame.h"
#include "tileiras/Emulator/Machine/Lanes.h"
#include "tileiras/Emulator/Machine/RelaxedMemory.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Compiler.h"

#include <array>
#include <cassert>
#include <optional>

namespace tileiras::emu {

class Cluster;
class Cta;
class Monitor;
struct Launch;
struct Processor;
struct Allocation;

/// Lanes with one program counter.
struct Fragment {
  enum State : uint8_t {
    Ready,
    Converging, // for lanes of `needs` to come to the same instruction
    AtWarpSync, // bar.warp.sync with mask `needs`
    AtBarrier,  // CTA barrier number `barrier`
    AtCluster,  // barrier.cluster.wait
    AtAsync,    // for asynchronous operations to complete
    AtRegisters // for registers: setmaxnreg.inc
  };
  Frame *frame;
  uint32_t pc;
  LaneMask lanes;
  State state = Ready;
  uint8_t barrier = 0;
  LaneMask needs = 0;
  uint64_t lastRun = 0;
};

class Warp;

/// Values of type T in registers of any width up to 64 bits; see Lanes.
template <class T> class AnyLanes {
public:
  AnyLanes(Warp &warp, Slot slot);
  T operator[](unsigned lane) const {
    return isWide ? wide[lane] : narrow[lane];
  }
  void set(unsigned lane, T value) const {
    isWide ? wide.set(lane, value) : narrow.set(lane, value);
  }

private:
  bool isWide;
  Lanes<T, uint64_t> wide;
  Lanes<T, uint32_t> narrow;
};

class Warp {
public:
  /// State that the monitor keeps.
  std::unique_ptr<MonitorState> monitorState;

  Warp(Cta &cta, unsigned index, LaneMask lanes);
  ~Warp();

  //===-- Words of the semantics ------------------------------------------===//

  /// The lanes that execute the current instruction.
  LaneMask active = 0;
  /// The carry flag CC.CF of every lane.
  LaneMask carry = 0;
  /// The proxy through which the lanes access memory now, for the monitor.
  Proxy proxy = Proxy::Generic;

  /// An operand whose registers are as wide as T needs.
  template <class T> Lanes<T> lanes(Slot slot) {
    assert((!slot.exists() || slot.bytes() == sizeof(CellOf<T>)) &&
           "the lanes of a register of another width lie elsewhere");
    return Lanes<T>(cells(slot));
  }
  /// An operand whose registers may be wider than T.
  template <class T> AnyLanes<T> anyLanes(Slot slot) { return {*this, slot}; }
  void *cells(Slot slot) { return bases[slot.base()] + slot.unit(); }

  /// Lane mask of a predicate operand.
  LaneMask predicate(Slot slot) const {
    LaneMask value =
        slot.base() == Slot::Frame ? frame->predicates[slot.unit()] : kAllLanes;
    return slot.isNegated() ? ~value : value;
  }
  /// Writes the active lanes of a predicate; nothing for an absent operand.
  void setPredicate(Slot slot, LaneMask value) {
    if (slot.base() != Slot::Frame)
      return;
    LaneMask &mask = frame->predicates[slot.unit()];
    mask = (mask & ~active) | (value & active);
  }

  /// An integer operand of any width, zero-extended.
  uint64_t readAny(Slot slot, unsigned lane) {
    return slot.isWide() ? lanes<uint64_t>(slot)[lane]
                         : lanes<uint32_t>(slot)[lane];
  }
  void writeAny(Slot slot, unsigned lane, uint64_t value) {
    if (slot.isWide())
      lanes<uint64_t>(slot).set(lane, value);
    else
      lanes<uint32_t>(slot).set(lane, uint32_t(value));
  }

  /// Calls body(lane) for each active lane, in order.
  template <class Body> void forActive(Body body) {
    if (active == kAllLanes) {
      for (unsigned lane = 0; lane < kWarpSize; ++lane)
        body(lane);
      return;
    }
    for (LaneMask rest = active; rest; rest &= rest - 1)
      body(unsigned(__builtin_ctz(rest)));
  }

  /// Address operand \p which of \p i in \p lane: register plus offset. The
  /// sum has the bits of the register, so that 32-bit ones wrap.
  uint64_t address(const Instruction &i, unsigned operand, unsigned which,
                   unsigned lane) {
    Slot slot = i.group(operand)[0];
    uint64_t offset = i.offsets[which];
    return slot.isWide() ? lanes<uint64_t>(slot)[lane] + offset
                         : uint32_t(lanes<uint32_t>(slot)[lane] + offset);
  }

  /// The addresses of operand \p operand in the active lanes.
  void addresses(const Instruction &i, unsigned operand, unsigned which,
                 uint64_t (&to)[kWarpSize]) {
    Slot slot = i.group(operand)[0];
    uint64_t offset = i.offsets[which];
    if (slot.isWide()) {
      Lanes<uint64_t> from = lanes<uint64_t>(slot);
      forActive([&](unsigned lane) { to[lane] = from[lane] + offset; });
    } else {
      Lanes<uint32_t> from = lanes<uint32_t>(slot);
      forActive(
          [&](unsigned lane) { to[lane] = uint32_t(from[lane] + offset); });
    }
  }
  /// The fast path to memory: the host address minus \p address, if no monitor
  /// watches and the accesses of all active lanes are correct. Otherwise
  /// nothing: then `memory` finds the lane that is wrong.
  std::optional<uintptr_t> span(Space space,
                                const uint64_t (&addresses)[kWarpSize],
                                unsigned bytes, Access access);
  /// Memory of one lane, checked; null after a fault was reported.
  uint8_t *memory(Space space, uint64_t address, unsigned bytes, Access access,
                  unsigned lane);
  /// The location of \p address of \p space; nothing after a fault was
  /// reported. Its bytes are not checked.
  std::optional<MemoryLocation> locate(Space space, uint64_t address,
                                       unsigned lane);
  /// Checks that memory allows this access; for asynchronous operations, whose
  /// mistakes are reported at the instruction that issues them.
  bool checkRange(MemoryLocation location, uint64_t bytes, Access access,
                  unsigned lane);
  /// Counts one request of the active lanes, \p bytes each.
  void countAccess(Space space, const uint64_t (&addresses)[kWarpSize],
                   unsigned bytes) {
    countAccess(space, active, addresses, bytes);
  }
  /// The same for \p lanes, which may be none.
  void countAccess(Space space, LaneMask lanes,
                   const uint64_t (&addresses)[kWarpSize], unsigned bytes);

  /// Reports a mistake of the kernel at the current instruction. Calls are not
  /// merged, so that utils/check-diagnostics can tell which were made.
  [[clang::nomerge]] Flow fault(FaultKind kind, const llvm::Twine &message,
                                int lane = -1);
  [[clang::nomerge]] LLVM_ATTRIBUTE_NOINLINE Flow
  fault(const llvm::Twine &message, int lane = -1) {
    return fault(FaultKind::Other, message, lane);
  }
  [[clang::nomerge]] LLVM_ATTRIBUTE_NOINLINE Flow fault(const Problem &problem,
                                                        int lane = -1) {
    return fault(problem.kind, problem.message, lane);
  }
  /// The same at another instruction of this warp.
  [[clang::nomerge]] void faultAt(const Function &function,
                                  const Instruction *instruction,
                                  FaultKind kind, const llvm::Twine &message,
                                  int lane);
  bool faulted() const;
  Flow next() const { return faulted() ? Flow::Fault : Flow::Next; }

  /// Returns whether all of \p needed that still live execute this instruction.
  /// Otherwise the caller returns awaitLanes(needed).
  bool together(LaneMask needed) const { return !(needed & live & ~active); }
  Flow awaitLanes(LaneMask needed);
  /// bar.warp.sync: like awaitLanes, but the instructions may differ.
  Flow awaitWarpSync(LaneMask needed);
  Flow blockAtBarrier(unsigned barrier);
  /// barrier.cluster.wait: the instruction runs again when it is complete.
  Flow blockAtCluster();
  /// The instruction runs again after asynchronous operations have landed.
  Flow blockOnAsync();
  /// setmaxnreg.inc: the instruction runs again when the pool has more.
  Flow blockAtRegisters();

  /// Active lanes go to \p target, the fragment's others to the next
  /// instruction.
  Flow branch(uint32_t target);
  Flow exitLanes();
  Flow enter(const Function &callee, const CallSite *site);
  Flow leave();
  /// Splits \p lanes off: they stay at the current instruction.
  void splitOff(LaneMask lanes);
  /// Lets other warps run after this instruction, which polled in vain.
  void yield() { yielding = true; }
  /// Records that memory visible to other warps has changed, so that polling
  /// warps look again.
  void noteProgress();
  /// Yields if the warp seems to poll: a strong load has read the same value
  /// from the same address again.
  void yieldIfPolling(const Instruction &i, uint64_t fingerprint) {
    if (lastPoll == &i && lastPollValue == fingerprint)
      yielding = guessing = true;
    lastPoll = &i;
    lastPollValue = fingerprint;
  }
  /// For Monitor::beforeInstruction: the lanes stay at the instruction, and
  /// other warps run before it is reached again.
  void hold() { held = true; }
  /// Sets %clock and its kin to now.
  void updateClocks();

  //===-- For the CTA -----------------------------------------------------===//

  enum class Outcome : uint8_t { Finished, Blocked, Yielded, Held, Fault };
  Outcome run(uint64_t budget);
  /// Lets lanes waiting at CTA barrier \p barrier continue.
  void releaseBarrier(unsigned barrier);
  /// Wakes lanes that wait at the cluster's barrier, which is complete.
  void wakeCluster();
  /// Wakes lanes that wait for operations, after some have landed.
  void wakeAsync();
  /// Wakes lanes that wait for registers, after the CTA's pool has received
  /// some.
  void wakeRegisters();
  /// "warp 2: lanes 0-15 wait at barrier 1 (k.ptx:40)", for deadlocks.
  std::string describeWaiting() const;
  /// The latest failed test of an mbarrier, until one succeeds; for reports of
  /// deadlocks.
  struct Poll {
    MemoryLocation mbarrier;
    bool parity; // of the phase that the lanes wait for
  };
  std::optional<Poll> poll;

  /// tcgen05.fence: this warp's operations with smaller ids than the first
  /// number precede its last ::before_thread_sync. The list has the operations
  /// of other warps that its own have to follow since its last
  /// ::after_thread_sync.
  uint64_t tcgen05Fenced = 0;
  llvm::SmallVector<uint64_t, 0> tensorEarlier;

  /// Appends all state that its next instructions depend on, other than memory
  /// that warps share.
  void appendState(std::vector<uint8_t> &to) const;

  /// Reports that the kernel doesn't end, at the instruction at which the first
  /// lanes wait.
  void reportWaiting(const llvm::Twine &message,
                     FaultKind kind = FaultKind::NoEnd);

  /// Returns whether the last run ended at a barrier or in a failed poll.
  bool isPolling() const { return yielding || blocked; }
  /// Returns whether the polling is only a guess.
  bool isGuess() const { return guessing; }
  LaneMask liveLanes() const { return live; }
  unsigned index() const { return number; }
  Cta &cta() { return owner; }
  const Cta &cta() const { return owner; }
  Cluster &cluster();
  AsyncEngine &async();
  Launch &launch() { return grid; }
  Processor &processor() { return core; }
  /// The monitor of the launch, or null.
  Monitor *monitor() const { return watcher; }
  Frame &currentFrame() { return *frame; }
  /// The fragments of the warp. The program counter of the one that runs is
  /// right in Monitor::beforeInstruction.
  llvm::ArrayRef<Fragment> getFragments() const { return fragments; }
  /// The active lanes at the current instruction.
  Origin origin() const;

  AsyncGroups &asyncGroups(AsyncKind kind) { return groups[unsigned(kind)]; }
  /// Lanes that have arrived at the cluster's barrier, which isn't complete
  /// yet; and lanes that have arrived but not yet waited.
  LaneMask clusterArrived = 0, clusterOwesWait = 0;

private:
  void setSpecials();
  void setSpecial(Special special, uint64_t value);
  bool schedule(bool rotate);
  void joinFragments();
  void wakeConverging();
  void releaseWarpSync();
  void useFrame(Frame *next);
  std::unique_ptr<Frame> newFrame(const Function &function);
  bool hasMemoryToCall(const Function &callee);
  uint64_t localBaseInside(const Frame *caller) const;
  void releaseMembers(Frame *frame, LaneMask lanes);
  uint8_t *global(uint64_t address, unsigned bytes, Access access,
                  unsigned lane);
  uint8_t *shared(Space space, uint64_t address, unsigned bytes, Access access,
                  unsigned lane);
  uint8_t *local(uint64_t address, unsigned bytes, Access access,
                 unsigned lane);
  /// The CTA whose shared memory contains \p address; null after a fault.
  Cta *sharedOwner(Space space, uint64_t address, unsigned lane);
  uint8_t *param(uint64_t address, unsigned bytes, Access access,
                 unsigned lane);
  std::optional<uintptr_t> globalSpan(uint64_t low, uint64_t bytes,
                                      Access access);
  std::optional<uintptr_t> sharedSpan(uint64_t low, uint64_t bytes,
                                      bool isDense, Access access);
  void tell(MemoryLocation location, unsigned bytes, Access access,
            unsigned lane);
  Flow block(Fragment::State state);
  void wake(Fragment::State state);
  void release(unsigned index, uint32_t advance);
  std::string deadlockMessage() const;

  Cta &owner;
  Launch &grid;
  Processor &core;
  Monitor *const watcher;
  unsigned number;
  LaneMask live;
  llvm::SmallVector<Fragment, 4> fragments;
  unsigned current = 0; // index into fragments
  uint32_t pc = 0;      // of the current fragment
  uint32_t limit = 0;   // pc at which it may reach another
  Frame *frame = nullptr;
  uint64_t slice = 0; // instructions since it was chosen
  bool rescheduling = false, yielding = false, blocked = false;
  bool guessing = false, held = false;
  const Instruction *lastPoll = nullptr;
  uint64_t lastPollValue = 0;
  RegisterUnit *bases[4] = {}; // by Slot::Base
  std::vector<std::unique_ptr<Frame>> frames;
  std::vector<RegisterUnit> specials;
  RegisterUnit sink[4];
  std::array<AsyncGroups, unsigned(AsyncKind::NumKinds)> groups;
  std::vector<uint8_t> localMemory; // lane-major
  /// One flag per byte of local memory: whether it has been written.
  std::vector<uint8_t> localWritten;
  uint64_t localBytes = 0;  // per lane
  uint64_t localStride = 0; // from lane to lane: alignment of all types
  const Allocation *readHit = nullptr, *writeHit = nullptr;
};

template <class T>
AnyLanes<T>::AnyLanes(Warp &warp, Slot slot)
    : isWide(slot.isWide()), wide(warp.cells(slot)), narrow(warp.cells(slot)) {}

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_WARP_H
