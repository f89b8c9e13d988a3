//===- ApiLibrary.cpp - Entry points: libraries and modules ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads PTX, or the PTX inside a cubin, and finds kernels and globals in it.
// Libraries belong to no context, modules to the current one. A refused text is
// reported in the client's error log.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include "tileiras/Support/OutputFile.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cstring>

using namespace llvm;

namespace tileiras::cuda {

//===-- Loading ---------------------------------------------------------===//

namespace {
/// The client's buffer for the reason why its PTX was refused.
struct ErrorLog {
  char *buffer = nullptr;
  void **size = nullptr; // in: of the buffer; out: of the text

  ErrorLog() = default;
  ErrorLog(unsigned count, const CUjit_option *options, void **values) {
    if (!options || !values)
      return;
    for (unsigned i = 0; i < count; ++i) {
      if (options[i] == CU_JIT_ERROR_LOG_BUFFER)
        buffer = static_cast<char *>(values[i]);
      else if (options[i] == CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES)
        size = &values[i];
      else if (options[i] == CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES)
        values[i] = nullptr; // nothing to say
    }
  }

  void write(StringRef text) const {
    if (!size)
      return;
    auto capacity = reinterpret_cast<uintptr_t>(*size);
    size_t length =
        buffer && capacity ? std::min(text.size(), capacity - 1) : 0;
    if (buffer && capacity) {
      std::memcpy(buffer, text.data(), length);
      buffer[length] = '\0';
    }
    *size = reinterpret_cast<void *>(length);
  }
};
} // namespace

/// The module's name in messages: the file that keeps its text, if any.
static std::string nameModule(Driver &driver, StringRef ptx) {
  std::string name = "module-" + std::to_string(++driver.modulesLoaded);
  if (driver.settings.ptxDirectory.empty())
    return name;
  SmallString<128> path(driver.settings.ptxDirectory);
  sys::path::append(path, name + ".ptx");
  // If the directory can't be made, the file can't be written either.
  (void)sys::fs::create_directories(driver.settings.ptxDirectory);
  if (Error failure = writeFile(path, [&](raw_ostream &os) { os << ptx; }))
    report(toString(std::move(failure)));
  return path.str().str();
}

static CUresult load(Driver &driver, Context *context,
                     Expected<std::string> ptx, const ErrorLog &log,
                     Library **loaded) {
  auto refuse = [&](Error error, CUresult code) {
    std::string text = toString(std::move(error));
    report(text);
    log.write(text);
    return code;
  };
  if (!ptx)
    return refuse(ptx.takeError(), CUDA_ERROR_NO_BINARY_FOR_GPU);
  auto library = loadLibrary(*ptx, nameModule(driver, *ptx));
  if (!library)
    return refuse(library.takeError(), CUDA_ERROR_INVALID_PTX);
  (*library)->context = context;
  for (const Kernel &kernel : (*library)->kernels)
    driver.kernels.insert(&kernel);
  *loaded = driver.libraries.adopt(std::move(*library));
  log.write("");
  return CUDA_SUCCESS;
}

static CUresult unload(Driver &driver, Library *library) {
  driver.awaitGrid();
  if (!driver.libraries.contains(library))
    return CUDA_ERROR_INVALID_HANDLE;
  for (const Kernel &kernel : library->kernels)
    driver.kernels.erase(&kernel);
  driver.machine.unload(*library->module);
  driver.libraries.destroy(library);
  return CUDA_SUCCESS;
}

CUDA_API CUresult cuModuleLoadDataEx(CUmodule *module, const void *image,
                                     unsigned count, CUjit_option *options,
                                     void **values) {
  Call call(__func__, module, image);
  return enterContext(call, [&](Driver &driver, Context &context) {
    return load(driver, &context, ptxOfImage(image),
                ErrorLog(count, options, values), module);
  });
}

CUDA_API CUresult cuModuleLoadData(CUmodule *module, const void *image) {
  return cuModuleLoadDataEx(module, image, 0, nullptr, nullptr);
}

static CUresult loadFile(Driver &driver, Context *context, const char *path,
                         const ErrorLog &log, Library **loaded) {
  auto file = MemoryBuffer::getFile(path);
  return file ? load(driver, context, ptxOfCode((*file)->getBuffer()), log,
                     loaded)
              : CUDA_ERROR_FILE_NOT_FOUND;
}

CUDA_API CUresult cuModuleLoad(CUmodule *module, const char *path) {
  Call call(__func__, module, path);
  return enterContext(call, [&](Driver &driver, Context &context) {
    return loadFile(driver, &context, path, ErrorLog(), module);
  });
}

CUDA_API CUresult cuModuleUnload(CUmodule module) {
  return enterContext(__func__, [&](Driver &driver, Context &) {
    return unload(driver, module);
  });
}

CUDA_API CUresult cuLibraryLoadData(CUlibrary *library, const void *code,
                                    CUjit_option *jitOptions, void **jitValues,
                                    unsigned jitCount, CUlibraryOption *,
                                    void **, unsigned) {
  return enter({__func__, library, code}, [&](Driver &driver) {
    return load(driver, nullptr, ptxOfImage(code),
                ErrorLog(jitCount, jitOptions, jitValues), library);
  });
}

CUDA_API CUresult cuLibraryLoadFromFile(CUlibrary *library, const char *path,
                                        CUjit_option *jitOptions,
                                        void **jitValues, unsigned jitCount,
                                        CUlibraryOption *, void **, unsigned) {
  return enter({__func__, library, path}, [&](Driver &driver) {
    return loadFile(driver, nullptr, path,
                    ErrorLog(jitCount, jitOptions, jitValues), library);
  });
}

CUDA_API CUresult cuLibraryUnload(CUlibrary library) {
  return enter(__func__,
               [&](Driver &driver) { return unload(driver, library); });
}

//===-- Contents --------------------------------------------------------===//

/// Runs the body if \p library is loaded.
template <class Body>
static CUresult enterLibrary(Call call, Library *library, Body body) {
  return enter(call, [&](Driver &driver) -> CUresult {
    return driver.libraries.contains(library) ? body(driver)
                                              : CUDA_ERROR_INVALID_HANDLE;
  });
}

CUDA_API CUresult cuLibraryGetKernel(CUkernel *kernel, CUlibrary library,
                                     const char *name) {
  return enterLibrary({__func__, kernel, name}, library, [&](Driver &) {
    *kernel = library->find(name);
    return *kernel ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
  });
}

CUDA_API CUresult cuModuleGetFunction(CUfunction *function, CUmodule module,
                                      const char *name) {
  return cuLibraryGetKernel(function, module, name);
}

CUDA_API CUresult cuLibraryGetKernelCount(unsigned *count, CUlibrary library) {
  return enterLibrary({__func__, count}, library, [&](Driver &) {
    *count = unsigned(library->kernels.size());
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuModuleGetFunctionCount(unsigned *count, CUmodule module) {
  return cuLibraryGetKernelCount(count, module);
}

CUDA_API CUresult cuLibraryEnumerateKernels(CUkernel *kernels, unsigned count,
                                            CUlibrary library) {
  return enterLibrary(__func__, library, [&](Driver &) {
    if (count && !kernels)
      return CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count && i < library->kernels.size(); ++i)
      kernels[i] = &library->kernels[i];
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuModuleEnumerateFunctions(CUfunction *functions,
                                             unsigned count, CUmodule module) {
  return cuLibraryEnumerateKernels(functions, count, module);
}

CUDA_API CUresult cuLibraryGetModule(CUmodule *module, CUlibrary library) {
  return enterLibrary({__func__, module}, library, [&](Driver &) {
    *module = library;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuLibraryGetGlobal(CUdeviceptr *address, size_t *bytes,
                                     CUlibrary library, const char *name) {
  return enterLibrary({__func__, name}, library, [&](Driver &driver) {
    auto found = driver.machine.address(*library->module, name);
    if (!found) {
      consumeError(found.takeError());
      return CUDA_ERROR_NOT_FOUND;
    }
    if (address)
      *address = *found;
    if (bytes)
      *bytes = library->program().variableByName.lookup(name)->size;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes,
                                       CUmodule module, const char *name) {
  return cuLibraryGetGlobal(address, bytes, module, name);
}

CUDA_API CUresult cuModuleGetLoadingMode(CUmoduleLoadingMode *mode) {
  return enter({__func__, mode}, [&](Driver &) {
    *mode = CU_MODULE_EAGER_LOADING;
    return CUDA_SUCCESS;
  });
}

} // namespace tileiras::cuda
