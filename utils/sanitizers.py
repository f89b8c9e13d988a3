"""How programs that were built with the sanitizers are run (utils/check, utils/fuzz).

LLVM and MLIR are the distribution's and not instrumented. Containers that are filled on one side of that border and
read on the other look like overflows to the address sanitizer, and memory that an allocator of LLVM's headers marks
as free on one side is used on the other; so these two checks of it are off; nor does the thread sanitizer see what
synchronises inside them. Leaks are not looked for: the tools leave their contexts to the end of the process. Memory
that can't be had is null, as without a sanitizer: tests ask for more than there is."""

OPTIONS = {
    "ASAN_OPTIONS": "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0:quarantine_size_mb=16:"
                    "allocator_may_return_null=1",
    "TSAN_OPTIONS": "halt_on_error=1:ignore_noninstrumented_modules=1:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}
