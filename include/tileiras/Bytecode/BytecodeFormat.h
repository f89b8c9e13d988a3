//===- BytecodeFormat.h - Constants of the Tile IR format -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The constants of the bytecode format that reader and writer share. Their
// grammar is at the top of lib/Bytecode/Reader/BytecodeReader.cpp; operations
// are in OpEncoding.h.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_BYTECODE_BYTECODEFORMAT_H
#define TILEIRAS_BYTECODE_BYTECODEFORMAT_H

#include "tileiras/Bytecode/BytecodeVersion.h"

#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace tileiras {

/// The first eight bytes of a file.
inline constexpr llvm::StringRef kBytecodeMagic("\x7fTileIR\0", 8);

/// Bit 0 of the header's tag: the file uses preview operations.
inline constexpr uint16_t kPreviewTag = 1;

/// The filler between aligned fields.
inline constexpr uint8_t kPaddingByte = 0xCB;

/// The first opcode and type tag of preview operations.
inline constexpr uint64_t kFirstPreviewOpcode = 0x4000;
/// The opcode of preview$call, the only one that is known by name.
inline constexpr uint64_t kPreviewCallOpcode = 0x4002;

enum class SectionId : uint8_t {
  EndOfBytecode = 0,
  String = 1,
  Function = 2,
  Debug = 3,
  Constant = 4,
  Type = 5,
  Global = 6,
  Producer = 7,
};
inline constexpr unsigned kNumSections = 8;
/// Bit 7 of a section's identifier: an alignment follows the length.
inline constexpr uint8_t kSectionAlignedBit = 0x80;

enum class TypeTag : uint64_t {
  I1 = 0,
  I8 = 1,
  I16 = 2,
  I32 = 3,
  I64 = 4,
  F16 = 5,
  BF16 = 6,
  F32 = 7,
  TF32 = 8,
  F64 = 9,
  F8E4M3FN = 10,
  F8E5M2 = 11,
  Pointer = 12,
  Tile = 13,
  TensorView = 14,
  PartitionView = 15,
  Function = 16,
  Token = 17,
  F8E8M0FNU = 18,
  F4E2M1FN = 19,
  GatherScatterView = 20,
  StridedView = 21,
  I4 = 22,
  F8E5M3FNU = 130,
};

enum class AttributeTag : uint64_t {
  Integer = 1,
  Float = 2,
  Bool = 3,
  Type = 4,
  String = 5,
  Array = 6,
  DenseElements = 7,
  DivBy = 8,
  SameElements = 9,
  Dictionary = 10,
  OptimizationHints = 11,
  Bounded = 12,
};

enum class DebugTag : uint64_t {
  Unknown = 0,
  CompileUnit = 1,
  File = 2,
  LexicalBlock = 3,
  Location = 4,
  Subprogram = 5,
  CallSite = 6,
};

/// The flags of a function record. Up to 13.4, bit 2 says that optimization
/// hints follow (from 13.5 on an entry always has them).
inline constexpr uint8_t kFunctionPrivate = 1;
inline constexpr uint8_t kFunctionEntry = 2;
inline constexpr uint8_t kFunctionHints = 4;

/// The flags of an assume predicate, which say which of its numbers are
/// present.
inline constexpr uint8_t kDivByEvery = 1, kDivByAlong = 2;
inline constexpr uint8_t kBoundedLower = 1, kBoundedUpper = 2;

//===----------------------------------------------------------------------===//
// The versions of format changes; operations have theirs in their records.
//===----------------------------------------------------------------------===//

/// Globals have a visibility and may be constant.
inline constexpr BytecodeVersion kGlobalFlagsSince(13, 3);
/// A file names its producer.
inline constexpr BytecodeVersion kProducerSince(13, 3);
/// One flags field says which parameters of a view type are present. Before, a
/// byte preceded the padding value.
inline constexpr BytecodeVersion kTypeFlagsSince(13, 3);
/// Pointers and tensor views have a ptr_attr, and flags before it.
inline constexpr BytecodeVersion kPtrAttrSince(13, 4);
/// Entries always have hints, and attributes of arguments.
inline constexpr BytecodeVersion kEntryHintsSince(13, 5);
/// Subprograms have flags; none is known.
inline constexpr BytecodeVersion kSubprogramFlagsSince(13, 5);

} // namespace tileiras

#endif // TILEIRAS_BYTECODE_BYTECODEFORMAT_H
