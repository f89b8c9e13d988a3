//===- ParserErrorsTest.cpp - Messages of the parser ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each message of lib/Emulator/Parser, with its line.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

struct Wrong {
  const char *text, *message; // "LINE: …"
};

std::string repeat(llvm::StringRef text, unsigned count) {
  std::string all;
  while (count--)
    all += text;
  return all;
}

/// The error of \p text, which begins in line 4.
std::string inModule(llvm::StringRef text) {
  auto module = Module::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n" + text.str(), "");
  return module ? "" : llvm::toString(module.takeError());
}

/// The error of \p body, which is line 30.
std::string inBody(llvm::StringRef body) {
  std::string message = failure(body);
  EXPECT_EQ(message.substr(0, 11), "test.ptx:30") << message;
  return message.substr(std::min<size_t>(message.size(), 13));
}

TEST(ParserErrors, Module) {
  const Wrong all[] = {
      {"5", "4: expected a directive, got '5'"},
      {".foo", "4: unknown directive '.foo'"},
      {".version x", "4: expected a version such as 8.0"},
      {".address_size 32", "4: only 64-bit addresses are supported"},
      {".address_size x", "4: expected an address size, got 'x'"},
      {".target 5", "4: expected a target, got '5'"},
      {".file x", "4: expected a file number, got 'x'"},
      {".file 1 a", "4: expected a file name"},
      {".file 1 \"a\", x", "4: expected a time stamp or size, got 'x'"},
      {".section .x { .b8 1", "4: expected '}', got the end of the file"},
      {".entry 5", "4: expected a function name, got '5'"},
      {".entry k() 5", "4: expected '{', got '5'"},
      {".entry k()\n.foo { ret; }", "5: unknown directive '.foo'"},
      {".entry k() { ret; }\n.entry k() { ret; }",
       "5: function 'k' is defined twice"},
      {".func f(.reg .b32 %r) { ret; }",
       "4: parameters in registers are not supported"},
      {".func f(5) { ret; }", "4: expected '.param'"},
  };
  for (const auto &[text, message] : all)
    EXPECT_EQ(inModule(text), std::string(":") + message) << text;
}

TEST(ParserErrors, Variables) {
  const Wrong all[] = {
      {".global x;", "4: expected a type"},
      {".global .foo x;", "4: '.foo' is not known in a declaration"},
      {".global .b8 5;", "4: expected a name, got '5'"},
      {".global .align x .b8 y;", "4: expected an alignment, got 'x'"},
      {".global .align 3 .b8 x;", "4: alignment 3 is not a power of two"},
      {".global .align 4294967296 .b8 x;",
       "4: alignment 4294967296 is too large: expected at most 2147483648"},
      {".extern .global .b8 x[4];\n.entry k() { .reg .b64 %a; mov.b64 %a, x; "
       "ret; }",
       "4: 'x' is declared .extern and used, but not defined: modules are not "
       "linked"},
      {".global .b32 x[y];", "4: expected an extent, got 'y'"},
      {".global .b32 x[4", "4: expected ']', got the end of the file"},
      {".global .b32 x = ;", "4: expected a number, got ';'"},
      {".global .b8 x = y;", "4: an address doesn't fit in 8 bits"},
      {".global .b8 x[2] = {1, 2, 3};", "4: initialiser of 'x' is longer than "
                                        "it"},
      {".entry k() { .local .b32 x = 5; }",
       "4: a .local variable can't be initialised"},
  };
  for (const auto &[text, message] : all)
    EXPECT_EQ(inModule(text), std::string(":") + message) << text;
}

