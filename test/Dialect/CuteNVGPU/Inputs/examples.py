"""Types and attributes of cute_nvgpu for the constraints of its operations (../../Inputs/constraints.py)."""
DIALECT = "cute_nvgpu"
PREFIX = "CuteNVGPU_"
SKIPPED = set()
# A type that satisfies each constraint.
TYPES = {
    "I1": "i1", "I32": "i32", "Global": "!llvm.ptr<1>", "Shared": "!llvm.ptr<3>", "Memory": "!llvm.ptr<1>",
    "TensorMap": "!llvm.ptr", "I16": "i16", "LLVM_Type": "i32", "LLVM_AnyStruct": "!llvm.struct<(i32, i32)>", "Words": "i32",
    "I64": "i64", "WgmmaWord": "i32", "FieldWord": "i32", "Tensor": "!llvm.ptr<6>", "SharedCluster": "!llvm.ptr<7>",
    "TmemWords": "vector<8xi32>",
    "F32": "f32",
}
ATTRIBUTES = {
    "I32Attr": "32 : i32", "TypeAttr": "f32", "CuteNVGPU_AtomAttr": "#cute_nvgpu.atom<universal_copy, 32>",
}
# Relations that can't be violated: the constraint on either side is one type.
ALWAYS_TRUE = {("redux", "all of {value, result} have same type")}


def examples(constraint):
    """A type that satisfies a constraint, and one that differs from it."""
    return {"first": TYPES[constraint], "type": "i64"}


def wrong(constraint):
    """A type that does not satisfy the constraint: none of LLVM's."""
    return "index" if constraint == "LLVM_Type" else "i8"


def inside(operation, text):
    """Text where the operation may stand."""
    return text
