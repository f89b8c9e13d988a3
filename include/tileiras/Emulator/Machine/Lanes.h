//===- Lanes.h - The 32 values of an operand --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_MACHINE_LANES_H
#define TILEIRAS_EMULATOR_MACHINE_LANES_H

#include <bit>
#include <cstdint>
#include <type_traits>

namespace tileiras::emu {

/// 128 bits, for .b128.
struct Wide128 {
  uint64_t low = 0, high = 0;
  bool operator==(const Wide128 &) const = default;
};

template <unsigned Bytes> struct BitsOf;
template <> struct BitsOf<1> {
  using Type = uint8_t;
};
template <> struct BitsOf<2> {
  using Type = uint16_t;
};
template <> struct BitsOf<4> {
  using Type = uint32_t;
};
template <> struct BitsOf<8> {
  using Type = uint64_t;
};
template <> struct BitsOf<16> {
  using Type = Wide128;
};

/// The unsigned integer with as many bits as T.
template <class T> using Bits = typename BitsOf<sizeof(T)>::Type;

/// The narrowest register that holds a T.
template <class T>
using CellOf = std::conditional_t<(sizeof(T) <= 4), uint32_t, Bits<T>>;

/// Values of type T in registers of type Cell. A register wider than T is read
/// truncated, and written sign-extended where T is a signed integer, otherwise
/// zero-extended: PTX ISA, "Operand Size Exceeding Instruction-Type Size".
template <class T, class Cell = CellOf<T>> class Lanes {
public:
  explicit Lanes(void *cells) : cells(static_cast<Cell *>(cells)) {}

  T operator[](unsigned lane) const {
    return std::bit_cast<T>(static_cast<Bits<T>>(cells[lane]));
  }
  void set(unsigned lane, T value) const { cells[lane] = extend(value); }

  static Cell extend(T value) {
    if constexpr (std::is_integral_v<T> && std::is_signed_v<T>)
      return static_cast<Cell>(value);
    else
      return static_cast<Cell>(std::bit_cast<Bits<T>>(value));
  }

private:
  Cell *cells;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_LANES_H
