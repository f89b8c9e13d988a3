"""Types and attributes of cuda_tile for the constraints of its operations (../../Inputs/constraints.py)."""
DIALECT = "cuda_tile"
PREFIX = "CudaTile_"
# These are tested in module-invalid.mlir, because they have other positions.
SKIPPED = {"module", "entry", "global"}

VIEW = "tensor_view<8x8xf32, strides=[8,1]>"
OTHER_VIEW = "tensor_view<16x16xf32, strides=[16,1]>"
# Element types by constraint: those of tiles that satisfy it (two where it admits two), and one of a tile that doesn't.
TILES = {
    "Tile": (["f32", "f16"], None),
    "NumberTile": (["f32", "f16"], "ptr<f32>"),
    "NumberOrI4Tile": (["i32", "i16"], "ptr<f32>"),
    "IntTile": (["i32", "i16"], "f32"),
    "IntOrI4Tile": (["i32", "i16"], "f32"),
    "FPowIExponentTile": (["i32", "i16"], "i64"),
    "I1Tile": (["i1"], "i8"),
    "I8Tile": (["i8"], "i1"),
    "I32Tile": (["i32"], "i64"),
    "I64Tile": (["i64"], "i32"),
    "FloatTile": (["f32", "f16"], "i32"),
    "BaseFloatTile": (["f32", "f16"], "tf32"),
    "F32Tile": (["f32"], "f16"),
    "MmaFloatTile": (["f16", "bf16"], "f8E8M0FNU"),
    "MmaAccumulatorTile": (["f32", "f16"], "bf16"),
    "ScaledFloatTile": (["f8E4M3FN", "f8E5M2"], "f16"),
    "ScaleFloatTile": (["f8E8M0FNU", "f8E4M3FN"], "f8E5M2"),
    "PtrTile": (["ptr<f32>", "ptr<f16>"], "i64"),
}
# Rank-0 tiles likewise.
SCALARS = {
    "ScalarInt": (["i32", "i64"], "f32"),
    "ScalarI32": (["i32"], "i64"),
    "ScalarI1": (["i1"], "i8"),
    "ScalarPtr": (["ptr<f32>", "ptr<f16>"], "i64"),
}
# Other types: two that satisfy the constraint where there are two.
OTHERS = {
    "Token": ["token"],
    "TensorView": [VIEW, OTHER_VIEW],
    "AnyTileView": [f"partition_view<tile=(4x4), {VIEW}>"],
    "PartitionViewType": [f"partition_view<tile=(4x4), {VIEW}>"],
    "StridedViewType": [f"strided_view<tile=(4x4), traversal_strides=[2,2], {VIEW}>"],
    "GatherScatterViewType": [f"gather_scatter_view<tile=(4x4), {VIEW}, sparse_dim=0>"],
    "AnyValueType": ["tile<4x4xf32>"],
    "AnyType": ["tile<4x4xi32>", "tile<8x8xi32>"],
}
# Values by attribute; enumerations have that of their first case.
ATTRIBUTES = {
    "I32Attr": "0 : i32", "I64Attr": "4 : i64", "StrAttr": '"s"', "SymbolNameAttr": '"s"', "BoolAttr": "true",
    "ArrayAttr": "[0.0 : f32]", "DenseI32ArrayAttr": "array<i32: 1, 0>", "FlatSymbolRefAttr": "@s",
    "CudaTile_DenseConstantAttr": "dense<0.0> : tensor<4x4xf32>",
    "CudaTile_AssumePredicateAttr": "#cuda_tile.div_by<4>",
}
# Relations that can't be violated: the constraints of their members allow one type only.
ALWAYS_TRUE = {
    ("get_tile_block_id", "all of {blockId_x, blockId_y, blockId_z} have same type"),
    ("get_num_tile_blocks", "all of {gridSize_x, gridSize_y, gridSize_z} have same type"),
    ("mmai", "all of {lhs, rhs} have same element type"),
}


def full(type_):
    return "!cuda_tile." + type_


def examples(constraint):
    """Types that satisfy a constraint: one, another element type if there is one, other shapes."""
    if constraint in TILES:
        elements = TILES[constraint][0]
        return {"first": full(f"tile<4x4x{elements[0]}>"), "shape": full(f"tile<8x8x{elements[0]}>"),
                "rank": full(f"tile<4x{elements[0]}>"), "type": full(f"tile<8x8x{elements[0]}>"),
                "element type": full(f"tile<4x4x{elements[1]}>") if len(elements) > 1 else None}
    if constraint in SCALARS:
        types = [full(f"tile<{element}>") for element in SCALARS[constraint][0]]
    else:
        types = [full(type_) for type_ in OTHERS[constraint]]
    return {"first": types[0]} | ({"type": types[1], "view": types[1]} if len(types) > 1 else {})


def wrong(constraint):
    """A type that does not satisfy the constraint; None if any does."""
    if constraint == "AnyType":
        return None
    element = TILES.get(constraint, (0, None))[1]
    if element:
        return full(f"tile<4x4x{element}>")
    if constraint in SCALARS:
        return full(f"tile<{SCALARS[constraint][1]}>")
    return "index"


def further():
    """A type of another shape than the first examples."""
    return full("tile<8xf32>")


def inside(operation, text):
    """Text where the operation may stand."""
    if not any("IfOp" in t.get("trait", "") for t in operation.traits):
        return text
    # Terminators of a region are checked only where they may be.
    return (f"  %condition = builtin.unrealized_conversion_cast to !cuda_tile.tile<i1>\n"
            f'  "cuda_tile.if"(%condition) ({{\n{text}\n  }}, {{\n  }}) : (!cuda_tile.tile<i1>) -> ()')
