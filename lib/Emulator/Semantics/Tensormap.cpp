//===- Tensormap.cpp - Kernels that make tensor maps ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: tensormap.replace, tensormap.cp_fenceproxy. The values of fields are
// those of the ISA ("tensormap.replace: new_val"), not of the driver.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/TensorMap.h"
#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Machine/Warp.h"

#include <cstring>

using namespace llvm;

namespace tileiras::emu {

namespace {

/// Offsets in the 128 bytes, see TensorMap.h.
enum Field : unsigned {
  Address = 0,
  Extents = 8,
  Rank = 28,
  Element = 29,
  Interleave = 30,
  Swizzle = 31,
  Strides = 32,
  Box = 64,
  ElementStrides = 74,
  Fill = 79
};

/// Writes \p value, as wide as T, at \p offset of the object in each lane.
template <class T, class Value>
Flow replace(Warp &w, const Instruction &i, Value value) {
  w.forActive([&](unsigned lane) {
    uint64_t address = w.address(i, 0, 0, lane);
    if (address % kTensorMapAlign) {
      w.fault("a tensor map is aligned to 64 bytes", lane);
      return;
    }
    std::optional<std::pair<unsigned, T>> field = value(lane);
    if (!field)
      return;
    uint8_t *data = w.memory(i.modifiers.space(), address + field->first,
                             sizeof(T), Access::Write, lane);
    if (data)
      storeRelaxed(data, field->second);
  });
  return w.next();
}

/// Sets a field to the value of the instruction's operand 1.
template <class T, unsigned At> Flow setField(Warp &w, const Instruction &i) {
  return replace<T>(w, i, [&](unsigned lane) {
    return std::optional(std::pair(unsigned(At), T(w.readAny(i[1], lane))));
  });
}

/// Sets the element with the index of operand 1 in an array of \p Count fields
/// to operand 2 minus \p Bias.
template <class T, unsigned At, unsigned Count, unsigned Bias>
Flow setElement(Warp &w, const Instruction &i) {
  return replace<T>(
      w, i, [&](unsigned lane) -> std::optional<std::pair<unsigned, T>> {
        uint64_t index = w.readAny(i[1], lane);
        if (index >= Count) {
          w.fault("a tensor map has no dimension " + Twine(index) + " here",
                  lane);
          return std::nullopt;
        }
        uint64_t value = w.readAny(i[2], lane);
        if (value < Bias) {
          w.fault("the extent of a tensor map's dimension is at least 1", lane);
          return std::nullopt;
        }
        return std::pair(unsigned(At + index * sizeof(T)), T(value - Bias));
      });
}

/// Sets a field to the code of TensorMap for an enumerator of the ISA.
template <unsigned At, const auto &Codes>
Flow setCode(Warp &w, const Instruction &i) {
  return replace<uint8_t>(
      w, i, [&](unsigned lane) -> std::optional<std::pair<unsigned, uint8_t>> {
        uint64_t code = w.readAny(i[1], lane);
        if (code < std::size(Codes) && Codes[code] >= 0)
          return std::pair(unsigned(At), uint8_t(Codes[code]));
        w.fault("tensormap.replace has no meaning for the value " + Twine(code),
                lane);
        return std::nullopt;
      });
}

constexpr int8_t code(TensorElement element) { return int8_t(element); }
constexpr int8_t code(TensorSwizzle swizzle) { return int8_t(swizzle); }

constexpr int8_t elements[] = {
    code(TensorElement::U8),           code(TensorElement::U16),
    code(TensorElement::U32),          code(TensorElement::S32),
    code(TensorElement::U64),          code(TensorElement::S64),
    code(TensorElement::F16),          code(TensorElement::F32),
    code(TensorElement::F32Ftz),       code(TensorElement::F64),
    code(TensorElement::BF16),         code(TensorElement::TF32),
    code(TensorElement::TF32Ftz),      code(TensorElement::U4x16Align8),
    code(TensorElement::U4x16Align16), code(TensorElement::U6x16Align16)};
constexpr int8_t interleaves[] = {0, 1, 2};
constexpr int8_t swizzles[] = {
    code(TensorSwizzle::None), code(TensorSwizzle::Bytes32),
    code(TensorSwizzle::Bytes64), code(TensorSwizzle::Bytes128)};
/// The codes for atoms of 16 and 32 bytes, 32 with halves flipped, and 64.
constexpr int8_t kAtomicities[] = {code(TensorSwizzle::Bytes128),
                                   code(TensorSwizzle::Bytes128Atom32),
                                   code(TensorSwizzle::Bytes128Atom32Flip8),
                                   code(TensorSwizzle::Bytes128Atom64)};
constexpr int8_t fills[] = {0, 1};

/// Atomicity matters to swizzles of 128 bytes only, and changes those.
Flow setAtomicity(Warp &w, const Instruction &i) {
  unsigned first = __builtin_ctz(w.active);
  uint8_t *swizzle =
      w.memory(i.modifiers.space(), w.address(i, 0, 0, first) + Swizzle, 1,
               Access::Read, first);
  if (!swizzle)
    return Flow::Fault;
  if (*swizzle < uint8_t(TensorSwizzle::Bytes128) &&
      w.readAny(i[1], first) == 0)
    return Flow::Next;
  if (*swizzle < uint8_t(TensorSwizzle::Bytes128))
    return w.fault("swizzle atomicity needs swizzle mode 128B, which must be "
                   "set before",
                   first);
  return setCode<Swizzle, kAtomicities>(w, i);
}

/// tensormap.cp_fenceproxy [global], [shared], 128: copies the map and releases
/// it to the tensormap proxy; by the whole warp.
Flow copyAndFence(Warp &w, const Instruction &i) {
  if (!w.together(kAllLanes))
    return w.awaitLanes(kAllLanes);
  unsigned first = __builtin_ctz(w.active);
  if (w.readAny(i[2], first) != kTensorMapBytes)
    return w.fault("tensormap.cp_fenceproxy copies 128 bytes");
  uint64_t to = w.address(i, 0, 0, first), from = w.address(i, 1, 1, first);
  for (unsigned at = 0; at < kTensorMapBytes; at += 16) {
    uint8_t *source =
        w.memory(Space::Shared, from + at, 16, Access::Read, first);
    uint8_t *target =
        source ? w.memory(Space::Global, to + at, 16, Access::Write, first)
               : nullptr;
    if (!target)
      return Flow::Fault;
    copyToMemory(target, source, 16);
  }
  return bind::fence(i)(w, i);
}

} // namespace

namespace bind {
Handler tensormapAddress(const Instruction &) {
  return setField<uint64_t, Address>;
}
Handler tensormapRank(const Instruction &) { return setField<uint8_t, Rank>; }
Handler tensormapBox(const Instruction &) {
  return setElement<uint16_t, Box, kMaxTensorRank, 0>;
}
Handler tensormapExtent(const Instruction &) {
  return setElement<uint32_t, Extents, kMaxTensorRank, 1>;
}
Handler tensormapStride(const Instruction &) {
  return setElement<uint64_t, Strides, kMaxTensorRank - 1, 0>;
}
Handler tensormapElementStride(const Instruction &) {
  return setElement<uint8_t, ElementStrides, kMaxTensorRank, 0>;
}
Handler tensormapElement(const Instruction &) {
  return setCode<Element, elements>;
}
Handler tensormapInterleave(const Instruction &) {
  return setCode<Interleave, interleaves>;
}
Handler tensormapSwizzle(const Instruction &) {
  return setCode<Swizzle, swizzles>;
}
Handler tensormapAtomicity(const Instruction &) { return setAtomicity; }
Handler tensormapFill(const Instruction &) { return setCode<Fill, fills>; }
Handler tensormapCopy(const Instruction &) { return copyAndFence; }
} // namespace bind

} // namespace tileiras::emu
