//===- ProgramMutator.cpp - Mutates PTX by its grammar --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramMutator.h"
#include "InstructionMaker.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace tileiras;
using namespace tileiras::fuzz;

namespace {

/// Replaces texts that don't parse.
const char *const plainKernel = R"(.version 8.7
.target sm_100a
.address_size 64
.visible .entry k(.param .u64 out, .param .u64 in)
{
.reg .b64 %in, %out, %x<10>;
.reg .b32 %t, %r<10>;
.reg .b16 %h<10>;
.reg .pred %p<10>;
.shared .align 16 .b8 smem[1024];
ld.param.u64 %out, [out];
ld.param.u64 %in, [in];
mov.u32 %t, %tid.x;
mad.wide.u32 %in, %t, 16, %in;
mad.wide.u32 %out, %t, 16, %out;
ld.global.v2.b64 {%x0, %x1}, [%in];
cvt.u32.u64 %r0, %x0;
cvt.u16.u64 %h0, %x1;
setp.lt.u32 %p0, %t, %r0;
st.global.b64 [%out], %x1;
ret;
}
)";

const char *const printing =
    "\n.extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);\n"
    ".global .align 1 .b8 format[] = "
    "{37, 100, 32, 37, 115, 32, 37, 53, 46, 50, 102, 37, 110, 10, 0};\n";

bool parses(StringRef text) {
  auto module = emu::Module::parse(text, "fuzz.ptx");
  if (module)
    return true;
  consumeError(module.takeError());
  return false;
}

/// The end of the declarations at the beginning.
size_t bodyStart(const ProgramText &program) {
  size_t at = 0;
  while (at < program.statements.size() &&
         StringRef(program.statements[at]).starts_with("."))
    ++at;
  return at;
}

/// The prologue of a program before its first change: the declarations that
/// idioms need, and a value in each register that instructions may use, because
/// most of them would be mistakes otherwise.
void prepare(ProgramText &program) {
  size_t at = program.head.find('\n', program.head.find(".target"));
  if (StringRef(program.head).contains("vprintf") || at == std::string::npos)
    return;
  program.head.insert(at, printing);
  std::vector<std::string> values;
  for (auto &[bytes, names] : program.registers)
    for (const std::string &name : names)
      if (bytes <= 8)
        values.push_back(bytes == 0 ? "mov.pred " + name + ", 1;"
                                    : "mov.b" + std::to_string(8 * bytes) +
                                          " " + name + ", 16;");
  program.statements.insert(program.statements.begin() + bodyStart(program),
                            values.begin(), values.end());
}

/// The text in statements, with the prologue.
ProgramText readProgram(StringRef text) {
  std::optional<ProgramText> program;
  if (parses(text))
    program = ProgramText::parse(text);
  if (!program)
    program = ProgramText::parse(plainKernel);
  prepare(*program);
  return *program;
}

/// Makes one change after the other in a program.
class Mutator {
public:
  Mutator(ProgramText &program, uint64_t seed)
      : program(program), random(seed), maker(program, random) {}

  void run() {
    for (uint64_t n = 1 + random.below(4); n; --n)
      changeSomehow();
  }

  /// Inserts a range of statements of \p other.
  void take(const ProgramText &other) {
    ProgramText before = program;
    auto [begin, end] = range(other.statements.size());
    insert(place(), ArrayRef(other.statements).slice(begin, end - begin));
    if (!parses(program.str()))
      program = before;
  }

private:
  static constexpr unsigned MaxStatements = 400, Attempts = 10, MaxHead = 4096;

  void changeSomehow() {
    ProgramText before = program;
    for (unsigned n = 0; n < Attempts; ++n) {
      change();
      if (parses(program.str()))
        return;
      program = before;
    }
  }

  void change() {
    switch (random.below(program.statements.size() < MaxStatements ? 13 : 6)) {
    case 0:
      return erase();
    case 1:
      return replaceRegister();
    case 2:
      return replaceNumber();
    case 3:
      return replaceWord();
    case 4:
      return guard();
    case 5:
      return move();
    case 6:
      return wrap("{ .reg .b32 %fc; .reg .pred %fp; mov.u32 %fc, 0; FL:",
                  "add.u32 %fc, %fc, 1; setp.lt.u32 %fp, %fc, " +
                      std::to_string(1 + random.below(20)) +
                      "; @%fp bra FL; }");
    case 7:
      return wrap("{ @" + maker.reg(0) + " bra FE;", "FE: }");
    case 8:
      return insert(place(), maker.idiom());
    case 9:
      return declareVariable();
    default:
      return insert(place(), maker.instruction());
    }
  }

  /// Adds an access to it, too.
  void declareVariable() {
    size_t at = program.head.find('\n', program.head.find(".target"));
    if (at == std::string::npos || program.head.size() > MaxHead)
      return;
    std::string name = "mv" + std::to_string(random.below(1u << 16));
    program.head.insert(at, "\n" + maker.moduleVariable(name));
    if (random.below(2))
      insert(place(), maker.accessTo(name));
  }

