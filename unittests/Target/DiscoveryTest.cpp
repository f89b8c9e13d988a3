//===- DiscoveryTest.cpp - Which ptxas to use -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/Ptxas/Discovery.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace tileiras;

namespace {
/// A directory of scripts that answer --version like a ptxas.
class Discovery : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createUniqueDirectory("discovery", root));
  }
  void TearDown() override { sys::fs::remove_directories(root); }

  /// Makes a ptxas of `release` in the directory `at` and returns its path.
  std::string make(const Twine &at, StringRef release) {
    SmallString<128> path(root);
    sys::path::append(path, at);
    EXPECT_FALSE(sys::fs::create_directories(path));
    sys::path::append(path, "ptxas");
    std::error_code error;
    raw_fd_ostream os(path, error);
    os << "#!/bin/sh\necho 'Cuda compilation tools, release " << release
       << ", V" << release << ".1'\n";
    os.close();
    EXPECT_FALSE(sys::fs::setPermissions(path, sys::fs::all_all));
    return path.str().str();
  }

  std::string directory(const Twine &name) {
    SmallString<128> path(root);
    sys::path::append(path, name);
    return path.str().str();
  }

  static void setTime(StringRef path, sys::TimePoint<> time) {
    int file;
    ASSERT_FALSE(sys::fs::openFileForReadWrite(
        path, file, sys::fs::CD_OpenExisting, sys::fs::OF_None));
    EXPECT_FALSE(sys::fs::setLastAccessAndModificationTime(file, time));
    EXPECT_FALSE(sys::Process::SafelyCloseFileDescriptor(file));
  }

  /// The tool for a text of PTX `version`.
  static PtxasTool chosen(const PtxasSearch &search, PtxVersion version) {
    auto tool = choosePtxas(search, version, "this");
    if (tool)
      return *tool;
    ADD_FAILURE() << toString(tool.takeError());
    return {};
  }

  SmallString<128> root;
};
} // namespace

TEST(Ptxas, ParsesTheRelease) {
  EXPECT_EQ(parsePtxasRelease("Cuda compilation tools, release 13.5, V13.5.37"),
            135u);
  EXPECT_EQ(parsePtxasRelease("release 12"), 0u);
  EXPECT_EQ(parsePtxasRelease("GNU assembler"), 0u);
}

TEST(Ptxas, KnowsWhichPtxAReleaseTakes) {
  EXPECT_EQ(maxPtxVersionOf(118), 78u);
  EXPECT_EQ(maxPtxVersionOf(124), 84u);
  EXPECT_EQ(maxPtxVersionOf(126), 85u);
  EXPECT_EQ(maxPtxVersionOf(129), 88u);
  EXPECT_EQ(maxPtxVersionOf(130), 90u);
  EXPECT_EQ(maxPtxVersionOf(135), 95u);
}

TEST_F(Discovery, TakesTheFirstThatIsNewEnough) {
  PtxasSearch search;
  search.toolkits.cudaHome = directory("cuda");
  make("cuda/bin", "12.4");
  make("a", "13.1");
  make("b", "13.0");
  search.toolkits.path = directory("b") + ":" + directory("a");
  EXPECT_EQ(chosen(search, 80).origin, "CUDA_HOME");
  EXPECT_EQ(chosen(search, 90).release, 130u);
  EXPECT_EQ(chosen(search, 90).origin, "PATH");
  EXPECT_EQ(chosen(search, 91).release, 131u);
}

// nvcc and cuTile.jl name with it the toolkit that they belong to.
TEST_F(Discovery, LooksInCudaRootBeforePath) {
  PtxasSearch search;
  search.toolkits.cudaHome = directory("cuda");
  make("cuda/bin", "12.4");
  search.toolkits.cudaRoot = directory("root");
  make("root/bin", "13.1");
  make("b", "13.0");
  search.toolkits.path = directory("b");
  EXPECT_EQ(chosen(search, 80).origin, "CUDA_HOME");
  EXPECT_EQ(chosen(search, 90).origin, "CUDA_ROOT");
}

TEST_F(Discovery, PrefersTheOneInTheEnvironmentWhenItCan) {
  PtxasSearch search;
  search.preferred = make("mine", "12.4");
  make("a", "13.1");
  search.toolkits.path = directory("a");
  EXPECT_EQ(chosen(search, 80).release, 124u);
  EXPECT_EQ(chosen(search, 90).release, 131u);
}

