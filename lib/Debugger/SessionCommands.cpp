//===- SessionCommands.cpp - Commands of a session ------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each command parses its arguments and returns an error, which the session
// prints, or a way to resume the launch.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Debugger/Session.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace tileiras::dbg {

Error Session::execute(const CommandLine &line, std::optional<Resume> &resume) {
  auto goOn = [&](Resume how) { return prepareResume(how, resume); };
  auto done = [] { return Error::success(); };
  switch (line.command->kind) {
  case CommandKind::Run:
    return goOn(Resume::Continue);
  case CommandKind::Start:
    debugger.stopAtOnce(StopReason::Begin);
    return goOn(Resume::Continue);
  case CommandKind::Break:
    return addBreakpoint(line.arguments, /*isTemporary=*/false);
  case CommandKind::TemporaryBreak:
    return addBreakpoint(line.arguments, /*isTemporary=*/true);
  case CommandKind::Delete:
    return deleteBreakpoints(line.arguments);
  case CommandKind::Continue:
    return goOn(Resume::Continue);
  case CommandKind::Step:
    return goOn(Resume::Step);
  case CommandKind::Next:
    return goOn(Resume::Next);
  case CommandKind::StepInstruction:
    return goOn(Resume::StepInstruction);
  case CommandKind::Finish:
    return goOn(Resume::Finish);
  case CommandKind::Print:
    return print(line.arguments);
  case CommandKind::Where:
  case CommandKind::Backtrace:
    return printFrames(), done();
  case CommandKind::List:
    return list(line.arguments);
  case CommandKind::InfoLocals:
    return printVariables(/*parameters=*/false), done();
  case CommandKind::InfoArgs:
    return printVariables(/*parameters=*/true), done();
  case CommandKind::InfoBreakpoints:
    return printBreakpoints(), done();
  case CommandKind::InfoCtas:
    return printCtas(), done();
  case CommandKind::InfoWarps:
    return printWarps(), done();
  case CommandKind::Cta:
    return setCta(line.arguments);
  case CommandKind::Warp:
    return setWarp(line.arguments);
  case CommandKind::Lane:
    return setLane(line.arguments);
  case CommandKind::Help:
    return help(line.arguments);
  case CommandKind::Quit:
    isEnding = true;
    return done();
  }
  llvm_unreachable("a command of the table");
}

//===-- Continuing ------------------------------------------------------===//

/// The CTA that has stopped makes steps; it must be in focus.
Error Session::prepareResume(Resume how, std::optional<Resume> &resume) {
  bool isStep = how != Resume::Continue;
  if (isStep && !isFaulted) {
    const emu::Dim3 &id = stoppedCta->id;
    if (focus->cta != stoppedCta)
      return createStringError("only CTA (" + Twine(id.x) + ", " + Twine(id.y) +
                               ", " + Twine(id.z) +
                               ") has stopped: put it into focus to step");
    if (how == Resume::StepInstruction && !debugger.isHeld(*focus->warp))
      return createStringError("warp " + Twine(focus->warp->index()) +
                               " waits for others, and can't make a step");
    if (how == Resume::Finish && countFrames() == 1)
      return createStringError(
          "the outermost frame can't be finished; use continue");
  }
  resume = how;
  return Error::success();
}

unsigned Session::countFrames() const {
  const Focus &at = *focus;
  return at.fragment.frame->depth +
         lines.getFrames(at.function(), at.fragment.pc).size();
}

//===-- Locations -------------------------------------------------------===//

uint32_t Session::getCurrentFile() const {
  if (focus && getFrame().line)
    return getFrame().file;
  CodePosition begin = lines.findBegin(kernel);
  return lines.getInnermost(*begin.function, begin.pc).file;
}

Expected<uint32_t> Session::findFile(StringRef name) const {
  std::vector<uint32_t> found = lines.findFiles(name);
  if (found.empty())
    return createStringError("no code is of a file '" + name + "'");
  // One file may have several indices; the one with code counts.
  for (uint32_t file : found)
    if (lines.findLineWithCode(file, 1))
      return file;
  return found.front();
}

