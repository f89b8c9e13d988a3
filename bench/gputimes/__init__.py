"""Times of kernels on a GPU: the launches (problems), the libraries to compare with (references), and the clock
(timing)."""
