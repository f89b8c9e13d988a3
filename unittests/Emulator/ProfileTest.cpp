//===- ProfileTest.cpp - Traces and reports ---------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reports as HTML and JSON, costs by line, and traces.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Emulator.h"
#include "tileiras/Emulator/Profile/HtmlReport.h"
#include "tileiras/Emulator/Profile/JsonReport.h"
#include "tileiras/Emulator/Profile/Trace.h"

#include "llvm/Support/JSON.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tileiras::emu;
using testing::HasSubstr;
using testing::Not;

namespace {

llvm::json::Value written(const Trace &trace) {
  std::string text;
  llvm::raw_string_ostream os(text);
  trace.write(os);
  return llvm::cantFail(llvm::json::parse(text));
}

TEST(Trace, WritesCompleteEventsWithTheirTracks) {
  Trace trace;
  trace.nameProcess(3, "CTA (3, 0, 0)");
  trace.nameTrack(3, 1, "warp 1");
  trace.add(3, 1, 10, 5, "add", "k.py:7");
  llvm::json::Value file = written(trace);
  const llvm::json::Array &events =
      *file.getAsObject()->getArray("traceEvents");
  ASSERT_EQ(events.size(), 3u);
  auto expected = [](llvm::StringRef text) {
    return llvm::cantFail(llvm::json::parse(text));
  };
  EXPECT_EQ(events[0], expected(R"json({"ph": "M", "name": "process_name",
      "pid": 3, "args": {"name": "CTA (3, 0, 0)"}})json"));
  EXPECT_EQ(events[2], expected(R"json({"ph": "X", "name": "add", "pid": 3,
      "tid": 1, "ts": 10, "dur": 5, "args": {"at": "k.py:7"}})json"));
}

TEST(Trace, CountsWhatItDrops) {
  Trace trace(/*limit=*/2);
  for (int i = 0; i < 5; ++i)
    trace.add(0, 0, i, 1, "x");
  EXPECT_EQ(trace.size(), 2u);
  EXPECT_EQ(trace.dropped(), 3u);
  llvm::json::Value file = written(trace);
  const llvm::json::Object *other = file.getAsObject()->getObject("otherData");
  EXPECT_EQ(other->getInteger("slices dropped").value_or(-1), 3);
}

constexpr char kText[] = R"(.version 8.0
.target sm_80
.address_size 64
.file 1 "source.py"
.visible .entry k()
{
.reg .b32 %r<3>;
.loc 1 2 5
mov.u32 %r1, 1;
add.u32 %r2, %r1, %r1;
.loc 1 4 5
ret;
}
)";

class Report : public testing::Test {
protected:
  Report() : module(llvm::cantFail(Module::parse(kText, "k.ptx"))) {
    const Function &kernel = *llvm::cantFail(module->kernel("k"));
    std::vector<InstructionCost> &costs = profile.of(kernel);
    costs[0][Cost::Issues] = 1000;
    costs[1][Cost::Issues] = 234;
    costs[1][Cost::Sectors] = 8;
    costs[1][Cost::MinSectors] = 2;
    costs[2][Cost::Issues] = 1;
  }

  std::string page() { return written(writeHtmlReport); }

  llvm::json::Object data() {
    llvm::json::Value value =
        llvm::cantFail(llvm::json::parse(written(writeJsonReport)));
    return *value.getAsObject();
  }

  std::string written(decltype(writeHtmlReport) write) {
    std::string text;
    llvm::raw_string_ostream os(text);
    ReportInput input{module->program(), kText,    "k",    {4, 1, 1},
                      {32, 1, 1},        counters, profile};
    input.facts = {{"occupancy", "12 < 64"}};
    input.readSource = [](llvm::StringRef name) {
      EXPECT_EQ(name, "source.py");
      return SourceText{"def k():\n    x = 1 < 2\n\n    return\n", ""};
    };
    write(input, os);
    return text;
  }

  std::unique_ptr<Module> module;
  Counters counters;
  CostProfile profile;
};

TEST_F(Report, SumsInstructionsByLineOfTheSource) {
  EXPECT_THAT(page(),
              HasSubstr("<tr id=\"s1-2\" data-costs=\"1234 8 0 0 0\">"));
  EXPECT_THAT(page(), HasSubstr("<tr id=\"s1-4\" data-costs=\"1 0 0 0 0\">"));
  EXPECT_THAT(page(), HasSubstr("<tr id=\"s1-1\">"));
}

TEST_F(Report, KeepsLinesOfThePtxApart) {
  EXPECT_THAT(page(), HasSubstr("<tr id=\"p9\" data-costs=\"1000 0 0 0 0\">"));
  EXPECT_THAT(page(), HasSubstr("<tr id=\"p10\" data-costs=\"234 8 0 0 0\">"));
}

TEST_F(Report, GivesRatiosToTheLeast) {
  EXPECT_THAT(page(), HasSubstr("<b>4.00</b><span>sectors, times the least"));
  EXPECT_THAT(page(), Not(HasSubstr("bank passes")));
}

TEST_F(Report, EscapesText) {
  EXPECT_THAT(page(), HasSubstr("x = 1 &lt; 2"));
  EXPECT_THAT(page(), HasSubstr("<b>12 &lt; 64</b>"));
}

TEST_F(Report, IsDataToo) {
  counters.warpInstructions = 1235;
  llvm::json::Object report = data();
  auto expected = [](llvm::StringRef text) {
    return llvm::cantFail(llvm::json::parse(text));
  };
  EXPECT_EQ(report["grid"], expected("[4, 1, 1]"));
  EXPECT_EQ(report["facts"], expected(R"json({"occupancy": "12 < 64"})json"));
  EXPECT_EQ(report.getObject("counters")->getInteger("warp instructions"),
            1235);
  EXPECT_EQ(report["costs"],
            expected(R"json(["issues", "lanes", "sectors", "least sectors",
                "passes", "least passes", "async bytes", "stalls",
                "bank conflicts"])json"));
  EXPECT_EQ(report["ptx"], expected(R"json({"9": [1000,0,0,0,0,0,0,0,0],
      "10": [234,0,8,2,0,0,0,0,0],
      "12": [1,0,0,0,0,0,0,0,0]})json"));
  EXPECT_EQ(report["sources"], expected(R"json({"source.py": {
      "2": [1234,0,8,2,0,0,0,0,0], "4": [1,0,0,0,0,0,0,0,0]}})json"));
}

TEST(ProfileTest, AddsInstructionByInstruction) {
  Function function;
  function.code.resize(2);
  CostProfile a, b;
  a.of(function)[1][Cost::Stalls] = 3;
  b.of(function)[1][Cost::Stalls] = 4;
  a.add(b);
  EXPECT_EQ(a.of(function)[1][Cost::Stalls], 7u);
  EXPECT_EQ(a.of(function)[0], InstructionCost());
}

} // namespace
