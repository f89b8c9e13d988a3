//===- Trace.h - A launch over time, for Perfetto ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slices on tracks: a process is a CTA, its tracks are the warps and the
// asynchronous engines. They are written as the JSON of Chrome's Trace Event
// Format ("complete" events, ph X), which ui.perfetto.dev opens.
//
// Time is logical. A warp's clock advances by one with each instruction it
// issues, as if every warp of the CTA had its own issue port; at a barrier all
// waiting warps continue at the time of the last arrival, and a warp that waits
// for an asynchronous operation continues when the operation has landed. One
// tick is shown as one microsecond. The trace shows the order of events and the
// dependences between warps, not the time on hardware.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PROFILE_TRACE_H
#define TILEIRAS_EMULATOR_PROFILE_TRACE_H

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace tileiras::emu {

/// Collects slices; the writer's order is the order of collection. Threads may
/// add at the same time.
class Trace {
public:
  struct Slice {
    uint32_t process, track;
    uint64_t start, duration;
    uint32_t name; // index of a label
    uint32_t detail;
  };

  /// Tracks from here on are engines, not warps.
  static constexpr uint32_t kFirstEngine = 1000;

  /// At most \p limit slices are kept; what comes later is only counted.
  explicit Trace(size_t limit = 1 << 20) : limit(limit) {}

  void nameProcess(uint32_t process, llvm::StringRef name);
  void nameTrack(uint32_t process, uint32_t track, llvm::StringRef name);
  /// \p detail is shown when the slice is chosen; may be empty.
  void add(uint32_t process, uint32_t track, uint64_t start, uint64_t duration,
           llvm::StringRef name, llvm::StringRef detail = "");

  size_t size() const { return slices.size(); }
  size_t dropped() const { return numDropped; }
  void write(llvm::raw_ostream &os) const;

private:
  struct TrackName {
    uint32_t process, track;
    bool isProcess;
    std::string name;
  };
  uint32_t labelOf(llvm::StringRef text);

  size_t limit, numDropped = 0;
  std::mutex mutex;
  std::vector<Slice> slices;
  std::vector<TrackName> names;
  llvm::StringMap<uint32_t> labelIndex;
  std::vector<std::string> labels;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PROFILE_TRACE_H
