//===- ParserTest.cpp - PTX syntax, good and bad ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tokens, declarations, names for debuggers, and the robustness of the parser
// against mutated texts.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

#include "tileiras/Emulator/Parser/Lexer.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

std::string parseFailure(llvm::StringRef text) {
  auto module = Module::parse(text, "t.ptx");
  return module ? "" : llvm::toString(module.takeError());
}
std::string module(llvm::StringRef rest) {
  return ".version 8.0\n.target sm_80\n.address_size 64\n" + rest.str();
}

/// Parses and runs a text with arbitrary contents.
void runCarelessly(llvm::StringRef text) {
  auto module = Module::parse(text, "t.ptx");
  if (!module)
    return llvm::consumeError(module.takeError());
  Machine machine;
  std::array<uint64_t, 2> parameters = {machine.allocate(256, "out"),
                                        machine.allocate(1024, "in")};
  LaunchConfig config;
  config.block.x = 32;
  config.maxInstructions = 1000;
  config.checks.uninitialized = false;
  llvm::consumeError(machine.launch(
      **module, "k", config,
      llvm::ArrayRef(reinterpret_cast<uint8_t *>(parameters.data()), 16)));
}

TEST(Lexer, Literals) {
  EXPECT_EQ(parseLiteral("0x10")->integer, 16u);
  EXPECT_EQ(parseLiteral("0x10U")->integer, 16u);
  EXPECT_EQ(parseLiteral("010")->integer, 8u);
  EXPECT_EQ(parseLiteral("0b101")->integer, 5u);
  EXPECT_EQ(parseLiteral("0f3F800000")->bits(4), 0x3f800000u);
  EXPECT_EQ(parseLiteral("0f3F800000")->bits(8), test::bits(1.0));
  EXPECT_EQ(parseLiteral("0d3FF0000000000000")->bits(4), test::bits(1.0f));
  EXPECT_EQ(parseLiteral("1.5e1")->bits(4), test::bits(15.0f));
  EXPECT_EQ(parseLiteral("3")->negated().bits(2), 0xfffdu);
  EXPECT_FALSE(parseLiteral("0f3F8"));
  EXPECT_FALSE(parseLiteral("12x"));
}

TEST(Lexer, Words) {
  auto tokens = tokenize("ld.shared::cta.b32 %r1, [a+4]; // x\n$L: /* y */ }");
  EXPECT_EQ(tokens[0].text, "ld.shared::cta.b32");
  EXPECT_EQ(tokens[1].text, "%r1");
  EXPECT_TRUE(tokens[3].is('['));
  EXPECT_EQ(tokens[9].text, "$L");
  EXPECT_TRUE(tokens[10].is(':'));
  EXPECT_EQ(tokens[11].line, 2u);
  EXPECT_EQ(tokens[12].kind, Token::End);
}

TEST(Parser, Directives) {
  auto parsed = Module::parse(module(R"(
.file 1 "a.cu", 123, 456
.global .align 4 .b8 data[5] = {1, 2, 3};
.global .align 8 .u64 pointers[2] = {data, generic(data)};
.const .f32 table[2][2] = {{0f3F800000, 2.0}, {3.0, 4.0}};
.extern .shared .align 16 .b8 dynamic[];
.visible .entry k(.param .u64 .ptr .global .align 16 p,
                  .param .align 8 .b8 q[24], .param .u16 r)
.reqntid 128, 1, 1
.minnctapersm 1
.maxnreg 128
.language 7
{ .pragma "nounroll"; .loc 1 3 4, function_name $L_x, inlined_at 1 2 3
  ret; }
.section .debug_abbrev { .b8 1 .b8 { 2 } }
)"),
                              "t.ptx");
  ASSERT_TRUE(bool(parsed)) << llvm::toString(parsed.takeError());
  const Function &kernel = *llvm::cantFail((*parsed)->kernel(""));
  EXPECT_EQ(kernel.requiredBlock, (Dim3{128, 1, 1}));
  ASSERT_EQ(kernel.params.size(), 3u);
  EXPECT_EQ(kernel.params[1].offset, 8u);
  EXPECT_EQ(kernel.params[2].offset, 32u);
  EXPECT_EQ(kernel.paramBytes, 34u);
}

