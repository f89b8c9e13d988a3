//===- RuntimeTest.cpp - vprintf, __assertfail, malloc, free -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// vprintf with all conversions, __assertfail, malloc and free.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

#include "llvm/ADT/StringExtras.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

/// One argument as the compiler stores it.
struct Value {
  uint64_t bits;
  unsigned bytes;

  Value(int32_t value) : bits(uint32_t(value)), bytes(4) {}
  Value(uint32_t value) : bits(value), bytes(4) {}
  Value(int64_t value) : bits(uint64_t(value)), bytes(8) {}
  Value(uint64_t value) : bits(value), bytes(8) {}
  Value(double value) : bits(test::bits(value)), bytes(8) {}
};

/// {72, 105, 0}
std::string initializer(llvm::StringRef text, bool ends = true) {
  std::vector<std::string> bytes;
  for (char c : text)
    bytes.push_back(std::to_string(uint8_t(c)));
  if (ends)
    bytes.push_back("0");
  return "[" + std::to_string(bytes.size()) + "] = {" + llvm::join(bytes, ",") +
         "}";
}

struct Printed {
  std::string output, error;
  int32_t result = 0;
};

struct PrintKernel {
  std::string format;
  std::vector<Value> values = {};
  /// The string of %s, by the address that `texts` has at run time.
  std::string text = {};
  bool formatEnds = true;
  LaunchConfig config = {};
  /// Replaces the call.
  std::string call = R"({
.param .b64 f; .param .b64 a; .param .b32 r;
st.param.b64 [f], %f; st.param.b64 [a], %a;
call.uni (r), vprintf, (f, a);
ld.param.b32 %r, [r];
})";
};

/// Values equal to this are the address of the text.
constexpr uint64_t kTextAddress = 0x7e87;

std::string textOf(const PrintKernel &kernel) {
  std::string stores;
  unsigned at = 0;
  for (const Value &value : kernel.values) {
    at = (at + value.bytes - 1) / value.bytes * value.bytes;
    if (value.bits == kTextAddress)
      stores += "mov.b64 %x, text;";
    else
      stores += "mov.b64 %x, " + std::to_string(value.bits) + ";";
    stores += "st.local.b" + std::to_string(8 * value.bytes) + " [buffer+" +
              std::to_string(at) + "], %x;\n";
    at += value.bytes;
  }
  return R"(.version 8.7
.target sm_90
.address_size 64
.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);
.extern .func __assertfail (.param .b64 m, .param .b64 f, .param .b32 l,
  .param .b64 n, .param .b64 s);
.global .align 1 .b8 format)" +
         initializer(kernel.format, kernel.formatEnds) +
         ";\n.global .align 1 .b8 text" + initializer(kernel.text) +
         R"(;
.visible .entry k(.param .u64 out)
{
.reg .b64 %f, %a, %x, %out; .reg .b32 %r, %t;
)" + (at ? ".local .align 8 .b8 buffer[" + std::to_string(at) + "];\n" : "") +
         stores + "mov.b64 %f, format;\n" +
         (at ? "mov.b64 %a, buffer; cvta.local.u64 %a, %a;\n"
             : "mov.b64 %a, 0;\n") +
         "mov.b32 %r, 77;\n" + kernel.call +
         "\nld.param.u64 %out, [out]; st.global.b32 [%out], %r;\nret;\n}\n";
}

Printed print(const PrintKernel &kernel) {
  Printed printed;
  auto module = Module::parse(textOf(kernel), "print.ptx");
  if (!module) {
    printed.error = llvm::toString(module.takeError());
    return printed;
  }
  Machine machine;
  llvm::raw_string_ostream os(printed.output);
  machine.setOutput(os);
  uint64_t out = machine.allocate(4, "out");
  llvm::ArrayRef<uint8_t> parameter(reinterpret_cast<uint8_t *>(&out), 8);
  if (auto error = machine.launch(**module, "k", kernel.config, parameter))
    printed.error = llvm::toString(std::move(error));
  llvm::cantFail(
      machine.copyOut(out, {reinterpret_cast<uint8_t *>(&printed.result), 4}));
  return printed;
}

