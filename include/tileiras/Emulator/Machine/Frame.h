//===- Frame.h - One activation of a function by a warp ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_MACHINE_FRAME_H
#define TILEIRAS_EMULATOR_MACHINE_FRAME_H

#include "tileiras/Emulator/Program.h"

#include "llvm/ADT/DenseMap.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace tileiras::emu {

using LaneMask = uint32_t;
constexpr unsigned WarpSize = 32;
constexpr LaneMask AllLanes = ~LaneMask(0);

struct alignas(128) RegisterUnit {
  uint32_t lanes[WarpSize];
};

/// What a monitor keeps of a frame, a warp, a CTA or a cluster; its own type
/// derives from this.
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
  /// By pc, the instructions of which a monitor wants to know; null: none.
  const std::vector<bool> *watched = nullptr;
  uint64_t *warpCounts = nullptr, *laneCounts = nullptr;

  uint8_t *param(unsigned lane, uint64_t offset) {
    return params.data() + lane * paramStride + offset;
  }
};

/// Bytes of a frame of \p function.
uint64_t frameBytesOf(const Function &function);

/// Frames are large and made for every warp of every CTA; they are kept.
class FramePool {
public:
  /// \p made: how many bytes were allocated for it; none when one was kept.
  std::unique_ptr<Frame> take(const Function &function, uint64_t &made);
  void give(std::unique_ptr<Frame> frame);

private:
  llvm::DenseMap<const Function *, std::vector<std::unique_ptr<Frame>>> free;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_FRAME_H
