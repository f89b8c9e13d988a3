//===- Trace.cpp - A launch over time, for Perfetto -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Profile/Trace.h"

#include "llvm/Support/JSON.h"

using namespace llvm;

namespace tileiras::emu {

uint32_t Trace::labelOf(StringRef text) {
  auto [entry, isNew] = labelIndex.try_emplace(text, labels.size());
  if (isNew)
    labels.push_back(text.str());
  return entry->second;
}

void Trace::nameProcess(uint32_t process, StringRef name) {
  std::lock_guard lock(mutex);
  names.push_back({process, 0, true, name.str()});
}

void Trace::nameTrack(uint32_t process, uint32_t track, StringRef name) {
  std::lock_guard lock(mutex);
  names.push_back({process, track, false, name.str()});
}

void Trace::add(uint32_t process, uint32_t track, uint64_t start,
                uint64_t duration, StringRef name, StringRef detail) {
  std::lock_guard lock(mutex);
  if (slices.size() >= limit) {
    ++numDropped;
    return;
  }
  slices.push_back(
      {process, track, start, duration, labelOf(name), labelOf(detail)});
}

void Trace::write(raw_ostream &os) const {
  json::OStream json(os);
  auto metadata = [&](const TrackName &each) {
    json.object([&] {
      json.attribute("ph", "M");
      json.attribute("name", each.isProcess ? "process_name" : "thread_name");
      json.attribute("pid", int64_t(each.process));
      if (!each.isProcess)
        json.attribute("tid", int64_t(each.track));
      json.attributeObject("args", [&] { json.attribute("name", each.name); });
    });
  };
  auto complete = [&](const Slice &slice) {
    json.object([&] {
      json.attribute("ph", "X");
      json.attribute("name", labels[slice.name]);
      json.attribute("pid", int64_t(slice.process));
      json.attribute("tid", int64_t(slice.track));
      json.attribute("ts", int64_t(slice.start));
      json.attribute("dur", int64_t(slice.duration));
      if (!labels[slice.detail].empty())
        json.attributeObject(
            "args", [&] { json.attribute("at", labels[slice.detail]); });
    });
  };
  json.object([&] {
    json.attributeArray("traceEvents", [&] {
      for (const TrackName &each : names)
        metadata(each);
      for (const Slice &slice : slices)
        complete(slice);
    });
    json.attributeObject("otherData", [&] {
      json.attribute("clock", "logical: one tick per instruction of a warp");
      json.attribute("slices dropped", int64_t(numDropped));
    });
  });
  os << '\n';
}

} // namespace tileiras::emu
