//===- CommandsTest.cpp - Words and expressions ---------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Debugger/Commands.h"
#include "tileiras/Debugger/Expression.h"
#include "tileiras/Debugger/TileLayout.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace tileiras::dbg;

namespace {

/// "NAME|ARGUMENTS", or the error.
std::string command(StringRef line) {
  Expected<CommandLine> parsed = parseCommand(line);
  if (!parsed)
    return toString(parsed.takeError());
  return (parsed->command->name + "|" + parsed->arguments).str();
}

/// "NAME", then each selector as ".FIELD", "[FIRST]" or "[FIRST:LAST]".
std::string expression(StringRef text) {
  Expected<Expression> parsed = parseExpression(text);
  if (!parsed)
    return toString(parsed.takeError());
  std::string result = parsed->name;
  auto number = [](std::optional<uint64_t> value) {
    return value ? std::to_string(*value) : "";
  };
  for (const Selector &each : parsed->selectors)
    result += !each.field.empty() ? "." + each.field
              : each.isRange
                  ? "[" + number(each.first) + ":" + number(each.last) + "]"
                  : "[" + number(each.first) + "]";
  return result;
}

} // namespace

TEST(Commands, Names) {
  EXPECT_EQ(command("break k.py:11"), "break|k.py:11");
  EXPECT_EQ(command("  b   11  "), "break|11");
  EXPECT_EQ(command("cont"), "continue|");
  EXPECT_EQ(command("s"), "step|");
  EXPECT_EQ(command("step"), "step|");
  EXPECT_EQ(command("si"), "stepi|");
  EXPECT_EQ(command("p/x a[0]"), "print|/x a[0]");
  EXPECT_EQ(command("info locals"), "info locals|");
  EXPECT_EQ(command("i  b"), "info breakpoints|");
  EXPECT_EQ(command("bt"), "where|");
}

TEST(Commands, Unknown) {
  EXPECT_EQ(command("jump 3"), "there is no command 'jump'; see help");
  EXPECT_EQ(command("info weather"),
            "there is no command 'info weather'; see help");
  EXPECT_EQ(command("st"), "'st' may be any of: start, step, stepi");
  EXPECT_EQ(command("info"),
            "'info' may be any of: info locals, info args, info breakpoints, "
            "info ctas, info warps");
}

/// Each command can be called by its name, and no alias is that of two.
TEST(Commands, Table) {
  for (const Command &each : getCommands()) {
    EXPECT_EQ(command(each.name), (each.name + "|").str());
    if (!each.alias.empty())
      EXPECT_EQ(command(each.alias), (each.name + "|").str());
    EXPECT_FALSE(each.help.empty());
  }
}

TEST(Expressions, Selectors) {
  EXPECT_EQ(expression("acc"), "acc");
  EXPECT_EQ(expression(" acc[0] "), "acc[0]");
  EXPECT_EQ(expression("acc[0, :]"), "acc[0][:]");
  EXPECT_EQ(expression("acc[0][2:4]"), "acc[0][2:4]");
  EXPECT_EQ(expression("acc[:3,1:]"), "acc[:3][1:]");
  EXPECT_EQ(expression("A.shape[1]"), "A.shape[1]");
  EXPECT_EQ(expression("%rd12"), "%rd12");
}

TEST(Expressions, Wrong) {
  EXPECT_EQ(expression(""), "expected the name of a variable, got ''");
  EXPECT_EQ(expression("+1"), "expected the name of a variable, got '+1'");
  EXPECT_EQ(expression("a[1"), "expected ']' at the end of '[1'");
  EXPECT_EQ(expression("a[]"), "expected an index between '[' and ']'");
  EXPECT_EQ(expression("a[i]"), "expected a number or a range such as 2:4 as "
                                "index, got 'i'");
  EXPECT_EQ(expression("a[1:x]"), "expected a number or a range such as 2:4 "
                                  "as index, got 'x'");
  EXPECT_EQ(expression("a."), "expected the name of a field after '.'");
  EXPECT_EQ(expression("a + b"), "expected '[' or '.' after 'a', got ' + b'");
}

TEST(TileLayouts, Apply) {
  auto layout = TileLayout::parse("{register=[[0,1]], lane=[[0,2],[0,4],[1,0],"
                                  "[2,0],[4,0]], warp=[[8,0]]}");
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->getNumWarps(), 2u);
  EXPECT_EQ(layout->apply(2, 1, 13, 0), (Coordinate{3, 3}));
  EXPECT_EQ(layout->apply(2, 0, 31, 1), (Coordinate{15, 6}));
}

TEST(TileLayouts, Parse) {
  EXPECT_TRUE(TileLayout::parse("{}"));
  EXPECT_TRUE(TileLayout::parse("{lane=[[1],[0]], out=[4]}"));
  for (StringRef wrong : {"", "{", "{lane}", "{lane=[1]}", "{offset=[[1]]}",
                          "{lane=[[a]]}", "{lane=[[1]"})
    EXPECT_FALSE(TileLayout::parse(wrong)) << wrong.str();
}
