"""All variants, registered by the modules by subject."""
from schedules import attention, backward, decoding, products, recurrence  # noqa: F401
from schedules import corpus

ARCHS = tuple(corpus.BEST)
VARIANTS = {v.name: v for v in sorted(corpus.VARIANTS.values(), key=lambda v: (v.number, v.name))}


def family(arch):
    """The target of ARCHS that has an architecture's instructions."""
    return max((a for a in ARCHS if int(a[3:]) <= int(arch[3:])), default=ARCHS[0], key=ARCHS.index)
