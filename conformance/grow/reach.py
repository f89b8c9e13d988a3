"""What of the dialect is grown: every operation of the records, and of each the element types of its operands, the cases
of its enumerations and its flags. What is not grown stands here with the reason; the test compares both ways."""
import random

from . import known
from .records import allowed_cases
from .strategy import choices, finish, new_grower

# Operations that no program has. What has no value at run time, or none that a run could show, stands here.
NOT_GROWN = {
    "multimem_load_reduce_view_tko": "the interpreter has no memory with several replicas",
    "multimem_reduce_view_tko": "the interpreter has no memory with several replicas",
    "multimem_store_view_tko": "the interpreter has no memory with several replicas",
    **known.MISSING,
}

# Modes and flags of operations that are grown, but not with these.
REASONS = {
    "verifier": "the verifier refuses it in a rule that names no cases",
    "known": "known to be wrong: known.py",
    "one": "an attribute of the operation in a program's frame, which has one form",
    "107": "no target of the families has fnv8E5M3FNU",
    "xchg": "the verifier refuses a reduction that combines nothing",
}


def expected(record):
    """What an operation's record says it may have."""
    items = {""}
    for operand in record.operands:
        items.update(e for e in operand.elements or ())
    for attribute in record.attributes:
        items.update(f"{attribute.name}={c}" for c in allowed_cases(record, attribute, "f32"))
        if attribute.is_unit:
            items.add(attribute.name)
    return items


def reached_by_growing(records, rounds=80, patience=25):
    """What programs reach, when each operation is grown again and again until it shows nothing new."""
    reached = set()
    for record, grow in unique(choices(records)):
        missing, idle, seed = {(record.name, item) for item in expected(record)} - reached, 0, 0
        while missing and idle < patience * rounds:
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
    return {record.name: (record, grow) for record, grow in pairs}.values()