Expected<Session::Location> Session::parseLocation(StringRef text) const {
  Location location;
  auto [before, after] = text.rsplit(':');
  StringRef number = text.contains(':') ? after : text;
  if (!number.getAsInteger(10, location.line)) {
    if (!text.contains(':')) {
      location.file = getCurrentFile();
      return location;
    }
    Expected<uint32_t> file = findFile(before);
    if (!file)
      return file.takeError();
    location.file = *file;
    return location;
  }
  auto function = find_if(program.functions, [&](const emu::Function &each) {
    return each.name == text && each.hasBody;
  });
  if (function == program.functions.end())
    return createStringError("expected a line, FILE:LINE or a function, got '" +
                             text + "'");
  location.function = &*function;
  CodePosition begin = lines.findBegin(*function);
  SourceFrame frame = lines.getInnermost(*function, begin.pc);
  location.file = frame.file;
  location.line = frame.line;
  return location;
}

/// Parses "X", "X,Y" or "X,Y,Z".
static Expected<emu::Dim3> parseCta(StringRef text) {
  emu::Dim3 cta{0, 0, 0};
  uint32_t *numbers[] = {&cta.x, &cta.y, &cta.z};
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  for (auto [index, part] : enumerate(parts))
    if (index >= std::size(numbers) ||
        part.trim().getAsInteger(10, *numbers[index]))
      return createStringError("expected a CTA as X,Y,Z, got '" + text + "'");
  return cta;
}

//===-- Breakpoints -----------------------------------------------------===//

Error Session::addBreakpoint(StringRef arguments, bool isTemporary) {
  Breakpoint breakpoint;
  breakpoint.isTemporary = isTemporary;
  auto [where, cta] = arguments.split(" cta ");
  if (arguments.contains(" cta ")) {
    Expected<emu::Dim3> parsed = parseCta(cta.trim());
    if (!parsed)
      return parsed.takeError();
    breakpoint.cta = *parsed;
  }
  Expected<Location> location = parseLocation(where.trim());
  if (!location)
    return location.takeError();
  if (location->function) {
    breakpoint.code = {lines.findBegin(*location->function)};
  } else {
    std::optional<uint32_t> line =
        lines.findLineWithCode(location->file, location->line);
    if (!line)
      return createStringError("there is no code at " +
                               describe(location->file, location->line) +
                               " or after it");
    if (*line != location->line)
      os << "There is no code at line " << location->line << ".\n";
    location->line = *line;
    breakpoint.code = lines.findEntries(location->file, *line);
  }
  breakpoint.location = describe(location->file, location->line);
  const Breakpoint &added = breakpoints.add(std::move(breakpoint));
  os << (isTemporary ? "Temporary breakpoint " : "Breakpoint ") << added.number
     << " at " << added.location;
  if (added.code.size() > 1)
    os << " (" << added.code.size() << " locations)";
  os << '\n';
  return Error::success();
}

Error Session::deleteBreakpoints(StringRef arguments) {
  unsigned number;
  if (arguments.empty())
    breakpoints.clear();
  else if (arguments.getAsInteger(10, number) || !breakpoints.erase(number))
    return createStringError("there is no breakpoint '" + arguments + "'");
  return Error::success();
}

//===-- Values ----------------------------------------------------------===//

Error Session::print(StringRef arguments) {
  NumberBase base = NumberBase::Natural;
  if (arguments.consume_front("/")) {
    if (!arguments.consume_front("x"))
      return createStringError("expected the format /x, got '/" + arguments +
                               "'");
    base = NumberBase::Hexadecimal;
  }
  Expected<Expression> expression = parseExpression(arguments);
  if (!expression)
    return expression.takeError();
  if (StringRef(expression->name).starts_with("%"))
    return printRegister(*expression, base);
  if (!info.hasVariables())
    return createStringError("no variables are described: compile with -g -O0 "
                             "--debug-variables");
  auto visible = info.getVisible(focus->function(), focus->fragment.pc);
  auto variable = find_if(visible, [&](const Variable *each) {
    return each->name == expression->name;
  });
  if (variable == visible.end())
    return createStringError("there is no variable '" + expression->name +
                             "' here; see info locals and info args");
  std::string text = "<optimized out>";
  if (std::optional<Value> value = readVariable(**variable, *focus)) {
    text.clear();
    raw_string_ostream stream(text);
    if (Error error = printValue(*value, expression->selectors, base, stream))
      return error;
  }
  os << '$' << ++valueNumber << " = " << text << '\n';
  return Error::success();
}

