//===- DebugInfoTest.cpp - Variables in DWARF -----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SessionHarness.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tileiras;
using namespace tileiras::dbg::test;

namespace {

/// Attributes are pairs of name and form, in numbers of the DWARF standard.
const char *const Abbreviations = R"(
.section .debug_abbrev {
.b8 1,17,1, 3,8, 0,0           // compile_unit: name
.b8 2,46,1, 3,8,17,1,18,1, 0,0 // subprogram: name, low_pc, high_pc
.b8 3,52,0, 2,6,3,8,59,11,73,19, 0,0 // variable: location list, name, line, type
.b8 4,36,0, 3,8,62,11,11,11, 0,0     // base_type: name, encoding, bytes
.b8 5,22,0, 73,19,3,8, 0,0           // typedef: type, name
.b8 6,1,1, 73,19, 0,0                // array_type: type
.b8 7,33,0, 55,11, 0,0               // subrange_type: count
.b8 8,5,0, 2,10,3,8,73,19, 0,0       // formal_parameter: block, name, type
.b8 9,19,1, 3,8,11,11, 0,0           // structure_type: name, bytes
.b8 10,13,0, 3,8,73,19,56,10, 0,0    // member: name, type, block
.b8 11,15,0, 73,19, 0,0              // pointer_type: type
.b8 12,11,1, 17,1,18,1, 0,0          // lexical_block: low_pc, high_pc
.b8 0
}
)";

std::string text(StringRef name) {
  std::string bytes;
  for (char c : name)
    bytes += std::to_string(unsigned(uint8_t(c))) + ",";
  return ".b8 " + bytes + "0\n";
}

/// A number as LEB128, and a register in its DWARF encoding.
std::string leb(uint64_t number) {
  std::string bytes;
  do {
    uint8_t byte = number & 0x7f;
    number >>= 7;
    bytes +=
        (bytes.empty() ? "" : ",") + std::to_string(byte | (number ? 128 : 0));
  } while (number);
  return bytes;
}
std::string reg(StringRef name) {
  uint64_t number = 0;
  for (char c : name)
    number = number << 8 | uint8_t(c);
  return "144," + leb(number);
}

size_t countBytes(StringRef list) { return list.count(',') + 1; }

/// An entry of a location list.
std::string place(StringRef begin, StringRef end, StringRef expression) {
  return (".b64 " + begin + "\n.b64 " + end + "\n.b16 " +
          Twine(countBytes(expression)) + "\n.b8 " + expression + "\n")
      .str();
}

std::string baseType(StringRef label, StringRef name, unsigned encoding,
                     unsigned bytes) {
  return label.str() + ":\n.b8 4\n" + text(name) + ".b8 " +
         std::to_string(encoding) + "," + std::to_string(bytes) + "\n";
}

/// Each thread has two adjacent elements in a row of t, a tile of 4x32 in two
/// warps: its index times two, and one more.
const char *const Kernel = R"(
.visible .entry k() {
.reg .b32 %r<9>; .reg .f32 %f<4>; .reg .b16 %rs<4>; .reg .b64 %rd<4>;
.reg .pred %p<4>;
$begin:
.loc 1 3 0
mov.u32 %r1, %tid.x;
shl.b32 %r2, %r1, 1;
mov.u64 %rd1, 4096;
mov.b16 %rs1, 0x3c00;
setp.lt.u32 %p1, %r1, 40;
.loc 1 4 0
cvt.rn.f32.u32 %f1, %r2;
$first:
add.f32 %f2, %f1, 0f3f800000;
$known:
.loc 1 5 0
mov.u32 %r3, 7;
$inner:
.loc 1 6 0
mov.u32 %r4, 8;
$outer:
.loc 1 7 0
mov.u32 %r5, 9;
ret;
$end:
}
)";

