//===- Runtime.cpp - Functions of the CUDA runtime library ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA C++ Programming Guide, "Formatted Output": vprintf(format, arguments)
// with the arguments laid out in local memory as a C struct would be. "Dynamic
// Global Memory Allocation and Operations": malloc(bytes), free(address).
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Semantics/Runtime.h"
#include "tileiras/Emulator/Machine/Cluster.h"

#include "PrintfFormat.h"
#include "tileiras/Emulator/ISA/Limits.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

/// Parameter \p index of a call in \p lane; nothing after a fault.
template <class T>
std::optional<T> argument(Warp &w, const CallSite &site, unsigned index,
                          unsigned lane) {
  uint64_t size =
      index < site.arguments.size() ? site.arguments[index].size : 0;
  if (size < sizeof(T)) {
    w.fault("expected " + Twine(sizeof(T)) + " bytes in parameter " +
                Twine(index + 1) + " of the call, got " + Twine(size),
            lane);
    return std::nullopt;
  }
  T value;
  std::memcpy(&value,
              w.currentFrame().param(lane, site.arguments[index].offset),
              sizeof(T));
  return value;
}

/// Writes the call's result in \p lane, if the program uses it.
template <class T>
void setResult(Warp &w, const CallSite &site, unsigned lane, T value) {
  if (!site.results.empty() && site.results[0].size >= sizeof(value))
    std::memcpy(w.currentFrame().param(lane, site.results[0].offset), &value,
                sizeof(value));
}

/// A string in the kernel's memory, up to its zero or \p limit characters;
/// nothing after a fault.
std::optional<std::string> readString(Warp &w, uint64_t address, unsigned lane,
                                      uint64_t limit = ~uint64_t(0)) {
  std::string text;
  while (text.size() < limit) {
    if (text.size() == kMaxPrintedString) {
      w.fault("the string at 0x" + utohexstr(address, true) +
                  " has no end within " + Twine(kMaxPrintedString) + " bytes",
              lane);
      return std::nullopt;
    }
    const uint8_t *byte =
        w.memory(Space::Generic, address + text.size(), 1, Access::Read, lane);
    if (!byte)
      return std::nullopt;
    char character = loadRelaxed<char>(byte);
    if (!character)
      break;
    text += character;
  }
  return text;
}

/// The arguments of one lane's vprintf, one after the other.
class LaneArguments : public PrintfArguments {
public:
  LaneArguments(Warp &w, unsigned lane, uint64_t address)
      : w(w), lane(lane), address(address) {}

  std::optional<uint64_t> next(unsigned bytes) override {
    address = alignTo(address, bytes);
    const uint8_t *data =
        w.memory(Space::Generic, address, bytes, Access::Read, lane);
    address += bytes;
    if (!data)
      return std::nullopt;
    return bytes == 4 ? loadRelaxed<uint32_t>(data)
                      : loadRelaxed<uint64_t>(data);
  }
  std::optional<std::string> string(uint64_t at, uint64_t limit) override {
    return at ? readString(w, at, lane, limit) : "(null)";
  }
  void fail(const Twine &message) override { w.fault(message, lane); }

private:
  Warp &w;
  unsigned lane;
  uint64_t address;
};

/// Appends the text that one lane prints; returns false after a fault.
bool printLane(Warp &w, const CallSite &site, unsigned lane,
               std::string &output) {
  auto address = argument<uint64_t>(w, site, 0, lane);
  auto values = argument<uint64_t>(w, site, 1, lane);
  if (!address || !values)
    return false;
  if (*address == 0) {
    setResult<int32_t>(w, site, lane, -1);
    return true;
  }
  std::optional<std::string> format = readString(w, *address, lane);
  if (!format)
    return false;
  LaneArguments arguments(w, lane, *values);
  std::optional<unsigned> converted = printfTo(output, *format, arguments);
  setResult<int32_t>(w, site, lane, converted.value_or(0));
  return converted.has_value();
}

/// Prints the lines of a warp without others in between.
Flow vprintf(Warp &w, const CallSite &site) {
  std::string output;
  w.forActive([&](unsigned lane) {
    if (!w.faulted())
      printLane(w, site, lane, output);
  });
  std::lock_guard<std::mutex> guard(w.launch().outputLock);
  w.launch().output << output;
  ++w.processor().globalChanges; // the text is visible to the host
  return w.next();
}

/// __assertfail(message, file, line, function, size of char)
Flow assertFail(Warp &w, const CallSite &site) {
  unsigned lane = __builtin_ctz(w.active);
  auto text = [&](unsigned index) -> std::optional<std::string> {
    auto address = argument<uint64_t>(w, site, index, lane);
    return address ? readString(w, *address, lane) : std::nullopt;
  };
  auto message = text(0), file = text(1), function = text(3);
  auto line = argument<uint32_t>(w, site, 2, lane);
  if (!message || !file || !function || !line)
    return Flow::Fault;
  return w.fault(FaultKind::Assertion,
                 "assertion '" + *message + "' failed in " + *function + ", " +
                     *file + ":" + Twine(*line),
                 lane);
}

/// Allocates separate memory for each lane, lane after lane.
Flow takeMemory(Warp &w, const CallSite &site) {
  w.forActive([&](unsigned lane) {
    auto bytes = argument<uint64_t>(w, site, 0, lane);
    if (!bytes)
      return;
    Allocation *taken =
        w.launch().memory.takeFromHeap(*bytes, w.launch().config.heapBytes);
    setResult<uint64_t>(w, site, lane, taken ? taken->base : 0);
  });
  return w.faulted() ? Flow::Fault : w.next();
}

/// All accesses to memory have to come before it is freed: for a monitor,
/// freeing it is a write of all of it.
void claim(Warp &w, const Allocation &memory, unsigned lane) {
  for (uint64_t offset = 0; offset < memory.size && !w.faulted();) {
    uint64_t rest = memory.size - offset;
    unsigned bytes = rest < 16 ? unsigned(bit_floor(rest)) : 16;
    w.memory(Space::Global, memory.base + offset, bytes, Access::Write, lane);
    offset += bytes;
  }
}

Flow giveMemoryBack(Warp &w, const CallSite &site) {
  w.forActive([&](unsigned lane) {
    auto address = argument<uint64_t>(w, site, 0, lane);
    if (w.faulted() || !address || *address == 0)
      return;
    GlobalMemory &memory = w.launch().memory;
    const Allocation *found = memory.find(*address);
    if (found && found->isOfHeap && w.monitor())
      claim(w, *found, lane);
    if (!w.faulted() && !memory.giveBack(*address))
      w.fault("free of 0x" + utohexstr(*address, true) +
                  ", which is no address that malloc gave, or was freed before",
              lane);
  });
  return w.faulted() ? Flow::Fault : w.next();
}

} // namespace

RuntimeFunction findRuntimeFunction(StringRef name) {
  return StringSwitch<RuntimeFunction>(name)
      .Case("vprintf", vprintf)
      .Case("__assertfail", assertFail)
      .Case("malloc", takeMemory)
      .Case("free", giveMemoryBack)
      .Default(nullptr);
}

} // namespace tileiras::emu
