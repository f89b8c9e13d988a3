//===- Observation.cpp - Traces and reports of a launch -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Profile/Observation.h"

#include "tileiras/Emulator/Profile/HtmlReport.h"
#include "tileiras/Emulator/Profile/JsonReport.h"
#include "tileiras/Emulator/Profile/Occupancy.h"
#include "tileiras/Support/OutputFile.h"

#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

SourceText readSource(StringRef path, const SourceRoots &roots) {
  if (!sys::fs::exists(path))
    return {};
  if (!roots.contain(path))
    return {"", "outside of the program's folder, --source-root names others"};
  SourceFile file(path);
  if (!file.getNumLines())
    return {"", "no regular file of at most 16 MiB"};
  std::string text;
  for (unsigned line = 1; line <= file.getNumLines(); ++line)
    text += (file.getLine(line).value_or("") + "\n").str();
  return {std::move(text), ""};
}

} // namespace

Observation::Observation(StringRef tracePath,
                         std::vector<std::string> reportPaths,
                         SourceRoots sourceRoots)
    : tracePath(tracePath), reportPaths(std::move(reportPaths)),
      sourceRoots(std::move(sourceRoots)) {
  bool reports = !this->reportPaths.empty();
  if (!tracePath.empty() || reports)
    timeline.emplace(tracePath.empty() ? nullptr : &trace,
                     reports ? &profile : nullptr);
}

void Observation::attach(LaunchConfig &config) {
  if (!timeline)
    return;
  config.monitor = &*timeline;
  config.threads = 1;
  if (reportPaths.empty())
    return;
  config.profile = &profile;
  both.emplace(*timeline, inFlight);
  config.monitor = &*both;
}

Error Observation::write(const Program &program, StringRef ptx,
                         const Function &kernel, const LaunchConfig &config,
                         const Counters &counters) {
  if (!tracePath.empty())
    if (Error error =
            writeFile(tracePath, [&](raw_ostream &os) { trace.write(os); }))
      return error;
  return reportPaths.empty()
             ? Error::success()
             : writeReports(program, ptx, kernel, config, counters);
}

Error Observation::writeReports(const Program &program, StringRef ptx,
                                const Function &kernel,
                                const LaunchConfig &config,
                                const Counters &counters) {
  Dim3 block = kernel.requiredBlock.value_or(config.block);
  ReportInput input{program, ptx,      kernel.name, config.grid,
                    block,   counters, profile};
  input.readSource = [&](StringRef path) {
    return readSource(path, sourceRoots);
  };
  uint64_t shared = program.staticShared + config.dynamicShared;
  input.facts.emplace_back("bytes of shared memory a CTA",
                           std::to_string(shared));
  input.facts.emplace_back("bytes in flight a CTA",
                           std::to_string(inFlight.ofCta()));
  if (auto occupancy =
          estimateOccupancy(program.target, kernel, block.count(), shared)) {
    input.facts.emplace_back("registers live at once",
                             std::to_string(occupancy->registers));
    input.facts.emplace_back("occupancy, estimated", occupancy->str());
    input.facts.emplace_back(
        "bytes in flight a multiprocessor, estimated",
        std::to_string(inFlight.ofCta() * occupancy->ctas));
  }
  for (StringRef path : reportPaths) {
    auto write = path.ends_with(".json") ? writeJsonReport : writeHtmlReport;
    if (Error error =
            writeFile(path, [&](raw_ostream &os) { write(input, os); }))
      return error;
  }
  return Error::success();
}

} // namespace tileiras::emu
