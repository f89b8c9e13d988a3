/*===- guest.c - The compiler is a guest in the process -------------------===*\
|*
|* Part of the Tileiras project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE.txt for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* A host with handlers of its own for all signals, with small stacks, and with
|* threads that wait for any child.
|*
|* RUN: %guest_test %S/../tools/tileiras/Inputs %tools/tileiras 2>&1 \
|* RUN:   | FileCheck %s
|*
\*===----------------------------------------------------------------------===*/

#include "tileiras-c/Compiler.h"

#include <dirent.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char kernel[] = "cuda_tile.module @m { entry @k() { return } }";
static const char wrong[] = "cuda_tile.module @m { entry @k() { nonsense } }";
/// LLVM ends in a fatal error: NVPTX has no such instruction.
static const char fatal[] =
    "gpu.module @m { llvm.func @k(%p: !llvm.ptr<1>, %x: f64) "
    "attributes {nvvm.kernel} { %r = llvm.intr.sin(%x) : (f64) -> f64\n"
    "llvm.store %r, %p : f64, !llvm.ptr<1>\n llvm.return } }";

static const char *inputs, *program;

static void write_out(MlirStringRef part, void *unused) {
  (void)unused;
  fwrite(part.data, 1, part.length, stdout);
}

/// Prints the result of a program, without the output.
static void compile(const char *text, const char *emit, const char *ptxas,
                    const char *program) {
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/%s", inputs, ptxas);
  TileirasCompileOptions options = tileirasCompileOptionsGetDefault();
  options.isText = true;
  options.arch = mlirStringRefCreateFromCString("sm_90");
  options.emit = mlirStringRefCreateFromCString(emit);
  options.ptxas = mlirStringRefCreateFromCString(path);
  options.ptxasTimeout = 5;
  options.program = mlirStringRefCreateFromCString(program);
  TileirasCompilation made =
      tileirasCompile(mlirStringRefCreateFromCString(text), &options);
  TileirasStatus status = tileirasCompilationGetStatus(made);
  printf("%s: status %d, %s\n", emit, status,
         tileirasCompilationGetOutput(made).length ? "output" : "no output");
  for (intptr_t i = 0, n = tileirasCompilationGetNumDiagnostics(made); i < n;
       ++i)
    tileirasDiagnosticPrint(tileirasCompilationGetDiagnostic(made, i),
                            write_out, NULL);
  tileirasCompilationDestroy(made);
}

/*===----------------------------------------------------------------------===*\
|* Signals
\*===----------------------------------------------------------------------===*/

static pthread_t mainThread;
static atomic_int numCalls, numElsewhere;

static void handle(int signal) {
  // A host that starts no children has none of these.
  if (signal == SIGCHLD)
    return;
  ++numCalls;
  if (!pthread_equal(pthread_self(), mainThread))
    ++numElsewhere;
}

/// The signal handlers of the process, and its open files.
typedef struct State {
  struct sigaction actions[NSIG];
  char status[256];
  int numFiles;
} State;

static State lookAround(void) {
  State state;
  memset(&state, 0, sizeof state);
  for (int i = 1; i < NSIG; ++i)
    sigaction(i, NULL, &state.actions[i]);
  FILE *file = fopen("/proc/self/status", "r");
  for (char line[256]; file && fgets(line, sizeof line, file);)
    if (!strncmp(line, "Sig", 3) && strncmp(line, "SigQ", 4))
      strncat(state.status, line,
              sizeof state.status - strlen(state.status) - 1);
  fclose(file);
  DIR *folder = opendir("/proc/self/fd");
  while (readdir(folder))
    ++state.numFiles;
  closedir(folder);
  return state;
}

static bool isSame(const State *a, const State *b) {
  for (int i = 1; i < NSIG; ++i)
    if (a->actions[i].sa_handler != b->actions[i].sa_handler ||
        a->actions[i].sa_flags != b->actions[i].sa_flags)
      return false;
  return !strcmp(a->status, b->status) && a->numFiles == b->numFiles;
}

static void takeAllSignals(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handle;
  action.sa_flags = SA_RESTART;
  for (int i = 1; i < NSIG; ++i)
    sigaction(i, &action, NULL);
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &blocked, NULL);
}

static void testState(void) {
  takeAllSignals();
  State before = lookAround();
  compile(kernel, "ptx", "ptxas-13.5", "");
  compile(wrong, "ptx", "ptxas-13.5", "");
  compile(kernel, "cubin", "ptxas-13.5", "");
  compile(kernel, "cubin", "ptxas-failing", "");
  compile(kernel, "cubin", "ptxas-crashing", "");
  compile(kernel, "cubin", "none", "");
  compile(kernel, "cubin", "ptxas-13.5", program);
  State after = lookAround();
  printf("%d signals were raised, the host is %s\n", numCalls,
         isSame(&before, &after) ? "as before" : "changed");
}

static void *compileLong(void *done) {
  compile(kernel, "cubin", "ptxas-one-second", "");
  *(atomic_bool *)done = true;
  return NULL;
}

