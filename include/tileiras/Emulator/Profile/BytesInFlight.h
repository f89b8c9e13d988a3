//===- BytesInFlight.h - Requested bytes per wait ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Little's law: the bytes that were requested and have not arrived keep memory
// busy. A warp requests bytes by loads of global memory and by cp.async, and
// waits where it first uses a register that a load writes (a mov only renames
// it), or where it waits for groups of copies. All requests before a wait have
// arrived after it; the next wait is the first for a later request. So each
// wait means one latency, and a warp has on average
//
//   bytes requested / waits
//
// in flight, and a CTA the sum of its warps. Copies by TMA, which no warp waits
// for alone, are not counted, nor are atomics. The order of instructions is
// that of the PTX, before an assembler moves loads up.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PROFILE_BYTESINFLIGHT_H
#define TILEIRAS_EMULATOR_PROFILE_BYTESINFLIGHT_H

#include "tileiras/Emulator/Machine/Monitor.h"
#include "tileiras/Emulator/Program/RegisterUses.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace tileiras::emu {

class BytesInFlight : public Monitor {
public:
  /// The bytes in flight of a CTA, on average over CTAs that have ended.
  uint64_t ofCta() const { return ctas ? sum / ctas : 0; }

  void clusterEnd(Cluster &cluster) override;
  void frameStart(Warp &warp, Frame &frame) override;
  void beforeInstruction(Warp &warp, const Instruction &instruction,
                         LaneMask reached) override;
  void access(const MemoryAccess &access) override;
  void asyncIssue(const AsyncOperation &operation) override;
  void asyncWait(Warp &warp, LaneMask lanes, AsyncKind kind,
                 const uint64_t (&horizons)[kWarpSize], bool groupedOnly,
                 Stage stage) override;

private:
  /// Loads and copies of a warp are numbered from 1, in the order of issue.
  using Number = uint64_t;
  using Register = std::pair<const Frame *, RegisterIndex>;

  struct Requests {
    uint64_t bytes = 0, waits = 0;
    Number issued = 0;
    Number come = 0; // all up to this one have arrived
    /// The load that will write each register; and the registers of the load
    /// that is executed now.
    llvm::DenseMap<Register, Number> pending;
    llvm::SmallVector<Register, 4> destinations;
    llvm::DenseSet<uint64_t> addresses;
    /// Ids of copies in their order.
    std::vector<std::pair<uint64_t, Number>> copies;

    void waitFor(Number number);
  };

  const std::vector<llvm::SmallVector<RegisterUse, 8>> &
  usesOf(const Function &function);

  llvm::DenseMap<const Warp *, Requests> warps;
  llvm::DenseMap<const Function *,
                 std::vector<llvm::SmallVector<RegisterUse, 8>>>
      uses;
  llvm::DenseMap<const Function *, std::vector<bool>> everything;
  uint64_t sum = 0, ctas = 0;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PROFILE_BYTESINFLIGHT_H
