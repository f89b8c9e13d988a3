/* Preloaded into a program, breaks the heap where a child of the program opens
 * a file whose name ends in "double_free.py": glibc ends the child in the
 * middle of free(), with its lock taken. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pid_t program;

__attribute__((constructor)) static void start(void) { program = getpid(); }

static void breakHeap(const char *path) {
  size_t length = strlen(path), expected = strlen("double_free.py");
  if (getpid() == program || length < expected ||
      strcmp(path + length - expected, "double_free.py"))
    return;
  /* Larger than the blocks that threads cache, and apart from free blocks. */
  void *volatile first = malloc(5000);
  void *volatile apart = malloc(5000);
  free(first);
  free(first);
  free(apart);
}

#define INTERPOSE(NAME)                                                        \
  int NAME(const char *path, int flags, ...) {                                 \
    int (*next)(const char *, int, ...) = dlsym(RTLD_NEXT, #NAME);             \
    breakHeap(path);                                                           \
    va_list arguments;                                                         \
    va_start(arguments, flags);                                                \
    int mode = va_arg(arguments, int);                                         \
    va_end(arguments);                                                         \
    return next(path, flags, mode);                                            \
  }

INTERPOSE(open64)
INTERPOSE(open)
