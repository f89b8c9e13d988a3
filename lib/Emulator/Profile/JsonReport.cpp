//===- JsonReport.cpp - A launch as data ----------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Profile/JsonReport.h"

#include "tileiras/Emulator/Profile/LineCosts.h"

#include "llvm/Support/JSON.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

/// The names in the order of `Cost`.
constexpr const char *kCostNames[] = {
    "issues",       "lanes",       "sectors", "least sectors", "passes",
    "least passes", "async bytes", "stalls",  "bank conflicts"};
static_assert(std::size(kCostNames) == kNumCosts);

void writeDims(json::OStream &json, StringRef name, Dim3 dims) {
  json.attributeArray(name, [&] {
    for (uint32_t extent : {dims.x, dims.y, dims.z})
      json.value(extent);
  });
}

void writeLines(json::OStream &json, const LineCosts::ByLine &lines) {
  for (const auto &[line, cost] : lines)
    json.attributeArray(std::to_string(line), [&] {
      for (unsigned i = 0; i < kNumCosts; ++i)
        json.value(cost[Cost(i)]);
    });
}

void writeCosts(json::OStream &json, const ReportInput &input) {
  LineCosts costs = LineCosts::of(input.profile);
  json.attributeArray("costs", [&] {
    for (const char *name : kCostNames)
      json.value(name);
  });
  json.attributeObject("ptx", [&] { writeLines(json, costs.ptx); });
  json.attributeObject("sources", [&] {
    for (const auto &[file, lines] : costs.sources) {
      auto found = input.program.files.find(file);
      if (found != input.program.files.end())
        json.attributeObject(found->second, [&] { writeLines(json, lines); });
    }
  });
}

} // namespace

void writeJsonReport(const ReportInput &input, raw_ostream &os) {
  json::OStream json(os);
  json.object([&] {
    json.attribute("kernel", input.kernel);
    json.attribute("program", input.program.name);
    json.attribute("target", input.program.target);
    writeDims(json, "grid", input.grid);
    writeDims(json, "block", input.block);
    json.attributeBegin("counters");
    json.rawValue([&](raw_ostream &raw) { input.counters.printJson(raw); });
    json.attributeEnd();
    json.attributeObject("facts", [&] {
      for (const auto &[label, value] : input.facts)
        json.attribute(label, value);
    });
    writeCosts(json, input);
  });
  os << '\n';
}

} // namespace tileiras::emu