std::string text(llvm::StringRef format, std::vector<Value> values = {},
                 llvm::StringRef string = "") {
  Printed printed = print({format.str(), std::move(values), string.str()});
  return printed.error.empty() ? printed.output : "error: " + printed.error;
}

TEST(Printf, Integers) {
  EXPECT_EQ(text("%d|%i\n", {-5, 7}), "-5|7\n");
  EXPECT_EQ(text("%u %o %x %X", {-1, 8, 0xbeef, 0xbeef}),
            "4294967295 10 beef BEEF");
  EXPECT_EQ(text("%5d|%-5d|%05d|%+d|% d", {42, 42, 42, 42, 42}),
            "   42|42   |00042|+42| 42");
  EXPECT_EQ(text("%#x %#o %.4d %8.3d|", {255, 8, 7, 7}),
            "0xff 010 0007      007|");
  EXPECT_EQ(text("%ld %lld %lu %llx", {int64_t(-1), int64_t(1) << 40,
                                       ~uint64_t(0), uint64_t(1) << 60}),
            "-1 1099511627776 18446744073709551615 1000000000000000");
  EXPECT_EQ(text("%zu %td %jd", {uint64_t(1), int64_t(-2), int64_t(3)}),
            "1 -2 3");
  EXPECT_EQ(text("%hd %hhd %hu %hhu", {0x18000, 0x1ff, 0x18000, 0x1ff}),
            "-32768 -1 32768 255");
}

TEST(Printf, Floats) {
  EXPECT_EQ(text("%f %.2f %8.3f|", {1.5, 2.25, -3.0}),
            "1.500000 2.25   -3.000|");
  EXPECT_EQ(text("%e %E %g %G", {1e10, 1e10, 1e-10, 0.5}),
            "1.000000e+10 1.000000E+10 1e-10 0.5");
  EXPECT_EQ(text("%a %A %F", {1.0, 1.0, 1.0}), "0x1p+0 0X1P+0 1.000000");
  EXPECT_EQ(text("%f %lf %Lf", {1.0 / 0.0, 0.5, 0.25}),
            "inf 0.500000 0.250000");
}

TEST(Printf, CharactersStringsPointers) {
  EXPECT_EQ(text("%c%3c|%-3c|", {'a', 'b', 'c'}), "a  b|c  |");
  EXPECT_EQ(text("%c", {0}), std::string(1, '\0'));
  EXPECT_EQ(text("<%s>", {kTextAddress}, "hello"), "<hello>");
  EXPECT_EQ(text("<%8s|%-8s|%.3s>", {kTextAddress, kTextAddress, kTextAddress},
                 "hello"),
            "<   hello|hello   |hel>");
  EXPECT_EQ(text("%s", {uint64_t(0)}), "(null)");
  EXPECT_EQ(text("%p %12p|", {uint64_t(0x1234), uint64_t(0x5)}),
            "0x1234          0x5|");
}

TEST(Printf, WidthsFromArguments) {
  EXPECT_EQ(text("%*d|%-*d|%*d|", {5, 42, 5, 42, -5, 42}),
            "   42|42   |42   |");
  EXPECT_EQ(text("%.*f %*.*f|", {2, 1.0, 8, 3, 2.0}), "1.00    2.000|");
  EXPECT_EQ(text("%.*s|", {3, kTextAddress}, "hello"), "hel|");
}

/// Arguments are laid out as in a C struct.
TEST(Printf, Layout) {
  EXPECT_EQ(text("%d %f %d %c %lld", {1, 0.5, 2, 'x', int64_t(3)}),
            "1 0.500000 2 x 3");
}

TEST(Printf, ReturnsTheNumberOfArguments) {
  EXPECT_EQ(print({"no argument %%\n"}).result, 0);
  EXPECT_EQ(print({"%d %*d %s", {1, 2, 3, kTextAddress}}).result, 3);
  PrintKernel null{"unused"};
  null.call = "mov.b64 %f, 0;" + null.call;
  EXPECT_EQ(print(null).result, -1);
  EXPECT_EQ(print(null).error, "");
}

