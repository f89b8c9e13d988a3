//===- PrintValue.cpp - Values as text --------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values are printed as gdb does: {1, 2, 3}, runs of equal elements as "0
// <repeats 64 times>", no more than 200 elements; and each row of a tile on a
// separate line.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Debugger/Values.h"
#include "tileiras/Emulator/Numerics/FloatFormats.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/BinaryFormat/Dwarf.h"

#include <charconv>
#include <cstring>

using namespace llvm;

namespace tileiras::dbg {

//===-- Numbers ---------------------------------------------------------===//

/// Returns the fewest digits that identify this number among those of its type.
template <class T> static std::string shortest(T number) {
  char text[64];
  auto end = std::to_chars(std::begin(text), std::end(text), number).ptr;
  return std::string(text, end);
}

/// Prints numbers of a narrow format with enough digits to tell any two apart.
static std::string narrow(const emu::FloatFormat &format, uint64_t bits,
                          int digits) {
  char text[64];
  auto end =
      std::to_chars(std::begin(text), std::end(text), emu::decode(format, bits),
                    std::chars_format::general, digits)
          .ptr;
  return std::string(text, end);
}

/// Finds a float of 8 bits, of which DWARF only knows the bits.
static const emu::FloatFormat *findByteFormat(StringRef name) {
  return StringSwitch<const emu::FloatFormat *>(name)
      .Case("f8E4M3FN", &emu::kFormatE4M3)
      .Case("f8E5M2", &emu::kFormatE5M2)
      .Case("f8E8M0FNU", &emu::kFormatUE8M0)
      .Default(nullptr);
}

static std::string formatFloat(const Type &type, uint64_t bits) {
  if (type.bytes == 8)
    return shortest(std::bit_cast<double>(bits));
  if (type.bytes == 4)
    return shortest(std::bit_cast<float>(uint32_t(bits)));
  return type.name == "bf16" ? narrow(emu::kFormatBF16, bits, 4)
                             : narrow(emu::kFormatF16, bits, 5);
}

static std::string formatNumber(const Type &type, ArrayRef<uint8_t> bytes,
                                NumberBase base) {
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), std::min<size_t>(bytes.size(), 8));
  bool isWide = bytes.size() > 8;
  if (base == NumberBase::Hexadecimal || type.kind == Type::Pointer || isWide) {
    std::string high;
    if (isWide) {
      uint64_t upper = 0;
      std::memcpy(&upper, bytes.data() + 8,
                  std::min<size_t>(bytes.size() - 8, 8));
      if (upper)
        high = utohexstr(upper, /*LowerCase=*/true);
    }
    std::string low = utohexstr(bits, /*LowerCase=*/true);
    if (!high.empty())
      low.insert(0, 16 - low.size(), '0');
    return "0x" + high + low;
  }
  if (type.encoding == dwarf::DW_ATE_boolean)
    return bits ? "true" : "false";
  if (type.encoding == dwarf::DW_ATE_float)
    return formatFloat(type, bits);
  if (const emu::FloatFormat *format = findByteFormat(type.name))
    return narrow(*format, bits, 4);
  if (type.encoding == dwarf::DW_ATE_unsigned)
    return std::to_string(bits);
  return std::to_string(SignExtend64(bits, 8 * bytes.size()));
}

//===-- Aggregates ------------------------------------------------------===//

namespace {

constexpr unsigned MaxElements = 200, MinRepeats = 10;

/// A dimension that is printed: the number of elements and their distance in
/// bytes.
struct Extent {
  uint64_t count, stride;
};

class Printer {
public:
  Printer(const Value &value, NumberBase base, raw_ostream &os)
      : value(value), base(base), os(os) {}

  void print(const Type &type, uint64_t offset) {
    if (type.kind == Type::Structure)
      return printStructure(type, offset);
    if (type.kind == Type::Array)
      return printArray(*type.element, offset, getExtents(type), 1);
    os << formatElement(type, offset);
    ++printed;
  }

  /// \p column is where the line's own elements begin.
  void printArray(const Type &element, uint64_t offset,
                  ArrayRef<Extent> extents, unsigned column) {
    if (extents.empty())
      return print(element, offset);
    os << '{';
    bool isInnermost = extents.size() == 1;
    Extent extent = extents.front();
    for (uint64_t i = 0; i < extent.count;) {
      if (i && !isInnermost)
        os << ",\n" << std::string(column, ' ');
      else if (i)
        os << ", ";
      if (printed >= MaxElements) {
        os << "...";
        break;
      }
      uint64_t at = offset + i * extent.stride;
      uint64_t repeats = 1;
      while (i + repeats < extent.count &&
             isSame(element, at, at + repeats * extent.stride,
                    extents.drop_front()))
        ++repeats;
      bool isRun = repeats >= MinRepeats;
      printArray(element, at, extents.drop_front(), column + 1);
      if (isRun)
        os << " <repeats " << repeats << " times>";
      i += isRun ? repeats : 1;
    }
    os << '}';
  }

