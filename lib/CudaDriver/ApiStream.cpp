//===- ApiStream.cpp - Entry points: streams, capture and events ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work runs when it is submitted (Driver.h), so waits and queries of streams
// and events find it finished. While a stream is captured, its work becomes
// nodes of a graph instead.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

using namespace llvm;

namespace tileiras::cuda {

/// Runs the body with the stream of a handle.
template <class Body>
static CUresult enterStream(Call call, CUstream handle, Body body) {
  return enterContext(call, [&](Driver &driver, Context &context) -> CUresult {
    Stream *stream = driver.streamOf(handle, context);
    return stream ? body(driver, *stream) : CUDA_ERROR_INVALID_HANDLE;
  });
}

//===-- Streams ---------------------------------------------------------===//

CUDA_API CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags,
                                             int priority) {
  Call call(__func__, stream);
  return enterContext(call, [&](Driver &driver, Context &context) {
    if (flags > 1) // CU_STREAM_NON_BLOCKING
      return CUDA_ERROR_INVALID_VALUE;
    *stream = driver.streams.create();
    (*stream)->context = &context;
    (*stream)->id = ++driver.streamsMade;
    (*stream)->flags = flags;
    (*stream)->priority = std::clamp(priority, -5, 0);
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  return cuStreamCreateWithPriority(stream, flags, 0);
}

CUDA_API CUresult cuStreamDestroy_v2(CUstream stream) {
  return enter(__func__, [&](Driver &driver) {
    return driver.streams.destroy(stream) ? CUDA_SUCCESS
                                          : CUDA_ERROR_INVALID_HANDLE;
  });
}

static bool isBusy(const Driver &driver, const Stream &stream) {
  return driver.running && driver.running->isBefore(driver, stream);
}

/// Submitted work has run already, unless it is only captured, or submitted by
/// another thread.
CUDA_API CUresult cuStreamSynchronize(CUstream handle) {
  return enterStream(__func__, handle, [&](Driver &driver, Stream &stream) {
    if (stream.capture)
      return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    if (isBusy(driver, stream))
      driver.awaitGrid();
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuStreamQuery(CUstream handle) {
  return enterStream(__func__, handle, [&](Driver &driver, Stream &stream) {
    if (stream.capture)
      return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    return isBusy(driver, stream) ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuStreamGetCtx(CUstream handle, CUcontext *context) {
  Call call(__func__, context);
  return enterStream(call, handle, [&](Driver &, Stream &stream) {
    *context = stream.context;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuStreamGetCtx_v2(CUstream handle, CUcontext *context,
                                    void **greenContext) {
  if (greenContext)
    *greenContext = nullptr;
  return cuStreamGetCtx(handle, context);
}

CUDA_API CUresult cuStreamGetId(CUstream handle, unsigned long long *id) {
  return enterStream({__func__, id}, handle, [&](Driver &, Stream &stream) {
    *id = stream.id;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuStreamGetFlags(CUstream handle, unsigned *flags) {
  return enterStream({__func__, flags}, handle, [&](Driver &, Stream &stream) {
    *flags = stream.flags;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuStreamGetPriority(CUstream handle, int *priority) {
  Call call(__func__, priority);
  return enterStream(call, handle, [&](Driver &, Stream &stream) {
    *priority = stream.priority;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuStreamGetDevice(CUstream handle, CUdevice *device) {
  return enterStream({__func__, device}, handle, [&](Driver &, Stream &) {
    *device = 0;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuStreamAddCallback(CUstream handle,
                                      CUstreamCallback callback, void *userData,
                                      unsigned) {
  Call call(__func__, callback);
  return enterStream(call, handle, [&](Driver &driver, Stream &stream) {
    if (stream.capture)
      return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    Unlocked unlocked(driver);
    callback(handle, CUDA_SUCCESS, userData);
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuStreamAttachMemAsync(CUstream handle, CUdeviceptr, size_t,
                                         unsigned) {
  return enterStream(__func__, handle,
                     [](Driver &, Stream &) { return CUDA_SUCCESS; });
}

CUDA_API CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned) {
  return enterContext(__func__, [&](Driver &driver, Context &context) {
    return driver.events.contains(event)
               ? submit(driver, context, stream, EventWait{event})
               : CUDA_ERROR_INVALID_HANDLE;
  });
}

//===-- Capture ---------------------------------------------------------===//

CUDA_API CUresult cuStreamBeginCapture_v2(CUstream handle,
                                          CUstreamCaptureMode mode) {
  return enterStream(__func__, handle, [&](Driver &driver, Stream &stream) {
    if (stream.capture)
      return CUDA_ERROR_ILLEGAL_STATE;
    if (mode < 0 || mode > CU_STREAM_CAPTURE_MODE_RELAXED)
      return CUDA_ERROR_INVALID_VALUE;
    if (!driver.streams.contains(&stream) &&
        reinterpret_cast<uintptr_t>(handle) != StreamPerThread)
      return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    stream.capture = std::make_shared<Capture>();
    stream.capture->graph = std::make_unique<Graph>();
    stream.capture->origin = &stream;
    stream.capture->id = ++driver.capturesMade;
    stream.capture->mode = mode;
    stream.capture->thread = std::this_thread::get_id();
    stream.last.clear();
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuStreamEndCapture(CUstream handle, CUgraph *graph) {
  Call call(__func__, graph);
  return enterStream(call, handle, [&](Driver &driver, Stream &stream) {
    std::shared_ptr<Capture> capture = stream.capture;
    if (!capture)
      return CUDA_ERROR_ILLEGAL_STATE;
    if (capture->origin != &stream)
      return CUDA_ERROR_STREAM_CAPTURE_UNMATCHED;
    driver.endCapture(*capture);
    *graph = nullptr;
    if (capture->isInvalid)
      return CUDA_ERROR_STREAM_CAPTURE_INVALIDATED;
    *graph = driver.graphs.adopt(std::move(capture->graph));
    return CUDA_SUCCESS;
  });
}

static CUstreamCaptureStatus statusOf(const Stream &stream) {
  if (!stream.capture)
    return CU_STREAM_CAPTURE_STATUS_NONE;
  return stream.capture->isInvalid ? CU_STREAM_CAPTURE_STATUS_INVALIDATED
                                   : CU_STREAM_CAPTURE_STATUS_ACTIVE;
}

CUDA_API CUresult cuStreamIsCapturing(CUstream handle,
                                      CUstreamCaptureStatus *status) {
  return enterStream({__func__, status}, handle, [&](Driver &, Stream &stream) {
    *status = statusOf(stream);
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuStreamGetCaptureInfo_v2(CUstream handle,
                                            CUstreamCaptureStatus *status,
                                            uint64_t *id, CUgraph *graph,
                                            const CUgraphNode **dependencies,
                                            size_t *count) {
  return enterStream({__func__, status}, handle, [&](Driver &, Stream &stream) {
    *status = statusOf(stream);
    if (*status != CU_STREAM_CAPTURE_STATUS_ACTIVE)
      return CUDA_SUCCESS;
    if (id)
      *id = stream.capture->id;
    if (graph)
      *graph = stream.capture->graph.get();
    if (dependencies)
      *dependencies = stream.last.data();
    if (count)
      *count = stream.last.size();
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuStreamGetCaptureInfo_v3(CUstream handle,
                                            CUstreamCaptureStatus *status,
                                            uint64_t *id, CUgraph *graph,
                                            const CUgraphNode **dependencies,
                                            const void **edges, size_t *count) {
  if (edges)
    *edges = nullptr; // all are plain
  return cuStreamGetCaptureInfo_v2(handle, status, id, graph, dependencies,
                                   count);
}

CUDA_API CUresult cuThreadExchangeStreamCaptureMode(CUstreamCaptureMode *mode) {
  return enter({__func__, mode}, [&](Driver &) {
    if (*mode < 0 || *mode > CU_STREAM_CAPTURE_MODE_RELAXED)
      return CUDA_ERROR_INVALID_VALUE;
    std::swap(*mode, captureModeOfThread());
    return CUDA_SUCCESS;
  });
}

//===-- Events ----------------------------------------------------------===//

/// Runs the body if \p event is an event.
template <class Body>
static CUresult enterEvent(Call call, Event *event, Body body) {
  return enterContext(call, [&](Driver &driver, Context &context) -> CUresult {
    return driver.events.contains(event) ? body(driver, context)
                                         : CUDA_ERROR_INVALID_HANDLE;
  });
}

constexpr unsigned EventDisableTiming = 2;

CUDA_API CUresult cuEventCreate(CUevent *event, unsigned flags) {
  return enterContext({__func__, event}, [&](Driver &driver, Context &context) {
    if (flags > 7)
      return CUDA_ERROR_INVALID_VALUE;
    *event = driver.events.create();
    (*event)->context = &context;
    (*event)->flags = flags;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuEventDestroy_v2(CUevent event) {
  return enter(__func__, [&](Driver &driver) {
    return driver.events.destroy(event) ? CUDA_SUCCESS
                                        : CUDA_ERROR_INVALID_HANDLE;
  });
}

CUDA_API CUresult cuEventRecord(CUevent event, CUstream stream) {
  return enterEvent(__func__, event, [&](Driver &driver, Context &context) {
    return submit(driver, context, stream, EventRecord{event});
  });
}

CUDA_API CUresult cuEventRecordWithFlags(CUevent event, CUstream stream,
                                         unsigned) {
  return cuEventRecord(event, stream);
}

CUDA_API CUresult cuEventQuery(CUevent event) {
  return enterEvent(__func__, event, [&](Driver &, Context &) {
    return event->capture.expired() ? CUDA_SUCCESS : CUDA_ERROR_CAPTURED_EVENT;
  });
}

CUDA_API CUresult cuEventSynchronize(CUevent event) {
  return cuEventQuery(event);
}

/// Wall-clock time of the emulation, in milliseconds.
CUDA_API CUresult cuEventElapsedTime(float *milliseconds, CUevent start,
                                     CUevent end) {
  Call call(__func__, milliseconds);
  return enterEvent(call, start, [&](Driver &driver, Context &) {
    if (!driver.events.contains(end) || !start->recorded || !end->recorded ||
        (start->flags | end->flags) & EventDisableTiming)
      return CUDA_ERROR_INVALID_HANDLE;
    *milliseconds = std::chrono::duration<float, std::milli>(*end->recorded -
                                                             *start->recorded)
                        .count();
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuEventElapsedTime_v2(float *milliseconds, CUevent start,
                                        CUevent end) {
  return cuEventElapsedTime(milliseconds, start, end);
}

} // namespace tileiras::cuda
