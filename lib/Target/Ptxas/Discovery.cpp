//===- Discovery.cpp - Which ptxas to use -----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/Ptxas/Discovery.h"

#include "Process.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"

#include <algorithm>

using namespace llvm;

namespace tileiras {

PtxasSearch PtxasSearch::fromEnvironment() {
  PtxasSearch search;
  search.preferred = sys::Process::GetEnv("TILEIRAS_PTXAS");
  search.cudaHome = sys::Process::GetEnv("CUDA_HOME");
  search.virtualEnv = sys::Process::GetEnv("VIRTUAL_ENV");
  search.path = sys::Process::GetEnv("PATH");
  return search;
}

PtxVersion maxPtxVersionOf(unsigned release) {
  // PTX ISA, "Release notes": 11.x has PTX 7.x and 13.x has 9.x; the 12 series
  // fell behind by one, with no new PTX in 12.6.
  unsigned major = release / 10, minor = release % 10;
  if (major == 12 && minor >= 6)
    return 80 + minor - 1;
  return (major - 4) * 10 + minor;
}

PtxVersion PtxasTool::maxPtxVersion() const { return maxPtxVersionOf(release); }

std::string PtxasTool::describe() const {
  return ("ptxas " + Twine(release / 10) + "." + Twine(release % 10) + " at " +
          path + " (" + origin + ")")
      .str();
}

namespace {
constexpr StringLiteral kPreferredOrigin = "TILEIRAS_PTXAS";

/// Collects programs, each file once however it is reached.
class CandidateList {
public:
  void add(const Twine &path, StringRef origin) {
    SmallString<128> file, real;
    path.toVector(file);
    if (!sys::fs::can_execute(file) || sys::fs::real_path(file, real))
      return;
    if (seen.insert(real).second)
      list.push_back({file.str().str(), origin.str()});
  }

  /// The wheels that carry a ptxas, in the Python installation at `prefix`.
  void addWheels(StringRef prefix) {
    SmallString<128> lib(prefix);
    sys::path::append(lib, "lib");
    std::error_code error;
    for (sys::fs::directory_iterator it(lib, error), end; it != end && !error;
         it.increment(error)) {
      if (!sys::path::filename(it->path()).starts_with("python3"))
        continue;
      for (StringRef packages : {"site-packages", "dist-packages"})
        for (StringRef wheel : {"cu13", "cuda_nvcc"})
          add(it->path() + "/" + packages + "/nvidia/" + wheel + "/bin/ptxas",
              "pip package");
    }
  }

  std::vector<PtxasCandidate> take() { return std::move(list); }

private:
  StringSet<> seen;
  std::vector<PtxasCandidate> list;
};

SmallVector<StringRef> splitPath(const PtxasSearch &search) {
  SmallVector<StringRef> entries;
  if (search.path)
    StringRef(*search.path).split(entries, ':', -1, /*KeepEmpty=*/false);
  return entries;
}
} // namespace

std::vector<PtxasCandidate> findPtxas(const PtxasSearch &search) {
  CandidateList found;
  if (search.named) {
    found.add(*search.named, "--ptxas");
    return found.take();
  }
  if (search.preferred)
    found.add(*search.preferred, kPreferredOrigin);
  if (search.virtualEnv)
    found.addWheels(*search.virtualEnv);
  SmallVector<StringRef> path = splitPath(search);
  for (StringRef entry : path)
    if (sys::path::filename(entry) == "bin")
      found.addWheels(sys::path::parent_path(entry));
  if (search.cudaHome)
    found.add(*search.cudaHome + "/bin/ptxas", "$CUDA_HOME/bin");
  for (StringRef entry : path)
    found.add(entry + "/ptxas", "PATH");
  return found.take();
}

unsigned parsePtxasRelease(StringRef text) {
  StringRef rest = text.split("release ").second;
  unsigned major, minor;
  if (rest.consumeInteger(10, major) || !rest.consume_front(".") ||
      rest.consumeInteger(10, minor) || minor > 9)
    return 0;
  return major * 10 + minor;
}

Expected<PtxasTool> probePtxas(const PtxasCandidate &candidate) {
  auto output = runProcess(candidate.path, {"--version"});
  if (!output)
    return output.takeError();
  unsigned release = parsePtxasRelease(output->text);
  if (output->exitCode != 0 || release == 0)
    return createStringError(candidate.path + " (" + candidate.origin +
                             ") is not a ptxas: its --version says no release");
  return PtxasTool{candidate.path, candidate.origin, release};
}

static std::string notFound(const PtxasSearch &search) {
  if (search.named)
    return "no ptxas at '" + *search.named + "'";
  return "no ptxas found by TILEIRAS_PTXAS, in pip packages, in "
         "$CUDA_HOME/bin or on PATH";
}

/// What every tool that was looked at lacks.
static std::string lacking(ArrayRef<PtxasTool> tools, PtxVersion version,
                           StringRef job) {
  std::string text = (job + " needs PTX " + formatPtxVersion(version)).str();
  for (const PtxasTool &tool : tools)
    text += (tools.size() > 1 ? "; " : ", but ") + tool.describe() +
            " takes PTX up to " + formatPtxVersion(tool.maxPtxVersion());
  return text;
}

Expected<PtxasTool> choosePtxas(const PtxasSearch &search, PtxVersion version,
                                StringRef job) {
  std::vector<PtxasCandidate> candidates = findPtxas(search);
  if (candidates.empty())
    return createStringError(notFound(search));

  std::vector<PtxasTool> tools;
  std::string refused;
  for (const PtxasCandidate &candidate : candidates) {
    auto tool = probePtxas(candidate);
    if (!tool) {
      refused += (refused.empty() ? "" : "; ") + toString(tool.takeError());
      continue;
    }
    if (tool->origin == kPreferredOrigin && tool->maxPtxVersion() >= version)
      return tool;
    tools.push_back(std::move(*tool));
  }
  if (tools.empty())
    return createStringError(refused);

  // The newest; among equals the one that the search met first.
  const PtxasTool *best = &tools.front();
  for (const PtxasTool &tool : tools)
    if (tool.release > best->release)
      best = &tool;
  if (best->maxPtxVersion() >= version)
    return *best;
  return createStringError(lacking(tools, version, job));
}

} // namespace tileiras
