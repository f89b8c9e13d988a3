"""Branches and loops. The values that a region computes are results of the operation; so are tokens of the scratch
arrays that it accesses, or a loop carries them."""
from .facts import Ints, anything, bits_of
from .program import TOKEN, Tile, Value

INNER = 3  # operations of a region, at most


def interesting(g):
    """The types of the values that a region yields."""
    found = [v.type for v in g.visible() if isinstance(v.type, Tile) and v.is_exact and not v.element.startswith("ptr")]
    count = 1 + g.below(2)
    if not found:
        return [Tile(g.pick(g.shapes), g.pick(["i32", "f32"])) for _ in range(count)]
    return [found[-1 - g.below(min(len(found), 6))] for _ in range(count)]


def grow_body(g):
    for _ in range(1 + g.below(INNER)):
        g.grow()


def condition(g):
    return g.value(Tile((), "i1"))


def tokens_of(g):
    return [s.token for s in g.scratches]


def restore(g, tokens):
    for scratch, token in zip(g.scratches, tokens, strict=True):
        scratch.token = token


def branch(g, record):
    """Both arms yield values and the tokens of all scratch arrays that either accesses."""
    types, truth, before = interesting(g), condition(g), tokens_of(g)
    sides = []
    for _ in range(2):
        with g.region() as lines:
            grow_body(g)
            values = [g.value(t) for t in types]
            sides.append((lines, values, tokens_of(g)))
        restore(g, before)
    touched = [n for n, token in enumerate(before) if any(side[2][n] != token for side in sides)]
    results = types + [TOKEN] * len(touched)
    regions = []
    for lines, values, tokens in sides:
        regions.append(lines)
        g.append_to(lines, "yield", [*values, *(tokens[n] for n in touched)])
    names = g.emit("if", [truth], results, regions=regions)
    for n, scratch in enumerate(touched):
        g.scratches[scratch].token = Value(names[len(types) + n], TOKEN)
    for name, type, values in zip(names, types, zip(*(s[1] for s in sides), strict=True), strict=False):
        g.add(Value(name, type, values[0].facts.union(values[1].facts)))


def carried(g):
    """Values that a loop carries, and the scratch arrays whose tokens it carries."""
    types = interesting(g)
    scratches = [s for s in g.scratches if g.chance(2)][:2]
    return types, [g.value(t) for t in types], scratches


def counted(g, record):
    """A `for` of a few iterations, over integers of any type; bounds are constants or unknown, and sometimes at the
    ends of the type."""
    element = g.pick(["i32", "i64", "i16", "i8"])
    unsigned = g.chance(3)
    low, step, count = at_an_end(g, element, unsigned) if g.chance(4) else (
        g.below(4) - (0 if unsigned else 2), 1 + g.below(3), g.below(5))
    high = low + step * count
    bounds = [number_of(g, low, element), upper(g, element, low, high), number_of(g, step, element)]
    types, initial, scratches = carried(g)
    outer = [s.token for s in g.scratches]
    few = abs(low) < 8 and high < 32
    index = Value(g.name(), Tile((), element), Ints(min(low, 0), high + step) if few else anything(element))
    arguments = [index, *(Value(g.name(), t, anything(t.element)) for t in types),
                 *(Value(g.name(), TOKEN) for _ in scratches)]
    with g.region(arguments) as lines, g.only(scratches):
        for scratch, token in zip(scratches, arguments[1 + len(types):], strict=True):
            scratch.token, scratch.facts = token, anything(scratch.element)
        grow_body(g)
        results = [g.value(t) for t in types] + [s.token for s in scratches]
        g.emit("continue", results, [])
    restore(g, outer)
    attributes = {"unsignedCmp": ""} if unsigned else {}
    g.reach("for", *attributes)
    names = g.emit("for", [*bounds, *initial, *(s.token for s in scratches)], [*types, *(TOKEN for _ in scratches)],
                   attributes, regions=[lines])
    finish(g, names, types, scratches)


