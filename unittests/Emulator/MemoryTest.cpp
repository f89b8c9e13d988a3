//===- MemoryTest.cpp - Memory, atomics and cp.async ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads, stores, copies and atomics in all state spaces, their checks of bounds
// and alignment, and the counters of memory accesses.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

TEST(Memory, WidthsAndSigns) {
  EXPECT_EQ(eval("st.shared.u32 [smem], %ra; ld.shared.s8 %ro, [smem];", 0x80),
            0xffffff80u);
  EXPECT_EQ(
      eval("st.shared.u32 [smem], %ra; ld.shared.u8 %ho, [smem+1];", 0x8180),
      0x81u);
  EXPECT_EQ(
      eval("st.shared.u32 [smem], %ra; ld.shared.s32 %o, [smem];", u32(-2)),
      uint64_t(-2));
  EXPECT_EQ(eval("st.shared.v4.b32 [smem], {%ra, %rb, %rc, %rd};"
                 "ld.shared.v2.u64 {%x1, %o}, [smem];",
                 1, 2, 3, 4),
            0x400000003ull);
  EXPECT_EQ(eval("st.shared.v2.b16 [smem], {%ha, %hb};"
                 "ld.shared.b32 %ro, [smem];",
                 1, 2),
            0x20001u);
}

TEST(Memory, GenericAddresses) {
  EXPECT_EQ(eval("mov.u64 %x1, smem; cvta.shared.u64 %x2, %x1;"
                 "st.u32 [%x2+4], %ra; ld.shared.u32 %ro, [smem+4];",
                 9),
            9u);
  EXPECT_EQ(eval("mov.u64 %x1, smem; cvta.shared.u64 %x2, %x1;"
                 "isspacep.shared %po, %x2;"),
            1u);
  EXPECT_EQ(eval("isspacep.global %po, %in;"), 1u);
  EXPECT_EQ(eval("{ .local .align 8 .b8 depot[16]; mov.u64 %x1, depot;"
                 "cvta.local.u64 %x2, %x1; st.u64 [%x2+8], %a;"
                 "ld.local.u64 %o, [depot+8]; }",
                 77),
            77u);
}

TEST(Memory, Atomics) {
  auto results = run("setp.eq.u32 %p1, %ra, 0; @%p1 st.shared.u32 [smem], 0;"
                     "bar.sync 0; atom.shared.add.u32 %r1, [smem], %ra;"
                     "bar.sync 0; ld.shared.u32 %ro, [smem];",
                     numbered(64));
  EXPECT_EQ(results[0], 2016u);
  EXPECT_EQ(eval("st.shared.u32 [smem], 5; atom.shared.inc.u32 %ro, [smem], 5;"
                 "ld.shared.u32 %r1, [smem]; add.u32 %ro, %ro, %r1;"),
            5u);
  EXPECT_EQ(eval("st.shared.f32 [smem], 0f3F800000;"
                 "red.shared.add.f32 [smem], 0f40000000;"
                 "ld.shared.u32 %ro, [smem];"),
            bits(3.0f));
  EXPECT_EQ(eval("st.shared.u64 [smem], 7;"
                 "atom.shared.cas.b64 %o, [smem], 7, 9;"
                 "ld.shared.u64 %x1, [smem]; add.u64 %o, %o, %x1;"),
            16u);
  EXPECT_EQ(eval("st.shared.u16 [smem], %ha;"
                 "atom.shared.cas.b16 %h1, [smem], %ha, %hb;"
                 "ld.shared.u16 %ho, [smem];",
                 3, 4),
            4u);
  EXPECT_EQ(eval("st.shared.u32 [smem], 0x3c003c00;"
                 "red.shared.add.noftz.f16x2 [smem], 0x40003c00;"
                 "ld.shared.u32 %ro, [smem];"),
            0x42004000u);
  EXPECT_EQ(eval("st.shared.s32 [smem], -5; red.shared.min.s32 [smem], 3;"
                 "ld.shared.u32 %ro, [smem];"),
            u32(-5));
  EXPECT_EQ(eval("st.shared.v2.b64 [smem], {1, 2};"
                 "{ .reg .b128 %q<3>; mov.b128 %q0, {1, 2};"
                 "mov.b128 %q1, {%a, %b};"
                 "atom.shared.cas.b128 %q2, [smem], %q0, %q1; }"
                 "ld.shared.u64 %o, [smem+8];",
                 3, 4),
            4u);
}

