"""How programs that were built with the sanitizers are run (utils/check, utils/fuzz).

LLVM and MLIR are the distribution's and not instrumented. Containers that are filled on one side of that boundary and
read on the other look like overflows to the address sanitizer, and memory that an allocator of LLVM's headers marks
as free on one side is used on the other; so these two of its checks are off. The thread sanitizer doesn't see the
synchronisation inside them either. Leaks are not searched for: the tools leave their contexts to the end of the process.
An allocation that fails returns null, as without a sanitizer: tests request more memory than there is."""

OPTIONS = {
    "ASAN_OPTIONS": "detect_container_overflow=0:allow_user_poisoning=0:detect_leaks=0:quarantine_size_mb=16:"
                    "allocator_may_return_null=1",
    "TSAN_OPTIONS": "halt_on_error=1:ignore_noninstrumented_modules=1:allocator_may_return_null=1",
    "UBSAN_OPTIONS": "print_stacktrace=1",
}
