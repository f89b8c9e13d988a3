//===- Settings.cpp - Settings of the emulated driver ---------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Settings.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Program.h"

#include <cstdlib>
#include <tuple>

using namespace llvm;

namespace tileiras::cuda {

namespace {

Error wrong(StringRef name, StringRef text, StringRef expected) {
  return createStringError(name + "=" + text + ": expected " + expected);
}

template <class T> Error read(const char *name, T &value, T lowest = 0) {
  const char *text = std::getenv(name);
  if (!text || !*text)
    return Error::success();
  T read;
  if (StringRef(text).getAsInteger(0, read) || read < lowest)
    return wrong(name, text, "a number from " + std::to_string(lowest) + " on");
  value = read;
  return Error::success();
}

Error read(const char *name, bool &value) {
  const char *text = std::getenv(name);
  if (!text || !*text)
    return Error::success();
  if (StringRef(text) != "0" && StringRef(text) != "1")
    return wrong(name, text, "0 or 1");
  value = *text == '1';
  return Error::success();
}

Error read(const char *name, std::optional<bool> &value) {
  const char *text = std::getenv(name);
  if (!text || !*text)
    return Error::success();
  return read(name, value.emplace());
}

Error readCapability(int &major, int &minor) {
  const char *text = std::getenv("EMULATED_CC");
  if (!text || !*text)
    return Error::success();
  auto [high, low] = StringRef(text).split('.');
  if (high.getAsInteger(10, major) || low.getAsInteger(10, minor) ||
      std::tuple(major, minor) < std::tuple(7, 5))
    return wrong("EMULATED_CC", text, "a compute capability such as 9.0");
  return Error::success();
}

Error readSchedule(emu::Schedule &schedule) {
  const char *text = std::getenv("EMULATED_SCHEDULE");
  if (!text || !*text)
    return Error::success();
  Expected<emu::Schedule> parsed = emu::Schedule::parse(text);
  if (!parsed)
    return parsed.takeError();
  schedule = *parsed;
  return Error::success();
}

} // namespace

Expected<Settings> Settings::fromEnvironment() {
  Settings s;
  auto all = [](auto... errors) {
    Error joined = Error::success();
    ((joined = joinErrors(std::move(joined), std::move(errors))), ...);
    return joined;
  };
  if (Error error = all(
          readCapability(s.major, s.minor),
          read<int>("EMULATED_SMS", s.multiprocessors, 1),
          read<uint64_t>("EMULATED_MEMORY", s.memoryBytes, 1 << 20),
          readSchedule(s.schedule),
          read<unsigned>("EMULATED_THREADS", s.threads),
          read("EMULATED_CHECKS", s.checks),
          read("EMULATED_HOST_POINTERS", s.hostPointers),
          read("EMULATED_STICKY", s.sticky), read("EMULATED_LOG", s.logCalls),
          read("EMULATED_COUNTERS", s.counters),
          read<uint64_t>("EMULATED_MAX_INSTRUCTIONS", s.maxInstructions),
          read<uint64_t>("EMULATED_STALL_LIMIT", s.stallLimit)))
    return std::move(error);
  if (const char *directory = std::getenv("EMULATED_PTX_DIR"))
    s.ptxDirectory = directory;
  if (const char *directory = std::getenv("EMULATED_REPORT_DIR"))
    s.reportDirectory = directory;
  if (const char *directory = std::getenv("EMULATED_COSTS_DIR"))
    s.costsDirectory = directory;
  if (const char *folders = std::getenv("EMULATED_SOURCE_ROOT"))
    for (StringRef folder : split(folders, sys::EnvPathSeparator))
      if (!folder.empty())
        s.sourceRoots.push_back(folder.str());
  return s;
}

/// pytest sets these variables (the first one for the whole session) since
/// version 8.2.
bool LaunchSettings::isSticky() const {
  return sticky.value_or(!std::getenv("PYTEST_VERSION") &&
                         !std::getenv("PYTEST_CURRENT_TEST"));
}

const Gpu &Gpu::of(int major, int minor) {
  static const Gpu gpus[] = {
#define GPU(MAJOR, MINOR, THREADS, BLOCKS, SHARED_SM, SHARED_BLOCK)            \
  {MAJOR, MINOR, THREADS, BLOCKS, SHARED_SM * 1024, SHARED_BLOCK * 1024},
#include "Gpus.def"
  };
  const Gpu *chosen = gpus;
  for (const Gpu &gpu : gpus)
    if (std::tuple(gpu.major, gpu.minor) <= std::tuple(major, minor))
      chosen = &gpu;
  return *chosen;
}

} // namespace tileiras::cuda