std::string sections() {
  std::string info =
      ".section .debug_info {\n.b32 0x7ffffff\n.b16 4\n.b32 .debug_abbrev\n"
      ".b8 8\n.b8 1\n" +
      text("k.py") + ".b8 2\n" + text("k") + ".b64 $begin\n.b64 $end\n";
  std::string locations = ".section .debug_loc {\n";
  unsigned count = 0;
  auto variable = [&](StringRef name, StringRef type, StringRef places,
                      unsigned line) {
    std::string label = "$loc" + std::to_string(count++);
    info += ".b8 3\n.b32 " + label + "\n" + text(name) + ".b8 " +
            std::to_string(line) + "\n.b32 " + type.str() + "\n";
    locations += label + ":\n" + places.str() + ".b64 0\n.b64 0\n";
  };
  std::string both = reg("%f1") + ",147,4," + reg("%f2") + ",147,4";
  variable("t", "$tile", place("$known", "$end", both), 1);
  // One half of each thread's elements is lost.
  variable("half", "$tile",
           place("$known", "$end", reg("%f1") + ",147,4,147,4"), 1);
  variable("late", "$int", place("$outer", "$end", reg("%r3")), 2);
  variable("n", "$int", place("$begin", "$end", reg("%r1")), 2);
  // Another entry of the same variable, described later.
  variable("n", "$int", place("$outer", "$end", "17,127"), 2);
  variable("s", "$record",
           place("$known", "$end",
                 reg("%rd1") + ",147,8," + reg("%rs1") + ",147,2," +
                     reg("%rs1") + ",147,2,8,200,147,1," + reg("%p1") +
                     ",147,1,16,184,1,147,1,49,147,1"),
           3);
  // A computed value has no location.
  variable("sum", "$int", place("$begin", "$end", reg("%r1") + ",49,34,159"),
           4);
  variable("memory", "$int", place("$begin", "$end", "145,0"), 4);
  variable("own", "$pair", place("$known", "$end", both), 5);
  info += ".b8 8\n.b8 " + std::to_string(countBytes(reg("%r1"))) + "," +
          reg("%r1") + "\n" + text("arg0") + ".b32 $uint\n";
  info += ".b8 12\n.b64 $inner\n.b64 $outer\n";
  variable("n", "$int", place("$inner", "$outer", reg("%r3")), 6);
  info += ".b8 0\n.b8 0\n"; // the block, the subprogram
  info += baseType("$int", "i32", 5, 4) + baseType("$uint", "ui32", 7, 4) +
          baseType("$float", "f32", 4, 4) + baseType("$half", "f16", 4, 2) +
          baseType("$brain", "bf16", 4, 2) + baseType("$byte", "i8", 5, 1) +
          baseType("$bool", "i1", 2, 1) + baseType("$f8", "f8E4M3FN", 7, 1);
  info += "$pair:\n.b8 6\n.b32 $float\n.b8 7,2\n.b8 0\n"
          "$layout:\n.b8 5\n.b32 $pair\n" +
          text("{register=[[0,1]], lane=[[0,2],[0,4],[0,8],[0,16],[1,0]], "
               "warp=[[2,0]]}") +
          "$tile:\n.b8 5\n.b32 $layout\n" + text("tile<4x32xf32>");
  info += "$pointer:\n.b8 11\n.b32 $half\n";
  info += "$record:\n.b8 9\n" + text("record") + ".b8 16\n";
  unsigned offset = 0;
  auto member = [&](StringRef name, StringRef type, unsigned bytes) {
    info += ".b8 10\n" + text(name) + ".b32 " + type.str() + "\n.b8 2,35," +
            std::to_string(offset) + "\n";
    offset += bytes;
  };
  member("base", "$pointer", 8);
  member("h", "$half", 2);
  member("b", "$brain", 2);
  member("i", "$byte", 1);
  member("p", "$bool", 1);
  member("e", "$f8", 1);
  member("one", "$byte", 1);
  info += ".b8 0\n.b8 0\n}\n";
  return Abbreviations + info + locations + "}\n";
}

emu::LaunchConfig twoWarps() {
  emu::LaunchConfig config;
  config.block = {64, 1, 1};
  return config;
}

std::string debugAt(unsigned line, StringRef script) {
  return debug(moduleText(Kernel + sections()),
               ("break " + Twine(line) + "\nrun\n" + script + "quit\n").str(),
               twoWarps());
}

} // namespace

TEST(Variables, Tiles) {
  std::string output = debugAt(5, "print t[1]\nprint t[3,29:]\nprint t[:,0]\n"
                                  "print t[1:3,4:6]\nprint t[2][1]\n"
                                  "print/x t[0,1]\nprint t\n");
  EXPECT_TRUE(contains(output, "$1 = {32, 33, 34, "));
  EXPECT_TRUE(contains(output, ", 62, 63}\n$2 = {125, 126, 127}\n"
                               "$3 = {0, 32, 64, 96}\n"
                               "$4 = {{36, 37},\n {68, 69}}\n"
                               "$5 = 65\n$6 = 0x3f800000\n$7 = {{0, 1, 2, "));
  EXPECT_TRUE(contains(output, "30, 31},\n {32, 33,"));
}

TEST(Variables, PiecesAndLocations) {
  std::string output =
      debugAt(5, "print half[0,0:3]\nprint late\nprint n\nprint sum\n"
                 "print memory\nprint own\nprint arg0\nlane 5\nprint own[1]\n"
                 "print arg0\nprint nothing\n");
  EXPECT_TRUE(contains(output, "$1 = {0, <not available>, 2}\n"
                               "$2 = <optimized out>\n$3 = 0\n"
                               "$4 = <optimized out>\n$5 = <optimized out>\n"
                               "$6 = {0, 1}\n$7 = 0\n"));
  EXPECT_TRUE(contains(output, "$8 = 11\n$9 = 5\n"
                               "error: there is no variable 'nothing' here; "
                               "see info locals and info args\n"));
  EXPECT_TRUE(contains(debugAt(4, "print t\n"), "$1 = <optimized out>\n"));
}

