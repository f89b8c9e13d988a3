//===- BlobLinkedLib.cpp - Device libraries as an attribute -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/NVPTX/BlobLinkedLib.h"

#include "tileiras/Target/NVPTX/DeviceLibrary.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Transforms/IPO/Internalize.h"

using namespace llvm;

namespace tileiras {

static Error parseFailure() {
  return createStringError("blobLinkedLib: failed to parse embedded bitcode");
}

static Expected<std::unique_ptr<MemoryBuffer>> readFile(StringRef path) {
  if (!sys::fs::is_regular_file(path))
    return createStringError(
        "blobLinkedLib: bitcode path does not exist or is not a file");
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/false,
                                      /*RequiresNullTerminator=*/false);
  if (!buffer)
    return createStringError("blobLinkedLib: cannot read '" + path +
                             "': " + buffer.getError().message());
  return std::move(*buffer);
}

static std::unique_ptr<MemoryBuffer> wrapBytes(ArrayRef<char> bytes) {
  return MemoryBuffer::getMemBuffer(StringRef(bytes.data(), bytes.size()),
                                    "blobLinkedLib",
                                    /*RequiresNullTerminator=*/false);
}

static ArrayRef<char> asChars(ArrayRef<int8_t> bytes) {
  return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

/// Returns the payload of the attribute, which must outlive it.
static Expected<std::unique_ptr<MemoryBuffer>>
readPayload(mlir::Attribute attr) {
  if (auto path = dyn_cast<mlir::StringAttr>(attr))
    return readFile(path.getValue());
  if (auto bytes = dyn_cast<mlir::DenseI8ArrayAttr>(attr))
    return wrapBytes(asChars(bytes.asArrayRef()));
  if (auto resource = dyn_cast<mlir::DenseResourceElementsAttr>(attr)) {
    mlir::AsmResourceBlob *blob = resource.getRawHandle().getBlob();
    if (!blob)
      return parseFailure();
    return wrapBytes(blob->getData());
  }
  return createStringError("blobLinkedLib: expected bitcode bytes or a path");
}

Expected<std::unique_ptr<Module>>
loadBlobLinkedLib(mlir::gpu::GPUModuleOp module, LLVMContext &context) {
  mlir::Attribute attr = module->getAttr(kBlobLinkedLibAttr);
  if (!attr)
    return nullptr;
  auto payload = readPayload(attr);
  if (!payload)
    return payload.takeError();
  auto library = getOwningLazyBitcodeModule(std::move(*payload), context);
  if (!library) {
    consumeError(library.takeError());
    return parseFailure();
  }
  return std::move(*library);
}

/// The library's own target does not constrain the user's module.
static void adoptTarget(Module &library, const Module &module) {
  library.setDataLayout(module.getDataLayout());
  library.setTargetTriple(module.getTargetTriple());
  for (Function &function : library) {
    function.removeFnAttr("target-cpu");
    function.removeFnAttr("target-features");
  }
}

Error linkDeviceLibrary(Module &module, std::unique_ptr<Module> library) {
  adoptTarget(*library, module);
  adoptLibdeviceNames(module, *library);
  bool failed = Linker::linkModules(
      module, std::move(library), Linker::Flags::LinkOnlyNeeded,
      [](Module &linked, const StringSet<> &names) {
        internalizeModule(linked, [&](const GlobalValue &value) {
          return !value.hasName() || !names.contains(value.getName());
        });
      });
  if (failed)
    return parseFailure();
  return Error::success();
}

bool isDriverProvided(StringRef symbol) {
  return symbol == "vprintf" || symbol == "__assertfail" ||
         symbol == "malloc" || symbol == "free";
}

/// libdevice calls this to query modes such as __CUDA_FTZ; LLVM's pass
/// NVVMReflect replaces the calls by constants.
static bool isResolvedByLLVM(StringRef symbol) {
  return symbol == "__nvvm_reflect";
}

/// Returns the name of a function that uses `function`, or the empty string.
static StringRef userOf(const Function &function) {
  for (const User *user : function.users())
    if (auto *inst = dyn_cast<Instruction>(user))
      return inst->getFunction()->getName();
  return "";
}

Error checkSymbolsResolved(const Module &module) {
  for (const Function &function : module) {
    if (!function.isDeclaration() || function.isIntrinsic() ||
        function.use_empty() || isDriverProvided(function.getName()) ||
        isResolvedByLLVM(function.getName()))
      continue;
    StringRef user = userOf(function);
    return createStringError(
        "undefined symbol '" + function.getName() + "'" +
        (user.empty() ? Twine() : " called from '" + user + "'") +
        ": no device library that is attached to the module defines it");
  }
  return Error::success();
}

} // namespace tileiras
