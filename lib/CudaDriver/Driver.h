//===- Driver.h - State of the emulated driver ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver has one device, one address space, one lock. Work runs when it is
// submitted, on the thread that submits it: streams are in order, so clients
// lose no guarantee, and a kernel's fault is the result of the call that
// launched it. While a grid runs the lock is released: calls of other threads
// that a GPU would run at the same time do run.
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
  /// The first fault of a kernel: each later call fails with it, and reports
  /// it.
  CUresult failure = CUDA_SUCCESS;
  std::string failureOrigin;
  std::map<int, size_t> limits;
};

struct Stream {
  Context *context = nullptr;
  uint64_t id = 0;
  unsigned flags = 0;
  int priority = 0;
  /// False for streams that don't wait for the default stream.
  bool isBlocking() const { return !(flags & 1); }
  std::shared_ptr<Capture> capture;
  /// Nodes on which the next one depends, while capturing.
  std::vector<GraphNode *> last;
};

struct Event {
  Context *context = nullptr;
  unsigned flags = 0;
  std::optional<std::chrono::steady_clock::time_point> recorded;
  /// The capture of the stream in which the event was recorded; waits depend on
  /// it.
  std::weak_ptr<Capture> capture;
  std::vector<GraphNode *> last;
};

/// A running grid, as long as this object lives. At most one runs at a time.
class RunningGrid {
public:
  /// Requires that no grid runs; the lock is held, now and at the end.
  RunningGrid(Driver &driver, const Context &context, const Stream &stream);
  ~RunningGrid();
  RunningGrid(const RunningGrid &) = delete;
  RunningGrid &operator=(const RunningGrid &) = delete;

  /// Returns whether work on \p other has to wait for the grid.
  bool isBefore(const Driver &driver, const Stream &other) const;

  const Context *const context;
  /// Another thread destroys the context.
  std::atomic<bool> isAborted = false;

private:
  Driver &driver;
  const Stream *stream; // only its identity: it may be gone
  bool isDefault, isBlocking;
};

/// Pools are only counted here: memory always comes from the device.
struct MemoryPool {
  std::map<int, uint64_t> attributes;
};

struct Driver {
  explicit Driver(const Settings &settings);

  /// Returns null before cuInit, and in a child that was forked while a grid
  /// ran.
  static Driver *get();
  static CUresult initialize();

  /// Returns the primary context, which is made when it is first asked for.
  Context &primaryContext();
  void destroyContents(const Context *context);
  /// Returns the stream of a handle; null if there is none. The default streams
  /// of a context are all one.
  Stream *streamOf(CUstream handle, Context &context);
  /// Ends a capture: every stream that takes part runs its work again.
  void endCapture(const Capture &capture);
  bool owns(const Kernel *kernel) const;
  /// Returns whether the pointer is a graph of a client or one that is being
  /// captured.
  bool isGraph(const Graph *graph);
  bool isNode(const GraphNode *node);
  /// Returns whether the stream is one of a context's default streams.
  bool isDefault(const Stream &stream) const;

  /// Waits, with the lock released, until no grid runs; objects that were
  /// looked up before may be gone then.
  void awaitGrid();
  /// Ends the grid of \p context, if one runs, and waits for its end.
  void stopGrid(const Context &context);
  /// Returns whether a capture forbids calls that wait for the device, or
  /// might, in this thread. If so, the capture becomes invalid.
  bool disturbsCapture();

  std::mutex lock;
  RunningGrid *running = nullptr;
  std::condition_variable_any gridEnded;
  /// The settings of launches change only while no grid runs.
  Settings settings;
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

/// Returns the current context of this thread, or null. If kernels may use any
/// host memory, the primary context replaces a missing one.
Context *currentContext(Driver &driver);

/// The result of a grid that SIGINT has ended and of which Python knows: the
/// client gets success, and a KeyboardInterrupt from Python.
constexpr CUresult InterruptedByUser = CUresult(-1);

namespace detail {
CUresult finish(const Driver &driver, const char *name, CUresult result);
} // namespace detail

/// A call of an entry point: its name, and whether the client passed all
/// pointers that must not be null. A name alone is a call without such
/// pointers.
struct Call {
  template <class... Pointers>
  Call(const char *name, Pointers... required)
      : name(name), isComplete((required && ...)) {}

  const char *name;
  bool isComplete;
};

/// Every entry point that needs cuInit begins here: the body runs with the lock
/// held and gets the driver.
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

/// Releases the lock while code of the client runs: it may wait for other
/// threads that call the driver. Afterwards, any object may have been
/// destroyed.
class Unlocked {
public:
  explicit Unlocked(Driver &driver) : lock(driver.lock) { lock.unlock(); }
  ~Unlocked() { lock.lock(); }
  Unlocked(const Unlocked &) = delete;
  Unlocked &operator=(const Unlocked &) = delete;

private:
  std::mutex &lock;
};

/// Does the same for an entry point that needs a valid current context.
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

/// Does the same for an entry point that waits for the device.
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
