//===- InstructionMaker.cpp - Random PTX instructions ---------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionMaker.h"

#include "tileiras/Emulator/ISA/InstructionTable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

using namespace llvm;
using namespace tileiras;
using namespace tileiras::fuzz;

//===-- Opcodes -----------------------------------------------------------===//

namespace {

struct Spelling {
  emu::Group group;
  const char *word;
};
const Spelling spellings[] = {
#define MODIFIER(GroupName, Word, Value) {emu::Group::GroupName, Word},
#include "tileiras/Emulator/ISA/Modifiers.def"
};

const char *const shapes[] = {"m16n8k8",   "m16n8k16", "m16n8k32", "m8n8k4",
                              "m16n16k16", "m8n8",     "m64n8k16", "m16n8k4"};

} // namespace

/// Words of the line with types and modifiers among them; \p modifiers receives
/// the types and the length of vectors, which the operands depend on.
std::string InstructionMaker::opcode(const emu::InstructionInfo &info,
                                     emu::Modifiers &modifiers) {
  std::string text = info.words;
  for (unsigned n = 0; n < unsigned(emu::Group::NumGroups); ++n) {
    emu::Group group = emu::Group(n);
    if (!(info.modifiers & setOf(group)) || !oneIn(3))
      continue;
    if (group == emu::Group::Shape) {
      text += std::string(".") + any(shapes);
      continue;
    }
    SmallVector<const char *> words;
    for (const Spelling &spelling : spellings)
      if (spelling.group == group)
        words.push_back(spelling.word);
    if (words.empty())
      continue;
    StringRef word = any(words);
    text += "." + word.str();
    unsigned length = 0;
    if (group == emu::Group::Vector &&
        !word.drop_front().getAsInteger(10, length))
      modifiers.set(group, length);
  }
  for (unsigned n = 0; n < emu::kMaxTypes && info.types[n]; ++n) {
    emu::TypeSet rest = info.types[n];
    for (uint64_t skip = random.below(llvm::popcount(rest)); skip; --skip)
      rest &= rest - 1;
    modifiers.types[n] = emu::Type(llvm::countr_zero(rest));
    text += "." + spelling(modifiers.types[n]).str();
  }
  return text;
}

//===-- Operands ----------------------------------------------------------===//

std::string InstructionMaker::reg(unsigned bytes) {
  unsigned width = bytes ? std::max(2u, bytes) : 0;
  if (bytes && oneIn(8))
    width *= 2;
  auto found = program.registers.find(width);
  return found == program.registers.end() || found->second.empty()
             ? "_"
             : any(found->second);
}

std::string InstructionMaker::number() {
  static const char *const numbers[] = {
      "0",          "1",          "2",          "3",
      "4",          "8",          "16",         "31",
      "32",         "64",         "255",        "1023",
      "65535",      "-1",         "0x7fffffff", "0x80000000",
      "0xffffffff", "0f3F800000", "0f7F800000", "0d3FF0000000000000"};
  return any(numbers);
}

std::string InstructionMaker::value(unsigned bytes, bool isDestination) {
  if (!isDestination && bytes && oneIn(4))
    return number();
  if (!isDestination && bytes && oneIn(16))
    return any(ArrayRef<const char *>{"%tid.x", "%laneid", "%clock64", "smem",
                                      "%ctaid.x", "%lanemask_lt"});
  return reg(bytes);
}

std::string InstructionMaker::vector(unsigned count, unsigned bytes) {
  std::vector<std::string> elements;
  for (unsigned n = 0; n < count; ++n)
    elements.push_back(reg(bytes));
  return "{" + join(elements, ", ") + "}";
}

/// Mostly an address in the memory that the opcode names.
std::string InstructionMaker::address(StringRef opcode) {
  std::string offset =
      oneIn(2) ? "+" + std::to_string(random.below(8) * 16) : "";
  bool isShared = opcode.contains(".shared") || opcode.contains("mbarrier");
  if (isShared && !oneIn(6))
    return "[smem" + offset + "]";
  if (opcode.contains(".param") && !oneIn(4))
    return "[out" + offset + "]";
  if (oneIn(5))
    return "[" + reg(oneIn(3) ? 4 : 8) + offset + "]";
  return "[" + std::string(oneIn(2) ? "%in" : "%out") + offset + "]";
}