/// A text that isn't a conversion is printed unchanged and uses no argument: it
/// doesn't reach the host's printf.
TEST(Printf, MalformedFormats) {
  for (const char *format :
       {"%", "100%", "%5", "%-", "%l", "%.", "%*", "%n", "%5$d", "%hn", "%*n",
        "%y", "% z", "%lln", "%'d", "%-+ #0123.456lk", "a%\n"})
    EXPECT_EQ(text(format), format) << format;
  EXPECT_EQ(text("%n done %d", {3}), "%n done 3");
  EXPECT_EQ(text("%%d %d %%", {3}), "%d 3 %");
  EXPECT_EQ(text(""), "");
}

TEST(Printf, LargeWidthsAreRefused) {
  EXPECT_EQ(text("%4096d|", {1}), std::string(4095, ' ') + "1|");
  for (const char *format : {"%4097d", "%.4097d", "%99999999999999999999d"})
    EXPECT_TRUE(contains(text(format, {1}), "of at most 4096, got more"))
        << format;
  EXPECT_TRUE(contains(text("%*d", {5000, 1}),
                       "printf: expected a width of at most 4096, got 5000"));
  EXPECT_TRUE(contains(text("%.*f", {INT32_MAX, 1.0}),
                       "expected a precision of at most 4096"));
  EXPECT_TRUE(contains(text("%*d", {INT32_MIN, 1}),
                       "expected a width of at most 4096"));
  std::string longest;
  for (unsigned n = 0; n < 300; ++n)
    longest += "%4096d";
  EXPECT_TRUE(contains(text(longest, std::vector<Value>(300, 1)),
                       "expected at most 1048576 characters, got more"));
}

TEST(Printf, ShortBuffers) {
  EXPECT_TRUE(contains(text("%d %d", {1}), "out-of-bounds local access of 4 "
                                           "bytes at 0x4: the thread has 4"));
  EXPECT_TRUE(contains(text("%s"), "out-of-bounds"));
  EXPECT_TRUE(contains(text("%f", {1}), "out-of-bounds local access"));
}

/// The parameters are shorter than those of vprintf, or fewer.
TEST(Printf, ShortParameters) {
  PrintKernel kernel{"%d", {1}};
  kernel.call = R"({
.param .b32 f; .param .b8 a; .param .b8 r;
st.param.b32 [f], %f; st.param.b8 [a], %a;
call.uni (r), vprintf, (f, a);
})";
  EXPECT_TRUE(contains(print(kernel).error,
                       "expected 8 bytes in parameter 1 of the call, got 4"));
  kernel.call = R"({
.param .b64 f; .param .b8 a;
st.param.b64 [f], %f; st.param.b8 [a], %a;
call.uni vprintf, (f, a);
})";
  EXPECT_TRUE(contains(print(kernel).error,
                       "expected 8 bytes in parameter 2 of the call, got 1"));
  kernel.call = "{ .param .b64 f; st.param.b64 [f], %f;\n"
                "call.uni vprintf, (f); }";
  EXPECT_TRUE(contains(print(kernel).error, "print.ptx:"));
  EXPECT_TRUE(contains(print(kernel).error,
                       "expected 8 bytes in parameter 2 of the call, got 0"));
}

TEST(Printf, StringsWithoutEnd) {
  PrintKernel kernel{"endless"};
  kernel.formatEnds = false;
  EXPECT_TRUE(contains(print(kernel).error, "out-of-bounds global read"));
  kernel.format = std::string((1 << 20) + 10, 'x');
  kernel.formatEnds = true;
  EXPECT_TRUE(contains(print(kernel).error, "has no end within 1048576 bytes"));
}

