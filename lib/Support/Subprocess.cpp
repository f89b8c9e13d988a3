//===- Subprocess.cpp - Runs a program and keeps its output ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clone(2) replaces posix_spawn, which uses it internally: posix_spawn has no
// way to end the child with its parent.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Support/Subprocess.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/Errno.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace llvm;

/// libc's clone, even if a sanitizer has one, which refuses a child that shares
/// memory.
extern "C" decltype(clone) __clone;

namespace tileiras {

char NoResources::ID = 0;

namespace {

class Descriptor {
public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd(fd) {}
  Descriptor(Descriptor &&other) : fd(std::exchange(other.fd, -1)) {}
  Descriptor &operator=(Descriptor &&other) {
    std::swap(fd, other.fd);
    return *this;
  }
  ~Descriptor() { close(); }

  int get() const { return fd; }
  explicit operator bool() const { return fd >= 0; }
  void close() {
    if (fd >= 0)
      ::close(fd);
    fd = -1;
  }
  /// Moves the descriptor above those of the child's streams, if this process
  /// has closed its own.
  bool moveAboveStreams() {
    if (fd < 0 || fd > STDERR_FILENO)
      return fd >= 0;
    *this = Descriptor(fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    return fd >= 0;
  }

private:
  int fd = -1;
};

/// The child needs this until it is the program. It shares this process's
/// memory, and the thread that made it is blocked meanwhile.
struct Start {
  const char *path;
  char *const *argv;
  int input, output, errors;
  bool hasOwnGroup;
  bool isIgnored[NSIG];
  int error = 0;
};

} // namespace

/// Runs in the child. It may not take a lock or change memory of other threads,
/// so all calls bypass libc and the sanitizers, which would record the child's
/// events for this process.
LLVM_NO_SANITIZE("thread") static int becomeProgram(void *argument) {
  auto &start = *static_cast<Start *>(argument);
  uint64_t nothing[8] = {}; // SIG_DFL, no flags, no signals
  for (int signal = 1; signal < NSIG; ++signal)
    if (!start.isIgnored[signal])
      syscall(SYS_rt_sigaction, signal, nothing, nullptr, NSIG / 8);
  if (start.hasOwnGroup)
    syscall(SYS_setpgid, 0, 0);
  syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  syscall(SYS_dup3, start.input, STDIN_FILENO, 0);
  syscall(SYS_dup3, start.output, STDOUT_FILENO, 0);
  if (start.errors >= 0)
    syscall(SYS_dup3, start.errors, STDERR_FILENO, 0);
#ifdef SYS_close_range
  syscall(SYS_close_range, STDERR_FILENO + 1, ~0u, /*CLOSE_RANGE_CLOEXEC*/ 4);
#endif
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, nothing, nullptr, NSIG / 8);
  syscall(SYS_execve, start.path, start.argv, environ);
  start.error = errno;
  syscall(SYS_exit_group, 127);
  return 0;
}

/// No handler of the host may run in the child.
static pid_t startChild(Start &start) {
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action;
    start.isIgnored[signal] = !sigaction(signal, nullptr, &action) &&
                              action.sa_handler == SIG_IGN &&
                              signal != SIGCHLD && signal != SIGPIPE;
  }
  constexpr size_t kStackBytes = 64 << 10;
  alignas(16) char stack[kStackBytes];
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t child = __clone(becomeProgram, stack + kStackBytes,
                        CLONE_VM | CLONE_VFORK | SIGCHLD, &start);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return child;
}

static pid_t waitFor(pid_t child, int options, int *status = nullptr) {
  pid_t ended;
  do
    ended = waitpid(child, status, options);
  while (ended < 0 && errno == EINTR);
  return ended;
}

static Error noResources(StringRef program, int error) {
  return make_error<NoResources>("cannot run '" + program.str() +
                                 "': " + sys::StrError(error));
}

static Error cannotRun(StringRef program, const Twine &reason) {
  return createStringError("cannot run '" + program + "': " + reason);
}

namespace {

/// A running program.
class Running {
public:
  static Expected<Running> start(const Subprocess &job);

  Expected<SubprocessOutput> finish();

private:
  using Clock = std::chrono::steady_clock;

  explicit Running(const Subprocess &job) : job(job) {}

  Error prepareStreams(Descriptor &input, Descriptor &output);
  /// Returns whether it has ended.
  bool wait();
  Expected<SubprocessOutput> takeOutput();
  /// Reads the output that is available now.
  void read();
  int millisecondsToWait() const;
  bool isLate() const { return job.secondsToWait != 0 && Clock::now() >= end; }

  Subprocess job;
  pid_t child = -1;
  Descriptor pipe;
  /// Readable when the child has ended; none in old kernels.
  Descriptor process;
  Clock::time_point end;
  std::optional<int> status;
  SubprocessOutput output;
};

} // namespace

