"""Types and attributes of cutlass for the constraints of its operations (../../Inputs/constraints.py)."""
DIALECT = "cutlass"
PREFIX = "Cutlass_"
SKIPPED = set()
# A type that satisfies each constraint.
TYPES = {
    "I1": "i1", "I32": "i32", "Shared": "!llvm.ptr<3>", "PipelineStateType": "!cutlass.pipeline_state<1>",
    "OneStage": "!cutlass.pipeline_state<1>",
}
# Types that differ from it, where a relation requires that.
OTHERS = {"PipelineStateType": "!cutlass.pipeline_state<2>"}
ATTRIBUTES = {"I32Attr": "2 : i32"}
# The constraint on either side is one type.
ALWAYS_TRUE = {("pipeline.get_barrier", "all of {barriers, barrier} have same type")}


def examples(constraint):
    """A type that satisfies a constraint, and one that differs from it."""
    return {"first": TYPES[constraint], "type": OTHERS.get(constraint, "i64")}


def wrong(constraint):
    """A type that does not satisfy the constraint."""
    return "!cutlass.pipeline_state<2>" if constraint == "OneStage" else "i8"


def inside(operation, text):
    """Text where the operation may stand."""
    return text
