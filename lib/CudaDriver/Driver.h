//===- Driver.h - State of the emulated driver ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One device, one address space, one lock. Work runs when it is submitted, on
// the thread that submits it: streams are in order, so nothing a client may
// rely on is lost, and a kernel's mistake is the result of the call that
// launched it. While a grid runs the lock is open: calls of other threads that
// a GPU would let run at the same time do.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDADRIVER_DRIVER_H
#define TILEIRAS_CUDADRIVER_DRIVER_H

#include "Graph.h"
#include "Handles.h"
#include "Log.h"
#include "Memory.h"
#include "Settings.h"

#include "llvm/ADT/DenseSet.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>

namespace tileiras::cuda {

struct Context {
  uint64_t id = 0;
  bool isPrimary = false;
  unsigned flags = 0;
  /// The first mistake of a kernel: each later call fails with it, and says
  /// which it was.
  CUresult failure = CUDA_SUCCESS;
  std::string failureOrigin;
  std::map<int, size_t> limits;
};

struct Stream {
  Context *context = nullptr;
  uint64_t id = 0;
  unsigned flags = 0;
  int priority = 0;
  /// Not of those that don't wait for the default stream.
  bool isBlocking() const { return !(flags & 1); }
  std::shared_ptr<Capture> capture;
  /// Nodes that the next one depends on, while capturing.
  std::vector<GraphNode *> last;
};

struct Event {
  Context *context = nullptr;
  unsigned flags = 0;
  std::optional<std::chrono::steady_clock::time_point> recorded;
  /// Recorded in a stream that was being captured: what a wait depends on.
  std::weak_ptr<Capture> capture;
  std::vector<GraphNode *> last;
};

/// A grid that runs, as long as this lives. There is one at a time.
class RunningGrid {
public:
  /// None runs; the lock is held, now and at the end.
  RunningGrid(Driver &driver, const Context &context, const Stream &stream);
  ~RunningGrid();
  RunningGrid(const RunningGrid &) = delete;
  RunningGrid &operator=(const RunningGrid &) = delete;

  /// Does work on \p other have to wait for it?
  bool isBefore(const Driver &driver, const Stream &other) const;

  const Context *const context;
  /// Somebody destroys the context.
  std::atomic<bool> isDoomed = false;

private:
  Driver &driver;
  const Stream *stream; // only its name: it may be gone
  bool isDefault, isBlocking;
};

/// Pools only count here: memory comes from the device in any case.
struct MemoryPool {
  std::map<int, uint64_t> attributes;
};

struct Driver {
  explicit Driver(const Settings &settings);

  /// Null before cuInit, and in a child that was forked while a grid ran.
  static Driver *get();
  static CUresult initialize();

  /// The primary context, which is made when it is first asked for.
  Context &primaryContext();
  void destroyContents(const Context *context);
  /// The stream behind a handle; null when there is none. The default streams
  /// of a context are all one.
  Stream *streamOf(CUstream handle, Context &context);
  /// Every stream that takes part runs its work again.
  void endCapture(const Capture &capture);
  bool owns(const Kernel *kernel) const;
  /// Those of clients and those being captured.
  bool isGraph(const Graph *graph);
  bool isNode(const GraphNode *node);
  /// One of a context's default streams?
  bool isDefault(const Stream &stream) const;

  /// Waits, with an open lock, until no grid runs; what has been looked up
  /// before may be gone then.
  void awaitGrid();
  /// Ends the grid of \p context, if one runs, and waits for its end.
  void stopGrid(const Context &context);
  /// Does a capture forbid calls that wait for the device, or might, in this
  /// thread? If so, it is spoilt.
  bool disturbsCapture();

  std::mutex lock;
  RunningGrid *running = nullptr;
  std::condition_variable_any gridEnded;
  const Settings settings;
  const Gpu &gpu;
  emu::Machine machine;
  Memory memory;

  Context *primary = nullptr;
  unsigned primaryFlags = 0, primaryRetains = 0;
  MemoryPool defaultPool;
  Handles<Context> contexts;
  Handles<Event> events;
  Handles<GraphExec> graphExecs;
  Handles<Graph> graphs;
  Handles<Library> libraries;
  Handles<MemoryPool> pools;
  Handles<Stream> streams;
  llvm::DenseMap<const Context *, std::unique_ptr<Stream>> defaultStreams;
  llvm::DenseSet<const Kernel *> kernels;
  uint64_t contextsMade = 0, streamsMade = 0, capturesMade = 0,
           modulesLoaded = 0, launchesObserved = 0;
  bool hasAnnouncedEffort = false;
};

/// The contexts of this thread; the last is the current one.
std::vector<Context *> &contextStack();

/// The current context of this thread, or null. Where kernels may use any host
/// memory, the primary context stands in.
Context *currentContext(Driver &driver);

/// The result of a grid that SIGINT has ended and of which Python knows: the
/// client is told of success, and gets a KeyboardInterrupt from Python.
constexpr CUresult InterruptedByUser = CUresult(-1);

namespace detail {
CUresult finish(const Driver &driver, const char *name, CUresult result);
} // namespace detail

/// A call of an entry point: its name, and whether the client passed all
/// pointers that must not be null. A name alone stands for one without such.
struct Call {
  template <class... Pointers>
  Call(const char *name, Pointers... required)
      : name(name), isComplete((required && ...)) {}

  const char *name;
  bool isComplete;
};

/// Every entry point that needs cuInit begins here: the body runs under the
/// lock and gets the driver.
template <class Body> CUresult enter(const Call &call, Body body) {
  Driver *driver = Driver::get();
  if (!driver)
    return CUDA_ERROR_NOT_INITIALIZED;
  std::lock_guard guard(driver->lock);
  forgetExplanation();
  return detail::finish(*driver, call.name,
                        call.isComplete ? body(*driver)
                                        : CUDA_ERROR_INVALID_VALUE);
}

/// Opens the lock while code of the client runs: it may wait for other threads
/// that call the driver. Behind it, anything may have been destroyed.
class Unlocked {
public:
  explicit Unlocked(Driver &driver) : lock(driver.lock) { lock.unlock(); }
  ~Unlocked() { lock.lock(); }
  Unlocked(const Unlocked &) = delete;
  Unlocked &operator=(const Unlocked &) = delete;

private:
  std::mutex &lock;
};

/// The same for one that needs a current context in working order.
template <class Body> CUresult enterContext(const Call &call, Body body) {
  return enter(call, [&](Driver &driver) -> CUresult {
    Context *context = currentContext(driver);
    if (!context)
      return CUDA_ERROR_INVALID_CONTEXT;
    if (context->failure) {
      explain(context->failureOrigin);
      return context->failure;
    }
    return body(driver, *context);
  });
}

/// The same for one that waits for the device.
template <class Body> CUresult enterIdle(const Call &call, Body body) {
  return enter(call, [&](Driver &driver) -> CUresult {
    driver.awaitGrid();
    return body(driver);
  });
}

/// Runs the body if \p kernel is loaded. Needs no context.
template <class Body>
CUresult enterKernel(const Call &call, Kernel *kernel, Body body) {
  return enter(call, [&](Driver &driver) -> CUresult {
    return driver.owns(kernel) ? body(driver) : CUDA_ERROR_INVALID_HANDLE;
  });
}

} // namespace tileiras::cuda

#endif // TILEIRAS_CUDADRIVER_DRIVER_H
