//===- Convert.cpp - cvt between integers and plain floats ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "cvt". A source is read as an integer or as an exact double, and
// written as either. The small packed formats are in ConvertPacked.cpp.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Numerics/Exact.h"
#include "tileiras/Emulator/Numerics/FloatFormats.h"
#include "tileiras/Emulator/Semantics/FloatElements.h"

#include <algorithm>
#include <limits>

namespace tileiras::emu {

namespace {

__extension__ typedef __int128 Int128;

bool isInteger(Type type) {
  return kindOf(type) == TypeKind::Signed || kindOf(type) == TypeKind::Unsigned;
}
Int128 smallest(Type type) {
  return kindOf(type) == TypeKind::Signed
             ? -(Int128(1) << (8 * bytesOf(type) - 1))
             : Int128(0);
}
Int128 largest(Type type) {
  bool isSigned = kindOf(type) == TypeKind::Signed;
  return (Int128(1) << (8 * bytesOf(type) - isSigned)) - 1;
}

/// The low bits of \p raw as an integer of \p type.
Int128 readInteger(Type type, uint64_t raw) {
  unsigned shift = 64 - 8 * bytesOf(type);
  return kindOf(type) == TypeKind::Signed
             ? Int128(int64_t(raw << shift) >> shift)
             : Int128((raw << shift) >> shift);
}

double readFloat(const Modifiers &m, Type type, uint64_t raw) {
  if (type == Type::F64)
    return std::bit_cast<double>(raw);
  if (type == Type::F16)
    return widen(F16{uint16_t(raw)});
  if (type == Type::BF16)
    return widen(BF16{uint16_t(raw)});
  float value = std::bit_cast<float>(uint32_t(raw));
  return m.ftz() ? canonical(flush(value)) : value;
}

/// Bits of an integer result; a register wider than it gets its sign.
uint64_t writeInteger(Type type, Int128 value) {
  return uint64_t(int64_t(readInteger(type, uint64_t(value))));
}

/// A value out of range gives the nearest bound; NaN gives zero for narrow
/// results, and only the sign bit for 64-bit results and sources of f64 (PTX
/// ISA, cvt notes).
uint64_t floatToInteger(const Modifiers &m, Type to, Type from, double value) {
  if (std::isnan(value)) {
    bool isWide = bytesOf(to) == 8 || from == Type::F64;
    return isWide ? writeInteger(to, Int128(1) << (8 * bytesOf(to) - 1)) : 0;
  }
  double whole = roundToIntegral(value, m.rounding());
  if (whole <= double(smallest(to)))
    return writeInteger(to, smallest(to));
  if (whole >= double(largest(to)))
    return writeInteger(to, largest(to));
  return writeInteger(to, Int128(whole));
}

/// NaN and -0 give 0.
double clampUnit(double value) { return value > 0 ? std::min(value, 1.0) : 0; }

/// The NaN of an f64 in a narrower format keeps its sign and as many bits as
/// fit. NaNs of other types become canonical ones.
uint32_t narrowNaN(const FloatFormat &format, double value) {
  auto bits = std::bit_cast<uint64_t>(value);
  uint32_t sign = bits >> 63 ? format.signBit() : 0;
  uint32_t quiet = uint32_t(1) << (format.mantissaBits - 1);
  uint32_t payload = bits >> (52 - format.mantissaBits) & (2 * quiet - 1);
  return sign | format.overflow | quiet | payload;
}

uint64_t writeFloat(const Modifiers &m, Type to, double value) {
  if (m.sat())
    value = clampUnit(value);
  if (std::isnan(value) && m.types[1] == Type::F64 && to != Type::F64)
    return narrowNaN(*formatOf(to), value);
  if (m.relu() && value <= 0)
    value = 0;
  if (to == Type::F64)
    return std::bit_cast<uint64_t>(value);
  uint32_t code = encode(*formatOf(to), value, m.rounding(), m.satfinite());
  if (to == Type::F32 && m.ftz())
    code = std::bit_cast<uint32_t>(flush(std::bit_cast<float>(code)));
  return code;
}

/// A double that rounds to a narrower float as the integer would.
double oddDouble(Int128 value, double nearest) {
  return toOdd(nearest, double(value - Int128(nearest)));
}

uint64_t integerToDouble(Int128 value, Rounding rounding) {
  double high = double(int64_t(value >> 32));
  double low = double(uint32_t(value));
  return std::bit_cast<uint64_t>(
      addRounded(high * 4294967296.0, low, rounding));
}

bool roundsToIntegral(Rounding rounding) { return rounding >= Rounding::RNI; }

uint64_t convert(const Modifiers &m, uint64_t raw) {
  Type to = m.types[0], from = m.types[1];
  if (isInteger(from)) {
    Int128 value = readInteger(from, raw);
    if (to == Type::F64)
      return integerToDouble(value, m.rounding());
    if (!isInteger(to))
      return writeFloat(m, to, oddDouble(value, double(value)));
    if (m.sat())
      value = std::clamp(value, smallest(to), largest(to));
    return writeInteger(to, value);
  }
  double value = readFloat(m, from, raw);
  if (isInteger(to))
    return floatToInteger(m, to, from, value);
  if (roundsToIntegral(m.rounding()))
    value = roundToIntegral(value, m.rounding());
  return writeFloat(m, to, value);
}

Flow convertLanes(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) {
    w.writeAny(i[0], lane, convert(i.modifiers, w.readAny(i[1], lane)));
  });
  return Flow::Next;
}

// The conversions that are frequent in kernels.
template <class D, class S> struct Cast {
  static D of(S value) { return D(value); }
};
struct HalfToFloat {
  static float of(F16 value) {
    return std::bit_cast<float>(encode(kFormatF32, widen(value), Rounding::RN));
  }
  /// The conversion is a shift, also for the bits of a NaN.
  static float of(BF16 value) {
    return std::bit_cast<float>(uint32_t(value.bits) << 16);
  }
};

Handler fastConversion(const Instruction &i) {
  const Modifiers &m = i.modifiers;
  if (m.sat() || m.ftz() || m.relu())
    return nullptr;
  Type to = m.types[0], from = m.types[1];
  if (to == Type::S64 && from == Type::S32)
    return elementwiseFor<Cast<int64_t, int32_t>, int64_t, int32_t>(i);
  if (to == Type::U64 && from == Type::U32)
    return elementwiseFor<Cast<uint64_t, uint32_t>, uint64_t, uint32_t>(i);
  if (to == Type::U32 && from == Type::U64)
    return elementwiseFor<Cast<uint32_t, uint64_t>, uint32_t, uint64_t>(i);
  if (to == Type::F32 && from == Type::S32 && m.rounding() == Rounding::RN)
    return elementwiseFor<Cast<float, int32_t>, float, int32_t>(i);
  if (to == Type::F32 && from == Type::F16)
    return elementwiseFor<HalfToFloat, float, F16>(i);
  if (to == Type::F32 && from == Type::BF16)
    return elementwiseFor<HalfToFloat, float, BF16>(i);
  return nullptr;
}

} // namespace

namespace bind {
Handler cvt(const Instruction &i) {
  if (Handler fast = fastConversion(i))
    return fast;
  return convertLanes;
}
} // namespace bind

} // namespace tileiras::emu
