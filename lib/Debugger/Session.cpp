//===- Session.cpp - A session of a user with the debugger ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When commands are executed, and the report of a stop. The commands are in
// SessionCommands.cpp, their lists in SessionLists.cpp.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Debugger/Session.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::dbg {

Session::Session(const emu::Program &program, const emu::Function &kernel,
                 StringRef ptx, DebugInfo info, LineReader reader,
                 raw_ostream &os, StringRef prompt)
    : program(program), kernel(kernel), info(std::move(info)),
      reader(std::move(reader)), os(os), prompt(prompt),
      lines(program, this->info), debugger(lines, breakpoints, *this) {
  ptx.split(ptxLines, '\n');
}

std::unique_ptr<Session> Session::make(const emu::Program &program,
                                       const emu::Function &kernel,
                                       StringRef ptx, LineReader reader,
                                       raw_ostream &os, StringRef prompt) {
  Expected<DebugInfo> read = DebugInfo::read(ptx, program);
  DebugInfo info;
  if (read)
    info = std::move(*read);
  else
    os << "warning: no variables are known: " << toString(read.takeError())
       << '\n';
  return std::unique_ptr<Session>(new Session(
      program, kernel, ptx, std::move(info), std::move(reader), os, prompt));
}

//===-- When commands are taken -----------------------------------------===//

bool Session::awaitLaunch() {
  focus.reset();
  lastCta.reset();
  lastFunction.clear();
  isFaulted = false;
  return !isEnding && takeCommands().has_value();
}

void Session::launchEnded(bool hasFailed) {
  focus.reset();
  os << "[Kernel '" << kernel.name << "' has "
     << (hasFailed ? "failed" : "ended") << "]\n";
}

void Session::ended(const emu::Dim3 &cta) {
  os << "[CTA (" << cta.x << ", " << cta.y << ", " << cta.z << ") has ended]\n";
}

Resume Session::stopped(const Stop &stop, emu::Warp *&warp) {
  isFaulted = stop.reason == StopReason::Fault;
  if (isFaulted)
    os << "The kernel failed: " << stop.message << '\n';
  if (warp->getFragments().empty() || (isFaulted && isEnding))
    return Resume::Continue; // a fault that is found after the last warp
  bool isBegin =
      lastResume == Resume::Continue || stop.reason != StopReason::Step;
  stoppedCta = stop.cta;
  focusOn(*warp);
  printFocus();
  if (stop.reason == StopReason::Interrupt)
    os << "Interrupted, ";
  if (Breakpoint *breakpoint = breakpoints.find(stop.breakpoint)) {
    os << (breakpoint->isTemporary ? "Temporary breakpoint " : "Breakpoint ")
       << breakpoint->number << ", ";
    ++breakpoint->hits;
    if (breakpoint->isTemporary)
      breakpoints.erase(breakpoint->number);
  }
  printStop(isBegin);
  std::optional<Resume> resume = takeCommands();
  if (!resume)
    isAborted = !isFaulted;
  lastResume = resume.value_or(Resume::Abort);
  warp = focus->warp;
  return lastResume;
}

std::optional<Resume> Session::takeCommands() {
  std::optional<Resume> resume;
  while (!resume && !isEnding) {
    std::string text;
    std::optional<CommandLine> line = readCommand(text);
    if (!line)
      continue;
    Error error = checkNeeds(*line->command);
    if (!error)
      error = execute(*line, resume);
    if (error)
      os << "error: " << toString(std::move(error)) << '\n';
  }
  return resume;
}

/// Returns nullopt if the line is empty, or isn't a command, which is then
/// reported.
std::optional<CommandLine> Session::readCommand(std::string &line) {
  os << prompt;
  os.flush();
  if (!reader(line)) {
    isEnding = true;
    return std::nullopt;
  }
  bool isInteractive = !prompt.empty();
  if (StringRef(line).trim().empty() && isInteractive)
    line = lastLine;
  StringRef text = StringRef(line).trim();
  if (text.empty() || text.starts_with("#"))
    return std::nullopt;
  Expected<CommandLine> command = parseCommand(text);
  if (!command) {
    os << "error: " << toString(command.takeError()) << '\n';
    return std::nullopt;
  }
  // After `list 10`, an empty line lists the following lines, not the same.
  lastLine = command->command->repeats ? command->command->name.str() : "";
  return *command;
}

Error Session::checkNeeds(const Command &command) const {
  if (command.needs == Needs::StoppedKernel && !focus)
    return createStringError("'" + command.name +
                             "' needs a kernel that has stopped: set a "
                             "breakpoint, then run");
  if (command.needs == Needs::NoKernel && focus)
    return createStringError("the kernel runs already; use continue");
  return Error::success();
}

//===-- The focus -------------------------------------------------------===//

void Session::focusOn(emu::Warp &warp) {
  Focus next;
  next.cta = &warp.cta();
  next.warp = &warp;
  // If lanes have diverged, those that run next are in focus.
  next.fragment = warp.getFragments().front();
  for (const emu::Fragment &each : warp.getFragments())
    if (each.frame == &warp.currentFrame() && each.pc <= next.fragment.pc)
      next.fragment = each;
  next.lane = llvm::countr_zero(next.fragment.lanes);
  focus = next;
}

void Session::printFocus() {
  const emu::Dim3 &cta = focus->cta->id;
  if (lastCta && *lastCta == cta && lastWarp == focus->warp->index())
    return;
  os << "[Focus on CTA (" << cta.x << ", " << cta.y << ", " << cta.z
     << "), warp " << focus->warp->index() << "]\n";
  lastCta = cta;
  lastWarp = focus->warp->index();
}

SourceFrame Session::getFrame() const {
  return lines.getInnermost(focus->function(), focus->fragment.pc);
}

void Session::printStop(bool withFrame) {
  SourceFrame frame = getFrame();
  if (withFrame || frame.function != lastFunction)
    os << frame.function << " () at " << describe(frame.file, frame.line)
       << '\n';
  lastFunction = frame.function;
  if (frame.line)
    printLine(frame.file, frame.line);
  if (!frame.line || lastResume == Resume::StepInstruction)
    printInstruction();
  listFile = frame.file;
  nextListed = 0;
}

void Session::printLine(uint32_t file, uint32_t line) {
  std::optional<StringRef> text = getSource(file).getLine(line);
  os << line << '\t' << text.value_or("(there is no such line)") << '\n';
}

void Session::printInstruction() {
  uint32_t line = focus->function().code[focus->fragment.pc].line;
  StringRef text =
      line && line <= ptxLines.size() ? ptxLines[line - 1].trim() : "";
  os << "PTX " << line << '\t' << text << '\n';
}

const SourceFile &Session::getSource(uint32_t file) {
  return sources.try_emplace(file, lines.getPath(file)).first->second;
}

std::string Session::describe(uint32_t file, uint32_t line) const {
  return line ? (lines.getPath(file) + ":" + Twine(line)).str() : "??";
}

} // namespace tileiras::dbg
