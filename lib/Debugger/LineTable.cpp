//===- LineTable.cpp - Lines of a module's instructions ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Debugger/LineTable.h"

#include "Loops.h"

using namespace llvm;

namespace tileiras::dbg {

const emu::Location &LineTable::getLocation(const emu::Function &function,
                                            uint32_t pc) const {
  uint32_t last = function.code.empty() ? 0 : function.code.size() - 1;
  uint32_t index =
      function.code.empty() ? 0 : function.code[std::min(pc, last)].location;
  while (index > 0 && function.locations[index].line == 0)
    --index;
  return function.locations[index];
}

SourceFrame LineTable::makeFrame(const emu::Location &location) const {
  return {"", location.file, location.line, location.column};
}

SourceFrame LineTable::getInnermost(const emu::Function &function,
                                    uint32_t pc) const {
  return getFrames(function, pc).front();
}

std::vector<SourceFrame> LineTable::getFrames(const emu::Function &function,
                                              uint32_t pc) const {
  const emu::Location *location = &getLocation(function, pc);
  std::vector<SourceFrame> frames = {makeFrame(*location)};
  while (location->inlinedAt) {
    StringRef name = info.getCallee(location->callee);
    frames.back().function = name.empty() ? "??" : name.str();
    // The call precedes the code that it inlines.
    location = &function.locations[*location->inlinedAt];
    frames.push_back(makeFrame(*location));
  }
  frames.back().function = function.name;
  return frames;
}

StringRef LineTable::getPath(uint32_t file) const {
  auto found = program.files.find(file);
  return found == program.files.end() ? StringRef("??")
                                      : StringRef(found->second);
}

std::vector<uint32_t> LineTable::findFiles(StringRef name) const {
  std::vector<uint32_t> found;
  for (const auto &[number, path] : program.files)
    if (path == name || StringRef(path).ends_with(("/" + name).str()))
      found.push_back(number);
  return found;
}

std::optional<uint32_t> LineTable::findLineWithCode(uint32_t file,
                                                    uint32_t line) const {
  std::optional<uint32_t> found;
  for (const emu::Function &function : program.functions)
    for (const emu::Instruction &instruction : function.code) {
      const emu::Location &location = function.locations[instruction.location];
      if (location.file == file && location.line >= line && location.line &&
          (!found || location.line < *found))
        found = location.line;
    }
  return found;
}

std::vector<CodePosition> LineTable::findEntries(uint32_t file,
                                                 uint32_t line) const {
  std::vector<CodePosition> entries;
  for (const emu::Function &function : program.functions)
    addEntries(function, file, line, entries);
  return entries;
}

namespace {

/// Instructions of a line that control reaches one after the other.
struct Group {
  uint32_t begin;
  const emu::Location *call; // the call of inlined code
  bool hasEffect = false;
};

/// Returns whether the instruction moves data or waits, which compilers don't
/// hoist above its line.
bool isEffect(const emu::Instruction &instruction) {
  switch (instruction.classOf()) {
  case emu::InstClass::Load:
  case emu::InstClass::Store:
  case emu::InstClass::Atomic:
  case emu::InstClass::Async:
  case emu::InstClass::Barrier:
  case emu::InstClass::Matrix:
    return true;
  default:
    return false;
  }
}

/// Returns whether a group is arithmetic that a compiler has hoisted out of a
/// loop that has the rest of the line: control doesn't reach the line there.
bool isHoisted(const Group &group, ArrayRef<Group> groups, const Loops &loops) {
  return !group.hasEffect && any_of(groups, [&](const Group &other) {
    return other.hasEffect && other.call == group.call &&
           loops.isOutside(group.begin, other.begin);
  });
}

} // namespace

/// A line has instructions in many blocks, between those of other lines.
/// Control reaches it at the first; others count only if they are in another
/// loop, in which other lines have instructions, too, or are reached without
/// the first.
void LineTable::addEntries(const emu::Function &function, uint32_t file,
                           uint32_t line,
                           std::vector<CodePosition> &entries) const {
  auto isOfLine = [&](uint32_t pc) {
    const emu::Location &location = getLocation(function, pc);
    return location.file == file && location.line == line;
  };
  std::optional<Loops> loops;
  std::vector<Group> groups;
  for (uint32_t pc = 0; pc < function.code.size(); ++pc) {
    if (!isOfLine(pc))
      continue;
    const emu::Location &location = getLocation(function, pc);
    const emu::Location *call =
        location.inlinedAt ? &function.locations[*location.inlinedAt] : nullptr;
    if (!loops)
      loops.emplace(function);
    auto group = find_if(groups, [&](const Group &other) {
      return other.call == call && loops->isSameIteration(other.begin, pc);
    });
    if (group == groups.end())
      group = groups.insert(groups.end(), {pc, call});
    group->hasEffect |= isEffect(function.code[pc]);
  }
  // A loop that only this line has, such as a wait, is part of its work.
  auto isReached = [&](const Group &group) {
    return any_of(groups, [&](const Group &other) {
      return other.call == group.call &&
             loops->isOutside(other.begin, group.begin, isOfLine);
    });
  };
  for (const Group &group : groups)
    if (!isReached(group) && !isHoisted(group, groups, *loops))
      entries.push_back({&function, group.begin});
}

CodePosition LineTable::findBegin(const emu::Function &function) const {
  for (uint32_t pc = 0; pc < function.code.size(); ++pc)
    if (function.locations[function.code[pc].location].line)
      return {&function, pc};
  return {&function, 0};
}

} // namespace tileiras::dbg
