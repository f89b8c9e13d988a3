/*===- threads.c - Sixteen threads use the C API at the same time ---------===*\
|*
|* Part of the Tileiras project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE.txt for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* Each thread has to get the bytes and the messages that one thread alone got.
|*
|* RUN: %threads_test %source/test/Bytecode/Inputs/v13_1_printf.tileirbc \
|* RUN:   %source/test/Bytecode/Inputs/v13_2_tanh.tileirbc \
|* RUN:   %source/test/Bytecode/Inputs/v13_5_loops.tileirbc %s | FileCheck %s
|* CHECK: 4 programs for 3 architectures on 16 threads: 0 differ
|*
\*===----------------------------------------------------------------------===*/

#include "tileiras-c/Compiler.h"
#include "tileiras-c/Module.h"
#include "tileiras-c/Registration.h"

#include "mlir-c/Diagnostics.h"
#include "mlir-c/IR.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NumThreads = 16, NumArchs = 3, MaxPrograms = 8 };

static const char *archs[NumArchs] = {"sm_80", "sm_90", "sm_100"};
static MlirStringRef programs[MaxPrograms];
static int numPrograms;
static pthread_barrier_t start;
static atomic_int numDifferent;

/// Text that grows.
typedef struct Text {
  char *bytes;
  size_t size;
} Text;

static void append(MlirStringRef part, void *userData) {
  Text *text = userData;
  text->bytes = realloc(text->bytes, text->size + part.length + 1);
  if (!text->bytes)
    exit(1);
  memcpy(text->bytes + text->size, part.data, part.length);
  text->size += part.length;
}

static bool isSame(Text a, Text b) {
  return a.size == b.size && !memcmp(a.bytes, b.bytes, a.size);
}

/// Output and messages of a compilation.
static Text compile(MlirStringRef program, const char *arch) {
  TileirasCompileOptions options = tileirasCompileOptionsGetDefault();
  options.arch = mlirStringRefCreateFromCString(arch);
  options.remarks = mlirStringRefCreateFromCString("all");
  TileirasCompilation compilation = tileirasCompile(program, &options);
  Text text = {NULL, 0};
  append(tileirasCompilationGetOutput(compilation), &text);
  for (intptr_t i = 0, n = tileirasCompilationGetNumDiagnostics(compilation);
       i < n; ++i)
    tileirasDiagnosticPrint(tileirasCompilationGetDiagnostic(compilation, i),
                            append, &text);
  tileirasCompilationDestroy(compilation);
  return text;
}

static void ignore(MlirStringRef part, void *unused) {
  (void)part;
  (void)unused;
}

static MlirLogicalResult ignoreDiagnostic(MlirDiagnostic diagnostic,
                                          void *unused) {
  (void)unused;
  mlirDiagnosticPrint(diagnostic, ignore, NULL);
  return mlirLogicalResultSuccess();
}

/// The text form of a program, in a separate context; empty for an invalid one.
static Text disassemble(MlirStringRef program) {
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tileirasRegisterAllDialects(registry);
  MlirContext context = mlirContextCreateWithRegistry(registry, false);
  mlirDialectRegistryDestroy(registry);
  mlirContextAttachDiagnosticHandler(context, ignoreDiagnostic, NULL, NULL);
  Text text = {NULL, 0};
  append(mlirStringRefCreateFromCString(""), &text);
  MlirModule module = tileirasReadBytecode(
      context, program, mlirStringRefCreateFromCString("program"));
  if (!mlirModuleIsNull(module)) {
    mlirOperationPrint(mlirModuleGetOperation(module), append, &text);
    mlirModuleDestroy(module);
  }
  mlirContextDestroy(context);
  return text;
}

/// The results of one thread alone.
static Text compiled[MaxPrograms][NumArchs], disassembled[MaxPrograms];

static void check(Text made, Text expected) {
  if (!isSame(made, expected))
    ++numDifferent;
  free(made.bytes);
}

static void *work(void *number) {
  pthread_barrier_wait(&start);
  // Each thread begins with another program, so that different stages run at the same time.
  int first = *(int *)number;
  for (int i = 0; i < numPrograms * NumArchs; ++i) {
    int job = (first + i) % (numPrograms * NumArchs);
    int program = job / NumArchs, arch = job % NumArchs;
    check(compile(programs[program], archs[arch]), compiled[program][arch]);
    check(disassemble(programs[program]), disassembled[program]);
  }
  return NULL;
}

static MlirStringRef readFile(const char *path) {
  enum { MaxSize = 1 << 16 };
  char *bytes = malloc(MaxSize);
  FILE *file = fopen(path, "rb");
  if (!bytes || !file)
    exit(1);
  size_t size = fread(bytes, 1, MaxSize, file);
  fclose(file);
  return mlirStringRefCreate(bytes, size);
}

/// Fails unless all programs except the last, which is invalid, compile.
static void workAlone(void) {
  for (int program = 0; program < numPrograms; ++program) {
    disassembled[program] = disassemble(programs[program]);
    for (int arch = 0; arch < NumArchs; ++arch) {
      Text text = compile(programs[program], archs[arch]);
      compiled[program][arch] = text;
      append(mlirStringRefCreate("", 1), &text);
      if ((strstr(text.bytes, ".entry") != NULL) ==
          (program == numPrograms - 1)) {
        fprintf(stderr, "program %d: %s\n", program, text.bytes);
        exit(1);
      }
      compiled[program][arch].bytes = text.bytes;
    }
  }
}

int main(int argc, char **argv) {
  numPrograms = argc - 1;
  if (numPrograms < 1 || numPrograms > MaxPrograms)
    return 1;
  for (int i = 0; i < numPrograms; ++i)
    programs[i] = readFile(argv[i + 1]);
  workAlone();

  pthread_t threads[NumThreads];
  int numbers[NumThreads];
  pthread_barrier_init(&start, NULL, NumThreads);
  for (int i = 0; i < NumThreads; ++i) {
    numbers[i] = i;
    if (pthread_create(&threads[i], NULL, work, &numbers[i]))
      return 1;
  }
  for (int i = 0; i < NumThreads; ++i)
    pthread_join(threads[i], NULL);
  int different = numDifferent;
  printf("%d programs for %d architectures on %d threads: %d differ\n",
         numPrograms, NumArchs, NumThreads, different);
  return different != 0;
}
