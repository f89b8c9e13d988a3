//===- Modifiers.h - Types and modifiers of instructions --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types and modifiers of one instruction, as small enums in a compact record
// that the decoder fills and the semantics read.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_ISA_MODIFIERS_H
#define TILEIRAS_EMULATOR_ISA_MODIFIERS_H

#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>

namespace tileiras::emu {

enum class Type : uint8_t {
#define TYPE(Name, Spelling, Bytes, Kind) Name,
#include "tileiras/Emulator/ISA/Types.def"
  None
};

enum class TypeKind : uint8_t { Bits, Unsigned, Signed, Float, Packed, Pred };

/// The spelling of \p type without its dot.
llvm::StringRef spelling(Type type);
/// Size in memory; 4 for predicates and .b1, which live in registers only.
unsigned bytesOf(Type type);
TypeKind kindOf(Type type);
/// Returns Type::None if \p spelling names no type.
Type typeNamed(llvm::StringRef spelling);

/// A set of types, for the instruction table.
using TypeSet = uint64_t;
constexpr TypeSet setOf(Type type) { return TypeSet(1) << unsigned(type); }

enum class Rounding : uint8_t {
  None, // as the instruction says: nearest even for arithmetic
  RN,
  RZ,
  RM,
  RP,
  RNA,
  RNI, // …I: to an integral value
  RZI,
  RMI,
  RPI
};
enum class Precision : uint8_t { None, Approx, Full };
enum class Half : uint8_t { None, Lo, Hi };
enum class Compare : uint8_t {
  None,
  EQ,
  NE,
  LT,
  LE,
  GT,
  GE,
  EQU, // …U: true when an operand is NaN
  NEU,
  LTU,
  LEU,
  GTU,
  GEU,
  NUM,
  NAN_
};
enum class Combine : uint8_t { None, And, Or, Xor };
enum class Space : uint8_t {
  Generic,
  Param,
  Global,
  Shared,        // .shared, .shared::cta
  SharedCluster, // .shared::cluster
  Local,
  Const
};
constexpr bool isShared(Space space) {
  return space == Space::Shared || space == Space::SharedCluster;
}
enum class Order : uint8_t {
  None,
  Weak,
  Volatile,
  Relaxed,
  Acquire,
  Release,
  AcqRel,
  SeqCst
};
enum class Scope : uint8_t { None, Cta, Cluster, Gpu, Sys };
enum class AtomOp : uint8_t {
  None,
  And,
  Or,
  Xor,
  Add,
  Inc,
  Dec,
  Min,
  Max,
  Exch,
  Cas
};
enum class ShiftMode : uint8_t { None, Clamp, Wrap };
enum class Shuffle : uint8_t { None, Up, Down, Butterfly, Index };
enum class Vote : uint8_t { None, All, Any, Uniform, Ballot };
/// The proxy of a fence.proxy.
enum class ProxyKind : uint8_t { None, Alias, Async, Tensormap };
enum class Permute : uint8_t { None, F4E, B4E, RC8, ECL, ECR, RC16 };
enum class Property : uint8_t {
  None,
  Finite,
  Infinite,
  Number,
  NotANumber,
  Normal,
  Subnormal
};

/// The part of a register that a video instruction works on: a.b2, d.h1.
enum class Part : uint8_t { Word, B0, B1, B2, B3, H0, H1 };
/// Sets \p part to the part that \p suffix names; returns false if it names
/// none.
bool parsePart(llvm::StringRef suffix, Part &part);

/// The elements and the scales of a block-scaled or mixed mma: .kind::….
enum class MmaKind : uint8_t {
  None,
  F16,
  TF32,
  I8,
  F8F6F4,
  MXF8F6F4,
  MXF4,
  MXF4NVF4
};
/// The way in which ldmatrix and tcgen05.cp unpack elements to bytes.
enum class Unpack : uint8_t { None, B6X16P32, B4X16P64 };

/// .shape of tcgen05.ld and .st (up to S32x32b), then of .cp.
enum class Tcgen05Shape : uint8_t {
  None,
  S16x64b,
  S16x128b,
  S16x256b,
  S16x32bx2,
  S32x32b,
  S128x256b,
  S128x128b,
  S64x128b,
  S32x128b
};
/// The quarters of the lanes that tcgen05.cp fills with the same data.
enum class WarpMulticast : uint8_t { None, X2With02And13, X2With01And23, X4 };

/// A matrix shape as written: m16n8k16, m8n8 (k = 0).
struct Shape {
  uint16_t m = 0, n = 0, k = 0;
  bool operator==(const Shape &) const = default;
  /// Returns false if \p word isn't the name of a shape.
  static bool parse(llvm::StringRef word, Shape &shape);
};

/// The mode of a tensor copy.
enum class LoadMode : uint8_t {
  Tile,
  Gather4,
  Scatter4,
  Im2col,
  Im2colNoOffsets
};

enum class Group : uint8_t {
  Rounding,
  Ftz,
  Sat,
  Satfinite,
  Relu,
  NaN,
  XorSign,
  Abs,
  Precision,
  Half,
  Compare,
  Combine,
  Space,
  Order,
  Scope,
  CtaScope,
  Cache,
  NonCoherent,
  Unified,
  Evict,
  Evict2,
  Prefetch,
  CacheHint,
  Vector,
  Atom,
  Uniform,
  Aligned,
  Trans,
  Count,
  ShiftMode,
  ShiftAmount,
  Shuffle,
  Vote,
  Permute,
  Property,
  CarryOut,
  Shape,
  Proxy,
  Restrict,
  NoIncrement,
  NoComplete,
  Dimension,
  LoadMode,
  CtaGroup,
  Accumulate,
  MmaKind,
  BlockScale,
  ScaleVector,
  Unpack,
  Collector,
  Tcgen05Shape,
  WarpMulticast,
  Pack,
  MatrixLayout,
  VideoScale,
  PlusOne,
  NumGroups
};

/// The group's name in the tables.
llvm::StringRef name(Group group);

/// A set of groups, for the instruction table.
__extension__ typedef unsigned __int128 GroupSet;
constexpr GroupSet setOf(Group group) { return GroupSet(1) << unsigned(group); }

/// An mma with block scales has types for D, A, B, C and the scales.
constexpr unsigned kMaxTypes = 5;

/// The modifiers and types written on one instruction.
class Modifiers {
public:
  /// The types in the order written: cvt.D.S, mma.D.A.B.C.
  std::array<Type, kMaxTypes> types = {Type::None, Type::None, Type::None,
                                       Type::None, Type::None};
  uint8_t numTypes = 0;

  Type type() const { return types[0]; }
  bool has(Group group) const { return values[unsigned(group)]; }
  uint8_t get(Group group) const { return values[unsigned(group)]; }
  void set(Group group, uint8_t value) { values[unsigned(group)] = value; }

  Rounding rounding() const { return Rounding(get(Group::Rounding)); }
  bool ftz() const { return has(Group::Ftz); }
  bool sat() const { return has(Group::Sat); }
  bool satfinite() const { return has(Group::Satfinite); }
  bool relu() const { return has(Group::Relu); }
  Compare compare() const { return Compare(get(Group::Compare)); }
  Combine combine() const { return Combine(get(Group::Combine)); }
  Space space() const { return Space(get(Group::Space)); }
  AtomOp atom() const { return AtomOp(get(Group::Atom)); }
  Shape shape; // Group::Shape
  MmaKind kind() const { return MmaKind(get(Group::MmaKind)); }
  /// Elements per lane of a vector access.
  unsigned vector() const {
    return has(Group::Vector) ? get(Group::Vector) : 1;
  }

private:
  std::array<uint8_t, unsigned(Group::NumGroups)> values = {};
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_ISA_MODIFIERS_H