/// The text of one call stays together, whatever thread runs it.
TEST(Printf, Threads) {
  PrintKernel kernel{"CTA %d says %s\n", {0, kTextAddress}, "something long"};
  kernel.call =
      "mov.u32 %t, %ctaid.x; st.local.b32 [buffer], %t;" + kernel.call;
  kernel.config.grid.x = 200;
  kernel.config.threads = 4;
  kernel.config.checks = CheckSet::none();
  Printed printed = print(kernel);
  EXPECT_EQ(printed.error, "");
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(printed.output).split(lines, '\n', -1, false);
  std::set<llvm::StringRef> distinct(lines.begin(), lines.end());
  EXPECT_EQ(lines.size(), 200u);
  for (unsigned n = 0; n < 200; ++n)
    EXPECT_TRUE(
        distinct.contains("CTA " + std::to_string(n) + " says something long"));
}

TEST(Printf, LanesInOrder) {
  PrintKernel kernel{"%d ", {0}};
  kernel.call = "mov.u32 %t, %tid.x; st.local.b32 [buffer], %t;" + kernel.call;
  kernel.config.block.x = 5;
  EXPECT_EQ(print(kernel).output, "0 1 2 3 4 ");
}

/// The call uses the function's address instead of its name.
TEST(Printf, ThroughARegister) {
  PrintKernel kernel{"%d", {8}};
  kernel.call = R"(mov.b64 %x, vprintf;
{
.param .b64 f; .param .b64 a; .param .b32 r;
st.param.b64 [f], %f; st.param.b64 [a], %a;
p: .callprototype (.param .b32 _) _ (.param .b64 _, .param .b64 _);
call (r), %x, (f, a), p;
})";
  EXPECT_EQ(print(kernel).output, "8");
}

//===-- __assertfail ----------------------------------------------------===//

TEST(AssertFail, SaysWhat) {
  PrintKernel kernel{"x > 0", {}, "file.cu"};
  kernel.call = R"({
.param .b64 m; .param .b64 f; .param .b32 l; .param .b64 n; .param .b64 s;
mov.b64 %x, text;
st.param.b64 [m], %f; st.param.b64 [f], %x; st.param.b32 [l], 12;
st.param.b64 [n], %x; st.param.b64 [s], 1;
call.uni __assertfail, (m, f, l, n, s);
})";
  EXPECT_TRUE(contains(print(kernel).error,
                       "assertion 'x > 0' failed in file.cu, file.cu:12"));
}

TEST(AssertFail, ShortParameters) {
  PrintKernel kernel{"x > 0"};
  kernel.call = R"({
.param .b64 m; .param .b32 f;
st.param.b64 [m], %f; st.param.b32 [f], 1;
call.uni __assertfail, (m, f);
})";
  EXPECT_TRUE(contains(print(kernel).error,
                       "expected 8 bytes in parameter 2 of the call, got 4"));
}

//===-- malloc, free ----------------------------------------------------===//

/// Runs `body` in a kernel that may call malloc and free, with the address of
/// `out` in %out; returns the error, or what is at `out` then.
std::string runHeap(const std::string &body, LaunchConfig config = {}) {
  auto module = Module::parse(R"(.version 8.7
.target sm_90
.address_size 64
.extern .func (.param .b64 r) malloc (.param .b64 s);
.extern .func free (.param .b64 p);
.visible .entry k(.param .u64 out)
{
.reg .b64 %out, %p, %q, %s; .reg .b32 %r, %t; .reg .pred %c;
ld.param.u64 %out, [out];
)" + body + "\nret;\n}\n",
                              "heap.ptx");
  if (!module)
    return llvm::toString(module.takeError());
  Machine machine;
  uint64_t out = machine.allocate(8, "out"), result = 0;
  llvm::ArrayRef<uint8_t> parameter(reinterpret_cast<uint8_t *>(&out), 8);
  if (auto error = machine.launch(**module, "k", config, parameter))
    return llvm::toString(std::move(error));
  llvm::cantFail(
      machine.copyOut(out, {reinterpret_cast<uint8_t *>(&result), 8}));
  return std::to_string(result);
}

