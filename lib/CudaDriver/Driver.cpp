//===- Driver.cpp - State of the emulated driver --------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include "llvm/Support/raw_ostream.h"

#include <pthread.h>

using namespace llvm;

namespace tileiras::cuda {

Driver::Driver(const Settings &settings)
    : settings(settings), gpu(Gpu::of(settings.major, settings.minor)),
      memory(machine, settings.memoryBytes, settings.hostPointers) {}

// The driver is never destroyed: clients call it from their destructors.
static Driver *instance;

// A child that was forked while a grid ran has no threads to end it.
static std::atomic<bool> isOrphan;

Driver *Driver::get() { return isOrphan ? nullptr : instance; }

/// A child of fork has the state of a moment without calls.
static void forkWithoutCalls() {
  pthread_atfork([] { instance->lock.lock(); }, [] { instance->lock.unlock(); },
                 [] {
                   isOrphan = isOrphan || instance->running;
                   instance->lock.unlock();
                 });
}

CUresult Driver::initialize() {
  static std::once_flag once;
  std::call_once(once, [] {
    Expected<Settings> settings = Settings::fromEnvironment();
    if (!settings)
      return report(toString(settings.takeError()));
    instance = new Driver(*settings);
    forkWithoutCalls();
  });
  if (isOrphan)
    return CUDA_ERROR_NOT_INITIALIZED;
  return instance ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

//===-- Grids that run --------------------------------------------------===//

RunningGrid::RunningGrid(Driver &driver, const Context &context,
                         const Stream &stream)
    : context(&context), driver(driver), stream(&stream),
      isDefault(driver.isDefault(stream)), isBlocking(stream.isBlocking()) {
  driver.running = this;
}

RunningGrid::~RunningGrid() {
  driver.running = nullptr;
  driver.gridEnded.notify_all();
}

/// CUDA Driver API, "Stream synchronization behavior": a default stream and the
/// blocking ones wait for each other.
bool RunningGrid::isBefore(const Driver &driver, const Stream &other) const {
  bool otherIsDefault = driver.isDefault(other);
  return stream == &other || (isDefault && otherIsDefault) ||
         (isDefault && other.isBlocking()) || (isBlocking && otherIsDefault);
}

void Driver::awaitGrid() {
  gridEnded.wait(lock, [&] { return !running; });
}

void Driver::stopGrid(const Context &context) {
  if (running && running->context == &context)
    running->isAborted = true;
  awaitGrid();
}

bool Driver::isDefault(const Stream &stream) const {
  return !streams.contains(&stream);
}

bool Driver::disturbsCapture() {
  bool isForbidden = false;
  auto look = [&](Stream &stream) {
    if (!stream.capture || !stream.capture->forbidsHere())
      return;
    stream.capture->isInvalid = true;
    isForbidden = true;
  };
  streams.forEach(look);
  for (auto &[context, stream] : defaultStreams)
    look(*stream);
  return isForbidden;
}

//===-- Objects ---------------------------------------------------------===//

Context &Driver::primaryContext() {
  if (!primary) {
    primary = contexts.create();
    primary->id = ++contextsMade;
    primary->isPrimary = true;
    primary->flags = primaryFlags;
  }
  return *primary;
}

void Driver::destroyContents(const Context *context) {
  auto isOfContext = [&](auto &object) { return object.context == context; };
  streams.destroyIf(isOfContext);
  events.destroyIf(isOfContext);
  libraries.destroyIf([&](Library &library) {
    if (library.context != context)
      return false;
    for (const Kernel &kernel : library.kernels)
      kernels.erase(&kernel);
    machine.unload(*library.module);
    return true;
  });
  defaultStreams.erase(context);
  memory.releaseAllOf(context);
}

Stream *Driver::streamOf(CUstream handle, Context &context) {
  if (reinterpret_cast<uintptr_t>(handle) > StreamPerThread)
    return streams.contains(handle) ? handle : nullptr;
  auto &stream = defaultStreams[&context];
  if (!stream) {
    stream = std::make_unique<Stream>();
    stream->context = &context;
    stream->id = ++streamsMade;
  }
  return stream.get();
}

void Driver::endCapture(const Capture &capture) {
  auto leave = [&](Stream &stream) {
    if (stream.capture.get() == &capture) {
      stream.capture.reset();
      stream.last.clear();
    }
  };
  streams.forEach(leave);
  for (auto &[context, stream] : defaultStreams)
    leave(*stream);
}

bool Driver::owns(const Kernel *kernel) const {
  return kernels.contains(kernel);
}

bool Driver::isGraph(const Graph *graph) {
  bool found = graphs.contains(graph);
  streams.forEach([&](Stream &stream) {
    found |= stream.capture && stream.capture->graph.get() == graph;
  });
  return found;
}

bool Driver::isNode(const GraphNode *node) {
  bool found = false;
  graphs.forEach([&](Graph &graph) { found |= graph.contains(node); });
  streams.forEach([&](Stream &stream) {
    found |= stream.capture && stream.capture->graph->contains(node);
  });
  return found;
}

std::vector<Context *> &contextStack() {
  thread_local std::vector<Context *> stack;
  return stack;
}

Context *currentContext(Driver &driver) {
  std::vector<Context *> &stack = contextStack();
  if (!stack.empty() && driver.contexts.contains(stack.back()))
    return stack.back();
  // A framework that passes its host memory for device memory has not made a
  // context either.
  return driver.settings.hostPointers ? &driver.primaryContext() : nullptr;
}

CUresult detail::finish(const Driver &driver, const char *name,
                        CUresult result) {
  if (result == InterruptedByUser)
    result = CUDA_SUCCESS;
  keepExplanation(result);
  if (driver.settings.logCalls)
    note(Twine(name) + ": " + resultName(result));
  return result;
}

} // namespace tileiras::cuda
