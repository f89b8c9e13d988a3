"""The strategy that draws programs."""
from hypothesis import strategies as st

from . import elementwise
from .grower import Grower

SHAPES = ((16,), (8, 4), (2, 4, 4), (), (64,), (16, 8), (1, 32), (128,))
GRIDS = ((1, 1, 1), (2, 1, 1), (3, 1, 1))
STEPS = 12


@st.composite
def programs(draw, steps=STEPS):
    """Programs of up to so many steps, each of which is an operation with what it needs."""
    first = draw(st.integers(0, len(SHAPES) - 1))
    second = draw(st.integers(0, len(SHAPES) - 1))
    grid = GRIDS[draw(st.integers(0, len(GRIDS) - 1))]
    g = Grower(draw, [SHAPES[first], SHAPES[second]], grid)
    g.start()
    pure = [r for r in g.records.values() if r.is_elementwise() and r.operands and r.name not in EXCLUDED and
            r.traits & {"Pure", "NoMemoryEffect"}]
    for _ in range(1 + draw(st.integers(0, steps - 1))):
        elementwise.grow(g, g.pick(pure))
    finish(g)
    return g.program


EXCLUDED = {"offset", "int_to_ptr", "ptr_to_int", "ptr_to_ptr"}


def finish(g):
    """Compares what nothing else takes, and some of the rest."""
    leaves = [v for v in g.visible() if v.name not in g.used and v.specified]
    for value in leaves:
        g.observe(value)
