//===- Tcgen05MoveTest.cpp - tcgen05.ld, .st, .cp, .alloc -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05.ld, .st, .cp, .shift and .alloc, against the figures of the
// PTX ISA.
//
//===----------------------------------------------------------------------===//

#include "SharedImage.h"
#include "TensorKernel.h"

#include <bit>
#include <limits>

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

constexpr unsigned kThreads = 128, kColumns = 64;

uint32_t cellOf(unsigned lane, unsigned column) {
  return lane << 16 | (column * 7 + 3);
}

/// Lane t of the tensor memory is filled with cellOf, then `body` runs in all
/// threads, with the base address of their warp in %r20, and then `end`.
std::string allThreads(const std::string &body) {
  std::string fill;
  for (unsigned column = 0; column < kColumns; ++column)
    fill += "shl.b32 %r2, %t, 16;\nadd.u32 %r2, %r2, " +
            std::to_string(column * 7 + 3) +
            ";\ntcgen05.st.sync.aligned.32x32b.x1.b32 [%r20+" +
            std::to_string(column) +
            "], {%r2};\ntcgen05.wait::st.sync.aligned;\n";
  return R"(setp.lt.u32 %p1, %t, 32;
@%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [smem+64], 128;
bar.sync 0;
ld.shared.b32 %r20, [smem+64];
and.b32 %r21, %t, 96;
shl.b32 %r21, %r21, 16;
add.u32 %r20, %r20, %r21;
)" + fill +
         body + R"(
bar.sync 0;
sub.u32 %r20, %r20, %r21;
@%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r20, 128;
)";
}

WarpProgram program(const std::string &body) {
  return {allThreads(body), "sm_100a"};
}

/// Checks the load of \p shape with \p count repetitions against the figures
/// "Matrix Fragment for shape": register r of thread t has the cell at place(t,
/// r) in the warp.
void checkLoad(
    const std::string &shape, unsigned count, unsigned registers,
    const std::function<std::pair<unsigned, unsigned>(unsigned, unsigned)>
        &place,
    unsigned firstLane = 0, const std::string &offset = "") {
  WordTable in(kThreads, 1), out(kThreads, registers);
  std::string address = "[%r20+" + std::to_string(firstLane << 16 | 2) + "]";
  runWarp(program("tcgen05.ld.sync.aligned." + shape + ".x" +
                  std::to_string(count) + ".b32 " +
                  registerList('o', 0, registers) + ", " + address + offset +
                  ";\ntcgen05.wait::ld.sync.aligned;"),
          in, out);
  for (unsigned thread = 0; thread < kThreads; ++thread)
    for (unsigned r = 0; r < registers; ++r) {
      auto [lane, column] = place(thread % 32, r);
      ASSERT_EQ(out.at(thread, r),
                cellOf(thread / 32 * 32 + firstLane + lane, column + 2))
          << shape << " thread " << thread << " register " << r;
    }
}

TEST(Tcgen05Load, Shapes) {
  using Place = std::pair<unsigned, unsigned>;
  checkLoad("32x32b", 8, 8, [](unsigned t, unsigned r) { return Place(t, r); });
  for (unsigned first : {0u, 16u}) {
    checkLoad(
        "16x64b", 4, 4,
        [](unsigned t, unsigned r) {
          return Place(t / 4 + 8 * (t % 2), 2 * r + t / 2 % 2);
        },
        first);
    checkLoad(
        "16x128b", 2, 4,
        [](unsigned t, unsigned r) {
          return Place(t / 4 + 8 * (r % 2), r / 2 * 4 + t % 4);
        },
        first);
    checkLoad(
        "16x256b", 2, 8,
        [](unsigned t, unsigned r) {
          return Place(t / 4 + 8 * (r / 2 % 2), r / 4 * 8 + t % 4 * 2 + r % 2);
        },
        first);
    checkLoad(
        "16x32bx2", 4, 4,
        [](unsigned t, unsigned r) {
          return Place(t % 16, r + (t < 16 ? 0 : 20));
        },
        first, ", 20");
  }
}