std::string take(unsigned bytes, const std::string &to = "%p") {
  return "mov.b64 %s, " + std::to_string(bytes) +
         "; { .param .b64 r; .param .b64 s; st.param.b64 [s], %s; "
         "call.uni (r), malloc, (s); ld.param.b64 " +
         to + ", [r]; }\n";
}

std::string give(const std::string &from = "%p") {
  return "{ .param .b64 p; st.param.b64 [p], " + from +
         "; call.uni free, (p); }\n";
}

TEST(Heap, TakesAndGivesBack) {
  EXPECT_EQ(runHeap(take(8) +
                    "mov.b64 %q, 42; st.global.b64 [%p], %q;"
                    "ld.global.b64 %q, [%p];"
                    "st.global.b64 [%out], %q;" +
                    give()),
            "42");
  // Memory is aligned to 16, and no more; it isn't zero.
  EXPECT_EQ(runHeap(take(8) + "and.b64 %q, %p, 31; st.global.b64 [%out], %q;"),
            "16");
  EXPECT_EQ(runHeap(take(8) + "ld.global.b64 %q, [%p];"
                              "st.global.b64 [%out], %q;"),
            std::to_string(0xcdcdcdcdcdcdcdcd));
  // Null may be freed.
  EXPECT_EQ(runHeap("mov.b64 %p, 0;" + give() + "st.global.b64 [%out], %p;"),
            "0");
}

TEST(Heap, Bounds) {
  EXPECT_TRUE(
      contains(runHeap(take(8) + "mov.b32 %r, 1; st.global.b32 [%p+8], %r;"),
               "out-of-bounds global write of 4 bytes"));
  EXPECT_TRUE(contains(runHeap(take(8) + give() + "ld.global.b32 %r, [%p];"),
                       "in memory of 8 bytes at "));
  EXPECT_TRUE(contains(runHeap(take(8) + give() + "ld.global.b32 %r, [%p];"),
                       " that the kernel has given back"));
}

TEST(Heap, Limit) {
  LaunchConfig config;
  config.heapBytes = 100;
  std::string second = take(60) + take(60, "%q") + "st.global.b64 [%out], %q;";
  EXPECT_EQ(runHeap(second, config), "0");
  EXPECT_EQ(runHeap(take(60) + give() + take(60, "%q") +
                        "setp.ne.b64 %c, %q, 0; selp.b64 %q, 1, 0, %c;"
                        "st.global.b64 [%out], %q;",
                    config),
            "1");
  config.heapBytes = 120;
  EXPECT_NE(runHeap(second, config), "0");
}

TEST(Heap, FreeOfOtherAddresses) {
  constexpr const char *kMessage =
      ", which is no address that malloc gave, or was freed before";
  EXPECT_TRUE(contains(runHeap(give("%out")), kMessage));
  EXPECT_TRUE(contains(runHeap(take(8) + give() + give()), kMessage));
  EXPECT_TRUE(
      contains(runHeap(take(8) + "add.u64 %p, %p, 1;" + give()), kMessage));
  EXPECT_TRUE(contains(runHeap("{ .param .b32 p; st.param.b32 [p], %r;"
                               "call.uni free, (p); }"),
                       "heap.ptx:"));
}

/// Accesses of other warps must come before free.
TEST(Heap, RaceWithFree) {
  LaunchConfig config;
  config.block = {64};
  std::string access = "mov.u32 %t, %tid.x; setp.eq.u32 %c, %t, 0;"
                       "@!%c bra other;" +
                       take(4) +
                       "st.global.b64 [%out], %p; other: bar.sync 0;"
                       "ld.global.b64 %p, [%out];"
                       "setp.eq.u32 %c, %t, 32;"
                       "@%c st.global.b32 [%p], %t;";
  std::string freed = "setp.eq.u32 %c, %t, 0; @!%c bra end;" + give() + "end:";
  EXPECT_TRUE(contains(runHeap(access + freed, config), "race"));
  EXPECT_FALSE(
      contains(runHeap(access + "bar.sync 0;" + freed, config), "race"));
}

} // namespace
