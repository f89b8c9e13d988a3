//===- Counters.cpp - Counters of a launch ----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/LaunchConfig.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace llvm;

namespace tileiras::emu {

namespace {
/// The scalar counters with their names.
template <class C, class Visit> void visitCounters(C &c, Visit visit) {
  visit("warp instructions", c.warpInstructions);
  visit("thread instructions", c.threadInstructions);
  visit("global requests", c.globalRequests);
  visit("global sectors", c.globalSectors);
  visit("global bytes", c.globalBytes);
  visit("shared requests", c.sharedRequests);
  visit("shared wavefronts", c.sharedWavefronts);
  visit("bank conflicts", c.bankConflicts);
  visit("shared bytes", c.sharedBytes);
  visit("matrix multiply-adds", c.multiplyAdds);
  visit("asynchronous bytes", c.asyncBytes);
  visit("barriers", c.barriers);
  visit("CTAs", c.ctas);
}
} // namespace

void Counters::add(const Counters &other) {
  SmallVector<uint64_t> values;
  visitCounters(other,
                [&](StringRef, uint64_t value) { values.push_back(value); });
  unsigned index = 0;
  visitCounters(*this,
                [&](StringRef, uint64_t &value) { value += values[index++]; });
  for (unsigned i = 0; i < byClass.size(); ++i)
    byClass[i] += other.byClass[i];
}

void Counters::print(raw_ostream &os) const {
  visitCounters(*this, [&](StringRef label, uint64_t value) {
    os << format("%12llu ", (unsigned long long)value) << label << '\n';
  });
  for (unsigned i = 0; i < byClass.size(); ++i)
    if (byClass[i])
      os << format("%12llu ", (unsigned long long)byClass[i])
         << name(InstClass(i)) << " instructions\n";
}

void Counters::printJson(raw_ostream &os) const {
  json::OStream json(os, 2);
  json.object([&] {
    visitCounters(*this, [&](StringRef label, uint64_t value) {
      json.attribute(label, value);
    });
    json.attributeObject("instructions by class", [&] {
      for (unsigned i = 0; i < byClass.size(); ++i)
        json.attribute(name(InstClass(i)), byClass[i]);
    });
  });
  os << '\n';
}

} // namespace tileiras::emu
