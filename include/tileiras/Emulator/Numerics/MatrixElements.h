//===- MatrixElements.h - Elements of multiplicands -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layout of the elements of A and B in registers, shared memory and tensor
// memory, and their values. Values are exact: as double for floats and for
// integers up to 53 bits, as int64_t for integers.
//
// Elements of kind::f8f6f4 and kind::mxf8f6f4 fill a byte each. A 6-bit one is
// in the low bits of its byte, a 4-bit one in bits 2 to 5 (PTX ISA, "mma":
// "resides in central 4 bits of the 8-bit container").
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_NUMERICS_MATRIXELEMENTS_H
#define TILEIRAS_EMULATOR_NUMERICS_MATRIXELEMENTS_H

#include "tileiras/Emulator/Numerics/FloatFormats.h"

#include <algorithm>
#include <bit>

namespace tileiras::emu {

struct MatrixElement {
  Type type = Type::None;
  uint8_t bits = 0;  // from one element to the next
  uint8_t shift = 0; // of the value in them

  unsigned perRegister() const { return std::max(1u, 32u / bits); }
  uint64_t mask() const { return bits == 64 ? ~0ull : (1ull << bits) - 1; }
};

/// Elements of \p type; types of less than eight bits are packed.
inline MatrixElement packedElement(Type type) {
  switch (type) {
  case Type::B1:
    return {type, 1};
  case Type::U4:
  case Type::S4:
  case Type::E2M1:
    return {type, 4};
  default:
    return {type, uint8_t(8 * bytesOf(type))};
  }
}

/// Elements of \p type, each in a separate byte.
inline MatrixElement byteElement(Type type) {
  return {type, 8, uint8_t(type == Type::E2M1 ? 2 : 0)};
}

/// Elements of an mma of \p kind.
inline MatrixElement elementOf(Type type, MmaKind kind) {
  return kind == MmaKind::F8F6F4 || kind == MmaKind::MXF8F6F4
             ? byteElement(type)
             : packedElement(type);
}

/// Calls use(read), where read(bits) is the value of an element as a T.
template <class T, class Use>
void withReader(const MatrixElement &element, Use use) {
  switch (element.type) {
  case Type::F64:
    return use([](uint64_t raw) { return T(std::bit_cast<double>(raw)); });
  case Type::F32:
    return use(
        [](uint64_t raw) { return T(std::bit_cast<float>(uint32_t(raw))); });
  case Type::TF32: // the low 13 bits are ignored
    return use([](uint64_t raw) {
      return T(std::bit_cast<float>(uint32_t(raw) & ~0x1fffu));
    });
  case Type::F16:
    return use([](uint64_t raw) { return T(widen(F16{uint16_t(raw)})); });
  case Type::BF16:
    return use([](uint64_t raw) { return T(widen(BF16{uint16_t(raw)})); });
  case Type::S8:
    return use([](uint64_t raw) { return T(int8_t(raw)); });
  case Type::U8:
    return use([](uint64_t raw) { return T(uint8_t(raw)); });
  case Type::S4:
    return use([](uint64_t raw) { return T(int8_t(raw << 4) >> 4); });
  case Type::U4:
    return use([](uint64_t raw) { return T(raw & 15); });
  case Type::B1:
    return use([](uint64_t raw) { return T(raw & 1); });
  default: {
    const FloatFormat &format = *formatOf(element.type);
    uint32_t mask = (uint32_t(1) << format.bits()) - 1;
    return use([&format, mask, shift = element.shift](uint64_t raw) {
      return T(decode(format, uint32_t(raw >> shift) & mask));
    });
  }
  }
}

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_NUMERICS_MATRIXELEMENTS_H