TEST(Parser, InitialisersReachMemory) {
  auto parsed = llvm::cantFail(Module::parse(
      module(".global .u32 x = 7;\n.global .u64 y[2] = {1, x+4};"), "t.ptx"));
  Machine machine;
  uint64_t x = llvm::cantFail(machine.address(*parsed, "x"));
  uint64_t y = llvm::cantFail(machine.address(*parsed, "y")), value = 0;
  llvm::MutableArrayRef<uint8_t> bytes(reinterpret_cast<uint8_t *>(&value), 8);
  llvm::cantFail(machine.copyOut(y + 8, bytes));
  EXPECT_EQ(value, x + 4);
  llvm::cantFail(machine.copyOut(x, bytes.take_front(4)));
  EXPECT_EQ(uint32_t(value), 7u);
}

TEST(Parser, InitialisersNestOnlySoDeep) {
  std::string open(100000, '{'), close(100000, '}');
  EXPECT_EQ(
      parseFailure(module(".global .b32 x[4] = " + open + "1" + close + ";")),
      "t.ptx:4: initialisers are nested too deep");
}

/// Debuggers look up labels and registers by name, and call sites.
TEST(Parser, NamesForDebuggers) {
  auto parsed = llvm::cantFail(Module::parse(module(R"(
.visible .entry k() {
.reg .b32 %r<3>; .reg .b64 %wide; .reg .pred %p<2>;
$begin:
.loc 1 6 7
.loc 1 32 5, function_name $name, inlined_at 1 6 7
mov.u32 %r1, 1;
$middle:
.loc 1 33 5, function_name $name + 4, inlined_at 1 9 9
{ .reg .b32 %inner; mov.u32 %inner, 1; }
ret;
})"),
                                             "t.ptx"));
  const Function &k = *llvm::cantFail(parsed->kernel("k"));
  EXPECT_EQ(k.labels.lookup("$begin"), 0u);
  EXPECT_EQ(k.labels.lookup("$middle"), 1u);
  EXPECT_TRUE(k.registers.find("%r2"));
  EXPECT_EQ(k.registers.find("%wide")->bytes, 8u);
  EXPECT_TRUE(k.registers.find("%p1")->isPredicate);
  for (llvm::StringRef other : {"%r3", "%r", "%inner", "wide"})
    EXPECT_FALSE(k.registers.find(other)) << other.str();
  const Location &known = k.locations[k.code[0].location];
  ASSERT_TRUE(known.inlinedAt);
  EXPECT_EQ(k.locations[*known.inlinedAt].line, 6u);
  EXPECT_EQ(known.callee, "$name");
  const Location &unknown = k.locations[k.code[1].location];
  EXPECT_FALSE(unknown.inlinedAt);
  EXPECT_EQ(unknown.callee, "");
}

TEST(Parser, UnknownInstruction) {
  EXPECT_EQ(failure("frobnicate.u32 %ro, %ra;"),
            "test.ptx:30: unknown instruction 'frobnicate.u32'");
  EXPECT_EQ(failure("add.foo.u32 %ro, %ra, %rb;"),
            "test.ptx:30: unknown modifier '.foo' of instruction "
            "'add.foo.u32'");
  EXPECT_NE(failure("mul.u32 %ro, %ra, %rb;").find("lacks a type or modifier"),
            std::string::npos);
}

