"""Times of kernels on a GPU: what is launched (problems), what it is compared with (references), how it is timed (timing)."""
