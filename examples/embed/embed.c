/*===- embed.c - The compiler inside a program in C -----------------------===*\
|*
|* Part of the Tileiras project, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE.txt for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
|* embed KERNEL.tileirbc sm_90: prints the kernel's PTX, or why there is none.
|*
\*===----------------------------------------------------------------------===*/

#include "tileiras-c/Compiler.h"

#include <stdio.h>
#include <stdlib.h>

static void writeTo(MlirStringRef part, void *stream) {
  fwrite(part.data, 1, part.length, stream);
}

static MlirStringRef readFile(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    exit(1);
  }
  char *bytes = NULL;
  size_t size = 0, capacity = 1 << 12;
  do {
    capacity *= 2;
    bytes = realloc(bytes, capacity);
    if (!bytes)
      exit(1);
    size += fread(bytes + size, 1, capacity - size, file);
  } while (size == capacity);
  fclose(file);
  return mlirStringRefCreate(bytes, size);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s KERNEL.tileirbc sm_90\n", argv[0]);
    return 1;
  }
  MlirStringRef bytecode = readFile(argv[1]);
  TileirasCompileOptions options = tileirasCompileOptionsGetDefault();
  options.inputName = mlirStringRefCreateFromCString(argv[1]);
  options.arch = mlirStringRefCreateFromCString(argv[2]);

  TileirasCompilation compilation = tileirasCompile(bytecode, &options);
  for (intptr_t i = 0, n = tileirasCompilationGetNumDiagnostics(compilation);
       i < n; ++i)
    tileirasDiagnosticPrint(tileirasCompilationGetDiagnostic(compilation, i),
                            writeTo, stderr);
  writeTo(tileirasCompilationGetOutput(compilation), stdout);
  int failed =
      tileirasCompilationGetStatus(compilation) != TileirasStatusSuccess;
  tileirasCompilationDestroy(compilation);
  free((char *)bytecode.data);
  return failed;
}
