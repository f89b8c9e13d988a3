//===- ApiKernel.cpp - Entry points: kernels and launches -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes of kernels that follow from their PTX, and launches in all forms
// of the API: each is checked, copies its parameters and is submitted to a
// stream as work.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include "tileiras/Emulator/Machine/TensorMapNote.h"

using namespace llvm;

namespace tileiras::cuda {

//===-- Attributes ------------------------------------------------------===//

/// Returns 90 for ".target sm_90a".
static int capabilityOf(StringRef target) {
  int capability = 0;
  target.consume_front("sm_");
  target.take_while([](char c) { return c >= '0' && c <= '9'; })
      .getAsInteger(10, capability);
  return capability;
}

static size_t constantBytes(const emu::Program &program) {
  size_t sum = 0;
  for (const emu::Variable &variable : program.variables)
    if (variable.space == emu::Space::Const)
      sum += variable.size;
  return sum;
}

/// Returns the required size along the axis of the attribute, if the kernel has
/// one.
static std::optional<int> requiredClusterSize(const Kernel &kernel,
                                              CUfunction_attribute attribute) {
  const std::optional<emu::Dim3> &cluster = kernel.function->requiredCluster;
  if (!cluster)
    return std::nullopt;
  switch (attribute) {
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH:
    return cluster->x;
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT:
    return cluster->y;
  case CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH:
    return cluster->z;
  default:
    return std::nullopt;
  }
}

static int attributeOf(const Driver &driver, const Kernel &kernel,
                       CUfunction_attribute attribute) {
  const emu::Program &program = kernel.library->program();
  switch (attribute) {
  case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
    // The attribute is not the value of .reqntid, but the capability of threads
    // that registers allow, which PTX doesn't tell.
    return kernel.function->requiredBlock ? 1024 : kernel.maxThreads();
  case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
    return int(kernel.library->staticShared());
  case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
    return int(constantBytes(program));
  case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
    return int(kernel.function->localBytes);
  case CU_FUNC_ATTRIBUTE_NUM_REGS:
    // PTX has any capability of registers; a thread may have at most 255.
    return int(std::min(255u, kernel.function->registerUnits));
  case CU_FUNC_ATTRIBUTE_PTX_VERSION:
    return capabilityOf(program.target);
  case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
    return driver.settings.major * 10 + driver.settings.minor;
  case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
    return kernel.maxDynamicShared;
  case CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET:
    return kernel.function->explicitCluster;
  default: {
    if (std::optional<int> size = requiredClusterSize(kernel, attribute))
      return *size;
    auto set = kernel.preferences.find(attribute);
    return set == kernel.preferences.end() ? 0 : set->second;
  }
  }
}

static bool isAttribute(CUfunction_attribute attribute) {
  return attribute >= 0 &&
         attribute <= CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE;
}

CUDA_API CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute,
                                     CUfunction function) {
  return enterKernel({__func__, value}, function, [&](Driver &driver) {
    if (!isAttribute(attribute))
      return CUDA_ERROR_INVALID_VALUE;
    *value = attributeOf(driver, *function, attribute);
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuFuncSetAttribute(CUfunction function,
                                     CUfunction_attribute attribute,
                                     int value) {
  return enterKernel(__func__, function, [&](Driver &driver) {
    if (!isAttribute(attribute) ||
        attribute < CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
      return CUDA_ERROR_INVALID_VALUE;
    if (attribute != CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES) {
      function->preferences[attribute] = value;
      return CUDA_SUCCESS;
    }
    if (value < 0 ||
        value + function->library->staticShared() > driver.gpu.sharedPerBlock)
      return CUDA_ERROR_INVALID_VALUE;
    function->maxDynamicShared = value;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuKernelGetAttribute(int *value,
                                       CUfunction_attribute attribute,
                                       CUkernel kernel, CUdevice device) {
  return device ? CUDA_ERROR_INVALID_DEVICE
                : cuFuncGetAttribute(value, attribute, kernel);
}

CUDA_API CUresult cuKernelSetAttribute(CUfunction_attribute attribute,
                                       int value, CUkernel kernel,
                                       CUdevice device) {
  return device ? CUDA_ERROR_INVALID_DEVICE
                : cuFuncSetAttribute(kernel, attribute, value);
}

/// The split of a cache makes no difference here.
CUDA_API CUresult cuFuncSetCacheConfig(CUfunction function, int) {
  return enterKernel(__func__, function, [](Driver &) { return CUDA_SUCCESS; });
}

CUDA_API CUresult cuKernelSetCacheConfig(CUkernel kernel, int config,
                                         CUdevice) {
  return cuFuncSetCacheConfig(kernel, config);
}

CUDA_API CUresult cuFuncGetName(const char **name, CUfunction function) {
  return enterKernel({__func__, name}, function, [&](Driver &) {
    *name = function->name();
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuKernelGetName(const char **name, CUkernel kernel) {
  return cuFuncGetName(name, kernel);
}

CUDA_API CUresult cuFuncGetModule(CUmodule *module, CUfunction function) {
  return enterKernel({__func__, module}, function, [&](Driver &) {
    *module = function->library;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuKernelGetLibrary(CUlibrary *library, CUkernel kernel) {
  return cuFuncGetModule(library, kernel);
}

CUDA_API CUresult cuKernelGetFunction(CUfunction *function, CUkernel kernel) {
  return enterKernel({__func__, function}, kernel, [&](Driver &) {
    *function = kernel;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuFuncGetParamInfo(CUfunction function, size_t index,
                                     size_t *offset, size_t *size) {
  return enterKernel({__func__, offset}, function, [&](Driver &) {
    // Tensor maps that a launch makes are not parameters of the client.
    auto note = emu::TensorMapNote::read(function->library->program(),
                                         *function->function);
    if (!note) {
      report(toString(note.takeError()));
      return CUDA_ERROR_INVALID_IMAGE;
    }
    if (index >= note->countArguments())
      return CUDA_ERROR_INVALID_VALUE;
    const emu::Param &param = function->function->params[index];
    *offset = param.offset;
    if (size)
      *size = param.size;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuKernelGetParamInfo(CUkernel kernel, size_t index,
                                       size_t *offset, size_t *size) {
  return cuFuncGetParamInfo(kernel, index, offset, size);
}

CUDA_API CUresult cuFuncIsLoaded(CUfunctionLoadingState *state,
                                 CUfunction function) {
  return enterKernel({__func__, state}, function, [&](Driver &) {
    *state = CU_FUNCTION_LOADING_STATE_LOADED;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuFuncLoad(CUfunction function) {
  return enterKernel(__func__, function, [](Driver &) { return CUDA_SUCCESS; });
}

//===-- Launches --------------------------------------------------------===//

CUDA_API CUresult cuLaunchKernelEx(const CUlaunchConfig *config,
                                   CUfunction function, void **parameters,
                                   void **extra) {
  Call call(__func__, config);
  return enterContext(call, [&](Driver &driver, Context &context) {
    KernelLaunch launch;
    if (CUresult result =
            prepareLaunch(driver, function, *config, parameters, extra, launch))
      return result;
    return submit(driver, context, config->stream, std::move(launch));
  });
}

CUDA_API CUresult cuLaunchKernel(CUfunction function, unsigned gridX,
                                 unsigned gridY, unsigned gridZ,
                                 unsigned blockX, unsigned blockY,
                                 unsigned blockZ, unsigned sharedBytes,
                                 CUstream stream, void **parameters,
                                 void **extra) {
  CUlaunchConfig config{{gridX, gridY, gridZ},
                        {blockX, blockY, blockZ},
                        sharedBytes,
                        stream,
                        nullptr,
                        0};
  return cuLaunchKernelEx(&config, function, parameters, extra);
}

/// The emulator lets every CTA of a grid make progress.
CUDA_API CUresult cuLaunchCooperativeKernel(
    CUfunction function, unsigned gridX, unsigned gridY, unsigned gridZ,
    unsigned blockX, unsigned blockY, unsigned blockZ, unsigned sharedBytes,
    CUstream stream, void **parameters) {
  return cuLaunchKernel(function, gridX, gridY, gridZ, blockX, blockY, blockZ,
                        sharedBytes, stream, parameters, nullptr);
}

CUDA_API CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function,
                                   void *userData) {
  Call call(__func__, function);
  return enterContext(call, [&](Driver &driver, Context &context) {
    return submit(driver, context, stream, HostCall{function, userData});
  });
}

} // namespace tileiras::cuda
