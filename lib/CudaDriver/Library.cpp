//===- Library.cpp - Loaded code: libraries, modules, kernels ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Library.h"

#include "tileiras/Support/CubinPtx.h"

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

Expected<std::string> ptxOfCode(StringRef code) {
  if (looksLikeCubin(code))
    return ptxOfCubin(code);
  constexpr StringLiteral FatBinary("\x50\xed\x55\xba"),
      FatBinaryWrapper("\xb1\x43\x62\x46");
  if (code.starts_with(FatBinary) || code.starts_with(FatBinaryWrapper))
    return createStringError("fat binaries cannot be emulated: load the PTX "
                             "itself");
  return code.split('\0').first.str();
}

Expected<std::string> ptxOfImage(const void *image) {
  const char *start = static_cast<const char *>(image);
  // No byte of a magic number is zero, so no byte after the end is read.
  StringRef magic(start, strnlen(start, 4));
  if (!looksLikeCubin(magic))
    return ptxOfCode(magic.size() < 4 ? magic : StringRef(start));
  Expected<StringRef> cubin = cubinAt(start);
  return cubin ? ptxOfCubin(*cubin) : cubin.takeError();
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
    kernel.maxDynamicShared =
        int(std::max<int64_t>(0, 48 * 1024 - library->staticShared()));
  }
  return library;
}

} // namespace tileiras::cuda
