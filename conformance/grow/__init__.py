"""Programs that hypothesis grows: well typed, with nothing undefined in them, out of the operations' own records.

    records.py      operations, types, attributes and enumerations, as TableGen dumps them from the ODS files
    facts.py        what is known of the elements of a value: ranges, exactness, NaN
    program.py      a program while it grows: values, text, arrays in memory
    grower.py       draws: which operation next, on which values
    elementwise.py  operations that compute element by element, from their records, and what ODS can't say of them
    execute.py      runs a program: interpreted, and compiled and emulated
    compare.py      compares what the runs leave
"""
