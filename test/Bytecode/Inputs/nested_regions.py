"""Prints a kernel with N `if`s in each other."""
import sys

count = int(sys.argv[1])
print("cuda_tile.module @kernels {\nentry @k(%c: tile<i1>) {")
print("if %c {\n" * count + "}\n" * count + "}\n}")
