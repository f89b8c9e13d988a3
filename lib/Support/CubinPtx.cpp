//===- CubinPtx.cpp - The PTX that a cubin carries --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// llvm::object::ELFFile could do this too, but would link a large part of LLVM
// into programs that depend on LLVM Support alone.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Support/CubinPtx.h"

#include "llvm/ADT/Twine.h"
#include "llvm/BinaryFormat/ELF.h"

#include <algorithm>
#include <cstring>

using namespace llvm;

namespace tileiras {

/// The limit of a cubin in memory. A table further away counts as damage.
constexpr uint64_t LargestCubin = uint64_t(1) << 31;

[[clang::nomerge]] static Error malformed(const Twine &reason) {
  return createStringError("malformed cubin: " + reason);
}

bool looksLikeCubin(StringRef bytes) {
  return bytes.starts_with(StringRef(ELF::ElfMagic, 4));
}

/// Returns the \p size bytes at \p offset.
static Expected<StringRef> slice(StringRef image, uint64_t offset,
                                 uint64_t size, const Twine &what) {
  if (offset <= image.size() && size <= image.size() - offset)
    return image.substr(offset, size);
  return malformed(what + " at offset " + Twine(offset) + " has " +
                   Twine(size) + " bytes, the file has " + Twine(image.size()));
}

/// Reads a structure, which need not be aligned.
template <class T>
static Expected<T> read(StringRef image, uint64_t offset, const Twine &what) {
  Expected<StringRef> bytes = slice(image, offset, sizeof(T), what);
  if (!bytes)
    return bytes.takeError();
  T value;
  std::memcpy(&value, bytes->data(), sizeof(T));
  return value;
}

static Expected<ELF::Elf64_Ehdr> readHeader(StringRef image) {
  Expected<ELF::Elf64_Ehdr> header =
      read<ELF::Elf64_Ehdr>(image, 0, "the ELF header");
  if (!header)
    return header;
  if (!looksLikeCubin(image) ||
      header->e_ident[ELF::EI_CLASS] != ELF::ELFCLASS64 ||
      header->e_ident[ELF::EI_DATA] != ELF::ELFDATA2LSB)
    return malformed("expected a little-endian ELF file of 64 bits");
  if (header->e_machine != ELF::EM_CUDA)
    return malformed("expected machine " + Twine(unsigned(ELF::EM_CUDA)) +
                     " (CUDA), got " + Twine(header->e_machine));
  if (header->e_shnum && header->e_shentsize != sizeof(ELF::Elf64_Shdr))
    return malformed("expected section headers of " +
                     Twine(sizeof(ELF::Elf64_Shdr)) + " bytes, got " +
                     Twine(header->e_shentsize));
  return header;
}

static Expected<ELF::Elf64_Shdr>
readSection(StringRef image, const ELF::Elf64_Ehdr &header, unsigned index) {
  return read<ELF::Elf64_Shdr>(image,
                               header.e_shoff + index * sizeof(ELF::Elf64_Shdr),
                               "section header " + Twine(index));
}

/// Returns the table of section names.
static Expected<StringRef> readNames(StringRef image,
                                     const ELF::Elf64_Ehdr &header) {
  if (header.e_shstrndx >= header.e_shnum)
    return malformed("section " + Twine(header.e_shstrndx) +
                     " is to hold the names, but there are " +
                     Twine(header.e_shnum));
  Expected<ELF::Elf64_Shdr> names =
      readSection(image, header, header.e_shstrndx);
  if (!names)
    return names.takeError();
  return slice(image, names->sh_offset, names->sh_size,
               "the table of section names");
}

Expected<std::string> ptxOfCubin(StringRef cubin) {
  Expected<ELF::Elf64_Ehdr> header = readHeader(cubin);
  if (!header)
    return header.takeError();
  // From here on, reading one header after the other can't overflow.
  if (header->e_shoff > cubin.size())
    return malformed("the section headers are at offset " +
                     Twine(header->e_shoff) + ", the file has " +
                     Twine(cubin.size()) + " bytes");
  Expected<StringRef> names = readNames(cubin, *header);
  if (!names)
    return names.takeError();
  for (unsigned index = 0; index < header->e_shnum; ++index) {
    Expected<ELF::Elf64_Shdr> section = readSection(cubin, *header, index);
    if (!section)
      return section.takeError();
    StringRef name = names->substr(section->sh_name).split('\0').first;
    if (name != ".nv_debug_ptx_txt")
      continue;
    Expected<StringRef> bytes =
        slice(cubin, section->sh_offset, section->sh_size, name);
    if (!bytes)
      return bytes.takeError();
    std::string text = bytes->str();
    // Lines end with a zero byte in the section.
    std::replace(text.begin(), text.end(), '\0', '\n');
    return text;
  }
  return createStringError(
      "the cubin holds machine code only, which cannot be emulated: have it "
      "assembled with line info, which keeps the PTX in it, or have the "
      "compiler write PTX (TILEIRAS_PTXAS=none)");
}

Expected<StringRef> cubinAt(const char *start) {
  Expected<ELF::Elf64_Ehdr> header =
      readHeader(StringRef(start, sizeof(ELF::Elf64_Ehdr)));
  if (!header)
    return header.takeError();
  for (uint64_t offset : {header->e_shoff, header->e_phoff})
    if (offset > LargestCubin)
      return malformed("a table at offset " + Twine(offset) +
                       "; nothing above " + Twine(LargestCubin) +
                       " is looked at");
  uint64_t sectionsEnd =
      header->e_shoff + uint64_t(header->e_shnum) * header->e_shentsize;
  uint64_t segmentsEnd =
      header->e_phoff + uint64_t(header->e_phnum) * header->e_phentsize;
  return StringRef(start, std::max(sectionsEnd, segmentsEnd));
}

} // namespace tileiras
