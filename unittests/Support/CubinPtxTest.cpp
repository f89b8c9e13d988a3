//===- CubinPtxTest.cpp - Cubins, whole and damaged -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Support/CubinPtx.h"

#include "llvm/BinaryFormat/ELF.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cstring>
#include <functional>
#include <vector>

using namespace llvm;
using testing::HasSubstr;

namespace tileiras {
namespace {

constexpr StringLiteral Text =
    StringLiteral::withInnerNUL(".version 8.0\0.target sm_80\0");
constexpr StringLiteral Names =
    StringLiteral::withInnerNUL("\0.nv_debug_ptx_txt\0.shstrtab\0");

/// Header, text, names and three section headers, in an assembler's order.
struct Image {
  ELF::Elf64_Ehdr header = {};
  ELF::Elf64_Shdr sections[3] = {};

  Image() {
    std::memcpy(header.e_ident, ELF::ElfMagic, 4);
    header.e_ident[ELF::EI_CLASS] = ELF::ELFCLASS64;
    header.e_ident[ELF::EI_DATA] = ELF::ELFDATA2LSB;
    header.e_machine = ELF::EM_CUDA;
    header.e_shoff = sizeof(header) + Text.size() + Names.size();
    header.e_shentsize = sizeof(ELF::Elf64_Shdr);
    header.e_shnum = 3;
    header.e_shstrndx = 2;
    sections[1].sh_name = 1;
    sections[1].sh_offset = sizeof(header);
    sections[1].sh_size = Text.size();
    sections[2].sh_name = 19;
    sections[2].sh_offset = sizeof(header) + Text.size();
    sections[2].sh_size = Names.size();
  }

  std::string bytes() const {
    std::string all(reinterpret_cast<const char *>(&header), sizeof(header));
    all += Text;
    all += Names;
    all.append(reinterpret_cast<const char *>(sections), sizeof(sections));
    return all;
  }
};

/// The value, or the error.
template <class T> std::string text(Expected<T> value) {
  return value ? std::string(*value) : toString(value.takeError());
}

/// The error for an image that \p damage has changed.
std::string refusal(const std::function<void(Image &)> &damage) {
  Image image;
  damage(image);
  Expected<std::string> ptx = ptxOfCubin(image.bytes());
  EXPECT_FALSE(bool(ptx));
  return text(std::move(ptx));
}

TEST(CubinPtx, LinesEndInZeros) {
  EXPECT_EQ(text(ptxOfCubin(Image().bytes())), ".version 8.0\n.target sm_80\n");
}

TEST(CubinPtx, EndsWithTheLaterTable) {
  std::string bytes = Image().bytes();
  std::string longer = bytes + "something else";
  Expected<StringRef> found = cubinAt(longer.data());
  ASSERT_TRUE(bool(found));
  EXPECT_EQ(*found, bytes);

  Image image;
  image.header.e_phoff = bytes.size();
  image.header.e_phentsize = sizeof(ELF::Elf64_Phdr);
  image.header.e_phnum = 1;
  longer = image.bytes() + std::string(100, '\0');
  found = cubinAt(longer.data());
  ASSERT_TRUE(bool(found));
  EXPECT_EQ(found->size(), bytes.size() + sizeof(ELF::Elf64_Phdr));
}

TEST(CubinPtx, HeaderMustBeCudas) {
  EXPECT_EQ(refusal([](Image &i) { i.header.e_ident[ELF::EI_CLASS] = 1; }),
            "malformed cubin: expected a little-endian ELF file of 64 bits");
  EXPECT_EQ(refusal([](Image &i) { i.header.e_machine = ELF::EM_X86_64; }),
            "malformed cubin: expected machine 190 (CUDA), got 62");
  EXPECT_EQ(refusal([](Image &i) { i.header.e_shentsize = 40; }),
            "malformed cubin: expected section headers of 64 bytes, got 40");
}

TEST(CubinPtx, SectionHeadersMustBeInside) {
  EXPECT_THAT(refusal([](Image &i) { i.header.e_shoff = ~uint64_t(0); }),
              HasSubstr("the section headers are at offset "
                        "18446744073709551615, the file has"));
  EXPECT_THAT(refusal([](Image &i) {
                i.header.e_shnum = 4;
                i.sections[1].sh_name = 2;
              }),
              HasSubstr("malformed cubin: section header 3 at offset "));
  EXPECT_EQ(refusal([](Image &i) { i.header.e_shstrndx = 3; }),
            "malformed cubin: section 3 is to hold the names, but there are 3");
}

TEST(CubinPtx, ContentsMustBeInside) {
  EXPECT_THAT(refusal([](Image &i) { i.sections[1].sh_size = 5000; }),
              HasSubstr(".nv_debug_ptx_txt at offset 64 has 5000 bytes, "
                        "the file has "));
  EXPECT_THAT(refusal([](Image &i) { i.sections[1].sh_size = ~uint64_t(0); }),
              HasSubstr(".nv_debug_ptx_txt at offset 64 has"));
  EXPECT_THAT(refusal([](Image &i) { i.sections[2].sh_offset = 1 << 20; }),
              HasSubstr("the table of section names at offset 1048576 has"));
}

TEST(CubinPtx, NoPtx) {
  StringRef hint = "the cubin holds machine code only, which cannot be "
                   "emulated: have it assembled with line info";
  EXPECT_THAT(refusal([](Image &i) { i.sections[1].sh_name = 2; }),
              HasSubstr(hint.str()));
  EXPECT_THAT(refusal([](Image &i) { i.sections[1].sh_name = 1000; }),
              HasSubstr(hint.str()));
}

TEST(CubinPtx, CutOff) {
  std::string bytes = Image().bytes();
  for (size_t size = 0; size < bytes.size(); ++size) {
    // The image is on the heap, so that a sanitizer sees reads beyond it.
    std::vector<char> part(bytes.begin(), bytes.begin() + size);
    EXPECT_THAT(text(ptxOfCubin({part.data(), part.size()})),
                HasSubstr("malformed cubin: "));
  }
}

TEST(CubinPtx, EachByteDamaged) {
  std::string good = Image().bytes();
  for (size_t at = 0; at < good.size(); ++at)
    for (int change : {0x01, 0x80, 0xff}) {
      std::vector<char> bytes(good.begin(), good.end());
      bytes[at] ^= change;
      // Any result except a crash is accepted.
      consumeError(ptxOfCubin({bytes.data(), bytes.size()}).takeError());
    }
}

TEST(CubinPtx, TablesFarAway) {
  Image image;
  image.header.e_phoff = uint64_t(1) << 40;
  std::string bytes = image.bytes();
  EXPECT_EQ(text(cubinAt(bytes.data())),
            "malformed cubin: a table at offset 1099511627776; "
            "nothing above 2147483648 is looked at");
}

} // namespace
} // namespace tileiras