TEST(Memory, AccessesOf256Bits) {
  uint64_t high = uint64_t(8) << 32 | 7;
  EXPECT_EQ(eval("ld.global.v4.b64 {%x1, %x2, %x3, %o}, [%in];", 1, 2, 3, high),
            high);
  EXPECT_EQ(eval("ld.global.nc.v8.b32"
                 " {%r1, %r2, %r3, %r4, %r5, %r6, %r7, %ro}, [%in];",
                 1, 2, 3, high),
            8u);
  EXPECT_TRUE(contains(failure("st.global.v8.b32 [%in+16],"
                               " {%ra, %ra, %ra, %ra, %ra, %ra, %ra, %ra};"),
                       "misaligned"));
}

TEST(Memory, AsyncCopyLandsWhenWaitedFor) {
  const char *early = "cp.async.ca.shared.global [smem], [%in], 8;"
                      "cp.async.commit_group; ld.shared.u64 %o, [smem];";
  EXPECT_TRUE(contains(failure(early), "missing: cp.async.wait_group"));
  EXPECT_EQ(eval("cp.async.ca.shared.global [smem], [%in], 8;"
                 "cp.async.commit_group; cp.async.wait_group 0;"
                 "ld.shared.u64 %o, [smem];",
                 42),
            42u);
  EXPECT_EQ(eval("cp.async.cg.shared.global [smem], [%in], 16, 8;"
                 "cp.async.wait_all; ld.shared.v2.u64 {%x1, %o}, [smem];"
                 "add.u64 %o, %o, %x1;",
                 42, 43),
            42u);
}

TEST(Memory, AsyncCopyIgnoresItsSource) {
  // If the predicate is true, zeros are written and nothing is read: even the
  // address may be invalid.
  const char *copy = "{ .reg .pred %skip; setp.eq.u64 %skip, %b, 1;"
                     "st.shared.u32 [smem], 7; selp.b64 %x1, 0, %in, %skip;"
                     "cp.async.ca.shared.global [smem], [%x1], 4, %skip;"
                     "cp.async.wait_all; ld.shared.u32 %ro, [smem]; }";
  EXPECT_EQ(eval(copy, 42, 0), 42u);
  EXPECT_EQ(eval(copy, 42, 1), 0u);
  EXPECT_EQ(eval("{ .reg .pred %skip; setp.eq.u64 %skip, %b, 1;"
                 "cp.async.cg.shared.global [smem], [%in], 16, %skip;"
                 "cp.async.wait_all; ld.shared.v2.u64 {%x1, %o}, [smem]; }",
                 42, 43),
            43u);
}

TEST(Memory, AsyncCopyReadsNoMoreThanItsSourceSize) {
  EXPECT_EQ(eval("cp.async.ca.shared.global [smem], [%in+28], 4, 2;"
                 "cp.async.wait_all; ld.shared.u32 %ro, [smem];",
                 0, 0, 0, 0x8765432100000000),
            0x4321u);
  EXPECT_TRUE(contains(failure("cp.async.ca.shared.global [smem], [%in+32], 4;"
                               "cp.async.wait_all;"),
                       "past the end of 'in'"));
}

TEST(Memory, OnlyFinishedGroupsLand) {
  const char *text = "st.shared.u64 [smem+8], 5;"
                     "cp.async.ca.shared.global [smem], [%in], 8;"
                     "cp.async.commit_group;"
                     "cp.async.ca.shared.global [smem+8], [%in+8], 8;"
                     "cp.async.commit_group; cp.async.wait_group 1;"
                     "ld.shared.u64 %x1, [smem]; ld.shared.u64 %x2, [smem+8];"
                     "mad.lo.u64 %o, %x1, 10, %x2;";
  LaunchConfig racy; // the second copy is in flight when its bytes are read
  racy.checks = CheckSet::none();
  EXPECT_EQ(run(text, Inputs{3, 4}, racy)[0], 35u);
}

