"""Types and attributes of nv_tileaa for the constraints of its operations (../../Inputs/constraints.py); nv_tileas has
them, too."""
DIALECT = "nv_tileaa"
PREFIX = "TileAA_"
# These are tested in structure-invalid.mlir, debug-invalid.mlir and access-invalid.mlir: they have other positions,
# texts, or attributes with separate constraints.
SKIPPED = {"func", "return", "global", "get_global", "print", "assert", "alloca", "release"}
# Element types by constraint: those that satisfy it (two where it allows two), and one that doesn't. Tensors and scalars.
PTR = "!nv_tileaa.ptr<f32>"
ELEMENTS = {
    "AnyTensor": (["f32", "f16"], "index"), "AnyTile": (["f32", "f16"], "index"),
    "FloatLike": (["f32", "f16"], "i32"), "ArithmeticLike": (["f32", "f16"], "tf32"),
    "Assumed": (["i32", "i16"], "index"), "TileAS_Copied": (["f32", "f16"], "index"),
    "IntLike": (["i32", "i16"], "f32"), "IntLine": (["i32", "i16"], "f32"), "I64Like": (["i64"], "i32"),
    "I1Like": (["i1"], "i8"), "PtrLike": ([PTR, "!nv_tileaa.ptr<f16>"], "i64"),
}
MEMREF = "!nv_tileaa.memref<8x8xf32, strides = [8, 1]>"
TENSOR = "!nv_tileaa.memref<128x1xf32, tensor, layout = #nv_tileas.layout<{tensor_lane=[[1,0],[2,0],[4,0],[8,0],[16,0],[32,0],[64,0]]}>>"
BUFFER = "!nv_tileaa.memref<4x4xf32, shared, layout = #nv_tileas.layout<{offset=[[0,1],[0,2],[1,0],[2,0]]}>>"
OTHERS = {
    "Scalar": ["f32", "f16"], "Integer": ["i32", "i64"], "I32": ["i32"], "I16": ["i16"], "PtrType": [PTR],
    "GlobalMemRef": [MEMREF], "SharedMemRef": [BUFFER], "TensorMemRef": [TENSOR], "MemTokenType": ["!nv_tileaa.mem_token"], "AnyType": ["i32"],
    "TileAS_AsyncTokenType": ["!nv_tileas.async.token"], "TileAS_MBarrierType": ["!nv_tileas.mbarrier"], "I1": ["i1"],
    "TileAS_InSharedMemory": [BUFFER], "TileAS_MemRefOfA": [BUFFER],
    "TiledViewType": [f"!nv_tileaa.tiled_view<4x4, {MEMREF}, steps = [4, 4], dims = [0, 1]>"],
}
ATTRIBUTES = {
    "I32Attr": "1 : i32", "I64Attr": "1 : i64", "BoolAttr": "true", "ArrayAttr": "[0.0 : f32]", "DenseI32ArrayAttr": "array<i32: 1, 0>",
    "TileAS_LayoutAttr": "#nv_tileas.layout<{register=[[0,1],[0,2]], lane=[[1,0],[2,0]]}>",
    "DenseBoolArrayAttr": "array<i1: true, true>", "TileAA_Fact": "#nv_tileaa.div_by<4>",
    "CuteNVGPU_AtomAttr": "#cute_nvgpu.atom<universal_copy, 32>",
}
# Relations that can't be violated.
ALWAYS_TRUE = set()


def examples(constraint):
    """Types that satisfy a constraint: one, another element type if there is one, other shapes."""
    if constraint == "IntLine":
        return {"first": "tensor<4xi32>"}
    if constraint in ELEMENTS:
        elements = ELEMENTS[constraint][0]
        return {"first": f"tensor<4x4x{elements[0]}>", "shape": f"tensor<8x8x{elements[0]}>",
                "type": f"tensor<8x8x{elements[0]}>",
                "element type": f"tensor<4x4x{elements[1]}>" if len(elements) > 1 else None}
    return {"first": OTHERS[constraint][0]}


def wrong(constraint):
    """A type that does not satisfy the constraint; None if any does."""
    if constraint == "AnyType":
        return None
    return f"tensor<4x4x{ELEMENTS[constraint][1]}>" if constraint in ELEMENTS else "index"


def further():
    """A type of another shape than the first examples."""
    return "tensor<8xf32>"


def inside(operation, text):
    """Text where the operation may stand."""
    return text
