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

/// A kernel of a loaded library, for both CUkernel and CUfunction.
struct Kernel {
  Library *library = nullptr;
  const emu::Function *function = nullptr;
  /// CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES; the size without opt-in
  /// until it is set.
  int maxDynamicShared = 0;
  /// The other attributes that may be set; the emulator ignores them.
  std::map<int, int> preferences;

  const char *name() const { return function->name.c_str(); }
  /// The maximal threads of a CTA, by the kernel's own directives and the
  /// device.
  int maxThreads() const;
};

/// A PTX module, for both CUlibrary and CUmodule.
struct Library {
  std::string ptx;
  std::unique_ptr<emu::Module> module;
  Context *context = nullptr; // null: a CUlibrary has no context
  std::deque<Kernel> kernels;

  const emu::Program &program() const { return module->program(); }
  Kernel *find(llvm::StringRef name);
  int64_t staticShared() const { return program().staticShared; }
};

/// Returns the PTX of a file: a text, which ends at a NUL, or a cubin that
/// carries its PTX.
llvm::Expected<std::string> ptxOfCode(llvm::StringRef code);

/// Returns the same for an image in memory. Only its contents give its length.
llvm::Expected<std::string> ptxOfImage(const void *image);

/// Parses PTX; messages call the module \p name.
llvm::Expected<std::unique_ptr<Library>> loadLibrary(llvm::StringRef ptx,
                                                     llvm::StringRef name);

} // namespace tileiras::cuda

#endif // TILEIRAS_CUDADRIVER_LIBRARY_H