/// Prints all lanes of the warp, active or not.
Error Session::printRegister(const Expression &expression, NumberBase base) {
  std::optional<emu::Register> reg =
      focus->function().registers.find(expression.name);
  if (!reg)
    return createStringError("there is no register '" + expression.name + "'");
  Type element, lanes;
  element.kind = Type::Number;
  element.bytes = reg->isPredicate ? 1 : reg->bytes;
  element.encoding = 0;
  lanes.kind = Type::Array;
  lanes.element = &element;
  lanes.shape = {emu::kWarpSize};
  Value value{&lanes, std::vector<uint8_t>(emu::kWarpSize * element.bytes),
              std::vector<bool>(emu::kWarpSize * element.bytes, true)};
  const emu::Frame &frame = *focus->fragment.frame;
  for (unsigned lane = 0; lane < emu::kWarpSize; ++lane)
    readRegister(frame, *reg, lane, &value.bytes[lane * element.bytes]);
  std::string text;
  raw_string_ostream stream(text);
  if (Error error = printValue(value, expression.selectors, base, stream))
    return error;
  os << '$' << ++valueNumber << " = " << text << '\n';
  return Error::success();
}

//===-- Lines -----------------------------------------------------------===//

Error Session::list(StringRef arguments) {
  constexpr uint32_t count = 10, before = 5;
  std::optional<uint32_t> centre;
  if (!arguments.empty()) {
    Expected<Location> location = parseLocation(arguments);
    if (!location)
      return location.takeError();
    listFile = location->file;
    centre = location->line;
  } else if (nextListed == 0) {
    CodePosition begin = lines.findBegin(kernel);
    SourceFrame frame =
        focus ? getFrame() : lines.getInnermost(*begin.function, begin.pc);
    listFile = frame.file;
    centre = frame.line;
  }
  if (centre)
    nextListed = *centre > before ? *centre - before : 1;
  const SourceFile &source = getSource(listFile);
  if (nextListed > source.getNumLines())
    return createStringError(lines.getPath(listFile) + " has " +
                             Twine(source.getNumLines()) + " lines");
  uint32_t end = std::min(nextListed + count, source.getNumLines() + 1);
  for (; nextListed < end; ++nextListed)
    printLine(listFile, nextListed);
  return Error::success();
}

Error Session::help(StringRef arguments) {
  auto printOne = [&](const Command &command) {
    std::string usage = command.name.str();
    if (!command.alias.empty())
      usage += ", " + command.alias.str();
    if (!command.arguments.empty())
      usage += " " + command.arguments.str();
    os << "  " << left_justify(usage, 47) << ' ' << command.help << '\n';
  };
  if (arguments.empty()) {
    for_each(getCommands(), printOne);
    os << "A command may be shortened as long as no other begins so.\n";
    return Error::success();
  }
  Expected<CommandLine> line = parseCommand(arguments);
  if (!line)
    return line.takeError();
  printOne(*line->command);
  return Error::success();
}

//===-- The focus -------------------------------------------------------===//

Error Session::setCta(StringRef arguments) {
  if (!arguments.empty()) {
    Expected<emu::Dim3> id = parseCta(arguments);
    if (!id)
      return id.takeError();
    emu::Warp *live = nullptr;
    for (emu::Cta *cta : debugger.getCtas())
      for (std::unique_ptr<emu::Warp> &warp : cta->warps)
        if (cta->id == *id && !live && warp->liveLanes())
          live = warp.get();
    if (!live)
      return createStringError("CTA (" + Twine(id->x) + ", " + Twine(id->y) +
                               ", " + Twine(id->z) +
                               ") does not run; see info ctas");
    focusOn(*live);
  }
  lastCta.reset();
  printFocus();
  printStop(/*withFrame=*/true);
  return Error::success();
}

Error Session::setWarp(StringRef arguments) {
  unsigned number;
  if (!arguments.empty()) {
    auto &warps = focus->cta->warps;
    if (arguments.getAsInteger(10, number) || number >= warps.size() ||
        !warps[number]->liveLanes())
      return createStringError("the CTA has no warp '" + arguments +
                               "' that runs; see info warps");
    focusOn(*warps[number]);
  }
  lastCta.reset();
  printFocus();
  printStop(/*withFrame=*/true);
  return Error::success();
}

Error Session::setLane(StringRef arguments) {
  unsigned number;
  if (!arguments.empty()) {
    const auto &fragments = focus->warp->getFragments();
    auto fragment = fragments.end();
    if (!arguments.getAsInteger(10, number) && number < emu::kWarpSize)
      fragment = find_if(fragments, [&](const emu::Fragment &each) {
        return each.lanes >> number & 1;
      });
    if (fragment == fragments.end())
      return createStringError("the warp has no lane '" + arguments +
                               "' that runs");
    focus->fragment = *fragment;
    focus->lane = number;
  }
  os << "[Focus on lane " << focus->lane << "]\n";
  printStop(/*withFrame=*/true);
  return Error::success();
}

} // namespace tileiras::dbg
