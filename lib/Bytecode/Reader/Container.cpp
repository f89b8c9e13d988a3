//===- Container.cpp - Header and sections --------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Container.h"

#include "SectionRules.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tileiras;

//===----------------------------------------------------------------------===//
// Header
//===----------------------------------------------------------------------===//

static LogicalResult checkTag(const ByteCursor &file, BytecodeVersion version,
                              uint16_t tag, bool allowPreview) {
  if (tag & ~kPreviewTag)
    return file.error() << "expected version tag 0 or 1, got " << tag;
  if (!tag)
    return success();
  if (version != kNewestBytecodeVersion)
    return file.error() << "public-preview bytecode of version "
                        << version.str()
                        << " is not readable; preview content is only valid "
                           "at version "
                        << kNewestBytecodeVersion.str();
  if (!allowPreview)
    return file.error() << "public-preview bytecode requires at least one "
                           "enabled preview feature";
  return success();
}

static FailureOr<BytecodeVersion> readHeader(ByteCursor &file,
                                             bool allowPreview) {
  FailureOr<ByteCursor> magic = file.take(kBytecodeMagic.size(), "the magic");
  if (failed(magic))
    return failure();
  if (llvm::toStringRef(magic->rest()) != kBytecodeMagic)
    return magic->error() << "expected the magic bytes of Tile IR bytecode";
  FailureOr<uint8_t> majorNumber = file.readByte("the major version");
  FailureOr<uint8_t> minorNumber = failed(majorNumber)
                                       ? FailureOr<uint8_t>()
                                       : file.readByte("the minor version");
  FailureOr<uint64_t> tag = failed(minorNumber)
                                ? FailureOr<uint64_t>()
                                : file.readFixed(2, "the version tag");
  if (failed(tag))
    return failure();
  BytecodeVersion version(*majorNumber, *minorNumber);
  if (version < kOldestBytecodeVersion || version > kNewestBytecodeVersion)
    return file.error() << "unsupported Tile version " << version.str() << '.'
                        << *tag << ", this reader supports versions ["
                        << kOldestBytecodeVersion.str() << " - "
                        << kNewestBytecodeVersion.str() << "]";
  if (failed(checkTag(file, version, *tag, allowPreview)))
    return failure();
  return version;
}

//===----------------------------------------------------------------------===//
// Sections
//===----------------------------------------------------------------------===//

/// Reads the alignment field, if it is stated, and the padding after it.
static LogicalResult readAlignment(ByteCursor &file, bool stated,
                                   const SectionRule &rule) {
  if (!stated) {
    if (rule.alignment == 1)
      return success();
    return file.error() << "expected the " << rule.name
                        << " to state an alignment";
  }
  uint64_t offset = file.offset();
  FailureOr<uint64_t> alignment = file.readVarint("a section's alignment");
  if (failed(alignment))
    return failure();
  if (!llvm::isPowerOf2_64(*alignment) || *alignment % rule.alignment)
    return emitErrorAt(file.getContext(), offset)
           << "expected the alignment of the " << rule.name
           << " to be a power of two and a multiple of " << rule.alignment
           << ", got " << *alignment;
  return file.align(*alignment);
}

static LogicalResult readSection(ByteCursor &file, uint8_t header,
                                 Container &container) {
  uint64_t offset = file.offset() - 1;
  unsigned id = header & ~kSectionAlignedBit;
  if (id == 0 || id >= kNumSections)
    return emitErrorAt(file.getContext(), offset)
           << "unknown section ID " << id;
  const SectionRule &rule = kSectionRules[id];
  if (container.version < rule.since)
    return emitErrorAt(file.getContext(), offset)
           << "the " << rule.name << " requires bytecode version "
           << rule.since.str() << ", got version " << container.version.str();
  if (container.sections[id])
    return emitErrorAt(file.getContext(), offset)
           << "expected one " << rule.name << ", got a second";
  FailureOr<uint64_t> length = file.readVarint("a section's length");
  if (failed(length) ||
      failed(readAlignment(file, header & kSectionAlignedBit, rule)))
    return failure();
  if (*length > file.remaining())
    return file.error() << "section length " << *length
                        << " exceeds remaining data size " << file.remaining();
  ArrayRef<uint8_t> payload = file.rest().take_front(*length);
  container.sections[id] =
      ByteCursor(file.getContext(), payload, file.offset(), rule.name);
  return file.take(*length, rule.name);
}

static LogicalResult checkMandatory(const ByteCursor &file,
                                    const Container &container) {
  for (auto [section, rule] : llvm::zip(container.sections, kSectionRules))
    if (rule.mandatory && !section)
      return file.error() << "expected a " << rule.name << ", got none";
  return success();
}

FailureOr<Container> tileiras::readContainer(ByteCursor file,
                                             bool allowPreview) {
  FailureOr<BytecodeVersion> version = readHeader(file, allowPreview);
  if (failed(version))
    return failure();
  Container container{*version, {}};
  while (true) {
    FailureOr<uint8_t> header = file.readByte("a section or its end mark");
    if (failed(header))
      return failure();
    if (*header == static_cast<uint8_t>(SectionId::EndOfBytecode))
      break;
    if (failed(readSection(file, *header, container)))
      return failure();
  }
  if (!file.empty())
    return file.error() << "expected the end of the file after the last "
                           "section, got "
                        << file.remaining() << " more bytes";
  if (failed(checkMandatory(file, container)))
    return failure();
  return container;
}
