"""The error of the compiler's mathematical functions, in units in the last place.

A unit in the last place (ULP) of an exact value y is the distance of the two adjacent numbers of the type around y;
below the smallest normal number it is the smallest subnormal one. The error of a result r is |r - y| / ulp(y), so a
result that is rounded correctly has an error of at most 0.5. An infinity counts as the power of two that would follow
the largest number. CUDA's documentation counts the distance from the correctly rounded result in whole units instead: a
bound of n there is an error of at most n + 0.5 here.

`functions` has the measured operations and CUDA's bounds, `coverage` their operands, `oracles` the exact values,
`judging` the error, `kernels` compiles and runs, `page` is the table. bench/math-error combines them."""