/// Consecutive words take one wavefront, eight words of one bank take eight.
TEST(Counters, ClassesSectorsAndBanks) {
  std::string text = kernelText(R"(
    mad.lo.u32 %r1, %t, 4, 0;
    st.shared.u32 [%r1], %ra;
    and.b32 %r2, %t, 7;
    mul.lo.u32 %r2, %r2, 128;
    st.shared.u32 [%r2], %ra;
    add.f16 %h1, %ha, %hb;
    add.f64 %x4, %a, %b;)");
  auto module = llvm::cantFail(Module::parse(text, "k.ptx"));
  Machine machine;
  std::array<uint64_t, 2> parameters = {machine.allocate(256, "out"),
                                        machine.allocate(1024, "in")};
  LaunchConfig config;
  config.block.x = 32;
  config.countMemory = true;
  Counters counters;
  llvm::cantFail(machine.launch(
      *module, "k", config,
      llvm::ArrayRef(reinterpret_cast<uint8_t *>(parameters.data()), 16),
      &counters));
  auto of = [&](InstClass cls) { return counters.byClass[unsigned(cls)]; };
  EXPECT_EQ(of(InstClass::Half), 1u);
  EXPECT_EQ(of(InstClass::Double), 1u);
  EXPECT_EQ(of(InstClass::Store), 3u);
  EXPECT_EQ(counters.sharedRequests, 2u);
  EXPECT_EQ(counters.sharedWavefronts, 1u + 8u);
  EXPECT_EQ(counters.bankConflicts, 7u);
  EXPECT_EQ(counters.sharedBytes, 256u);
  EXPECT_EQ(counters.globalRequests, 3u);
  EXPECT_EQ(counters.globalSectors, 32u + 32u + 8u);
  EXPECT_EQ(counters.ctas, 1u);
}

TEST(Checks, OutOfBounds) {
  std::string message = failure("ld.global.u32 %ro, [%in+32];");
  EXPECT_TRUE(contains(message, "0 bytes past the end of 'in' (32 bytes"))
      << message;
  EXPECT_TRUE(contains(message, "warp 0, lane 0")) << message;
  EXPECT_TRUE(contains(message, "test.ptx:")) << message;
  EXPECT_TRUE(contains(failure("ld.shared.u32 %ro, [smem+1024];"),
                       "the CTA has 1024 bytes"));
  EXPECT_TRUE(contains(failure("ld.local.u32 %ro, [0];"), "local"));
}

TEST(Checks, Misaligned) {
  EXPECT_TRUE(contains(failure("ld.global.u32 %ro, [%in+2];"),
                       "misaligned read of 4 bytes"));
  EXPECT_TRUE(contains(failure("ld.global.v4.u32 {%r1,%r2,%r3,%ro}, [%in+8];"),
                       "misaligned read of 16 bytes"));
}

TEST(Checks, UninitialisedShared) {
  EXPECT_TRUE(contains(failure("st.shared.u16 [smem], %ha;"
                               "ld.shared.u32 %ro, [smem];"),
                       "uninitialised shared read of 4 bytes at 0x0"));
}

TEST(Checks, UninitialisedLocal) {
  EXPECT_TRUE(contains(failure("{ .local .align 8 .b8 depot[16];"
                               "st.local.u32 [depot], %ra;"
                               "ld.local.u32 %ro, [depot+4]; }"),
                       "uninitialised local read of 4 bytes at 0x4"));
  EXPECT_EQ(eval("{ .local .align 8 .b8 depot[16]; st.local.u16 [depot], %ha;"
                 "ld.local.u32 %ro, [depot]; and.b32 %ro, %ro, 0xffff; }",
                 5),
            5u);
}

