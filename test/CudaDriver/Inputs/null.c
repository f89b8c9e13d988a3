//===- null.c - Null for each pointer that may not be null --------- C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

#include <string.h>

// Each entry point has a row, with a letter for each argument:
//   p  a pointer that must not be null; null is tried at each in turn
//   b  a pointer to zeros
//   g  a graph, k a kernel, l a library
//   0  null or zero, also for pointers that may be null; 1 to 9 these numbers
static const struct {
  const char *name, *arguments;
} rows[] = {
#define ROW(NAME, ARGUMENTS) {#NAME, ARGUMENTS},
#include "null.def"
};

// Under other names, as driver.h declares some with parameters.
#define ENTRY(NAME, VERSION, SYMBOL) extern int any_##SYMBOL() __asm__(#SYMBOL);
#include "EntryPoints.def"

typedef int (*Function)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                        uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t,
                        uintptr_t, uintptr_t);
static const struct {
  const char *name;
  Function function;
} entries[] = {
#define ENTRY(NAME, VERSION, SYMBOL) {#SYMBOL, (Function)any_##SYMBOL},
#include "EntryPoints.def"
};

enum { MaxArguments = 12 };
static Handle context, library, kernel, graph;
static char zeros[4096];

static uintptr_t valueOf(char letter) {
  switch (letter) {
  case 'p':
  case 'b':
    return (uintptr_t)zeros;
  case 'g':
    return (uintptr_t)graph;
  case 'k':
    return (uintptr_t)kernel;
  case 'l':
    return (uintptr_t)library;
  default:
    return letter ? letter - '0' : 0;
  }
}

/// The call of a row with null in the place \p null.
static int call(Function function, const char *arguments, int null) {
  uintptr_t a[MaxArguments] = {0};
  for (int i = 0; arguments[i]; ++i)
    a[i] = i == null ? 0 : valueOf(arguments[i]);
  memset(zeros, 0, sizeof(zeros));
  cuCtxSetCurrent(context); // some calls change that
  return function(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9],
                  a[10], a[11]);
}

/// How many times null was tried.
static int tryRow(Function function, const char *name, const char *arguments) {
  const char *p = strchr(arguments, 'p');
  int tried = 0;
  if (!p)
    call(function, arguments, -1); // must not crash
  for (; p; p = strchr(p + 1, 'p'), ++tried) {
    int result = call(function, arguments, p - arguments);
    if (result != 1) // CUDA_ERROR_INVALID_VALUE
      printf("%s, argument %d is null: %s\n", name, (int)(p - arguments),
             nameOf(result));
  }
  return tried;
}

int main(void) {
  int tried = 0;
  begin();
  CHECK(cuCtxGetCurrent(&context));
  kernel = loadAdd(&library);
  CHECK(cuGraphCreate(&graph, 0));
  for (size_t e = 0; e < sizeof(entries) / sizeof(*entries); ++e) {
    int known = 0;
    for (size_t r = 0; r < sizeof(rows) / sizeof(*rows); ++r) {
      if (strcmp(entries[e].name, rows[r].name))
        continue;
      known = 1;
      tried += tryRow(entries[e].function, rows[r].name, rows[r].arguments);
    }
    if (!known)
      printf("%s has no row\n", entries[e].name);
  }
  printf("%d tried\n", tried);
}