TEST_F(Discovery, FindsWheels) {
  make("venv/lib/python3.11/site-packages/nvidia/cu13/bin", "13.5");
  // The environments of an interpreter on PATH, the active one, and this
  // process's.
  ToolkitSearch onPath, active, own;
  onPath.path = directory("venv/bin");
  active.virtualEnv = directory("venv");
  own.pythonPrefix = directory("venv");
  for (const ToolkitSearch &search : {onPath, active, own}) {
    auto found = findInToolkits(search, "bin/ptxas");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].origin, "pip package");
  }
}

TEST_F(Discovery, ListsAFileOnce) {
  make("cuda/bin", "12.4");
  PtxasSearch search;
  search.toolkits.cudaHome = directory("cuda");
  search.toolkits.path = directory("cuda/bin");
  EXPECT_EQ(cantFail(findPtxas(search)).size(), 1u);
  search.preferred = directory("cuda/bin/ptxas");
  EXPECT_EQ(cantFail(findPtxas(search)).size(), 1u);
}

TEST_F(Discovery, AFolderThatIsNoProgramIsPassedOver) {
  ASSERT_FALSE(sys::fs::create_directories(directory("a/ptxas")));
  make("b", "13.1");
  PtxasSearch search;
  search.toolkits.path = directory("a") + ":" + directory("b");
  EXPECT_EQ(chosen(search, 80).release, 131u);
}

TEST_F(Discovery, ANamedProgramIsTheOnlyCandidate) {
  make("a", "13.1");
  PtxasSearch search;
  search.named = directory("none");
  search.toolkits.path = directory("a");
  auto tool = choosePtxas(search, 80, "this");
  ASSERT_FALSE(bool(tool));
  EXPECT_FALSE(tool.errorIsA<NoPtxas>());
  EXPECT_EQ(toString(tool.takeError()),
            "no ptxas at '" + directory("none") +
                "', which --ptxas names: there is no such file");
}

TEST_F(Discovery, NamesTheVersionsOfRefusedOnes) {
  PtxasSearch search;
  std::string a = make("a", "12.4"), b = make("b", "12.8");
  search.toolkits.path = directory("a");
  auto tool = choosePtxas(search, 87, "the code for sm_120");
  ASSERT_FALSE(bool(tool));
  EXPECT_TRUE(tool.errorIsA<NoPtxas>());
  EXPECT_EQ(toString(tool.takeError()),
            "the code for sm_120 needs PTX 8.7, but ptxas 12.4 at " + a +
                " (PATH) accepts PTX up to 8.4");

  search.toolkits.path = directory("a") + ":" + directory("b");
  tool = choosePtxas(search, 90, "this");
  ASSERT_FALSE(bool(tool));
  EXPECT_EQ(toString(tool.takeError()),
            "this needs PTX 9.0; ptxas 12.4 at " + a +
                " (PATH) accepts PTX up to 8.4; ptxas 12.8 at " + b +
                " (PATH) accepts PTX up to 8.7");
}

TEST_F(Discovery, SaysWhenThereIsNone) {
  auto tool = choosePtxas(PtxasSearch(), 80, "this");
  ASSERT_FALSE(bool(tool));
  EXPECT_TRUE(tool.errorIsA<NoPtxas>());
  EXPECT_EQ(toString(tool.takeError()),
            "no ptxas found by TILEIRAS_PTXAS, in pip packages, in "
            "$CUDA_HOME/bin, in $CUDA_ROOT/bin or on PATH");
}

TEST_F(Discovery, AsksAProgramOnceUntilItChanges) {
  PtxasSearch search;
  std::string path = make("a", "13.1");
  search.toolkits.path = directory("a");
  EXPECT_EQ(chosen(search, 80).release, 131u);

  // The file has the same size and time: nothing tells that it is another one.
  sys::fs::file_status status;
  ASSERT_FALSE(sys::fs::status(path, status));
  sys::TimePoint<> time = status.getLastModificationTime();
  make("a", "13.2");
  setTime(path, time);
  EXPECT_EQ(chosen(search, 80).release, 131u);

  setTime(path, time + std::chrono::seconds(1));
  EXPECT_EQ(chosen(search, 80).release, 132u);
}