/// The handlers run, on the thread that the host has for them, and the compilation finishes.
static void testSignals(void) {
  atomic_bool done = false;
  int sent = 0;
  pthread_t thread;
  pthread_create(&thread, NULL, compileLong, &done);
  while (!done) {
    usleep(100000);
    kill(getpid(), sent % 2 ? SIGUSR1 : SIGHUP);
    ++sent;
    // A host may wait for any child.
    waitpid(-1, NULL, WNOHANG);
  }
  pthread_join(thread, NULL);
  printf("%d signals missed, %d elsewhere\n", sent - numCalls, numElsewhere);
}

static void testIgnoredChildren(void) {
  signal(SIGCHLD, SIG_IGN);
  compile(kernel, "cubin", "ptxas-13.5", "");
  compile(kernel, "cubin", "ptxas-failing", "");
  signal(SIGCHLD, SIG_DFL);
}

/*===----------------------------------------------------------------------===*\
|* Stacks, and LLVM's end
\*===----------------------------------------------------------------------===*/

static void *compileNested(void *unused) {
  enum { Depth = 240 };
  char *text = malloc(64 * Depth), *end = text;
  end += sprintf(end, "cuda_tile.module @m { entry @k(%%c: tile<i1>) {\n");
  for (int i = 0; i < Depth; ++i)
    end += sprintf(end, "if %%c {\n");
  for (int i = 0; i < Depth; ++i)
    end += sprintf(end, "}\n");
  sprintf(end, "return } }");
  compile(text, "ptx", "ptxas-13.5", "");
  free(text);
  return unused;
}

static void testSmallStack(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 128 << 10);
  pthread_t thread;
  pthread_create(&thread, &attributes, compileNested, NULL);
  pthread_join(thread, NULL);
}

/// Alone in another process, and in this one.
static void testFatalError(void) {
  char killed[PATH_MAX];
  snprintf(killed, sizeof killed, "%s/killed", inputs);
  compile(kernel, "ptx", "ptxas-13.5", killed);
  compile(kernel, "ptx", "ptxas-13.5", "/bin/true");
  compile(fatal, "ptx", "ptxas-13.5", program);
  compile(kernel, "ptx", "ptxas-13.5", "");
  compile(fatal, "ptx", "ptxas-13.5", "");
  compile(kernel, "ptx", "ptxas-13.5", "");
  compile(kernel, "ptx", "ptxas-13.5", program);
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 1;
  inputs = argv[1];
  program = argv[2];
  mainThread = pthread_self();
  setvbuf(stdout, NULL, _IONBF, 0);

  // CHECK: ptx: status 0, output
  // CHECK-NEXT: ptx: status 1, no output
  // CHECK-NEXT: <input>:1:36: error: custom op 'nonsense' is unknown
  // CHECK-NEXT: cubin: status 0, output
  // CHECK-NEXT: cubin: status 2, no output
  // CHECK-NEXT: <input>:1:23: error: {{.*}} failed with exit code 255:
  // CHECK-NEXT: ptxas PTX, line 9; error
  // CHECK-NEXT: cubin: status 2, no output
  // CHECK-NEXT: <input>:1:23: error: cannot run {{.*}}: Segmentation fault
  // CHECK-NEXT: cubin: status 2, no output
  // CHECK-NEXT: error: no ptxas at '{{.*}}/none'
  // CHECK-NEXT: cubin: status 0, output
  // CHECK-NEXT: 0 signals were raised, the host is as before
  testState();

  // CHECK-NEXT: cubin: status 0, output
  // CHECK-NEXT: 0 signals missed, 0 elsewhere
  testSignals();

  // CHECK-NEXT: cubin: status 0, output
  // CHECK-NEXT: cubin: status 2, no output
  // CHECK-NEXT: wrote no cubin:
  // CHECK-NEXT: ptxas PTX, line 9; error
  testIgnoredChildren();

  // CHECK-NEXT: ptx: status 0, output
  testSmallStack();

  // CHECK-NEXT: ptx: status 2, no output
  // CHECK-NEXT: error: the process that compiles failed: cannot run
  // CHECK-SAME: /killed': Segmentation fault
  // CHECK-NEXT: ptx: status 2, no output
  // CHECK-NEXT: error: the process that compiles failed: '/bin/true' gave no
  // CHECK-SAME: result: expected tileiras
  // CHECK-NEXT: ptx: status 2, no output
  // CHECK-NEXT: <input>:1:17: error: internal compiler error
  // CHECK-SAME: while printing PTX for '<input>': Cannot select
  // CHECK: ptx: status 0, output
  // CHECK-NEXT: ptx: status 2, no output
  // CHECK-NEXT: <input>:1:17: error: internal compiler error
  // CHECK-SAME: while printing PTX for '<input>': Cannot select
  // CHECK: ptx: status 2, no output
  // CHECK-NEXT: error: nothing more is compiled in this process, which an
  // CHECK-SAME: internal error of LLVM may have left in disorder (Cannot select
  // CHECK: ptx: status 0, output
  testFatalError();
  return 0;
}