/// The innermost scope counts, and of one scope what was described last.
TEST(Variables, Scopes) {
  EXPECT_TRUE(contains(debugAt(6, "print n\n"), "$1 = 7\n"));
  EXPECT_TRUE(
      contains(debugAt(7, "print n\nprint late\n"), "$1 = -1\n$2 = 7\n"));
}

TEST(Variables, Structures) {
  std::string output = debugAt(5, "print s\nprint s.h\nprint s.x\nprint s[0]\n"
                                  "print s.h[0]\nprint t[4]\nprint t[0,40]\n"
                                  "print t[2:1]\nprint t[0].x\nprint t.x\n"
                                  "print/d t\nprint\n");
  EXPECT_TRUE(contains(
      output, "$1 = {base = 0x1000, h = 1, b = 0.007812, i = -56, p = true, "
              "e = -1, one = 1}\n$2 = 1\n"
              "error: there is no field 'x' in 'record'\n"
              "error: expected at most 0 indices, got 1\n"
              "error: expected at most 0 indices, got 1\n"
              "error: index 4 of dimension 0 is not in 0 to 3\n"
              "error: index 40 of dimension 1 is not in 0 to 31\n"
              "error: the range 2:1 of dimension 0 is not in 0:4\n"
              "error: there is no field 'x' in an element\n"
              "error: there is no field 'x' in 'tile<4x32xf32>'\n"
              "error: expected the format /x, got '/d t'\n"
              "error: expected the name of a variable, got ''\n"));
}

TEST(Variables, Lists) {
  EXPECT_TRUE(contains(
      debugAt(5, "info locals\ninfo args\n"),
      "half: tile<4x32xf32>\nt: tile<4x32xf32>\nlate: i32, not available\n"
      "n: i32 = 0\ns: record = {base = 0x1000, h = 1, b = 0.007812, i = -56, "
      "p = true, e = -1, one = 1}\nmemory: i32, not available\n"
      "sum: i32, not available\nown: ? = {0, 1}\narg0: ui32 = 0\n"));
}

TEST(Variables, Registers) {
  std::string output =
      debugAt(5, "print %r2[3]\nprint/x %rd1[0]\nprint %p1[9]\nwarp 1\n"
                 "print %r2[3]\nprint %p1[9]\nprint %q1\nprint %r1.x\n");
  EXPECT_TRUE(contains(output, "$1 = 6\n$2 = 0x1000\n$3 = 1\n"));
  EXPECT_TRUE(contains(output, "$4 = 70\n$5 = 0\n"
                               "error: there is no register '%q1'\n"
                               "error: there is no field 'x' in ''\n"));
}

/// Without sections there are lines, but no variables.
TEST(Variables, None) {
  std::string output =
      debug(moduleText(Kernel), "break 5\nrun\nprint t\ninfo locals\nquit\n",
            twoWarps());
  EXPECT_TRUE(contains(output, "error: no variables are described: compile "
                               "with -g -O0 --debug-variables\n"
                               "No variables are described: compile with -g "
                               "-O0 --debug-variables.\n"));
}

/// Sections that are not as PTX and DWARF want them.
TEST(Variables, Wrong) {
  auto read = [](StringRef rest) {
    return debug(moduleText((Kernel + rest).str()), "quit\n");
  };
  EXPECT_TRUE(contains(read(".section .debug_loc, 3 {}"),
                       "of the PTX: expected '{' after '.section .debug_loc'"));
  EXPECT_TRUE(
      contains(read(".section .debug_loc { 17 }"),
               "expected numbers or a label in '.debug_loc', got '17'"));
  EXPECT_TRUE(
      contains(read(".section .debug_loc { .b8 \"a\" }"),
               "expected a number or a label in '.debug_loc', got 'a'"));
  EXPECT_TRUE(contains(read(".section .debug_loc { .b64 $nowhere }"),
                       "label '$nowhere' is not defined"));
  auto unit = [&](StringRef header, StringRef entries) {
    return read((".section .debug_info {" + header + " " + entries + "}" +
                 Abbreviations)
                    .str());
  };
  EXPECT_TRUE(contains(unit(".b32 99 .b16 5 .b32 0 .b8 8", ""),
                       "offset 0 of .debug_info: expected DWARF 2 to 4 with "
                       "addresses of 8 bytes, got version 5 and 8 bytes"));
  EXPECT_TRUE(
      contains(unit(".b32 99 .b16 4 .b32 0 .b8 8", ".b8 77"),
               "offset 11 of .debug_info: there is no abbreviation 77"));
  EXPECT_TRUE(
      contains(read(".section .debug_info {.b32 99 .b16 4 .b32 0 .b8 8 .b8 1}"
                    ".section .debug_abbrev {.b8 1,17,0,3,0x1f,0,0,0}"),
               "of .debug_info: form 0x1f is not known"));
}