std::string InstructionMaker::operand(const emu::Role &role,
                                      const emu::Modifiers &m) {
  constexpr unsigned counts[] = {1, 2, 3, 4, 8, 16, 32};
  char letter = role.letters[0];
  bool isDestination = role.written;
  auto bytesOfType = [&](unsigned n) {
    emu::Type type = m.types[n];
    return type == emu::Type::Pred || type == emu::Type::None ? 0
                                                              : bytesOf(type);
  };
  switch (letter) {
  case 'W':
    return value(2 * bytesOfType(0), isDestination);
  case 'h':
    return value(2, isDestination);
  case 'r':
  case 'v':
    return value(4, isDestination);
  case 'd':
    return value(8, isDestination);
  case 'p':
    return reg(0);
  case 'a':
  case 'b':
    return value(bytesOfType(letter - 'a'), isDestination);
  case 'm':
    return address(written);
  case 'c':
    return "[" + reg(8) + ", " + vector(1 + random.below(5), 4) + "]";
  case 'V':
  case 'E':
    return m.vector() > 1 ? vector(m.vector(), bytesOfType(0))
                          : value(bytesOfType(0), isDestination);
  case 'H':
    return vector(any(counts), 2);
  case 'B':
  case 'R':
    return vector(any(counts), 4);
  case 'D':
    return vector(any(counts), 8);
  case 'M':
    return oneIn(6) ? vector(2, std::max(1u, bytesOfType(0) / 2))
                    : value(bytesOfType(0), isDestination);
  default:
    return value(bytesOfType(letter - '0'), isDestination);
  }
}

std::string InstructionMaker::instruction() {
  const emu::InstructionInfo *info;
  do
    info = &any(emu::instructionTable());
  while (info->isChapter());
  emu::Modifiers modifiers;
  written = opcode(*info, modifiers);
  std::string text = written;
  const char *separator = " ";
  for (const emu::Role &role : emu::rolesOf(*info)) {
    if (role.mayBeAbsent() && oneIn(2))
      continue;
    text += role.bar ? "|" : separator;
    text += operand(role, modifiers);
    separator = ", ";
  }
  return text + ";";
}

//===-- Variables ---------------------------------------------------------===//

std::string InstructionMaker::moduleVariable(StringRef name) {
  static const char *const spaces[] = {".global", ".visible .global", ".const",
                                       ".extern .global", ".extern .const"};
  static const char *const aligns[] = {"", " .align 1", " .align 16",
                                       " .align 256"};
  static const char *const types[] = {" .b8 ", " .b32 ", " .f64 ",
                                      " .v4 .b32 "};
  static const char *const extents[] = {"",    "[]",   "[0]",   "[1][0][5]",
                                        "[1]", "[16]", "[3][5]"};
  static const char *const values[] = {
      "", "", "", " = 7", " = {1, 2, 3}", " = {}", " = format"};
  return std::string(any(spaces)) + any(aligns) + any(types) + name.str() +
         any(extents) + any(values) + ";";
}

std::string InstructionMaker::accessTo(StringRef name) {
  static const char *const opcodes[] = {"ld.global.u8", "ld.const.u8",
                                        "ld.global.b32"};
  if (oneIn(2))
    return "mov.u64 " + reg(8) + ", " + name.str() + ";";
  return std::string(any(opcodes)) + " " + reg(4) + ", [" + name.str() +
         (oneIn(2) ? "]" : "+1]") + ";";
}

//===-- Idioms ------------------------------------------------------------===//

