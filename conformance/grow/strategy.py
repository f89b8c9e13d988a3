"""The strategy that draws programs."""
import functools

from hypothesis import strategies as st

from . import aggregates, control, elementwise, known, memory, mma, pipelines, shapes, views
from .grower import Grower

SHAPES = ((16,), (8, 4), (2, 4, 4), (), (64,), (16, 8), (1, 32), (128,))
GRIDS = ((1, 1, 1), (2, 1, 1), (3, 1, 1))
OPERATIONS = 12
NESTED = 2  # regions in one another, at most

# How often other operations are drawn, against 1 for each elementwise one.
WEIGHTS = {"reduce": 4, "scan": 3, "mmaf": 3, "mmai": 1, "mmaf_scaled": 1, "if": 3, "for": 3, "loop": 2,
           "load_ptr_tko": 3, "store_ptr_tko": 3, "load_view_tko": 4, "store_view_tko": 4, "atomic_rmw_tko": 3}
GROWERS = (shapes.GROWERS | aggregates.GROWERS | mma.GROWERS | memory.GROWERS | views.GROWERS | control.GROWERS)
NOT_ALONE = ("offset", "int_to_ptr", "ptr_to_int", "ptr_to_ptr")  # elementwise on pointers: memory.py


def choices(records):
    """The records and the functions that grow them, each as often as it is to be drawn."""
    drawn = [(r, elementwise.grow) for r in records.values() if is_simple(r)]
    for name, grow in GROWERS.items():
        if name in known.MISSING:
            continue
        drawn += [(records[name], grow)] * WEIGHTS.get(name, 1)
    return drawn + [(records["for"], pipelines.grow)]


def is_simple(record):
    return bool(record.is_elementwise() and record.traits & {"Pure", "NoMemoryEffect"} and record.name not in NOT_ALONE)


def grow_one(g):
    record, grow = g.pick(g.choices)
    if record.name in control.GROWERS and len(g.scopes) > NESTED:
        return
    grow(g, record)


def new_grower(draw):
    """A program with nothing in it yet; `draw(n)` gives numbers below n."""
    first, second = draw(len(SHAPES)), draw(len(SHAPES))
    g = Grower(draw, [SHAPES[first], SHAPES[second]], GRIDS[draw(len(GRIDS))])
    g.choices, g.grow_one = choices(g.records), grow_one
    g.program.hints = entry_hints(g)
    g.reach("module", "")
    g.reach("entry", "")
    g.start()
    return g


def entry_hints(g):
    """Hints change how a kernel is compiled, but not its results."""
    if not g.chance(4):
        return ""
    g.reach("entry", "optimization_hints")
    warps, ctas = g.pick([4, 8]), g.pick([1, 2])
    older = f"num_worker_warps_per_cta = {warps}"
    return (f"optimization_hints=<sm_80 = {{{older}}}, default = {{{older}}}, "
            f"sm_90 = {{{older}, num_cta_in_cga = {ctas}}}, sm_100 = {{{older}, num_cta_in_cga = {ctas}}}> ")


def finish(g):
    """Values without another use are compared."""
    for value in [v for v in g.visible() if v.name not in g.used and v.specified]:
        g.observe(value)
    g.fill_inputs()
    return g.program


@functools.cache
def below(n):
    return st.integers(0, n - 1)


@st.composite
def programs(draw, operations=OPERATIONS):
    """Programs of up to this many operations, each with the operands that it needs."""
    g = new_grower(lambda n: draw(below(n)))
    for _ in range(1 + g.below(operations)):
        g.grow()
    return finish(g)
