//===- ShadowMemory.cpp - Recorded accesses by address ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/ShadowMemory.h"

namespace tileiras::emu {

void ShadowPage::split(unsigned log) {
  std::vector<ShadowCell> narrow(kBytes >> log);
  for (size_t i = 0; i < narrow.size(); ++i)
    narrow[i] = cells[i >> (granule - log)];
  cells = std::move(narrow);
  granule = log;
}

ShadowPage &ShadowMemory::page(uint64_t address) {
  uint64_t number = address / ShadowPage::kBytes;
  Shard &shard = shards[number % shards.size()];
  std::lock_guard guard(shard.lock);
  std::unique_ptr<ShadowPage> &page = shard.pages[number];
  if (!page)
    page = std::make_unique<ShadowPage>();
  return *page;
}

} // namespace tileiras::emu
