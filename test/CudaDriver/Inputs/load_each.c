//===- load_each.c - Loads files, and images in memory ------------- C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

/// The file's contents with no byte after them, so that a sanitizer sees overruns.
static void *contentsOf(const char *path) {
  FILE *file = fopen(path, "rb");
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  void *bytes = malloc(size);
  rewind(file);
  if (fread(bytes, 1, size, file) != (size_t)size)
    exit(1);
  fclose(file);
  return bytes;
}

int main(int count, char **paths) {
  Handle module;
  setvbuf(stdout, NULL, _IONBF, 0); // in order with standard error
  begin();
  for (int i = 1; i < count; ++i) {
    void *image = contentsOf(paths[i]);
    SHOW(cuModuleLoad(&module, paths[i]));
    SHOW(cuModuleLoadData(&module, image));
    free(image);
  }
}
