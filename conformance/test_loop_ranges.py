"""Loops whose bounds are at the ends of their type: every iteration once, in order. Bounds are constants, with which
the compiler computes, or loaded. A range over more than half of a type does not fit a signed number of it."""
import numpy as np
import pytest

import texts
from kit import I64, Out, check

WIDTHS = (8, 16, 32, 64)


def ranges(width, unsigned):
    """Lower bound, upper bound and number of iterations; each divides the distance, and the last step ends at the
    bound."""
    low, high = (0, 2**width - 1) if unsigned else (-2**(width - 1), 2**(width - 1) - 1)
    middle = (low + high + 1) // 2
    return [(low, high, 3), (low, high, 5), (low, high - 1, 2), (low, middle, 2), (low, middle + 1, 3), (middle - 1, high, 4),
            (middle, high, 1), (middle - 1, middle + 1, 2), (high - 6, high, 3), (low, low + 6, 3), (high - 1, high, 1),
            (high, low, 0)]


def steps_to(low, high, count):
    return (high - low) // count if count else 1


# These are constants only: the counter would pass the end of the type, after which a loop with loaded bounds never
# ends.
def passing(width, unsigned):
    low, high = (0, 2**width - 1) if unsigned else (-2**(width - 1), 2**(width - 1) - 1)
    return [(high - 7, high, 4), (low, high, 2**(width - 1) - 1), (1, high, 2**(width - 1) - 1)] + (
        [(low, high, high), (5, high - 1, high - 9), (low, high - 20, high - 60)] if unsigned else [])


def loops(unsigned):
    """Type, lower and upper bound and step of each loop with either kind of bounds, and then of those with
    constants."""
    both = [(w, low, high, steps_to(low, high, n)) for w in WIDTHS for low, high, n in ranges(w, unsigned)]
    return both, [(w, *bounds) for w in WIDTHS for bounds in passing(w, unsigned)] + [(1, 0, 1, 1)] * unsigned


def signed(value, width):
    return (value + 2**(width - 1)) % 2**width - 2**(width - 1)


def constants(number, width, bounds):
    return [f"    %{name}{number} = constant <i{width}: {signed(bound, width)}> : tile<i{width}>"
            for name, bound in zip(("low", "high", "step"), bounds, strict=True)]


def loaded(number, width, index):
    """Three elements of the array of i64 from an index on, narrowed."""
    lines = []
    for name, place in (("low", index), ("high", index + 1), ("step", index + 2)):
        own = f"{name}{number}"
        lines += [f"    %at_{own} = constant <i32: {place}> : tile<i32>",
                  f"    %p_{own} = offset %B, %at_{own} : tile<ptr<i64>>, tile<i32> -> tile<ptr<i64>>",
                  f"    %wide_{own}, %t_{own} = load_ptr_tko weak %p_{own} : tile<ptr<i64>> -> tile<i64>, token",
                  f"    %{own} = trunci %wide_{own} : tile<i64> -> tile<i{width}>" if width < 64 else
                  f"    %{own} = addi %wide_{own}, %zero : tile<i64>"]
    return lines


def loop(number, width, unsigned):
    """Counts the iterations, and mixes the counters in order."""
    word, kind = ("unsigned ", "unsigned") if unsigned else ("", "signed")
    wide = f"      %wide = exti %i {kind} : tile<i{width}> -> tile<i64>" if width < 64 else "      %wide = addi %i, %zero : tile<i64>"
    return [f"    %n{number}, %m{number} = for {word}%i in (%low{number} to %high{number}, step %step{number}) : tile<i{width}> "
            "iter_values(%n = %zero, %m = %zero) -> (tile<i64>, tile<i64>) {",
            wide, "      %next = addi %n, %one : tile<i64>", "      %times = muli %m, %three : tile<i64>",
            "      %mixed = addi %times, %wide : tile<i64>", "      continue %next, %mixed : tile<i64>, tile<i64>", "    }"]


def stored(number):
    lines = []
    for name, place in (("n", 2 * number), ("m", 2 * number + 1)):
        own = f"{name}{number}"
        lines += [f"    %out_{own} = constant <i32: {place}> : tile<i32>",
                  f"    %q_{own} = offset %R, %out_{own} : tile<ptr<i64>>, tile<i32> -> tile<ptr<i64>>",
                  f"    %s_{own} = store_ptr_tko weak %q_{own}, %{own} : tile<ptr<i64>>, tile<i64> -> token"]
    return lines


def kernel(unsigned):
    both, known = loops(unsigned)
    lines = [f"    %{name} = constant <i64: {value}> : tile<i64>" for name, value in (("zero", 0), ("one", 1), ("three", 3))]
    given = [constants(n, w, bounds) for n, (w, *bounds) in enumerate(both + known)]
    given += [loaded(len(given) + n, w, 3 * n) for n, (w, *_) in enumerate(both)]
    for number, (bounds, (width, *_)) in enumerate(zip(given, both + known + both, strict=True)):
        lines += bounds + loop(number, width, unsigned) + stored(number)
    return texts.kernel(texts.parameters(B="i64", R="i64"), "\n".join(lines))


def expected(low, high, step):
    count = mixed = 0
    for i in range(low, high, step):
        count, mixed = count + 1, mixed * 3 + i
    return count, signed(mixed, 64)


@pytest.mark.parametrize("unsigned", (False, True), ids=("signed", "unsigned"))
def test_loops_at_the_ends_of_types(target, bin_dir, unsigned):
    both, known = loops(unsigned)
    bounds = np.array([signed(bound, 64) for _, *loop in both for bound in loop], I64)
    results = np.array([expected(*loop) for _, *loop in both + known + both], I64).ravel()
    check(texts.launch(target, bin_dir, kernel(unsigned), 1, bounds, Out(np.zeros_like(results))), results)
