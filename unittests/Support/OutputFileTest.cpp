//===- OutputFileTest.cpp - Files that appear when complete -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Support/OutputFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace llvm;

namespace tileiras {
namespace {

std::string text(Error error) { return toString(std::move(error)); }

class OutputFileTest : public testing::Test {
protected:
  void SetUp() override {
    SmallString<128> unique;
    ASSERT_FALSE(sys::fs::createUniqueDirectory("output-file", unique));
    folder = unique.str();
  }
  void TearDown() override { sys::fs::remove_directories(folder); }

  std::string path(StringRef name) { return folder + "/" + name.str(); }

  static std::string contents(StringRef path) {
    auto buffer = MemoryBuffer::getFile(path);
    return buffer ? (*buffer)->getBuffer().str() : "(no such file)";
  }

  unsigned filesInFolder() {
    std::error_code error;
    unsigned count = 0;
    for (sys::fs::directory_iterator i(folder, error), end; i != end && !error;
         i.increment(error))
      ++count;
    return count;
  }

  std::string folder;
};

TEST_F(OutputFileTest, AppearsWhenComplete) {
  std::string name = path("out");
  Expected<OutputFile> file = OutputFile::open(name);
  ASSERT_TRUE(bool(file));
  EXPECT_EQ(contents(name), "(no such file)");
  EXPECT_EQ(text(file->commit("text")), "");
  EXPECT_EQ(contents(name), "text");
  EXPECT_EQ(filesInFolder(), 1u);
}

TEST_F(OutputFileTest, NothingIsLeftOfAnUnfinishedOne) {
  {
    Expected<OutputFile> file = OutputFile::open(path("out"));
    ASSERT_TRUE(bool(file));
    OutputFile moved = std::move(*file);
  }
  EXPECT_EQ(filesInFolder(), 0u);
}

TEST_F(OutputFileTest, WritesThroughLinks) {
  ASSERT_FALSE(sys::fs::create_directory(path("below")));
  ASSERT_FALSE(sys::fs::create_link("below/target", path("link")));
  ASSERT_FALSE(sys::fs::create_link("link", path("link2")));
  for (StringRef contentsNow : {"new", "newer"}) {
    EXPECT_EQ(text(writeFile(path("link2"),
                             [&](raw_ostream &os) { os << contentsNow; })),
              "");
    EXPECT_EQ(contents(path("below/target")), contentsNow);
  }
  EXPECT_TRUE(sys::fs::is_symlink_file(path("link")));
  EXPECT_TRUE(sys::fs::is_symlink_file(path("link2")));
  EXPECT_EQ(filesInFolder(), 3u);
}

TEST_F(OutputFileTest, PercentSignsAreKept) {
  std::string name = path("50%%%%%%%%");
  EXPECT_EQ(text(writeFile(name, [](raw_ostream &os) { os << 1; })), "");
  EXPECT_EQ(contents(name), "1");
  std::string below = path("20%");
  ASSERT_FALSE(sys::fs::create_directory(below));
  EXPECT_EQ(text(writeFile(below + "/out", [](raw_ostream &os) { os << 2; })),
            "");
  EXPECT_EQ(contents(below + "/out"), "2");
}

TEST_F(OutputFileTest, FullDiskIsAnError) {
  if (!sys::fs::exists("/dev/full"))
    GTEST_SKIP() << "only Linux has /dev/full";
  EXPECT_EQ(text(writeFile("/dev/full", [](raw_ostream &os) { os << "text"; })),
            "cannot write output file '/dev/full': No space left "
            "on device");
}

TEST_F(OutputFileTest, SaysWhyNot) {
  EXPECT_EQ(text(OutputFile::open(path("none/out")).takeError()),
            "cannot write output file '" + path("none/out") +
                "': No such file or directory");
  EXPECT_EQ(text(OutputFile::open(folder).takeError()),
            "cannot write output file '" + folder + "': it is a directory");
}

} // namespace
} // namespace tileiras
