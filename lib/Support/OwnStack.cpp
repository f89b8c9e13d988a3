//===- OwnStack.cpp - A stack separate from the host's --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Support/OwnStack.h"

#include "llvm/Support/Compiler.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/ErrorHandling.h"

#include <cerrno>
#include <csetjmp>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

using namespace llvm;

namespace tileiras {

char LLVMGaveUp::ID = 0;

/// Parsers, MLIR and LLVM recurse over nested IR, and over expressions.
static constexpr size_t kStackBytes = 64u << 20;

namespace {

struct Job {
  function_ref<void()> work;
  std::jmp_buf end;
  std::optional<std::string> reason;
};

/// The reason of the first fatal error of LLVM in this process.
class Breakdown {
public:
  static Breakdown &ofProcess() {
    static Breakdown breakdown;
    return breakdown;
  }

  void note(StringRef text) {
    std::lock_guard lock(mutex);
    if (!reason)
      reason = text.str();
  }
  std::optional<std::string> get() {
    std::lock_guard lock(mutex);
    return reason;
  }

private:
  std::mutex mutex;
  std::optional<std::string> reason;
};

} // namespace

static thread_local Job *current = nullptr;

/// Outside such work, the process ends as without a handler.
static void onFatalError(void *, const char *message, bool) {
  if (!current) {
    std::string line = "LLVM ERROR: " + std::string(message) + "\n";
    (void)!write(STDERR_FILENO, line.data(), line.size());
    return;
  }
  current->reason = message;
  Breakdown::ofProcess().note(message);
  std::longjmp(current->end, 1);
}

static void onBadAlloc(void *data, const char *message, bool isCrash) {
  onFatalError(data, message, isCrash);
  abort();
}

/// LLVM accepts one handler in a process and keeps it.
static void installHandlers() {
  [[maybe_unused]] static const bool done = [] {
    install_fatal_error_handler(onFatalError);
    install_bad_alloc_error_handler(onBadAlloc);
    return true;
  }();
}

/// Work may call this again.
static void run(Job &job) {
  Job *outer = current;
  current = &job;
  if (setjmp(job.end) == 0)
    job.work();
  current = outer;
}

#if LLVM_ADDRESS_SANITIZER_BUILD || LLVM_THREAD_SANITIZER_BUILD

/// The sanitizers know the stacks of threads.
static int runDeep(Job &job) {
  auto start = [](void *argument) -> void * {
    run(*static_cast<Job *>(argument));
    return nullptr;
  };
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStackBytes);
  pthread_t thread;
  int error = pthread_create(&thread, &attributes, start, &job);
  pthread_attr_destroy(&attributes);
  if (error == 0)
    pthread_join(thread, nullptr);
  return error;
}

#else

/// The new stack begins with this job: its first function has no pointer
/// argument.
static thread_local Job *starting = nullptr;

/// A thread is avoided: the first one of a process makes libc handle a signal.
static int runDeep(Job &job) {
  // The pages below the stack can't be written to.
  constexpr size_t kGuardBytes = 64u << 10, kBytes = kGuardBytes + kStackBytes;
  void *memory = mmap(nullptr, kBytes, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return errno;
  char *stack = static_cast<char *>(memory) + kGuardBytes;
  if (mprotect(stack, kStackBytes, PROT_READ | PROT_WRITE)) {
    int error = errno;
    munmap(memory, kBytes);
    return error;
  }
  ucontext_t host, own;
  getcontext(&own);
  own.uc_stack.ss_sp = stack;
  own.uc_stack.ss_size = kStackBytes;
  own.uc_link = &host;
  starting = &job;
  makecontext(&own, [] { run(*starting); }, 0);
  swapcontext(&host, &own);
  munmap(memory, kBytes);
  return 0;
}

#endif

Error runOnOwnStack(function_ref<void()> work) {
  if (auto reason = Breakdown::ofProcess().get())
    return createStringError(
        "nothing more is compiled in this process, which an internal error of "
        "LLVM may have left in disorder (" +
        *reason + "): compile in another process");
  installHandlers();
  Job job{work, {}, {}};
  if (int error = runDeep(job))
    return createStringError("cannot make a stack of " +
                             Twine(kStackBytes >> 20) +
                             " MiB: " + sys::StrError(error));
  return job.reason ? make_error<LLVMGaveUp>(*job.reason) : Error::success();
}

} // namespace tileiras
