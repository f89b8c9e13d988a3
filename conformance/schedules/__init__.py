"""Kernels in the style of public libraries, with the tiles and hints that their tuners try.

`corpus.py` says what a variant is; the kernels are in the modules by subject. `test_numbers.py` runs the variants, and
`gate` compares what the compiler made of them with `ratchet.jsonl`."""