TEST(Parser, WrongOperands) {
  EXPECT_EQ(failure("add.u32 %ro, %ra, %b;"),
            "test.ptx:30: 'add.u32' operand 3: expected 32 bits, '%b' has 64");
  EXPECT_EQ(failure("add.u32 %ro, %ra, %nope;"),
            "test.ptx:30: 'add.u32' operand 3: '%nope' is not declared");
  EXPECT_NE(failure("add.u32 %ro, %ra;").find("takes more operands"),
            std::string::npos);
  EXPECT_NE(failure("add.u32 %ro, %ra, %rb, %rc;").find("takes fewer"),
            std::string::npos);
  EXPECT_NE(failure("add.u32 %ro, %p1, %rb;").find("predicate '%p1'"),
            std::string::npos);
  EXPECT_NE(failure("ld.global.u32 %ro, %a;").find("an address in brackets"),
            std::string::npos);
  EXPECT_NE(failure("ld.global.b128 %a, [%in];").find("expected 128 bits"),
            std::string::npos);
  EXPECT_NE(failure("ld.global.b64 %ro, [%in];").find("expected 64 bits"),
            std::string::npos);
  EXPECT_NE(failure("mov.b64 {%ra, %b}, %c;").find("don't go together"),
            std::string::npos);
  EXPECT_NE(failure("bra NOWHERE;").find("label 'NOWHERE' is not defined"),
            std::string::npos);
}

TEST(Parser, Garbage) {
  const char *texts[] = {"}",
                         "{",
                         ".entry",
                         ".entry k(",
                         ".entry k() {",
                         ".func (",
                         "%r1",
                         ".global .u32",
                         ".global .u32 x[99999999999999999999];",
                         "\"",
                         ".global .u8 x[0xffffffffffffffff];",
                         ".entry k() { .reg .b32 %r<",
                         ".entry k() { .reg .b32 %r<4000000000>; }",
                         ".entry k() { @",
                         "\x01\x02",
                         ".entry k() { ld.global.u32 ",
                         ".entry k() { {{{{{{ ",
                         ".version x",
                         ".entry k() { mov.b32 {,}, 1; }",
                         ".section {",
                         ".loc 1 2 3",
                         ".entry k() { call (; }",
                         ".entry k() { .loc 1 }"};
  for (const char *text : texts)
    EXPECT_NE(parseFailure(module(text)), "") << text;
}

/// Instructions of all kinds, for the tests that mutate them.
const char *variety = R"(
mov.b64 {%r1, %ro}, %a;
@!%p1 ld.global.v4.b32 {%r1,%r2,_,%r4}, [%in+16];
{ .reg .b128 %q<3>; mov.b128 %q1, {%a, %b}; mov.b128 {%x4, %x5}, %q1; }
setp.lt.and.f32 %p1|%p2, %ra, 0f3F800000, !%p3;
cvt.rn.satfinite.e4m3x2.f32 %h1, %ra, %rb;
st.shared.v2.u64 [smem+8], {%a, %b};
atom.shared.cas.b32 %r5, [smem+8], %ra, %rb;
red.shared.add.noftz.f16x2 [smem+8], %ra;
shfl.sync.bfly.b32 %r6|%p4, %ra, 1, 31, -1;
ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r1, %r2}, [smem+16];
mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32
  {%r1,%r2,%r3,%r4}, {%r5,%r6}, {%r7}, {%r1,%r2,%r3,%r4};
cp.async.ca.shared.global [smem+32], [%in], 16;
cp.async.wait_all;
mbarrier.init.shared.b64 [smem], 1;
mbarrier.arrive.shared.b64 %x6, [smem];
bar.red.popc.u32 %r7, 1, %p1;
L: @%p5 bra L;
T: .branchtargets L, E;
brx.idx %r8, T;
E: bar.sync 0, 32;
)";

/// Cutting or changing a good text anywhere gives a module or an error, and
/// running the module gives results or an error.
TEST(Parser, Mutations) {
  std::string text = kernelText(variety);
  EXPECT_EQ(parseFailure(text), "");
  for (size_t at = 0; at < text.size(); at += 3) {
    (void)parseFailure(text.substr(0, at));
    for (char c : {'{', '}', '[', ';', '.', '0', '%', '9'}) {
      std::string changed = text;
      changed[at] = c;
      runCarelessly(changed);
    }
  }
}

} // namespace
