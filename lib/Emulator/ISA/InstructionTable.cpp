//===- InstructionTable.cpp - The instruction table -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table that Instructions.def makes, with the sets of types and groups that
// its lines name, and static checks of each line.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <string_view>

using namespace llvm;

namespace tileiras::emu {

namespace words {

// Sets of types and groups, named as the table writes them.
#define TYPE(Name, Spelling, Bytes, Kind)                                      \
  constexpr TypeSet Name = setOf(Type::Name);
#include "tileiras/Emulator/ISA/Types.def"
constexpr TypeSet B16To64 = B16 | B32 | B64;
constexpr TypeSet U16To64 = U16 | U32 | U64, S16To64 = S16 | S32 | S64;
constexpr TypeSet Int16To64 = U16To64 | S16To64;
constexpr TypeSet Int8To64 = Int16To64 | U8 | S8;
constexpr TypeSet Any8To64 = Int8To64 | B8 | B16To64 | F32 | F64 | F16 | BF16;
constexpr TypeSet Halves = F16 | F16X2 | BF16 | BF16X2;
constexpr TypeSet SmallFloats = E4M3 | E5M2 | E2M3 | E3M2 | E2M1;
constexpr TypeSet SmallPairs =
    E4M3X2 | E5M2X2 | E2M3X2 | E3M2X2 | E2M1X2 | UE8M0X2;

#define GROUP(Name) constexpr GroupSet Name = setOf(Group::Name)
constexpr GroupSet None = 0;
GROUP(Rounding);
GROUP(Ftz);
GROUP(Sat);
GROUP(Satfinite);
GROUP(Relu);
GROUP(NaN);
GROUP(XorSign);
GROUP(Abs);
GROUP(Precision);
GROUP(Half);
GROUP(Compare);
GROUP(Combine);
GROUP(Space);
GROUP(Order);
GROUP(Scope);
GROUP(CtaScope);
GROUP(Cache);
GROUP(NonCoherent);
GROUP(Unified);
GROUP(Evict);
GROUP(Evict2);
GROUP(Prefetch);
GROUP(CacheHint);
GROUP(Vector);
GROUP(Atom);
GROUP(Uniform);
GROUP(Aligned);
GROUP(Trans);
GROUP(Count);
GROUP(ShiftMode);
GROUP(ShiftAmount);
GROUP(Shuffle);
GROUP(Vote);
GROUP(Permute);
GROUP(Property);
GROUP(CarryOut);
GROUP(Shape);
GROUP(Proxy);
GROUP(Restrict);
GROUP(NoIncrement);
GROUP(NoComplete);
GROUP(Dimension);
GROUP(LoadMode);
GROUP(CtaGroup);
GROUP(Accumulate);
GROUP(MmaKind);
GROUP(BlockScale);
GROUP(ScaleVector);
GROUP(Unpack);
GROUP(Collector);
GROUP(Tcgen05Shape);
GROUP(WarpMulticast);
GROUP(Pack);
GROUP(MatrixLayout);
GROUP(VideoScale);
GROUP(PlusOne);
#undef GROUP
constexpr GroupSet MemoryGroups = Space | Order | Scope | Cache | NonCoherent |
                                  Unified | Evict | Evict2 | Prefetch |
                                  CacheHint | Vector;
constexpr GroupSet AtomGroups = Space | Order | Scope | Atom | CacheHint | Ftz;

#define TYPES(...) {__VA_ARGS__}
constexpr InstructionInfo table[] = {
#define CHAPTER(Number, Title)                                                 \
  {nullptr, {}, 0, Number " " Title, nullptr, InstClass::Special},
#define INST(Words, Types, Modifiers, Operands, Bind, Class)                   \
  {Words, Types, Modifiers, Operands, bind::Bind, InstClass::Class},
#include "tileiras/Emulator/ISA/Instructions.def"
};

/// Returns whether the first operand is an address, or marked as written or as
/// read.
constexpr bool saysWhatItWrites(const InstructionInfo &line) {
  std::string_view operands = line.operands;
  return !line.words || operands.empty() ||
         std::string_view("=-mc").find(operands[0]) != operands.npos;
}
static_assert(std::ranges::all_of(table, saysWhatItWrites),
              "a line doesn't say whether its first operand is written");

/// Returns whether an Instruction has enough offsets for all addresses.
constexpr bool fitsAddresses(const InstructionInfo &line) {
  return !line.words ||
         std::ranges::count_if(std::string_view(line.operands), [](char role) {
           return role == 'm' || role == 'c';
         }) <= Instruction::kMaxAddresses;
}
static_assert(std::ranges::all_of(table, fitsAddresses),
              "a line has more addresses than an Instruction");

} // namespace words

ArrayRef<InstructionInfo> instructionTable() { return words::table; }

std::string sectionOf(const InstructionInfo &line) {
  const InstructionInfo *chapter = &line;
  while (chapter != words::table && !chapter->isChapter())
    --chapter;
  return chapter->isChapter()
             ? (Twine(chapter->operands) + ": " + line.words).str()
             : "";
}

StringRef wordsBeforeSync(const InstructionInfo &line) {
  StringRef words = line.words;
  return words.take_front(words.find(".sync"));
}

ArrayRef<const InstructionInfo *> linesOf(StringRef opcode) {
  using Lines = SmallVector<const InstructionInfo *, 4>;
  static const StringMap<Lines> byOpcode = [] {
    StringMap<Lines> map;
    for (const InstructionInfo &info : words::table)
      if (!info.isChapter())
        map[StringRef(info.words).split('.').first].push_back(&info);
    return map;
  }();
  auto found = byOpcode.find(opcode);
  if (found == byOpcode.end())
    return {};
  return found->second;
}

} // namespace tileiras::emu