TEST(ParserErrors, Functions) {
  const Wrong all[] = {
      {".entry k() { ret;", "4: expected '}' at the end of 'k'"},
      {".entry k() { 5; }", "4: expected an instruction or directive, got '5'"},
      {".entry k()\n{ .foo; }", "5: unknown directive '.foo'"},
      {".entry k() { .reg 5 %r; }", "4: expected a register type, got '5'"},
      {".entry k() { .reg .foo %r; }", "4: '.foo' is not a register type"},
      {".entry k() { .reg .b32 5; }", "4: expected a register name, got '5'"},
      {".entry k() { .reg .b32 %r<x>; }",
       "4: expected a register count, got 'x'"},
      {".entry k() { .loc x; }", "4: expected a file number, got 'x'"},
      {".entry k() { .loc 1 x; }", "4: expected a line, got 'x'"},
      {".entry k() { .loc 1 2 x; }", "4: expected a column, got 'x'"},
      {".entry k() {\nL:\nL: ret; }", "6: label 'L' is defined twice"},
      {".entry k() {\nbra L; }", "5: label 'L' is not defined"},
      {".entry k() { T: .branchtargets 5; }", "4: expected a label, got '5'"},
      {".entry k() { @5 ret; }", "4: expected a predicate, got '5'"},
      {".entry k() { .reg .b32 %r; @%r ret; }", "4: '%r' is not a predicate"},
      {".entry k() { @%p ret; }", "4: '%p' is not a predicate"},
      {".entry k() { call 5; }", "4: expected a function, got '5'"},
      {".entry k() { call (5); }", "4: expected a .param variable, got '5'"},
      {".func f();\n.entry k() { call f, 5; }",
       "5: expected a prototype, got '5'"},
      {".entry k() { call nobody; }", "4: function 'nobody' is not declared"},
      {".func f(.param .b32 p);\n.entry k() { .reg .b32 %r; call f, (%r); }",
       "5: '%r' is not a .param variable of this function; arguments in "
       "registers are not supported"},
  };
  for (const auto &[text, message] : all)
    EXPECT_EQ(inModule(text), std::string(":") + message) << text;
}

TEST(ParserErrors, Limits) {
  EXPECT_EQ(inModule(".entry k() {" + repeat("{", 300)),
            ":4: blocks are nested too deeply");
  EXPECT_EQ(inModule(".entry k() { .reg .b32 %r<4000000000>; }"),
            ":4: too many registers: expected at most 1048576 of 32 bits in a "
            "function");
  EXPECT_EQ(inModule(".global .b32 x[262144][262145];"),
            ":4: 'x' is too large: expected at most 8589934592 bytes");
  EXPECT_EQ(inBody("mov.b64 {" + repeat("%r1, ", 300) + "%r1}, %a;"),
            "'mov.b64' has too many operands");
}

TEST(ParserErrors, Operands) {
  const Wrong all[] = {
      {"add.u32 %ro, %ra, ;", "expected a number, got ';'"},
      {"mov.b64 {%ra, {%rb}}, %a;",
       "expected a register or number in a vector, got '{'"},
      {"bra 5;", "expected a label, got '5'"},
      {"brx.idx 5, T;", "expected a register, got '5'"},
      {"brx.idx %ra, 5;", "expected a branch table, got '5'"},
      {"@%po 5;", "expected an instruction, got '5'"},
      {"add.u32 %ro, %ra;", "'add.u32' takes more operands"},
      {"add.u32 %ro, %ra, %rb, %rc;",
       "'add.u32' takes fewer operands: 3, not 4"},
      {"add.u32 %ro, !%ra, %rb;", "'add.u32' operand 2: '!' needs a predicate"},
      {"add.u32 %ro, !5, %rb;", "'add.u32' operand 2: '!' needs a predicate"},
      {"add.u32 %ro, %p1, %rb;",
       "'add.u32' operand 2: expected a value, got predicate '%p1'"},
      {"add.u32 %ro, [%a], %rb;",
       "'add.u32' operand 2: expected a value, got an address"},
      {"add.u32 %ro, {%ra, %rb}, %rb;",
       "'add.u32' operand 2: expected a value, got a vector"},
      {"setp.eq.u32 %ro, %ra, %rb;",
       "'setp.eq.u32' operand 1: expected a predicate"},
      {"ld.global.u32 %ro, %a;",
       "'ld.global.u32' operand 2: expected an address in brackets"},
      {"ld.global.u32 %ro, [%ha];",
       "'ld.global.u32' operand 2: expected a 32- or 64-bit address"},
      {"ld.global.u32 %ro, [%in, {%ra}];",
       "'ld.global.u32' operand 2: expected an address without coordinates"},
      {"ld.global.v2.u32 %ro, [%in];",
       "'ld.global.v2.u32' operand 1: expected a vector of 2"},
      {"ld.global.v2.u32 {%ro, %r1, %r2}, [%in];",
       "'ld.global.v2.u32' operand 1: expected 2 elements in braces, got 3"},
      {"cp.async.bulk.prefetch.tensor.2d.L2.global [%in];",
       "'cp.async.bulk.prefetch.tensor.2d.L2.global' operand 1: expected "
       "coordinates after the address"},
      {"cvt.rs.satfinite.e4m3x4.f32 %ro, %ra, %rb;",
       "'cvt.rs.satfinite.e4m3x4.f32' doesn't take these operands"},
      {"mul.u32 %ro, %ra, %rb;",
       "instruction 'mul.u32' lacks a type or modifier, or combines some that "
       "don't go together"},
  };
  for (const auto &[text, message] : all)
    EXPECT_EQ(inBody(text), message) << text;
}

} // namespace
