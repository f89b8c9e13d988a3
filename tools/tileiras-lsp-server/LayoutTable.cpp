//===- LayoutTable.cpp - Layouts as tables for readers --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutTable.h"

#include "tileiras/Layout/LinearLayout.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tileiras {

/// A window at the cursor shows no more tables.
static constexpr unsigned kMaxLayouts = 4;
static constexpr int64_t kMaxColumns = 4;

/// The inputs that a row of the table enumerates: registers of a thread,
/// offsets in memory, columns of tensor memory.
static InDim columnsOf(const LinearLayout &layout) {
  for (InDim dim : {InDim::Offset, InDim::TensorColumn})
    if (layout.getInBits(dim) != 0)
      return dim;
  return InDim::Register;
}

namespace {
/// One layout as text.
class TablePrinter {
public:
  TablePrinter(const LinearLayout &layout, raw_ostream &os)
      : layout(layout), os(os), columnDim(columnsOf(layout)) {
    for (InDim dim : kAllInDims)
      if (dim != columnDim && layout.getInBits(dim) != 0)
        rowDims.push_back(dim);
    int64_t size = layout.getInSize(columnDim);
    for (int64_t column = 0; column < std::min(size, kMaxColumns); ++column)
      columns.push_back(column);
    if (size > kMaxColumns)
      columns.push_back(size - 1);
  }

  void print() {
    printTitle();
    if (layout.getRank() == 0)
      return;
    if (rowDims.empty())
      return printBits();
    printHead();
    printRow(rowDims.front(), 0);
    for (InDim dim : rowDims)
      for (unsigned bit = 0; bit < layout.getInBits(dim); ++bit)
        printRow(dim, uint64_t(1) << bit);
  }

private:
  /// Prints **Layout of 8x8**: 2 registers of 32 lanes, each element once.
  void printTitle() {
    os << "\n\n**Layout of ";
    if (layout.getRank() == 0)
      os << "a scalar";
    interleave(layout.getOutSizes(), os, "x");
    os << "**: ";
    printCount(columnDim);
    for (InDim dim : rowDims) {
      os << " of ";
      printCount(dim);
    }
    if (!layout.isSurjective())
      os << ", not all elements";
    else if (layout.isInjective())
      os << ", each element once";
    else
      os << ", each element "
         << (1u << (layout.getTotalInBits() - layout.getOutBits())) << " times";
    os << "\n\n";
  }

  /// Prints "32 lanes".
  void printCount(InDim dim) {
    int64_t size = layout.getInSize(dim);
    os << size << ' ' << getInDimName(dim) << (size == 1 ? "" : "s");
  }

  void printHead() {
    os << "| |";
    for (auto [i, column] : enumerate(columns)) {
      if (i == kMaxColumns)
        os << " … |";
      os << ' ' << getInDimName(columnDim) << ' ' << column << " |";
    }
    size_t cells = columns.size() + (columns.size() > kMaxColumns ? 2 : 1);
    os << "\n|";
    for (size_t i = 0; i < cells; ++i)
      os << "---|";
    os << '\n';
  }

  void printRow(InDim dim, uint64_t index) {
    os << "| " << getInDimName(dim) << ' ' << index << " |";
    for (auto [i, column] : enumerate(columns)) {
      if (i == kMaxColumns)
        os << " |";
      printCoords(index << layout.getFirstBit(dim) |
                  column << layout.getFirstBit(columnDim));
    }
    os << '\n';
  }

  /// Prints the bits of the columns if no other input has bits.
  void printBits() {
    os << "| | element |\n|---|---|\n";
    for (unsigned bit = 0; bit < layout.getInBits(columnDim); ++bit) {
      os << "| " << getInDimName(columnDim) << ' ' << (uint64_t(1) << bit)
         << " |";
      printCoords(uint64_t(1) << (layout.getFirstBit(columnDim) + bit));
      os << '\n';
    }
  }

  void printCoords(uint64_t packed) {
    os << " (";
    interleave(layout.unflatten(layout.applyPacked(packed)), os, ", ");
    os << ") |";
  }

  const LinearLayout &layout;
  raw_ostream &os;
  InDim columnDim;
  SmallVector<InDim> rowDims;
  SmallVector<uint64_t> columns;
};
} // namespace

std::string describeLayouts(StringRef text) {
  static constexpr StringLiteral begin = "#nv_tileas.layout<";
  SmallVector<StringRef> seen;
  std::string tables;
  raw_string_ostream os(tables);
  while (seen.size() < kMaxLayouts) {
    size_t at = text.find(begin);
    if (at == StringRef::npos)
      break;
    text = text.drop_front(at + begin.size());
    StringRef spelled = text.take_until([](char c) { return c == '>'; });
    if (is_contained(seen, spelled))
      continue;
    seen.push_back(spelled);
    Expected<LinearLayout> layout = LinearLayout::parse(spelled);
    if (layout)
      TablePrinter(*layout, os).print();
    else
      consumeError(layout.takeError()); // text that only resembles a layout
  }
  return tables;
}

} // namespace tileiras
