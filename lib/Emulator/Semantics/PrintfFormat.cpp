//===- PrintfFormat.cpp - printf of kernels -------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintfFormat.h"

#include "tileiras/Emulator/ISA/Limits.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <bit>

using namespace llvm;

namespace tileiras::emu {

namespace {

/// A width or precision: absent, a number, or the next argument.
struct Extent {
  int number = -1;
  bool isArgument = false;
};

struct Conversion {
  std::string flags;
  Extent width, precision;
  StringRef size;
  char type = 0;

  bool isOneOf(StringRef types) const { return types.contains(type); }
  bool isFloat() const { return isOneOf("aAeEfFgG"); }
  bool isSigned() const { return isOneOf("di"); }
  /// The bytes of the argument after C's promotions.
  unsigned bytes() const {
    bool isLong = !size.empty() && StringRef("ljzt").contains(size[0]);
    return isFloat() || isOneOf("sp") || (isLong && type != 'c') ? 8 : 4;
  }
};

//===-- Grammar ---------------------------------------------------------===//

Extent parseExtent(StringRef &text, int absent) {
  if (text.consume_front("*"))
    return {absent, true};
  StringRef digits = text.take_while(isDigit);
  text = text.drop_front(digits.size());
  int number = absent;
  if (!digits.empty() && digits.getAsInteger(10, number))
    number = kMaxPrintedWidth + 1; // more than an int holds
  return {number, false};
}

/// Parses a conversion after its '%' from \p text; nothing if there is none.
std::optional<Conversion> parseConversion(StringRef &text) {
  Conversion conversion;
  StringRef rest = text;
  StringRef flags =
      rest.take_while([](char c) { return StringRef("-+ #0").contains(c); });
  conversion.flags = flags.str();
  rest = rest.drop_front(flags.size());
  conversion.width = parseExtent(rest, 0);
  if (rest.consume_front("."))
    conversion.precision = parseExtent(rest, 0);
  for (StringRef size : {"hh", "h", "ll", "l", "j", "z", "t", "L"})
    if (conversion.size.empty() && rest.consume_front(size))
      conversion.size = size;
  if (rest.empty() || !StringRef("diuoxXcspaAeEfFgG%").contains(rest[0]))
    return std::nullopt;
  conversion.type = rest[0];
  text = rest.drop_front();
  return conversion;
}

//===-- Formatting ------------------------------------------------------===//

/// Formats one conversion after the other.
class Formatter {
public:
  Formatter(std::string &output, PrintfArguments &arguments)
      : os(output), arguments(arguments) {}

  bool print(const Conversion &conversion);

  raw_string_ostream os;

private:
  /// Reads the argument of a '*' and checks the size.
  bool settle(Extent &extent, const char *what);
  void printNumber(const Conversion &conversion, uint64_t bits);
  bool printString(const Conversion &conversion, uint64_t address);
  void pad(const Conversion &conversion, StringRef text);

  PrintfArguments &arguments;
};

bool Formatter::settle(Extent &extent, const char *what) {
  if (extent.isArgument) {
    std::optional<uint64_t> value = arguments.next(4);
    if (!value)
      return false;
    extent.number = int32_t(*value);
  }
  if (extent.number <= kMaxPrintedWidth && extent.number >= -kMaxPrintedWidth)
    return true;
  arguments.fail("printf: expected a " + Twine(what) + " of at most " +
                 Twine(kMaxPrintedWidth) + ", got " +
                 (extent.isArgument ? Twine(extent.number) : Twine("more")));
  return false;
}

/// The value as C converts it: a short of %hd, a char of %hhd.
uint64_t narrowed(const Conversion &conversion, uint64_t bits) {
  unsigned width = conversion.size == "hh"  ? 8
                   : conversion.size == "h" ? 16
                                            : 8 * conversion.bytes();
  uint64_t cut = bits << (64 - width);
  return conversion.isSigned() ? uint64_t(int64_t(cut) >> (64 - width))
                               : cut >> (64 - width);
}

/// Formats a number by the host's printf, with a format that is composed here.
void Formatter::printNumber(const Conversion &conversion, uint64_t bits) {
  std::string host = "%" + conversion.flags + "*.*";
  host += conversion.isFloat() ? "" : "ll";
  host += conversion.type;
  int width = conversion.width.number, precision = conversion.precision.number;
  if (conversion.isFloat())
    os << format(host.c_str(), width, precision, std::bit_cast<double>(bits));
  else
    os << format(host.c_str(), width, precision,
                 (unsigned long long)narrowed(conversion, bits));
}

void Formatter::pad(const Conversion &conversion, StringRef text) {
  int width = conversion.width.number;
  bool isLeft = width < 0 || StringRef(conversion.flags).contains('-');
  unsigned blanks = std::max<int>(0, std::abs(width) - int(text.size()));
  if (!isLeft)
    os.indent(blanks);
  os << text;
  if (isLeft)
    os.indent(blanks);
}

bool Formatter::printString(const Conversion &conversion, uint64_t address) {
  int precision = conversion.precision.number;
  uint64_t limit = precision < 0 ? ~uint64_t(0) : uint64_t(precision);
  std::optional<std::string> text = arguments.string(address, limit);
  if (text)
    pad(conversion, StringRef(*text).take_front(limit));
  return text.has_value();
}

bool Formatter::print(const Conversion &written) {
  Conversion conversion = written;
  if (!settle(conversion.width, "width") ||
      !settle(conversion.precision, "precision"))
    return false;
  std::optional<uint64_t> bits = arguments.next(conversion.bytes());
  if (!bits)
    return false;
  if (conversion.type == 's')
    return printString(conversion, *bits);
  if (conversion.type == 'c')
    pad(conversion, std::string(1, char(*bits)));
  else if (conversion.type == 'p')
    pad(conversion, "0x" + utohexstr(*bits, /*LowerCase=*/true));
  else
    printNumber(conversion, *bits);
  return true;
}

} // namespace

std::optional<unsigned> printfTo(std::string &output, StringRef format,
                                 PrintfArguments &arguments) {
  Formatter formatter(output, arguments);
  size_t start = output.size();
  unsigned converted = 0;
  while (!format.empty()) {
    if (output.size() - start > kMaxPrintedText) {
      arguments.fail("printf: expected at most " + Twine(kMaxPrintedText) +
                     " characters, got more");
      return std::nullopt;
    }
    StringRef text = format.take_until([](char c) { return c == '%'; });
    formatter.os << text;
    format = format.drop_front(text.size());
    if (!format.consume_front("%"))
      continue;
    std::optional<Conversion> conversion = parseConversion(format);
    if (!conversion || conversion->type == '%') {
      formatter.os << '%';
      continue;
    }
    if (!formatter.print(*conversion))
      return std::nullopt;
    ++converted;
  }
  return converted;
}

} // namespace tileiras::emu
