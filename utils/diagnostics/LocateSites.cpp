//===- LocateSites.cpp - Finds the instructions of source positions -------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   LocateSites TABLE PROGRAM <SITES
//
// reads the positions of sites, NUMBER:FILE:LINE:COLUMN in each line, and
// writes a SiteTable of the instructions that PROGRAM's line table, or its
// record of what was inlined, has for them. A FILE is named from the top of the
// sources, wherever those were when the program was compiled (or a compiler
// cache got it).
//
//===----------------------------------------------------------------------===//

#include "SiteTable.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFDie.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

#include <map>
#include <set>

using namespace llvm;
using namespace tileiras;

namespace {

using FileNameKind = DILineInfoSpecifier::FileLineInfoKind;

/// Addresses of instructions with the numbers of their sites.
using Sites = std::set<std::pair<uint64_t, uint32_t>>;

class Locator {
public:
  explicit Locator(StringRef sites) {
    for (StringRef line : split(sites.rtrim('\n'), '\n')) {
      auto [number, position] = line.split(':');
      number.getAsInteger(10, numbers[position]);
      sources.insert(position.split(':').first);
    }
  }

  void locate(DWARFContext &context) {
    for (const std::unique_ptr<DWARFUnit> &unit : context.compile_units())
      if (const auto *lines = context.getLineTableForUnit(unit.get()))
        locate(*unit, *lines);
  }

  /// The sites by address; where a function was inlined, a call in it and the
  /// call of it may begin at one instruction.
  const Sites &found() const { return addresses; }

private:
  using LineTable = DWARFDebugLine::LineTable;

  void locate(DWARFUnit &unit, const LineTable &lines) {
    directory = unit.getCompilationDir();
    files.clear();
    for (const DWARFDebugLine::Row &row : lines.Rows)
      if (!row.EndSequence)
        add(lines, row.File, row.Line, row.Column, row.Address.Address);
    for (const DWARFDebugInfoEntry &entry : unit.dies())
      addInlined(lines, DWARFDie(&unit, &entry));
  }

  /// A function that was inlined has its own rows; the position of the call is
  /// in its entry.
  void addInlined(const LineTable &lines, DWARFDie die) {
    if (die.getTag() != dwarf::DW_TAG_inlined_subroutine)
      return;
    uint32_t file, line, column, discriminator;
    die.getCallerFrame(file, line, column, discriminator);
    Expected<DWARFAddressRangesVector> ranges = die.getAddressRanges();
    if (!ranges)
      return consumeError(ranges.takeError());
    for (const DWARFAddressRange &range : *ranges)
      add(lines, file, line, column, range.LowPC);
  }

  void add(const LineTable &lines, uint64_t file, uint32_t line,
           uint32_t column, uint64_t address) {
    if (!line || !column)
      return;
    StringRef source = getSource(lines, file);
    if (source.empty())
      return;
    auto site =
        numbers.find((source + ":" + Twine(line) + ":" + Twine(column)).str());
    if (site != numbers.end())
      addresses.emplace(address, site->second);
  }

  /// The source of the sites that \p file is; empty if it is none of them.
  StringRef getSource(const LineTable &lines, uint64_t file) {
    auto [known, isNew] = files.try_emplace(file);
    if (!isNew)
      return known->second;
    std::string path;
    lines.getFileNameByIndex(file, directory, FileNameKind::AbsoluteFilePath,
                             path);
    for (StringRef rest = path; !rest.empty(); rest = rest.split('/').second)
      if (auto source = sources.find(rest); source != sources.end())
        return known->second = source->getKey();
    return "";
  }

  StringMap<unsigned> numbers;
  StringSet<> sources;
  StringRef directory; // the directory of the current unit
  std::map<uint64_t, StringRef> files;
  Sites addresses;
};

/// Returns a table of \p found in which nothing is marked.
Error write(StringRef path, StringRef program, const Sites &found) {
  sys::fs::file_status status;
  if (std::error_code error = sys::fs::status(program, status))
    return createFileError(program, error);
  std::error_code error;
  raw_fd_ostream os(path, error);
  if (error)
    return createFileError(path, error);
  auto modified = status.getLastModificationTime().time_since_epoch();
  SiteTable table = {uint64_t(std::chrono::nanoseconds(modified).count()),
                     status.getSize(), found.size()};
  os.write(reinterpret_cast<const char *>(&table), sizeof(table));
  for (auto [address, site] : found) {
    SiteEntry entry = {address, site, 0};
    os.write(reinterpret_cast<const char *>(&entry), sizeof(entry));
  }
  return Error::success();
}

Error run(StringRef path, StringRef program) {
  auto sites = MemoryBuffer::getSTDIN();
  if (!sites)
    return createFileError("-", sites.getError());
  auto object = object::ObjectFile::createObjectFile(program);
  if (!object)
    return createFileError(program, object.takeError());
  Locator locator((*sites)->getBuffer());
  // Debug information of other compilers and assemblers may be ignored.
  auto ignore = [](Error error) { consumeError(std::move(error)); };
  locator.locate(*DWARFContext::create(
      *object->getBinary(), DWARFContext::ProcessDebugRelocations::Process,
      /*L=*/nullptr, /*DWPName=*/"", ignore, ignore));
  return write(path, program, locator.found());
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 3) {
    WithColor::error() << "expected LocateSites TABLE PROGRAM <SITES\n";
    return 1;
  }
  if (Error error = run(argv[1], argv[2])) {
    logAllUnhandledErrors(std::move(error), WithColor::error());
    return 1;
  }
  return 0;
}
