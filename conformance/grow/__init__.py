"""Programs that hypothesis grows: well typed, with nothing undefined in them, out of the operations' own records.

    records.py      operations, types, attributes and enumerations, as TableGen dumps them from the ODS files
    facts.py        what is known of the elements of a value: ranges, exactness, NaN
    elements.py     random elements of arrays and constants
    program.py      a program while it grows: values, text, arrays in memory
    grower.py       draws: which operation next, on which values; text of operations, loads, stores
    elementwise.py  operations that compute element by element, from their records, and what ODS can't say of them
    shapes.py       operations that move elements
    aggregates.py   reductions and scans
    mma.py          matrix multiply-accumulate; pipelines.py: loops of it
    memory.py       pointers, masks, orderings, atomic operations, globals; views.py: access through views
    control.py      branches and loops
    strategy.py     the strategy: what is drawn how often
    reach.py        which operations, types, modes and flags are grown, and why others are not
    known.py        known mistakes, which are not grown until they are mended
    execute.py      runs a program: interpreted, and compiled and emulated
    compare.py      compares the results of the runs
    disagrees.py    the question that tileiras-reduce asks

Only facts that the records can't state are written by hand: where operations are defined, and which results are determined to
the bit.
"""