  static SmallVector<Extent> getExtents(const Type &type) {
    SmallVector<Extent> extents;
    uint64_t stride = type.element->bytes;
    for (uint64_t count : reverse(type.shape)) {
      extents.push_back({count, stride});
      stride *= count;
    }
    std::reverse(extents.begin(), extents.end());
    return extents;
  }

private:
  std::string formatElement(const Type &type, uint64_t offset) {
    if (offset + type.bytes > value.bytes.size() || type.bytes == 0 ||
        type.kind == Type::Unknown)
      return "<of a type that is not known>";
    if (!value.isKnown(offset, type.bytes))
      return "<not available>";
    return formatNumber(type, ArrayRef(value.bytes).slice(offset, type.bytes),
                        base);
  }

  bool isSame(const Type &element, uint64_t a, uint64_t b,
              ArrayRef<Extent> extents) {
    if (!extents.empty()) {
      for (uint64_t i = 0; i < extents.front().count; ++i)
        if (uint64_t step = i * extents.front().stride;
            !isSame(element, a + step, b + step, extents.drop_front()))
          return false;
      return true;
    }
    auto at = [&](uint64_t offset) { return value.bytes.begin() + offset; };
    return value.isKnown(a, element.bytes) == value.isKnown(b, element.bytes) &&
           std::equal(at(a), at(a) + element.bytes, at(b));
  }

  void printStructure(const Type &type, uint64_t offset) {
    os << '{';
    interleave(
        type.members, os,
        [&](const Member &member) {
          os << member.name << " = ";
          print(*member.type, offset + member.offset);
        },
        ", ");
    os << '}';
  }

  const Value &value;
  NumberBase base;
  raw_ostream &os;
  unsigned printed = 0;
};

} // namespace

//===-- Selection -------------------------------------------------------===//

/// Selects one index or range of dimension \p dim of an array; the rest of the
/// dimension goes to \p left.
static Error selectIn(const Selector &selector, Extent extent, unsigned dim,
                      uint64_t &offset, SmallVectorImpl<Extent> &left) {
  uint64_t first = selector.first.value_or(0);
  if (!selector.isRange) {
    if (first >= extent.count)
      return createStringError("index " + Twine(first) + " of dimension " +
                               Twine(dim) + " is not in 0 to " +
                               Twine(extent.count - 1));
    offset += first * extent.stride;
    return Error::success();
  }
  uint64_t last = selector.last.value_or(extent.count);
  if (first >= last || last > extent.count)
    return createStringError("the range " + Twine(first) + ":" + Twine(last) +
                             " of dimension " + Twine(dim) +
                             " is not in 0:" + Twine(extent.count));
  offset += first * extent.stride;
  left.push_back({last - first, extent.stride});
  return Error::success();
}

Error printValue(const Value &value, ArrayRef<Selector> selectors,
                 NumberBase base, raw_ostream &os) {
  const Type *type = value.type;
  uint64_t offset = 0;
  while (!selectors.empty() && !selectors.front().field.empty()) {
    StringRef name = selectors.front().field;
    auto member = find_if(
        type->members, [&](const Member &each) { return each.name == name; });
    if (member == type->members.end())
      return createStringError("there is no field '" + name + "' in '" +
                               type->name + "'");
    offset += member->offset;
    type = member->type;
    selectors = selectors.drop_front();
  }
  Printer printer(value, base, os);
  if (selectors.empty()) {
    printer.print(*type, offset);
    return Error::success();
  }
  SmallVector<Extent> extents, left;
  if (type->kind == Type::Array)
    extents = Printer::getExtents(*type);
  if (selectors.size() > extents.size())
    return createStringError("expected at most " + Twine(extents.size()) +
                             " indices, got " + Twine(selectors.size()));
  for (auto [dim, selector] : enumerate(selectors)) {
    if (!selector.field.empty())
      return createStringError("there is no field '" + selector.field +
                               "' in an element");
    if (Error error = selectIn(selector, extents[dim], dim, offset, left))
      return error;
  }
  left.append(extents.begin() + selectors.size(), extents.end());
  printer.printArray(*type->element, offset, left, 1);
  return Error::success();
}

} // namespace tileiras::dbg
