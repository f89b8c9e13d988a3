//===- ApiContext.cpp - Entry points: contexts ----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Contexts only keep a fault of a kernel and own what was made in them: memory,
// modules, streams. The device has one primary context; others are made by
// clients, and each thread has a stack of current ones.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

using namespace llvm;

namespace tileiras::cuda {

//===-- The primary context ---------------------------------------------===//

CUDA_API CUresult cuDevicePrimaryCtxRetain(CUcontext *context,
                                           CUdevice device) {
  return enter({__func__, context}, [&](Driver &driver) {
    if (device != 0)
      return CUDA_ERROR_INVALID_DEVICE;
    *context = &driver.primaryContext();
    ++driver.primaryRetains;
    return CUDA_SUCCESS;
  });
}

/// A new context is made when the next one is asked for; pointers to this one
/// stay valid, as clients keep them.
static void resetPrimary(Driver &driver) {
  if (!driver.primary)
    return;
  driver.stopGrid(*driver.primary);
  driver.destroyContents(driver.primary);
  driver.primary->failure = CUDA_SUCCESS;
  driver.primary->failureOrigin.clear();
}

CUDA_API CUresult cuDevicePrimaryCtxRelease_v2(CUdevice device) {
  return enter(__func__, [&](Driver &driver) {
    if (device != 0)
      return CUDA_ERROR_INVALID_DEVICE;
    if (!driver.primaryRetains)
      return CUDA_ERROR_INVALID_CONTEXT;
    if (--driver.primaryRetains == 0)
      resetPrimary(driver);
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuDevicePrimaryCtxReset_v2(CUdevice device) {
  return enter(__func__, [&](Driver &driver) {
    if (device != 0)
      return CUDA_ERROR_INVALID_DEVICE;
    resetPrimary(driver);
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuDevicePrimaryCtxSetFlags_v2(CUdevice device,
                                                unsigned flags) {
  return enter(__func__, [&](Driver &driver) {
    if (device != 0)
      return CUDA_ERROR_INVALID_DEVICE;
    driver.primaryFlags = flags;
    if (driver.primary)
      driver.primary->flags = flags;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags,
                                             int *active) {
  return enter({__func__, flags, active}, [&](Driver &driver) {
    if (device != 0)
      return CUDA_ERROR_INVALID_DEVICE;
    *flags = driver.primaryFlags;
    *active = driver.primaryRetains > 0;
    return CUDA_SUCCESS;
  });
}

//===-- Contexts --------------------------------------------------------===//

static CUresult createContext(Driver &driver, CUcontext *context,
                              unsigned flags, CUdevice device) {
  if (device != 0)
    return CUDA_ERROR_INVALID_DEVICE;
  *context = driver.contexts.create();
  (*context)->id = ++driver.contextsMade;
  (*context)->flags = flags;
  contextStack().push_back(*context);
  return CUDA_SUCCESS;
}

CUDA_API CUresult cuCtxCreate_v2(CUcontext *context, unsigned flags,
                                 CUdevice device) {
  return enter({__func__, context}, [&](Driver &driver) {
    return createContext(driver, context, flags, device);
  });
}

// Parameters of later versions, execution affinity and graphics, mean nothing
// to an emulator.
CUDA_API CUresult cuCtxCreate_v3(CUcontext *context, void *, int,
                                 unsigned flags, CUdevice device) {
  return cuCtxCreate_v2(context, flags, device);
}

CUDA_API CUresult cuCtxCreate_v4(CUcontext *context, void *, unsigned flags,
                                 CUdevice device) {
  return cuCtxCreate_v2(context, flags, device);
}

CUDA_API CUresult cuCtxDestroy_v2(CUcontext context) {
  return enter(__func__, [&](Driver &driver) {
    if (!driver.contexts.contains(context) || context->isPrimary)
      return CUDA_ERROR_INVALID_CONTEXT;
    driver.stopGrid(*context);
    if (!driver.contexts.contains(context)) // another thread was faster
      return CUDA_ERROR_INVALID_CONTEXT;
    driver.destroyContents(context);
    if (!contextStack().empty() && contextStack().back() == context)
      contextStack().pop_back();
    driver.contexts.destroy(context);
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuCtxPushCurrent_v2(CUcontext context) {
  return enter(__func__, [&](Driver &driver) {
    if (!driver.contexts.contains(context))
      return CUDA_ERROR_INVALID_CONTEXT;
    contextStack().push_back(context);
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuCtxPopCurrent_v2(CUcontext *context) {
  return enter(__func__, [&](Driver &) {
    if (contextStack().empty())
      return CUDA_ERROR_INVALID_CONTEXT;
    if (context)
      *context = contextStack().back();
    contextStack().pop_back();
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuCtxSetCurrent(CUcontext context) {
  return enter(__func__, [&](Driver &driver) {
    if (context && !driver.contexts.contains(context))
      return CUDA_ERROR_INVALID_CONTEXT;
    std::vector<Context *> &stack = contextStack();
    if (!stack.empty())
      stack.pop_back();
    if (context)
      stack.push_back(context);
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuCtxGetCurrent(CUcontext *context) {
  return enter({__func__, context}, [&](Driver &driver) {
    *context = currentContext(driver);
    return CUDA_SUCCESS;
  });
}

//===-- Attributes of contexts ------------------------------------------===//

CUDA_API CUresult cuCtxGetDevice(CUdevice *device) {
  return enter({__func__, device}, [&](Driver &driver) {
    if (!currentContext(driver))
      return CUDA_ERROR_INVALID_CONTEXT;
    *device = 0;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuCtxGetDevice_v2(CUdevice *device, CUcontext context) {
  return enter({__func__, device}, [&](Driver &driver) {
    if (!driver.contexts.contains(context ? context : currentContext(driver)))
      return CUDA_ERROR_INVALID_CONTEXT;
    *device = 0;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuCtxGetId(CUcontext context, unsigned long long *id) {
  return enter({__func__, id}, [&](Driver &driver) {
    if (!context)
      context = currentContext(driver);
    if (!driver.contexts.contains(context))
      return CUDA_ERROR_INVALID_CONTEXT;
    *id = context->id;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuCtxGetFlags(unsigned *flags) {
  return enterContext({__func__, flags}, [&](Driver &, Context &context) {
    *flags = context.flags;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuCtxGetApiVersion(CUcontext, unsigned *version) {
  return enter({__func__, version}, [&](Driver &) {
    *version = 3020;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuCtxGetStreamPriorityRange(int *least, int *greatest) {
  return enterContext(__func__, [&](Driver &, Context &) {
    if (least)
      *least = 0;
    if (greatest)
      *greatest = -5;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuCtxSetLimit(CUlimit limit, size_t value) {
  return enterContext(__func__, [&](Driver &, Context &context) {
    if (limit < 0 || limit > CU_LIMIT_LAST)
      return CUDA_ERROR_UNSUPPORTED_LIMIT;
    context.limits[limit] = value;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuCtxGetLimit(size_t *value, CUlimit limit) {
  return enterContext({__func__, value}, [&](Driver &, Context &context) {
    if (limit < 0 || limit > CU_LIMIT_LAST)
      return CUDA_ERROR_UNSUPPORTED_LIMIT;
    auto set = context.limits.find(limit);
    size_t unset =
        limit == CU_LIMIT_MALLOC_HEAP_SIZE ? emu::LaunchConfig().heapBytes : 0;
    *value = set == context.limits.end() ? unset : set->second;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuCtxGetCacheConfig(int *config) {
  return enterContext({__func__, config}, [&](Driver &, Context &) {
    *config = 0; // no preference
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuCtxSetCacheConfig(int) {
  return enterContext(__func__,
                      [](Driver &, Context &) { return CUDA_SUCCESS; });
}

/// All work has run when the call that submitted it returned; another thread's
/// work may still run.
static CUresult synchronize(Driver &driver, const Context *context) {
  if (driver.disturbsCapture())
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  driver.awaitGrid();
  if (!driver.contexts.contains(context))
    return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  explain(context->failureOrigin);
  return context->failure;
}

CUDA_API CUresult cuCtxSynchronize() {
  return enterContext(__func__, [](Driver &driver, Context &context) {
    return synchronize(driver, &context);
  });
}

CUDA_API CUresult cuCtxSynchronize_v2(CUcontext context) {
  return enter(__func__, [&](Driver &driver) {
    return driver.contexts.contains(context) ? synchronize(driver, context)
                                             : CUDA_ERROR_INVALID_CONTEXT;
  });
}

} // namespace tileiras::cuda
