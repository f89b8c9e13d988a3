//===- Library.cpp - Loaded code: libraries, modules, kernels ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Library.h"

#include "llvm/BinaryFormat/ELF.h"

#include <algorithm>
#include <cstring>

using namespace llvm;

namespace tileiras::cuda {

int Kernel::maxThreads() const {
  if (function->requiredBlock)
    return int(function->requiredBlock->count());
  if (function->maximumBlock)
    return int(std::min<uint64_t>(function->maximumBlock->count(), 1024));
  return 1024;
}

Kernel *Library::find(StringRef name) {
  auto found = llvm::find_if(
      kernels, [&](const Kernel &k) { return k.function->name == name; });
  return found == kernels.end() ? nullptr : &*found;
}

/// Section .nv_debug_ptx_txt of a cubin; lines end with a zero byte there.
static Expected<std::string> ptxOfCubin(const char *image) {
  const auto &header = *reinterpret_cast<const ELF::Elf64_Ehdr *>(image);
  const auto *sections =
      reinterpret_cast<const ELF::Elf64_Shdr *>(image + header.e_shoff);
  const char *names = image + sections[header.e_shstrndx].sh_offset;
  for (const ELF::Elf64_Shdr &section : ArrayRef(sections, header.e_shnum)) {
    if (StringRef(names + section.sh_name) != ".nv_debug_ptx_txt")
      continue;
    std::string text(image + section.sh_offset, section.sh_size);
    std::replace(text.begin(), text.end(), '\0', '\n');
    return text;
  }
  return createStringError(
      "the cubin holds machine code only, which cannot be emulated: have it "
      "assembled with line info, which keeps the PTX in it, or have the "
      "compiler write PTX (TILEIRAS_PTXAS=none)");
}

Expected<std::string> ptxOfImage(const void *image) {
  constexpr uint32_t FatBinary = 0xba55ed50, FatBinaryWrapper = 0x466243b1;
  const char *bytes = static_cast<const char *>(image);
  if (StringRef(bytes, std::min<size_t>(strnlen(bytes, 4), 4)) == "\x7f"
                                                                  "ELF")
    return ptxOfCubin(bytes);
  uint32_t magic;
  std::memcpy(&magic, bytes, sizeof(magic));
  if (magic == FatBinary || magic == FatBinaryWrapper)
    return createStringError("fat binaries cannot be emulated: load the PTX "
                             "itself");
  return std::string(bytes);
}

Expected<std::unique_ptr<Library>> loadLibrary(StringRef ptx, StringRef name) {
  auto module = emu::Module::parse(ptx, name);
  if (!module)
    return module.takeError();
  auto library = std::make_unique<Library>();
  library->ptx = ptx.str();
  library->module = std::move(*module);
  for (const emu::Function &function : library->program().functions) {
    if (!function.isKernel)
      continue;
    Kernel &kernel = library->kernels.emplace_back();
    kernel.library = library.get();
    kernel.function = &function;
    kernel.maxDynamicShared = std::max(0, 48 * 1024 - library->staticShared());
  }
  return library;
}

} // namespace tileiras::cuda