/// Returns a file without a name that holds the text.
static Descriptor makeInput(StringRef text) {
  if (text.empty())
    return Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC));
  Descriptor file(memfd_create("input", MFD_CLOEXEC));
  while (file && !text.empty()) {
    ssize_t count = write(file.get(), text.data(), text.size());
    if (count < 0 && errno != EINTR)
      return Descriptor();
    text = text.drop_front(std::max<ssize_t>(count, 0));
  }
  if (file)
    lseek(file.get(), 0, SEEK_SET);
  return file;
}

Error Running::prepareStreams(Descriptor &input, Descriptor &output) {
  input = makeInput(job.input);
  int ends[2];
  if (!input || pipe2(ends, O_CLOEXEC))
    return noResources(job.program, errno);
  pipe = Descriptor(ends[0]);
  output = Descriptor(ends[1]);
  fcntl(pipe.get(), F_SETFL, O_NONBLOCK);
  if (!input.moveAboveStreams() || !output.moveAboveStreams())
    return noResources(job.program, errno);
  return Error::success();
}

Expected<Running> Running::start(const Subprocess &job) {
  Running running(job);
  Descriptor input, output;
  if (Error error = running.prepareStreams(input, output))
    return std::move(error);

  SmallVector<std::string> words{job.program.str()};
  for (StringRef argument : job.arguments)
    words.push_back(argument.str());
  SmallVector<char *> argv;
  for (std::string &word : words)
    argv.push_back(word.data());
  argv.push_back(nullptr);

  Start start{words.front().c_str(),
              argv.data(),
              input.get(),
              output.get(),
              job.keepsErrors ? output.get() : -1,
              job.hasOwnGroup,
              {}};
  running.child = startChild(start);
  if (running.child < 0)
    return noResources(job.program, errno);
  if (start.error != 0) {
    waitFor(running.child, 0);
    if (is_contained({EAGAIN, EMFILE, ENFILE, ENOMEM}, start.error))
      return noResources(job.program, start.error);
    return cannotRun(job.program, sys::StrError(start.error));
  }
#ifdef SYS_pidfd_open
  running.process = Descriptor(syscall(SYS_pidfd_open, running.child, 0));
#endif
  running.end = Clock::now() + std::chrono::seconds(job.secondsToWait);
  return std::move(running);
}

void Running::read() {
  char buffer[64 << 10];
  // The bound is more than a pipe holds, and stops an infinite output.
  for (unsigned left = 16; pipe && left != 0; --left) {
    ssize_t count = ::read(pipe.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR)
      continue;
    if (count < 0 && errno == EAGAIN)
      return;
    if (count <= 0)
      return pipe.close();
    size_t kept = std::min<size_t>(count, job.maxOutput - output.text.size());
    output.text.append(buffer, kept);
    output.numLeftOut += count - kept;
  }
}

bool Running::wait() {
  int found;
  pid_t ended = waitFor(child, WNOHANG, &found);
  // Another thread may have waited for it, or the system: then the exit code is
  // lost.
  if (ended > 0)
    status = found;
  return ended != 0;
}

int Running::millisecondsToWait() const {
  using namespace std::chrono;
  constexpr int64_t kAsk = 16, kLongest = 1 << 30;
  int64_t longest = process ? kLongest : kAsk;
  if (job.secondsToWait == 0)
    return process ? -1 : longest;
  int64_t left = ceil<milliseconds>(end - Clock::now()).count();
  return std::clamp<int64_t>(left, 0, longest);
}

Expected<SubprocessOutput> Running::finish() {
  while (!wait()) {
    if (isLate()) {
      kill(job.hasOwnGroup ? -child : child, SIGKILL);
      waitFor(child, 0);
      return createStringError("'" + job.program + "' was not done after the " +
                               Twine(job.secondsToWait) + " s of " +
                               job.limitName + ", and was stopped");
    }
    pollfd events[] = {{pipe.get(), POLLIN, 0}, {process.get(), POLLIN, 0}};
    poll(events, std::size(events), millisecondsToWait());
    read();
  }
  // The pipe is not read to its end: processes that outlive the program may
  // hold it.
  read();
  return takeOutput();
}

Expected<SubprocessOutput> Running::takeOutput() {
  if (status && WIFSIGNALED(*status))
    return cannotRun(job.program, strsignal(WTERMSIG(*status)));
  if (status)
    output.exitCode = WEXITSTATUS(*status);
  return std::move(output);
}

Expected<SubprocessOutput> runSubprocess(const Subprocess &job) {
  auto running = Running::start(job);
  if (!running)
    return running.takeError();
  return running->finish();
}

} // namespace tileiras