/// A warp waits for the last of a chain of 20,000 operations: neither the stack
/// nor the time may grow with each of them.
TEST(Tcgen05Store, LongChain) {
  WordTable in(kThreads, 1), out(kThreads, 1);
  WarpProgram chain = program(R"(mov.b32 %r3, 0;
mov.b32 %r4, 77;
again: tcgen05.st.sync.aligned.32x32b.x1.b32 [%r20], {%r4};
add.u32 %r3, %r3, 1;
setp.lt.u32 %p2, %r3, 20000;
@%p2 bra again;
tcgen05.wait::st.sync.aligned;
tcgen05.ld.sync.aligned.32x32b.x1.b32 {%o0}, [%r20];
tcgen05.wait::ld.sync.aligned;)");
  for (const char *schedule : {"inorder", "adversarial"}) {
    chain.config.schedule = llvm::cantFail(Schedule::parse(schedule));
    chain.config.checks = CheckSet::none();
    runWarp(chain, in, out);
    for (unsigned thread = 0; thread < kThreads; ++thread)
      ASSERT_EQ(out.at(thread, 0), 77u) << schedule << " " << thread;
  }
}

TEST(Tcgen05Load, Packed) {
  WordTable in(kThreads, 1), out(kThreads, 2);
  runWarp(program("tcgen05.ld.sync.aligned.32x32b.x2.pack::16b.b32 {%o0, %o1},"
                  " [%r20+4];\ntcgen05.wait::ld.sync.aligned;"),
          in, out);
  for (unsigned thread = 0; thread < kThreads; ++thread)
    EXPECT_EQ(out.at(thread, 1), (6 * 7 + 3) | (7 * 7 + 3) << 16);
}

TEST(Tcgen05Load, Reduction) {
  WordTable in(kThreads, 1), out(kThreads, 5);
  runWarp(program("tcgen05.ld.red.sync.aligned.32x32b.x4.max.u32"
                  " {%o0,%o1,%o2,%o3}, %o4, [%r20];\n"
                  "tcgen05.wait::ld.sync.aligned;"),
          in, out);
  EXPECT_EQ(out.at(77, 4), cellOf(77, 3));
  EXPECT_EQ(out.at(77, 1), cellOf(77, 1));
  runWarp(program("tcgen05.ld.red.sync.aligned.16x32bx2.x2.min.abs.NaN.f32"
                  " {%o0,%o1}, %o4, [%r20], 8;\n"
                  "tcgen05.wait::ld.sync.aligned;"),
          in, out);
  EXPECT_EQ(out.at(40, 4), cellOf(32 + 8, 0));
  EXPECT_EQ(out.at(56, 4), cellOf(32 + 8, 8));
}

TEST(Tcgen05Load, ReductionOfFloats) {
  auto reduce = [](const char *operation, float a, float b) {
    WordTable in(kThreads, 2), out(kThreads, 3);
    for (unsigned thread = 0; thread < kThreads; ++thread) {
      in.at(thread, 0) = std::bit_cast<uint32_t>(a);
      in.at(thread, 1) = std::bit_cast<uint32_t>(b);
    }
    runWarp(program("tcgen05.st.sync.aligned.32x32b.x2.b32 [%r20], "
                    "{%i0,%i1};\ntcgen05.wait::st.sync.aligned;\n"
                    "tcgen05.ld.red.sync.aligned.32x32b.x2." +
                    std::string(operation) +
                    ".f32 {%o0,%o1}, %r5, [%r20];\n"
                    "tcgen05.wait::ld.sync.aligned;\nmov.b32 %o2, %r5;"),
            in, out);
    return out.at(77, 2);
  };
  auto code = [](float value) { return std::bit_cast<uint32_t>(value); };
  float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(reduce("max", -3, 2), code(2));
  EXPECT_EQ(reduce("max.abs", -3, 2), code(3));
  EXPECT_EQ(reduce("min.abs", -3, 2), code(2));
  EXPECT_EQ(reduce("max", nan, 2), code(2));
  EXPECT_EQ(reduce("min.NaN", nan, 2), 0x7fffffffu);
}

