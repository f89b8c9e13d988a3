//===- AttachDeviceLibrary.cpp - Math helpers on demand ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/NVVMAttach/Passes.h"

#include "tileiras/Target/NVPTX/BlobLinkedLib.h"
#include "tileiras/Target/NVPTX/EmbeddedLibrary.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"

namespace tileiras {
#define GEN_PASS_DEF_ATTACHDEVICELIBRARY
#include "tileiras/Target/NVVMAttach/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace tileiras;

namespace {

/// Returns whether some function is left for a library to define.
bool needsLibrary(gpu::GPUModuleOp module) {
  return llvm::any_of(module.getOps<LLVM::LLVMFuncOp>(),
                      [](LLVM::LLVMFuncOp function) {
                        return function.isExternal() &&
                               !function.getName().starts_with("llvm.") &&
                               !isDriverProvided(function.getName());
                      });
}

class AttachDeviceLibrary
    : public tileiras::impl::AttachDeviceLibraryBase<AttachDeviceLibrary> {
public:
  using AttachDeviceLibraryBase::AttachDeviceLibraryBase;

  void runOnOperation() override {
    if (path.empty())
      return;
    for (auto module : getOperation().getOps<gpu::GPUModuleOp>())
      if (!module->hasAttr(kBlobLinkedLibAttr) && needsLibrary(module))
        module->setAttr(kBlobLinkedLibAttr, libraryAttr());
  }

private:
  Attribute libraryAttr() {
    ArrayRef<char> bytes = embeddedLibrary();
    if (StringRef(path) != kEmbeddedLibrary || bytes.empty())
      return StringAttr::get(&getContext(), path);
    auto type = RankedTensorType::get(static_cast<int64_t>(bytes.size()),
                                      Builder(&getContext()).getI8Type());
    // The bytes belong to the program: no copy is needed.
    return DenseResourceElementsAttr::get(
        type, kEmbeddedLibrary,
        UnmanagedAsmResourceBlob::allocateWithAlign(bytes, alignof(int64_t)));
  }
};

} // namespace