/// @8, @4, @2 and @p stand for registers, @n for a number, @s for some bytes of
/// shared memory. Each idiom is a block with its own names.
static const char *const idioms[] = {
    "bar.sync 0;",
    "bar.warp.sync 0xffffffff;",
    "barrier.cta.sync 1, 64;",
    "membar.gl; fence.acq_rel.cluster;",
    "{ .reg .b32 %q; mov.u32 %q, %tid.x; mad.lo.u32 %q, %q, 4, @s; "
    "st.shared.b32 [%q], @4; bar.sync 0; ld.shared.b32 @4, [%q]; }",
    "{ .reg .pred %q; L: add.u32 @4, @4, 1; setp.lt.u32 %q, @4, @n; @%q bra L; "
    "}",
    "{ .local .align 16 .b8 l[64]; st.local.v2.b64 [l+16], {@8, @8}; "
    "ld.local.v4.b32 {@4, @4, @4, @4}, [l+16]; ld.local.s8 @8, [l+17]; }",
    "cp.async.ca.shared.global [@s], [%in], 16; cp.async.commit_group; "
    "cp.async.wait_group 0;",
    "cp.async.cg.shared.global [@s], [%in], 16; cp.async.wait_all; bar.sync 0;",
    "{ .reg .b64 %q; .reg .pred %w; .shared .align 8 .b64 m; "
    ".reg .b32 %u; mov.u32 %u, %tid.x; setp.eq.u32 %w, %u, 0; "
    "@%w mbarrier.init.shared.b64 [m], 64; bar.sync 0; "
    "mbarrier.arrive.shared.b64 %q, [m]; L: mbarrier.try_wait.shared.b64 %w, "
    "[m], %q; @!%w bra L; }",
    "{ .reg .pred %w; .shared .align 8 .b64 m; .shared .align 128 .b8 d[256]; "
    ".reg .b32 %u; .reg .b64 %q; mov.u32 %u, %tid.x; setp.eq.u32 %w, %u, 0; "
    "@%w mbarrier.init.shared.b64 [m], 1; bar.sync 0; "
    "@%w mbarrier.arrive.expect_tx.shared.b64 %q, [m], 256; "
    "@%w cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
    "[d], "
    "[%in], 256, [m]; L: mbarrier.try_wait.parity.shared.b64 %w, [m], 0; "
    "@!%w bra L; ld.shared.b64 @8, [d+8]; }",
    "{ .shared .align 128 .b8 d[64]; st.shared.b64 [d+8], @8; "
    "fence.proxy.async; cp.async.bulk.global.shared::cta.bulk_group [%out], "
    "[d], 16; cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; }",
    "{ .param .b64 f; .param .b64 a; .param .b32 r; .local .align 8 .b8 l[32]; "
    ".reg .b64 %q; st.local.v4.b64 [l], {@8, @8, @8, @8}; mov.b64 %q, format; "
    "st.param.b64 [f], %q; mov.b64 %q, l; cvta.local.u64 %q, %q; "
    "st.param.b64 [a], %q; call.uni (r), vprintf, (f, a); "
    "ld.param.b32 @4, [r]; }",
    "atom.global.add.u32 @4, [%in+64], @4; red.global.max.s64 [%in+72], @8;",
    "{ .shared .align 8 .b64 c; st.shared.b64 [c], 0; bar.sync 0; "
    "atom.shared.cas.b64 @8, [c], @8, @8; atom.shared.exch.b32 @4, [c+4], @4; "
    "}",
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {@4, @4, @4, @4}, "
    "{@4, @4, @4, @4}, {@4, @4}, {@4, @4, @4, @4};",
    "mma.sync.aligned.m16n8k32.row.col.s32.s8.u8.s32 {@4, @4, @4, @4}, "
    "{@4, @4, @4, @4}, {@4, @4}, {@4, @4, @4, @4};",
    "shfl.sync.bfly.b32 @4|@p, @4, 1, 31, 0xffffffff;",
    "vote.sync.ballot.b32 @4, @p, 0xffffffff; match.any.sync.b32 @4, @4, "
    "0xffffffff; redux.sync.add.u32 @4, @4, 0xffffffff;",
    "{ .shared .align 16 .b8 d[1024]; .reg .b32 %q; mov.u32 %q, %laneid; "
    "mad.lo.u32 %q, %q, 16, d; st.shared.v4.b32 [%q], {@4, @4, @4, @4}; "
    "bar.warp.sync 0xffffffff; "
    "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {@4, @4, @4, @4}, [%q]; }",
    "{ .reg .b32 %q; and.b32 %q, @4, 1; t: .branchtargets A, B; "
    "brx.idx %q, t; A: add.u32 @4, @4, 1; B: }",
    "{ .reg .b64 %q; cvt.s64.s32 %q, @8; cvt.rn.f32.s32 @4, %q; "
    "cvt.u16.u64 @2, %q; cvt.f32.f16 %q, @8; }",
    "@@p bra L@u; add.u64 @8, @8, @8; L@u:",
};

std::string InstructionMaker::idiom() {
  std::string text, unique = std::to_string(random.below(1u << 20));
  std::string shared = std::to_string(random.below(16) * 16);
  for (StringRef rest = any(idioms); !rest.empty();) {
    auto [before, after] = rest.split('@');
    text += before;
    if (before.size() == rest.size())
      break;
    char kind = after.empty() ? '@' : after[0];
    rest = after.drop_front();
    if (kind >= '2' && kind <= '8')
      text += reg(kind - '0');
    else if (kind == 'p')
      text += reg(0);
    else if (kind == 'n')
      text += number();
    else if (kind == 's')
      text += shared;
    else if (kind == 'u')
      text += unique;
    else // '@' before a guard
      text += "@", rest = after;
  }
  return text;
}