/// A value that nothing depends on may be unwritten; see RegisterChecks.h.
TEST(Checks, UninitialisedRegisters) {
  auto fails = [](const char *body, const char *part) {
    std::string message = failure(body);
    return contains(message, "uninitialised register") &&
           contains(message, part);
  };
  EXPECT_TRUE(fails("ld.global.u32 %ro, [%x5];", "the address of 'ld'"));
  EXPECT_TRUE(fails("add.u32 %r1, %r2, 1; st.shared.u32 [smem], %r1;",
                    "the stored value of 'st'"));
  EXPECT_TRUE(fails("@%p1 mov.u32 %ro, 1;", "the predicate of 'mov'"));
  EXPECT_TRUE(fails("setp.eq.u32 %p1, %r1, 0; @%p1 bra L; L: mov.u32 %ro, 1;",
                    "the predicate of 'bra'"));
  EXPECT_TRUE(fails("st.shared.u32 [smem], 0; red.shared.add.u32 [smem], %r1;",
                    "the operand of 'red'"));
  EXPECT_EQ(eval("add.u32 %r1, %r2, 1; setp.eq.u32 %p1, %ra, 7;"
                 "selp.b32 %ro, %rb, %r1, %p1;",
                 7, 8),
            8u);
  EXPECT_EQ(eval("setp.eq.u32 %p1, %ra, 7; @%p1 mov.u32 %r1, 3;"
                 "@%p1 st.shared.u32 [smem], %r1;"
                 "@%p1 ld.shared.u32 %ro, [smem];",
                 7),
            3u);
}

TEST(Checks, SourceLocation) {
  std::string text = kernelText(".loc 1 12 3\nld.global.u32 %ro, [%in+32];");
  text += ".file 1 \"dir/k.cu\"\n";
  auto module = llvm::cantFail(Module::parse(text, "k.ptx"));
  Machine machine;
  std::array<uint64_t, 2> parameters = {machine.allocate(8, "out"),
                                        machine.allocate(32, "in")};
  llvm::Error error = machine.launch(
      *module, "k", {},
      llvm::ArrayRef(reinterpret_cast<uint8_t *>(parameters.data()), 16));
  llvm::handleAllErrors(std::move(error), [](const KernelError &e) {
    EXPECT_EQ(e.sourceFile, "dir/k.cu");
    EXPECT_EQ(e.sourceLine, 12u);
    EXPECT_EQ(e.kernel, "k");
  });
}

TEST(Memory, HintsChangeNothing) {
  EXPECT_EQ(eval(R"(
    prefetch.global.L1 [%in];
    prefetch.global.L2 [%in];
    prefetch.global.L2::evict_last [%in];
    prefetchu.L1 [%in];
    applypriority.global.L2::evict_normal [%in], 128;
    discard.global.L2 [%out], 128;
    createpolicy.range.global.L2::evict_last.b64 %x4, [%in], 128, 256;
    createpolicy.cvt.L2.b64 %x4, 0;
    createpolicy.fractional.L2::evict_last.b64 %x4, 0f3F000000;
    ld.global.L1::no_allocate.L2::cache_hint.L2::128B.b64 %x5, [%in], %x4;
    ldu.global.u64 %x6, [%in];
    add.u64 %o, %x5, %x6;)",
                 21),
            42u);
}

TEST(Memory, BulkZeros) {
  EXPECT_EQ(eval(R"(mov.u32 %r1, smem; mov.b64 %x4, -1;
    st.shared.b64 [%r1], %x4; st.shared.b64 [%r1+24], %x4;
    st.bulk.weak.shared::cta [%r1+8], 16, 0;
    ld.shared.b64 %x5, [%r1]; ld.shared.b64 %x6, [%r1+8];
    ld.shared.b64 %x7, [%r1+16]; ld.shared.b64 %x8, [%r1+24];
    and.b64 %x5, %x5, %x8; or.b64 %x6, %x6, %x7; sub.u64 %o, %x5, %x6;)"),
            ~0ull);
  EXPECT_NE(failure("mov.u32 %r1, smem; mov.b64 %x4, 12;"
                    "st.bulk.shared::cta [%r1], %x4, 0;")
                .find("multiple of 8"),
            std::string::npos);
}

TEST(Memory, FromGenericAddresses) {
  EXPECT_EQ(eval(R"(mov.u64 %x4, smem;
    cvta.shared.u64 %x5, %x4;
    cvta.to.shared.u64 %x6, %x5;
    sub.u64 %o, %x6, %x4;
    st.b32 [%x5+8], %ra;
    ld.shared.b32 %ro, [%x6+8];)",
                 99),
            99u);
}

TEST(Memory, AtomicsOfVectors) {
  EXPECT_EQ(eval("st.global.v2.u32 [%in], {0f3F800000, 0f40000000};"
                 "atom.global.add.v2.f32 {%r1, %r2}, [%in], {%rc, %rd};"
                 "ld.global.v2.u32 {%r3, %r4}, [%in];"
                 "mov.b64 %o, {%r3, %r4};",
                 0, 0, bits(4.0f), bits(8.0f)),
            uint64_t(bits(10.0f)) << 32 | bits(5.0f));
}

