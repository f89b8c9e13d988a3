s/^cuda_tile.module @m /cuda_tile.module @kernels /
s/ \{(hint|foo.bar) = 1 : i64\}//
s/ attributes \{(mark|split_threshold = 4 : i64)\}//
s/ optimization_hints=<>//
