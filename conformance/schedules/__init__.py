"""Kernels in the style of public libraries, with the tiles and hints that their tuners try.

     1 attention, causal under `if`     2 in two loops             3 log-sum-exp as a result
     4 softcap     5 loaded bias        6 ALiBi                    7 sliding window
     8 sink, with bounds that are loaded                            9 heads of a group packed into rows
    10 depth 256  11 MLA, prefill      12 MLA, decoding from pages
    13 prefill from pages              14 decoding from pages      15 decoding with split keys, under `if`
    16 gradients of keys and values    17 of queries
    18 fp8 with scales of rows         19 mxfp8, nvfp4
    20 persistent product with an epilogue, of one to four CTAs    21 grouped product, `while a and b`
    22 gathered product of experts     23 linear attention in chunks, five MMAs of tf32
    24 weights of four bits            25 tiles that tuners try on sm_80 and sm_120 only

`corpus.py` says what a variant is; the kernels are in the modules by subject. `test_numbers.py` runs the variants, and
`gate` compares what the compiler made of them with `ratchet.jsonl`."""