/// PTX ISA, "atom": f32 additions in global memory flush subnormals, those in
/// shared memory don't.
TEST(Memory, AtomicAdditionsOfSubnormals) {
  EXPECT_EQ(eval("red.global.add.f32 [%in], 0f00000001;"
                 "ld.global.u32 %ro, [%in];",
                 1),
            0u);
  EXPECT_EQ(eval("red.add.f32 [%in], 0f00070AB8; ld.global.u32 %ro, [%in];",
                 0x09f25973),
            0x09f25973u);
  EXPECT_EQ(eval("st.shared.u32 [smem], 1; red.shared.add.f32 [smem], "
                 "0f00000001; ld.shared.u32 %ro, [smem];"),
            2u);
}

/// An H200's memory propagates a NaN unchanged, the operand's first.
TEST(Memory, AtomicAdditionsOfNaNs) {
  uint64_t old = 0xfff1c17ec4d1db69, b = 0x7ff23dc312df9f24;
  const char *text = "red.global.add.f64 [%in], %b; ld.global.u64 %o, [%in];";
  EXPECT_EQ(eval(text, old, b), b);
  EXPECT_EQ(eval(text, old, bits(1.0)), old);
}

TEST(Memory, AtomicDecrement) {
  const char *text = "st.shared.u32 [smem], %ra;"
                     "atom.shared.dec.u32 %r1, [smem], 5;"
                     "ld.shared.u32 %ro, [smem];";
  EXPECT_EQ(eval(text, 3), 2u);
  EXPECT_EQ(eval(text, 0), 5u);
  EXPECT_EQ(eval(text, 9), 5u);
}

/// A register of 32 bits and an offset make an address of 32 bits: compilers
/// subtract first and add in the instruction.
TEST(Memory, AddressesOf32BitsWrap) {
  const std::string below = "mov.u32 %r1, smem; sub.u32 %r1, %r1, 8;";
  const char *const all[] = {
      "st.shared.u32 [%r1+88], %ra; ld.shared.u32 %ro, [%r1+88];",
      "st.shared.u32 [%r1+88], %ra; ld.shared.u32 %ro, [smem+80];",
      "st.shared.v2.u32 [%r1+88], {%rb, %ra};"
      "ld.shared.v2.u32 {%r2, %ro}, [%r1+88];",
      "st.shared.u32 [%r1+88], %rb; atom.shared.exch.b32 %r2, [%r1+88], %ra;"
      "ld.shared.u32 %ro, [%r1+88];",
      "cp.async.ca.shared.global [%r1+88], [%in], 4; cp.async.wait_all;"
      "ld.shared.u32 %ro, [smem+80];",
      "mbarrier.init.shared.b64 [%r1+8], 1;"
      "mbarrier.arrive.shared.b64 %x1, [%r1+8];"
      "mbarrier.test_wait.shared.b64 %p1, [smem], %x1;"
      "selp.b32 %ro, %ra, 0, %p1;",
      "mbarrier.init.shared.b64 [smem], 1; fence.proxy.async;"
      "mbarrier.arrive.expect_tx.shared.b64 %x1, [%r1+8], 16;"
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%r1+24], [%in], 16, [%r1+8];"
      "wait: mbarrier.try_wait.shared.b64 %p1, [%r1+8], %x1; @!%p1 bra wait;"
      "ld.shared.u32 %ro, [smem+16];",
      "{ .local .align 8 .b8 own[16]; mov.u32 %r2, own; sub.u32 %r2, %r2, 8;"
      "st.local.u32 [%r2+12], %ra; ld.local.u32 %ro, [%r2+12]; }",
  };
  for (const char *body : all)
    EXPECT_EQ(eval(below + body, 7), 7u) << body;
  EXPECT_EQ(run(below + "st.shared.u32 [smem], %ra; bar.warp.sync 0xffffffff;"
                        "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%ro}, "
                        "[%r1+8];",
                std::vector<Inputs>(32, Inputs{7}), unchecked("inorder"))[0],
            7u);
}

} // namespace
