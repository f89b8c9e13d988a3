"""The part of the dialect that is grown: every operation of the records, and for each the element types of its
operands, the cases of its enumerations and its flags. The rest is listed here with the reason; the test compares both
ways."""
import random

from . import known
from .records import allowed_cases
from .strategy import choices, finish, new_grower

# Operations that no program has.
NOT_GROWN = {
    **dict.fromkeys(("multimem_load_reduce_view_tko", "multimem_reduce_view_tko", "multimem_store_view_tko"),
                    "of several replicas there is one: loads, stores and updates (test_multimem.py has them)"),
    **known.MISSING,
}

# Types, modes and flags that are excluded for operations that are grown.
NOT_GROWN_WITH = {
    ("atomic_red_view_tko", "i1"): "indices of one bit name two tiles only; of the others each width is drawn",
    ("atomic_red_view_tko", "i8"): "likewise, of 128 tiles",
    ("bitcast", "f4E2M1FN"): "no other type has 4 bits",
    ("bitcast", "tf32"): "no other type has 19 bits",
    ("exti", "i64"): "nothing is wider",
    ("trunci", "i1"): "nothing is narrower",
    ("load_ptr_tko", "f4E2M1FN"): "has no address of its own",
    ("load_ptr_tko", "f8E8M0FNU"): "as a padding value: the scales of products are loaded without a mask",
    ("load_ptr_tko", "fnv8E5M3FNU"): "likewise",
    ("mmaf_scaled", "fnv8E5M3FNU"): "sums of products with such scales are rounded (test_unsigned_floats.py has exact ones)",
    ("negi", "overflow=no_unsigned_wrap"): "the verifier refuses it: only 0 would keep it",
    ("offset", "i1"): "pointers move by 0 and -1 only",
    **{("ftof", f"rounding_mode={m}"): "the verifier refuses it" for m in ("approx", "full", "nearest_int_to_zero")},
    **{("pack", e): "the verifier refuses elements of 8 bits" for e in ("f8E4M3FN", "f8E5M2", "f8E8M0FNU",
                                                                              "fnv8E5M3FNU", "i8")},
}


def expected(record):
    """The features that an operation's record allows."""
    items = {""}
    for operand in record.operands:
        items.update(e for e in operand.elements or ())
    for attribute in record.attributes:
        items.update(f"{attribute.name}={c}" for c in allowed_cases(record, attribute, "f32"))
        if attribute.is_unit:
            items.add(attribute.name)
    return items


def not_grown(records, reached):
    """The features that the records have and programs do not."""
    return {(r.name, item) for r in records.values() if r.name not in NOT_GROWN for item in expected(r)
            if (r.name, item) not in reached}


def reached_by_growing(records, patience=200):
    """The features that programs reach, when each operation is grown again and again until it shows nothing new."""
    reached = set()
    for name, grow in unique(choices(records)):
        record = records[name]
        missing, idle, seed = {(record.name, item) for item in expected(record)} - reached - set(NOT_GROWN_WITH), 0, 0
        while missing and idle < patience:
            source = random.Random(f"{record.name} {seed}")
            seed += 1
            g = new_grower(source.randrange)
            for _ in range(4):
                grow(g, record)
            finish(g)
            before = len(reached)
            reached |= g.program.reached
            missing -= reached
            idle = 0 if len(reached) > before else idle + 1
    return reached


def unique(pairs):
    """The names of operations and the functions that grow them."""
    return dict.fromkeys((record.name, grow) for record, grow in pairs)

