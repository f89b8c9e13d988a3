//===- Interrupt.cpp - Ctrl-C while a grid runs -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of Python are looked up in the process by the names of its stable
// ABI, so that the driver does not depend on Python.
//
//===----------------------------------------------------------------------===//

#include "Interrupt.h"

#include <atomic>
#include <dlfcn.h>
#include <unistd.h>

namespace tileiras::cuda {

//===-- Python ----------------------------------------------------------===//

namespace {

/// Functions of Python's stable ABI, which are null without Python.
struct Python {
  struct Object;
  int (*isInitialized)();
  int (*lock)(); // PyGILState_Ensure
  void (*unlock)(int);
  Object *(*import)(const char *);
  Object *(*attribute)(Object *, const char *);
  Object *(*call)(Object *, const char *, const char *, ...);
  void (*release)(Object *);
  void (*clearError)();

  static const Python *find() {
    static const Python python;
    bool isThere =
        python.isInitialized && python.clearError && python.isInitialized();
    return isThere ? &python : nullptr;
  }

private:
  Python() {
    find(isInitialized, "Py_IsInitialized");
    find(lock, "PyGILState_Ensure");
    find(unlock, "PyGILState_Release");
    find(import, "PyImport_ImportModule");
    find(attribute, "PyObject_GetAttrString");
    find(call, "PyObject_CallMethod");
    find(release, "Py_DecRef");
    find(clearError, "PyErr_Clear");
  }
  template <class Function>
  static void find(Function &function, const char *name) {
    function = reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
  }
};

/// Returns whether the handler of SIGINT is the one that raises
/// KeyboardInterrupt.
bool raisesKeyboardInterrupt(const Python &python) {
  Python::Object *signals = python.import("_signal");
  Python::Object *usual =
      signals ? python.attribute(signals, "default_int_handler") : nullptr;
  Python::Object *current =
      usual ? python.call(signals, "getsignal", "i", SIGINT) : nullptr;
  bool isUsual = current && current == usual;
  if (!current)
    python.clearError();
  for (Python::Object *object : {signals, usual, current})
    python.release(object);
  return isUsual;
}

/// Python runs its handlers in the main thread.
bool isMainThread() { return getpid() == gettid(); }

} // namespace

InterruptPolicy InterruptPolicy::ofProcess() {
  InterruptPolicy policy;
  const Python *python = Python::find();
  if (!python)
    return policy;
  int state = python->lock();
  bool isUsual = raisesKeyboardInterrupt(*python);
  python->unlock(state);
  policy.needed = isUsual ? 1 : 2;
  policy.isRaisedHere = isUsual && isMainThread();
  return policy;
}

//===-- Signals ---------------------------------------------------------===//

namespace {
std::atomic<int> heard;
struct sigaction ofHost;

void hear(int signal, siginfo_t *info, void *context) {
  heard.fetch_add(1, std::memory_order_relaxed);
  if (ofHost.sa_flags & SA_SIGINFO)
    ofHost.sa_sigaction(signal, info, context);
  else
    ofHost.sa_handler(signal);
}

bool isHandler(const struct sigaction &action) {
  return action.sa_flags & SA_SIGINFO ||
         (action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN);
}
} // namespace

InterruptListener::InterruptListener(InterruptPolicy policy) : policy(policy) {
  heard = 0;
  if (!policy.needed || sigaction(SIGINT, nullptr, &ofHost) ||
      !isHandler(ofHost))
    return;
  struct sigaction ours = ofHost;
  ours.sa_flags |= SA_SIGINFO;
  ours.sa_sigaction = hear;
  isInstalled = sigaction(SIGINT, &ours, nullptr) == 0;
}

/// Restores the host's handler, unless the host has changed it since.
InterruptListener::~InterruptListener() {
  struct sigaction now;
  if (isInstalled && sigaction(SIGINT, nullptr, &now) == 0 &&
      now.sa_flags & SA_SIGINFO && now.sa_sigaction == hear)
    sigaction(SIGINT, &ofHost, nullptr);
}

bool InterruptListener::heardEnough() const {
  return policy.needed &&
         heard.load(std::memory_order_relaxed) >= policy.needed;
}

} // namespace tileiras::cuda
