//===- Runtime.cpp - Functions that the CUDA runtime library defines -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA C++ Programming Guide, "Formatted Output": vprintf(format, arguments)
// with the arguments laid out in local memory as a C struct would be.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Semantics/Runtime.h"
#include "tileiras/Emulator/Machine/Cta.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/Format.h"

#include <cstring>

using namespace llvm;

namespace tileiras::emu {

namespace {

template <class T>
T argument(Warp &w, const CallSite &site, unsigned index, unsigned lane) {
  T value = {};
  if (index < site.arguments.size())
    std::memcpy(&value,
                w.currentFrame().param(lane, site.arguments[index].offset),
                sizeof(T));
  return value;
}

/// A string in the kernel's memory, up to its zero.
bool readString(Warp &w, uint64_t address, unsigned lane, std::string &text) {
  while (true) {
    uint8_t *byte = w.memory(Space::Generic, address++, 1, Access::Read, lane);
    if (!byte)
      return false;
    if (!*byte)
      return true;
    text += char(*byte);
  }
}

/// Prints one lane's line.
class Printer {
public:
  Printer(Warp &w, unsigned lane, uint64_t arguments)
      : w(w), lane(lane), arguments(arguments) {}

  bool print(StringRef format) {
    std::lock_guard<std::mutex> guard(w.launch().outputLock);
    raw_ostream &os = w.launch().output;
    while (!format.empty()) {
      auto [text, rest] = format.split('%');
      os << text;
      if (text.size() == format.size())
        return true;
      if (rest.consume_front("%")) {
        os << '%';
        format = rest;
        continue;
      }
      size_t end = rest.find_first_of("diouxXcsfFeEgGaAp");
      if (end == StringRef::npos)
        return true;
      if (!printOne(rest.take_front(end + 1)))
        return false;
      format = rest.drop_front(end + 1);
    }
    return true;
  }

private:
  template <class T> bool next(T &value) {
    arguments = (arguments + sizeof(T) - 1) / sizeof(T) * sizeof(T);
    uint8_t *data =
        w.memory(Space::Generic, arguments, sizeof(T), Access::Read, lane);
    if (data)
      std::memcpy(&value, data, sizeof(T));
    arguments += sizeof(T);
    return data;
  }

  bool printOne(StringRef conversion) {
    std::lock_guard<std::mutex> guard(w.launch().outputLock);
    raw_ostream &os = w.launch().output;
    char kind = conversion.back();
    std::string flags = "%" + conversion.drop_back().rtrim("hlLqjzt").str();
    if (StringRef("fFeEgGaA").contains(kind)) {
      double value;
      if (!next(value))
        return false;
      os << format((flags + kind).c_str(), value);
      return true;
    }
    if (kind == 's') {
      uint64_t address;
      std::string text;
      if (!next(address) || !readString(w, address, lane, text))
        return false;
      os << format((flags + "s").c_str(), text.c_str());
      return true;
    }
    bool isLong = conversion.contains('l') || kind == 'p';
    return isLong ? printInteger<uint64_t>(flags, kind)
                  : printInteger<uint32_t>(flags, kind);
  }

  template <class T> bool printInteger(std::string flags, char kind) {
    T value;
    if (!next(value))
      return false;
    std::lock_guard<std::mutex> guard(w.launch().outputLock);
    raw_ostream &os = w.launch().output;
    if (kind == 'c')
      os << char(value);
    else if (kind == 'p')
      os << format("0x%llx", (unsigned long long)value);
    else if (kind == 'd' || kind == 'i')
      os << format((flags + "lld").c_str(),
                   (long long)std::make_signed_t<T>(value));
    else
      os << format((flags + "ll" + kind).c_str(), (unsigned long long)value);
    return true;
  }

  Warp &w;
  unsigned lane;
  uint64_t arguments;
};

Flow vprintf(Warp &w, const CallSite &site) {
  w.forActive([&](unsigned lane) {
    std::string format;
    uint64_t address = argument<uint64_t>(w, site, 0, lane);
    uint64_t arguments = argument<uint64_t>(w, site, 1, lane);
    if (!w.faulted() && readString(w, address, lane, format))
      Printer(w, lane, arguments).print(format);
  });
  return w.next();
}

/// __assertfail(message, file, line, function, size of char)
Flow assertFail(Warp &w, const CallSite &site) {
  unsigned lane = __builtin_ctz(w.active);
  std::string message, file, function;
  if (!readString(w, argument<uint64_t>(w, site, 0, lane), lane, message) ||
      !readString(w, argument<uint64_t>(w, site, 1, lane), lane, file) ||
      !readString(w, argument<uint64_t>(w, site, 3, lane), lane, function))
    return Flow::Fault;
  return w.fault(FaultKind::Assertion,
                 "assertion '" + message + "' failed in " + function + ", " +
                     file + ":" + Twine(argument<uint32_t>(w, site, 2, lane)),
                 lane);
}

} // namespace

RuntimeFunction findRuntimeFunction(StringRef name) {
  return StringSwitch<RuntimeFunction>(name)
      .Case("vprintf", vprintf)
      .Case("__assertfail", assertFail)
      .Default(nullptr);
}

} // namespace tileiras::emu
