//===- Frame.h - One activation of a function by a warp ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_MACHINE_FRAME_H
#define TILEIRAS_EMULATOR_MACHINE_FRAME_H

#include "tileiras/Emulator/Program/Program.h"

#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tileiras::emu {

using LaneMask = uint32_t;
constexpr unsigned kWarpSize = 32;
constexpr LaneMask kAllLanes = ~LaneMask(0);

struct alignas(128) RegisterUnit {
  uint32_t lanes[kWarpSize];
};

/// The state that a monitor keeps for a frame, a warp, a CTA or a cluster; the
/// monitor derives its types from this.
struct MonitorState {
  virtual ~MonitorState() = default;
};

/// Registers and call parameters of the lanes that entered a function
/// together. Lanes that diverge inside share it, under their masks.
struct Frame {
  const Function *function = nullptr;
  Frame *caller = nullptr;
  const CallSite *site = nullptr; // in the caller
  uint32_t returnPc = 0;
  unsigned depth = 0;
  LaneMask members = 0; // lanes that have neither returned nor exited
  uint64_t localBase = 0;
  std::vector<RegisterUnit> registers;
  std::vector<LaneMask> predicates;
  std::vector<uint8_t> params; // lane-major
  uint64_t paramStride = 0;    // from lane to lane: those of a lane are aligned
  std::unique_ptr<MonitorState> monitorState;
  /// The instructions that a monitor watches, by pc; null if it watches none.
  const std::vector<bool> *watched = nullptr;
  uint64_t *warpCounts = nullptr, *laneCounts = nullptr;

  uint8_t *param(unsigned lane, uint64_t offset) {
    return params.data() + lane * paramStride + offset;
  }
};

/// The bytes of a frame of \p function.
uint64_t frameBytesOf(const Function &function);

/// Frames are large and every warp of every CTA needs some; the pool reuses
/// them.
class FramePool {
public:
  /// Sets \p made to the bytes that were allocated for the frame; 0 if one was
  /// reused.
  std::unique_ptr<Frame> take(const Function &function, uint64_t &made);
  void give(std::unique_ptr<Frame> frame);

private:
  llvm::DenseMap<const Function *, std::vector<std::unique_ptr<Frame>>> free;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_FRAME_H