TEST(Tcgen05Store, ShapesAreTheInverse) {
  for (const char *shape : {"16x64b.x4", "16x128b.x2", "16x256b.x1"}) {
    WordTable in(kThreads, 4), out(kThreads, 4);
    for (unsigned n = 0; n < in.words.size(); ++n)
      in.words[n] = n * 2654435761u;
    runWarp(program("tcgen05.st.sync.aligned." + std::string(shape) +
                    ".b32 [%r20], {%i0,%i1,%i2,%i3};\n"
                    "tcgen05.wait::st.sync.aligned;\n"
                    "tcgen05.ld.sync.aligned." +
                    shape +
                    ".b32 {%o0,%o1,%o2,%o3}, [%r20];\n"
                    "tcgen05.wait::ld.sync.aligned;"),
            in, out);
    EXPECT_EQ(in.words, out.words) << shape;
  }
  WordTable in(kThreads, 2), out(kThreads, 4);
  for (unsigned n = 0; n < in.words.size(); ++n)
    in.words[n] = n * 2654435761u;
  runWarp(program("tcgen05.st.sync.aligned.16x32bx2.x2.unpack::16b.b32"
                  " [%r20], 10, {%i0,%i1};\n"
                  "tcgen05.wait::st.sync.aligned;\n"
                  "tcgen05.ld.sync.aligned.16x32bx2.x4.b32"
                  " {%o0,%o1,%o2,%o3}, [%r20], 10;\n"
                  "tcgen05.wait::ld.sync.aligned;"),
          in, out);
  for (unsigned r = 0; r < 4; ++r)
    EXPECT_EQ(out.at(50, r), in.at(50, r / 2) >> (r % 2 * 16) & 0xffff);
}

/// PTX ISA, "Register dependencies, same thread".
TEST(Tcgen05Load, RegistersNeedNoWait) {
  WordTable in(kThreads, 1), out(kThreads, 1);
  WarpProgram early =
      program("mov.b32 %r3, 5;\n"
              "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r3}, [%r20];\n"
              "mov.b32 %o0, %r3;\ntcgen05.wait::ld.sync.aligned;");
  for (Schedule::Kind kind : {Schedule::InOrder, Schedule::Adversarial}) {
    early.config.schedule.kind = kind;
    runWarp(early, in, out);
    EXPECT_EQ(out.at(9, 0), cellOf(9, 0));
  }
}

//===-- tcgen05.cp and .shift -------------------------------------------===//

/// The rows have 16 or 32 bytes in chunks laid out by a descriptor without
/// swizzle.
void checkCopy(const std::string &shape, unsigned rows, unsigned chunks,
               const std::function<unsigned(unsigned)> &rowOfLane,
               const std::string &format = "") {
  TensorKernel kernel;
  std::vector<uint8_t> image(rows * chunks * 16);
  for (unsigned n = 0; n < image.size(); ++n)
    image[n] = uint8_t(n * 37 + n / 256);
  auto chunkAt = [&](unsigned row, unsigned chunk) {
    return row / 8 * 128 * chunks + chunk * 128 + row % 8 * 16;
  };
  kernel.shared = {image};
  uint64_t descriptor = uint64_t(128 >> 4) << 16 |
                        uint64_t(128 * chunks >> 4) << 32 | uint64_t(1) << 46;
  kernel.work = "tcgen05.cp.cta_group::1." + shape + format + " [%r20], " +
                std::to_string(descriptor) + ";\n";
  WordTable in(kThreads, 8), out(kThreads, 8);
  runWarp(kernel.program(8, 8), in, out);
  for (unsigned lane = 0; lane < kThreads; ++lane)
    for (unsigned n = 0; n < 16 * chunks; ++n) {
      unsigned at = chunkAt(rowOfLane(lane), n / 16), byte = n % 16;
      uint8_t expected = image[at + byte];
      if (format.find("b4x16") != std::string::npos)
        expected =
            uint8_t((image[at + byte / 2] >> (4 * (byte % 2)) & 15) << 2);
      if (format.find("b6x16") != std::string::npos) {
        uint32_t two = image[at + byte * 6 / 8] |
                       uint32_t(image[at + byte * 6 / 8 + 1]) << 8;
        expected = two >> (byte * 6 % 8) & 63;
      }
      ASSERT_EQ(out.at(lane, n / 4) >> (n % 4 * 8) & 0xff, expected)
          << shape << format << " lane " << lane << " byte " << n;
    }
}

TEST(Tcgen05Copy, Shapes) {
  auto same = [](unsigned lane) { return lane; };
  checkCopy("128x256b", 128, 2, same);
  checkCopy("128x128b", 128, 1, same);
  checkCopy("32x128b.warpx4", 32, 1, [](unsigned lane) { return lane % 32; });
  checkCopy("64x128b.warpx2::02_13", 64, 1,
            [](unsigned lane) { return lane % 64; });
  checkCopy("64x128b.warpx2::01_23", 64, 1,
            [](unsigned lane) { return lane / 64 * 32 + lane % 32; });
  checkCopy("128x256b", 128, 2, same, ".b8x16.b4x16_p64");
  checkCopy("128x128b", 128, 1, same, ".b8x16.b6x16_p32");
}