def at_an_end(g, element, unsigned):
    """Lower bound, step and trip count of a loop that runs up to, from, or between the ends of its type. The counter
    does not pass the end, after which a loop would begin again."""
    bits = bits_of(element)
    least, most = (0, (1 << bits) - 1) if unsigned else (-(1 << bits - 1), (1 << bits - 1) - 1)
    step, count = 1 + g.below(3), g.below(5)
    where = g.pick(["up to", "from", "between"])
    if where == "between":  # a step is positive, too
        count = max(count, 1 if unsigned else 2)
        step = (most - least) // count
    return (most - step * count if where == "up to" else least), step, count


def number_of(g, number, element):
    """A constant: unsigned numbers are written as the signed ones of the same bits."""
    half = 1 << bits_of(element) - 1
    return g.integer((number + half) % (2 * half) - half, element)


def upper(g, element, low, number):
    """An upper bound that the compiler knows, or a loaded one, up to three below."""
    if g.chance(2) or bits_of(element) == 8 or number - 3 < low:
        return number_of(g, number, element)
    few = g.binary("andi", g.value(Tile((), element)), g.integer(3, element), Ints(0, 3))
    return g.binary("addi", few, number_of(g, number - 3, element), anything(element), g.NO_WRAP)


def finish(g, names, types, scratches):
    for scratch, name in zip(scratches, names[len(types):], strict=True):
        scratch.token = Value(name, TOKEN)
    for name, type in zip(names, types, strict=False):
        g.add(Value(name, type, anything(type.element)))


def endless(g, record):
    """A `loop` that counts, and leaves by a break in an if; sometimes with a continue in another."""
    i32 = Tile((), "i32")
    limit = g.below(4)
    types, initial, scratches = carried(g)
    outer = [s.token for s in g.scratches]
    counter = Value(g.name(), i32, Ints(0, 8))
    arguments = [counter, *(Value(g.name(), t, anything(t.element)) for t in types),
                 *(Value(g.name(), TOKEN) for _ in scratches)]
    with g.region(arguments) as lines, g.only(scratches):
        for scratch, token in zip(scratches, arguments[1 + len(types):], strict=True):
            scratch.token, scratch.facts = token, anything(scratch.element)
        leave(g, "break", compare(g, counter, limit, "greater_than_or_equal"),
              [*arguments[1:1 + len(types)], *(s.token for s in scratches)])
        after = g.binary("addi", counter, g.integer(1), Ints(1, 9), g.NO_WRAP)
        if g.chance(3):
            leave(g, "continue", compare(g, counter, g.below(3), "equal"),
                  [after, *arguments[1:1 + len(types)], *(s.token for s in scratches)])
        grow_body(g)
        g.emit("continue", [after, *(g.value(t) for t in types), *(s.token for s in scratches)], [])
    restore(g, outer)
    names = g.emit("loop", [g.integer(0), *initial, *(s.token for s in scratches)],
                   [*types, *(TOKEN for _ in scratches)], regions=[lines])
    finish(g, names, types, scratches)


def compare(g, value, number, predicate):
    texts = {"comparison_predicate": f"#cuda_tile.comparison_predicate<{predicate}>",
             "signedness": "#cuda_tile.signedness<signed>"}
    truth = Tile((), "i1")
    return Value(g.emit("cmpi", [value, g.integer(number)], [truth], texts)[0], truth, Ints(-1, 0))


def leave(g, op, truth, operands):
    """An if that leaves the enclosing region."""
    with g.region() as then:
        g.emit(op, operands, [])
    with g.region() as otherwise:
        g.emit("yield", [], [])
    g.emit("if", [truth], [], regions=[then, otherwise])
    g.reach(op, "in an if")


def early_return(g, record):
    """Some of the blocks end here: they do not execute the rest."""
    if g.in_region():
        return
    leave(g, "return", condition(g), [])


GROWERS = {"if": branch, "for": counted, "loop": endless, "return": early_return}
