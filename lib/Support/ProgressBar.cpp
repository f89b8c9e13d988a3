//===- ProgressBar.cpp - Progress of a long launch ------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Support/ProgressBar.h"

#include "llvm/Support/Format.h"

using namespace llvm;
using namespace std::chrono_literals;

namespace tileiras {

namespace {
constexpr unsigned Width = 40;
constexpr std::chrono::milliseconds Delay = 1s, Interval = 200ms;
constexpr char EraseLine[] = "\r\033[K";
} // namespace

ProgressBar::~ProgressBar() {
  if (isVisible)
    os << EraseLine;
}

void ProgressBar::update(uint64_t done, uint64_t all) {
  Clock::time_point now = Clock::now();
  if (now - start < Delay || now - drawn < Interval || !done)
    return;
  drawn = now;
  isVisible = true;
  unsigned filled = Width * done / all;
  double seconds = std::chrono::duration<double>(now - start).count();
  os << EraseLine << '[' << std::string(filled, '#')
     << std::string(Width - filled, '.') << "] " << done << " of " << all
     << " CTAs, " << format("%.0f", seconds * double(all - done) / double(done))
     << " s left";
  os.flush();
}

} // namespace tileiras