TEST(Tcgen05Shift, MovesRowsDown) {
  TensorKernel kernel{"tcgen05.shift.cta_group::1.down [%r20];\n",
                      {std::vector<uint8_t>(16)}};
  WordTable in(kThreads, 16), out(kThreads, 16);
  for (unsigned n = 0; n < in.words.size(); ++n)
    in.words[n] = n;
  runWarp(kernel.program(16, 16), in, out);
  for (unsigned thread = 0; thread < kThreads; ++thread)
    for (unsigned column = 0; column < 16; ++column) {
      bool moved = column < 8 && thread < 32 && thread > 0;
      EXPECT_EQ(out.at(thread, column), in.at(thread - moved, column));
    }
}

//===-- Rules -----------------------------------------------------------===//

std::string failure(const std::string &body) {
  return warpFailure(program(body), kThreads);
}
std::string allocationFailure(const std::string &body) {
  return warpFailure({"setp.lt.u32 %p1, %t, 32;\n" + body, "sm_100a"}, 32);
}
bool contains(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

TEST(Tcgen05Rules, LanesOfAWarp) {
  EXPECT_TRUE(
      contains(failure("add.u32 %r5, %r20, 0x200000;\n"
                       "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%o0}, [%r5];\n"),
               "of tensor memory, not from lane"));
  EXPECT_TRUE(
      contains(failure("add.u32 %r5, %r20, %t;\n"
                       "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%o0}, [%r5];\n"),
               "different addresses"));
}

TEST(Tcgen05Rules, Cells) {
  EXPECT_TRUE(contains(
      failure("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%o0}, [%r20+100];\n"
              "tcgen05.wait::ld.sync.aligned;"),
      ", column 100"));
  EXPECT_TRUE(contains(
      failure("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%o0}, [%r20+128];\n"
              "tcgen05.wait::ld.sync.aligned;"),
      "read of unallocated tensor memory: lane"));
}

TEST(Tcgen05Rules, Allocation) {
  std::string alloc =
      "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [smem], ";
  EXPECT_TRUE(contains(allocationFailure(alloc + "48;"), "not 48"));
  EXPECT_TRUE(contains(allocationFailure(alloc + "32;\n" + alloc + "64;"),
                       "must not increase"));
  EXPECT_TRUE(contains(
      allocationFailure(
          "tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;\n" +
          alloc + "32;"),
      "after tcgen05.relinquish_alloc_permit"));
  EXPECT_TRUE(contains(
      allocationFailure(
          alloc + "32;\n"
                  "tcgen05.dealloc.cta_group::1.sync.aligned.b32 32, 32;"),
      "no allocation of 32 columns begins at column 32"));
  EXPECT_TRUE(contains(allocationFailure(alloc + "32;"),
                       "32 columns of tensor memory are still allocated"));
}

TEST(Tcgen05Rules, AllocationWaitsForFreeColumns) {
  // Warp 1 gets its columns when warp 0 frees some.
  std::string text = R"(setp.lt.u32 %p1, %t, 32;
@%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [smem], 512;
bar.sync 0;
@%p1 bra FIRST;
tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [smem+4], 256;
bar.warp.sync -1;
ld.shared.b32 %o0, [smem+4];
tcgen05.dealloc.cta_group::1.sync.aligned.b32 %o0, 256;
bra END;
FIRST:
ld.shared.b32 %r1, [smem];
tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r1, 512;
END:
)";
  WordTable in(64, 1), out(64, 1);
  for (Schedule::Kind kind : {Schedule::InOrder, Schedule::Adversarial}) {
    WarpProgram program{text, "sm_100a"};
    program.config.schedule.kind = kind;
    runWarp(program, in, out);
    EXPECT_EQ(out.at(40, 0), 0u);
  }
}

TEST(Tcgen05Rules, PairsNeedACluster) {
  EXPECT_TRUE(contains(failure("setp.eq.u32 %p2, %t, 0;\n"
                               "@%p2 tcgen05.shift.cta_group::2.down [%r20];"),
                       ".cta_group::2 needs a pair of CTAs"));
}

} // namespace
