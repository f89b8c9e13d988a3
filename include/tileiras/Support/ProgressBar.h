//===- ProgressBar.h - Progress of a long launch ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_SUPPORT_PROGRESSBAR_H
#define TILEIRAS_SUPPORT_PROGRESSBAR_H

#include "llvm/Support/raw_ostream.h"

#include <chrono>

namespace tileiras {

/// Draws one line over itself: "[#####.....] 120 of 240 CTAs, 3 s left". It
/// appears after a second, so short launches show nothing.
class ProgressBar {
public:
  explicit ProgressBar(llvm::raw_ostream &os)
      : os(os), start(Clock::now()), drawn(start) {}
  ~ProgressBar();

  void update(uint64_t done, uint64_t all);

private:
  using Clock = std::chrono::steady_clock;
  llvm::raw_ostream &os;
  Clock::time_point start, drawn;
  bool isVisible = false;
};

} // namespace tileiras

#endif // TILEIRAS_SUPPORT_PROGRESSBAR_H
