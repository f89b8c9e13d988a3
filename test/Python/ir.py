# RUN: %package_python -m pytest -q -p no:cacheprovider %s
"""tileiras.ir: text, bytecode, and the contents of a module."""
import pathlib

import pytest

from tileiras import ir

BYTECODE = pathlib.Path(__file__).parents[1] / "Bytecode" / "Inputs"
TEXT = """cuda_tile.module @m {
  entry @k(%p: tile<ptr<f32>>) {
    %0 = constant <i32: [1, 2]> : tile<2xi32>
    %1 = addi %0, %0 : tile<2xi32>
    return
  }
}
"""


def test_text_is_a_fixed_point():
    text = str(ir.Module.parse(TEXT))
    assert str(ir.Module.parse(text)) == text
    assert "%1 = addi" not in text and "addi" in text


def test_operations():
    module = ir.Module.parse(TEXT, name="kernel.mlir")
    kernels = module.body.operations[0]
    assert kernels.name == "cuda_tile.module"
    assert [op.name for op in kernels.walk()][:2] == ["cuda_tile.entry", "cuda_tile.constant"]
    entry = kernels.regions[0][0].operations[0]
    assert str(entry.attributes["sym_name"]) == '"k"'
    assert 'kernel.mlir":2:3' in str(entry.location)
    constant, add = entry.regions[0][0].operations[:2]
    assert [str(t) for t in constant.result_types] == ["!cuda_tile.tile<2xi32>"]
    assert add.operand_types == constant.result_types * 2
    assert entry.parent.name == "cuda_tile.module"
    assert module.operation.parent is None
    module.verify()


def test_text_says_where_it_is_wrong():
    with pytest.raises(ir.MLIRError) as caught:
        ir.Module.parse(TEXT.replace("addi %0, %0", "addi %0, %2"), name="kernel.mlir")
    error = caught.value
    assert (error.file, error.line, error.column) == ("kernel.mlir", 4, 19)
    assert "undeclared" in error.message
    assert str(error).startswith("kernel.mlir:4:19: error: ")


def test_verifier_says_where_it_is_wrong():
    with pytest.raises(ir.MLIRError) as caught:
        ir.Module.parse(TEXT.replace("(%p: tile<ptr<f32>>)", "(%p: tile<4xf32>)"), name="kernel.mlir")
    assert caught.value.line == 2 and caught.value.diagnostics[0].severity == "error"


@pytest.mark.parametrize("path", sorted(BYTECODE.glob("*.tileirbc")), ids=lambda p: p.stem)
def test_bytecode_round_trip(path):
    module = ir.Module.from_bytecode(path.read_bytes())
    data = module.to_bytecode()
    again = ir.Module.from_bytecode(data)
    assert again.to_text(debug_info=True) == module.to_text(debug_info=True)
    assert again.to_bytecode(version="13.5") == data
    assert module.body.operations[0].to_bytecode() == data


def test_damaged_bytecode():
    data = next(BYTECODE.glob("*.tileirbc")).read_bytes()
    with pytest.raises(ir.MLIRError, match="error at offset"):
        ir.Module.from_bytecode(data[:40])


def test_versions():
    module = ir.Module.from_bytecode((BYTECODE / "v13_1_printf.tileirbc").read_bytes())
    assert module.to_bytecode(version="13.2")[8:10] == bytes([13, 2])
    with pytest.raises(ir.MLIRError, match="expected a bytecode version from 13.1 to 13.5, got '12.0'"):
        module.to_bytecode(version="12.0")
    newer = ir.Module.from_bytecode((BYTECODE / "v13_4_insert.tileirbc").read_bytes())
    with pytest.raises(ir.MLIRError, match="requires bytecode version 13.4"):
        newer.to_bytecode(version="13.1")


def test_what_a_version_drops_is_a_warning():
    module = ir.Module.parse('cuda_tile.module @m attributes {producer = "by hand"} {}', name="k.mlir")
    with pytest.warns(UserWarning, match="k.mlir:1:1: warning: attribute 'producer' is dropped"):
        module.to_bytecode(version="13.1")


def test_types_and_attributes():
    context = ir.Context()
    tile = ir.Type.parse("!cuda_tile.tile<4xf32>", context=context)
    assert str(tile) == "!cuda_tile.tile<4xf32>" and tile.context is context
    assert tile == ir.Type.parse("!cuda_tile.tile<4xf32>", context=context)
    assert tile != ir.Type.parse("!cuda_tile.tile<8xf32>", context=context) and tile != "!cuda_tile.tile<4xf32>"
    assert len({tile, ir.Type.parse("!cuda_tile.tile<4xf32>", context=context)}) == 1
    assert str(ir.Attribute.parse("#cuda_tile.div_by<16>")) == "#cuda_tile.div_by<16>"
    with pytest.raises(ir.MLIRError, match="power"):
        ir.Type.parse("!cuda_tile.tile<3xf32>")


def test_places_of_locations():
    assert ir.Module.parse(TEXT, name="kernel.mlir").operation.walk()[3].location.places == [("kernel.mlir", 4, 10)]
    merged = ir.Module.parse(TEXT.replace("return", 'return loc(fused["a.py":1:2, callsite("b.py":3:4 at "a.py":5:6)])'))
    assert merged.operation.walk()[4].location.places == [("a.py", 1, 2), ("b.py", 3, 4), ("a.py", 5, 6)]
    assert ir.Module.parse(TEXT.replace("return", "return loc(unknown)")).operation.walk()[4].location.places == []


def test_layouts():
    """The worked example of LinearLayout.h: the accumulator of mma.m8n8k4.f64."""
    text = "#nv_tileas.layout<{register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}>"
    layout = ir.Layout.of(ir.Type.parse(f"tensor<8x8xf64, {text}>"))
    assert (layout.shape, layout.extents, str(layout.attribute)) == ([8, 8], {"register": 2, "lane": 32}, text)
    elements = layout.elements()
    assert elements[1 + 2 * 13] == 3 * 8 + 3  # register 1 of lane 13
    assert sorted(elements) == list(range(64))
    assert ir.Layout(layout.attribute).elements() == elements


def test_layouts_of_buffers_and_futures():
    buffer = ir.Type.parse("!nv_tileaa.memref<2x4xf32, shared, layout = "
                           "#nv_tileas.layout<{offset=[[0,1],[0,2],[1,1]]}>>")
    assert ir.Layout.of(buffer).elements() == [0, 1, 2, 3, 5, 4, 7, 6]
    future = ir.Type.parse("!nv_tileas.async.future<tensor<2xf32, #nv_tileas.layout<{register=[[1]], lane=[[0]]}>>>")
    assert ir.Layout.of(future).elements() == [0, 1, 0, 1]  # both lanes hold all
    assert ir.Layout.of(ir.Type.parse("tensor<2xf32>")) is None
    with pytest.raises(ValueError, match="the attribute is no layout"):
        ir.Layout(ir.Attribute.parse("unit"))


def test_objects_keep_what_they_need():
    operations = ir.Module.parse(TEXT).body.operations
    assert operations[0].name == "cuda_tile.module"
    kind = ir.Module.parse(TEXT).body.operations[0].walk()[1].result_types[0]
    assert str(kind) == "!cuda_tile.tile<2xi32>"
