//===- HtmlReport.cpp - A launch as one page of HTML ----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Profile/HtmlReport.h"
#include "HtmlStyle.h"

#include "tileiras/Emulator/Profile/LineCosts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

/// A column of the tables; it shows a ratio, but its colours need the counts.
struct Column {
  const char *title, *explanation;
  Cost cost;
};
constexpr Column kColumns[] = {
    {"issues", "warp instructions", Cost::Issues},
    {"sectors", "32-byte sectors of global memory", Cost::Sectors},
    {"passes", "passes over the banks of shared memory", Cost::Passes},
    {"async B", "bytes copied asynchronously", Cost::AsyncBytes},
    {"stalls", "issues of others while a warp waited here", Cost::Stalls},
};

std::string escape(StringRef text) {
  std::string escaped;
  raw_string_ostream os(escaped);
  printHTMLEscaped(text, os);
  return escaped;
}

std::string spaced(uint64_t value) {
  std::string digits = std::to_string(value);
  for (int at = int(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(at, "\u2009");
  return digits;
}

class Page {
public:
  Page(const ReportInput &input, raw_ostream &os)
      : input(input), os(os), lines(LineCosts::of(input.profile)) {}

  void write() {
    std::string title = escape(input.kernel);
    os << "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
       << "<title>" << title << "</title><style>" << kReportStyle
       << "</style></head><body>\n<h1>" << title << "</h1>\n"
       << "<p>grid " << dims(input.grid) << ", block " << dims(input.block)
       << ", " << escape(input.program.target) << ", "
       << escape(input.program.name) << "</p>\n";
    writeFacts();
    for (const auto &[file, costs] : lines.sources)
      writeSource(file, costs);
    writeTable("PTX", input.ptx, lines.ptx, "p");
    os << "<script>" << kReportScript << "</script>\n</body></html>\n";
  }

private:
  static std::string dims(Dim3 d) {
    return (Twine(d.x) + " × " + Twine(d.y) + " × " + Twine(d.z)).str();
  }

  void writeFact(StringRef label, StringRef value) {
    os << "<div><b>" << escape(value) << "</b><span>" << escape(label)
       << "</span></div>\n";
  }

  /// Writes the ratio of the actual number to the minimum that the same bytes
  /// need.
  void writeRatio(StringRef label, Cost actual, Cost least) {
    InstructionCost sum = lines.total();
    if (!sum[least])
      return;
    std::string text;
    raw_string_ostream(text)
        << format("%.2f", double(sum[actual]) / double(sum[least]));
    writeFact(label, text);
  }

  void writeFacts() {
    const Counters &counters = input.counters;
    os << "<div class=\"facts\">\n";
    writeFact("CTAs", spaced(counters.ctas));
    writeFact("warp instructions", spaced(counters.warpInstructions));
    uint64_t lanes = 32 * counters.warpInstructions;
    if (lanes)
      writeFact("of their lanes active",
                std::to_string(100 * counters.threadInstructions / lanes) +
                    " %");
    writeFact("bytes of global memory", spaced(counters.globalBytes));
    writeRatio("sectors, times the least", Cost::Sectors, Cost::MinSectors);
    writeFact("bytes of shared memory", spaced(counters.sharedBytes));
    writeRatio("bank passes, times the least", Cost::Passes, Cost::MinPasses);
    for (const auto &[label, value] : input.facts)
      writeFact(label, value);
    for (unsigned i = 0; i < counters.byClass.size(); ++i)
      if (counters.byClass[i])
        writeFact((name(InstClass(i)) + " instructions").str(),
                  spaced(counters.byClass[i]));
    os << "</div>\n";
  }

  void writeSource(uint32_t file, const LineCosts::ByLine &costs) {
    auto found = input.program.files.find(file);
    if (found == input.program.files.end())
      return;
    SourceText source =
        input.readSource ? input.readSource(found->second) : SourceText();
    std::string title = found->second;
    if (!source.leftOut.empty())
      title += " (not shown: " + source.leftOut + ")";
    writeTable(title, source.text, costs, "s" + std::to_string(file) + "-");
  }

  /// Writes a table of a text's lines; without the text, of the lines with
  /// costs.
  void writeTable(StringRef title, StringRef text,
                  const LineCosts::ByLine &costs, StringRef prefix) {
    os << "<h2>" << escape(title) << "</h2>\n<table><tr>";
    for (auto [index, column] : enumerate(kColumns))
      os << "<th data-cost=\"" << index << "\" title=\"" << column.explanation
         << "\">" << column.title << "</th>";
    os << "<th>line</th><th class=\"text\"></th></tr>\n";
    if (text.empty()) {
      for (const auto &[line, cost] : costs)
        writeRow(line, "", &cost, prefix);
    } else {
      SmallVector<StringRef> lines;
      text.split(lines, '\n');
      for (auto [index, line] : enumerate(lines)) {
        auto found = costs.find(index + 1);
        writeRow(index + 1, line,
                 found == costs.end() ? nullptr : &found->second, prefix);
      }
    }
    os << "</table>\n";
  }

  void writeRow(uint32_t line, StringRef code, const InstructionCost *cost,
                StringRef prefix) {
    os << "<tr id=\"" << prefix << line << '"';
    if (cost) {
      os << " data-costs=\"";
      interleave(
          kColumns, os, [&](const Column &c) { os << (*cost)[c.cost]; }, " ");
      os << '"';
    }
    os << '>';
    for (const Column &column : kColumns) {
      uint64_t value = cost ? (*cost)[column.cost] : 0;
      os << "<td>" << (value ? spaced(value) : std::string()) << "</td>";
    }
    os << "<td class=\"line\">" << line << "</td><td class=\"code\">"
       << escape(code) << "</td></tr>\n";
  }

  const ReportInput &input;
  raw_ostream &os;
  LineCosts lines;
};

} // namespace

void writeHtmlReport(const ReportInput &input, raw_ostream &os) {
  Page(input, os).write();
}

} // namespace tileiras::emu
