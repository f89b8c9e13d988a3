//===- Library.h - Loaded code: libraries, modules, kernels -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_CUDADRIVER_LIBRARY_H
#define TILEIRAS_CUDADRIVER_LIBRARY_H

#include "tileiras/CudaDriver/Abi.h"

#include "tileiras/Emulator/Emulator.h"

#include <deque>

namespace tileiras::cuda {

/// A kernel of a loaded library: CUkernel and CUfunction alike.
struct Kernel {
  Library *library = nullptr;
  const emu::Function *function = nullptr;
  /// CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES; what needs no opting in
  /// until it is set.
  int maxDynamicShared = 0;
  /// The other attributes that may be set; the emulator has no use for them.
  std::map<int, int> preferences;

  const char *name() const { return function->name.c_str(); }
  /// Most threads of a CTA, by the kernel's own directives and the device.
  int maxThreads() const;
};

/// A PTX module: CUlibrary and CUmodule alike.
struct Library {
  std::string ptx;
  std::unique_ptr<emu::Module> module;
  Context *context = nullptr; // null: of no context (CUlibrary)
  std::deque<Kernel> kernels;

  const emu::Program &program() const { return module->program(); }
  Kernel *find(llvm::StringRef name);
  int64_t staticShared() const { return program().staticShared; }
};

/// The PTX of a file: a text, which ends at a NUL, or a cubin that carries its
/// PTX.
llvm::Expected<std::string> ptxOfCode(llvm::StringRef code);

/// The same of an image in memory. How long it is, only its contents say.
llvm::Expected<std::string> ptxOfImage(const void *image);

/// Parses; \p name stands for the module in messages.
llvm::Expected<std::unique_ptr<Library>> loadLibrary(llvm::StringRef ptx,
                                                     llvm::StringRef name);

} // namespace tileiras::cuda

#endif // TILEIRAS_CUDADRIVER_LIBRARY_H