  /// The positions at which a statement may be inserted.
  size_t place() {
    size_t start = bodyStart(program);
    return start + random.below(program.statements.size() + 1 - start);
  }
  std::pair<size_t, size_t> range(size_t size) {
    size_t begin = random.below(size + 1);
    return {begin, std::min(size, begin + 1 + random.below(8))};
  }
  /// A statement that is an instruction; null after some attempts.
  std::string *someInstruction() {
    for (unsigned n = 0; n < Attempts && !program.statements.empty(); ++n) {
      std::string &text =
          program.statements[random.below(program.statements.size())];
      if (StringRef(text).ends_with(";") && text[0] != '.')
        return &text;
    }
    return nullptr;
  }

  void insert(size_t at, ArrayRef<std::string> statements) {
    program.statements.insert(program.statements.begin() + at,
                              statements.begin(), statements.end());
  }
  void erase() {
    auto [begin, end] = range(program.statements.size());
    program.statements.erase(program.statements.begin() + begin,
                             program.statements.begin() + end);
  }
  void move() {
    auto [begin, end] = range(program.statements.size());
    std::vector<std::string> some(program.statements.begin() + begin,
                                  program.statements.begin() + end);
    if (random.below(2))
      program.statements.erase(program.statements.begin() + begin,
                               program.statements.begin() + end);
    insert(place(), some);
  }
  void wrap(const std::string &before, const std::string &after) {
    auto [begin, end] = range(program.statements.size());
    insert(end, after);
    insert(begin, before);
  }
  void guard() {
    std::string *text = someInstruction();
    if (!text)
      return;
    if (text->front() == '@')
      text->erase(0, text->find(' ') + 1);
    else
      *text = "@" + std::string(random.below(2) ? "!" : "") + maker.reg(0) +
              " " + *text;
  }

  /// Replaces one of the substrings of \p text that start where \p begins is
  /// true, and extend while \p continues is.
  template <class Begins, class Continues>
  void replaceOne(std::string &text, Begins begins, Continues continues,
                  StringRef with) {
    SmallVector<size_t> places;
    for (size_t at = 1; at < text.size(); ++at)
      if (begins(text, at))
        places.push_back(at);
    if (places.empty())
      return;
    size_t begin = places[random.below(places.size())], end = begin + 1;
    while (end < text.size() && continues(text[end]))
      ++end;
    text.replace(begin, end - begin, with);
  }

  void replaceRegister() {
    constexpr unsigned widths[] = {0, 2, 4, 4, 8, 8, 16};
    if (std::string *text = someInstruction())
      replaceOne(
          *text, [](StringRef s, size_t at) { return s[at] == '%'; },
          [](char c) { return isAlnum(c) || c == '_' || c == '.'; },
          maker.reg(widths[random.below(std::size(widths))]));
  }
  void replaceNumber() {
    std::string *text = someInstruction();
    if (!text)
      return;
    auto begins = [](StringRef s, size_t at) {
      return isDigit(s[at]) && StringRef(" +,[").contains(s[at - 1]);
    };
    replaceOne(
        *text, begins, [](char c) { return isAlnum(c); }, maker.number());
  }
  /// A type or modifier of the opcode.
  void replaceWord() {
    static const char *const words[] = {
        ".u8",     ".s8",      ".u16",     ".s16",     ".b16",
        ".u32",    ".s32",     ".b32",     ".u64",     ".s64",
        ".b64",    ".f16",     ".bf16",    ".f32",     ".f64",
        ".f16x2",  ".b128",    ".v2",      ".v4",      ".global",
        ".shared", ".local",   ".sat",     ".ftz",     ".rn",
        ".rz",     ".relaxed", ".acquire", ".gpu",     ".shared::cluster",
        ".const",  ".cta",     ".param",   ".release", ".lt",
        ".ne"};
    std::string *text = someInstruction();
    if (!text)
      return;
    size_t operands = text->find(' ', text->find('.'));
    auto begins = [&](StringRef s, size_t at) {
      return s[at] == '.' && at < operands;
    };
    replaceOne(
        *text, begins, [](char c) { return isAlnum(c) || c == ':'; },
        words[random.below(std::size(words))]);
  }

  ProgramText &program;
  emu::RandomNumbers random;
  InstructionMaker maker;
};

} // namespace

std::string fuzz::mutateProgram(StringRef text, uint64_t seed) {
  ProgramText program = readProgram(text);
  Mutator(program, seed).run();
  return program.str();
}

std::string fuzz::crossPrograms(StringRef first, StringRef second,
                                uint64_t seed) {
  ProgramText program = readProgram(first);
  Mutator(program, seed).take(readProgram(second));
  return program.str();
}
