"""How far the compiler's mathematical functions are from exact, in units in the last place.

A unit in the last place (ULP) of an exact value y is the distance of the two neighbouring numbers of the type around y;
below the smallest normal number it is the smallest subnormal one. The error of a result r is |r - y| / ulp(y), so a result
that is rounded correctly has an error of at most 0.5. An infinity counts as the power of two that would follow the largest
number. CUDA's documentation counts the distance from the correctly rounded result in whole units instead: a bound of n
there is an error of at most n + 0.5 here.

`functions` has what is measured and CUDA's bounds, `coverage` for which operands, `oracles` the exact values, `judging`
the error, `kernels` compiles and runs, `page` is the table. bench/math-error puts them together.
"""
