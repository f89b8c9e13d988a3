"""Types and attributes of debuginfo for the constraints of its operations (../../Inputs/constraints.py)."""
DIALECT = "debuginfo"
PREFIX = "DebugInfo_"
SKIPPED = set()
FILE = '#cuda_tile.di_file<"kernel.py" in "/src">'
UNIT = f"#cuda_tile.di_compile_unit<file = {FILE}>"
SUBPROGRAM = (f'#cuda_tile.di_subprogram<file = {FILE}, line = 3, name = "k", linkageName = "k", '
              f'compileUnit = {UNIT}>')
ATTRIBUTES = {
    "DebugInfo_LocalVariableAttr": f'#debuginfo.local_variable<name = "x", scope = {SUBPROGRAM}>',
    "DebugInfo_DescribedAttr": "!debuginfo.value<f32>", "StrAttr": '"none"',
}
ALWAYS_TRUE = set()


def examples(constraint):
    """Operations accept values of any type."""
    return {"first": {"AnyType": "f32"}[constraint], "type": "f16"}


def wrong(constraint):
    """No type violates a constraint."""
    return None


def inside(operation, text):
    """Text where the operation may stand."""
    return text
