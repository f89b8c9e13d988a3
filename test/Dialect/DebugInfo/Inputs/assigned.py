import cuda.tile as ct
# The locations in debuginfo-describe-assignments.mlir are in this file; columns count from 0, as Python's.
def k(A, n):
    x = n + 1
    y, z = (n * 2), n * 3
    s = 'a, b = c'; t = n
    acc = zero = n + n
    for i in range(n):
        acc += x
        tmp: ct.Tile = acc + 1
        A[0] = acc + 2
    if x == y:
        x = y + 1
    else:
        acc
    old = x
    old = x + 1
    return (acc, x)
