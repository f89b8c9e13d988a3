# RUN: %package_python -m pytest -q -p no:cacheprovider %s
"""tileiras.compile."""
import pathlib
from concurrent.futures import ThreadPoolExecutor

import pytest

import tileiras

BYTECODE = pathlib.Path(__file__).parents[1] / "Bytecode" / "Inputs" / "v13_2_tanh.tileirbc"
TEXT = """cuda_tile.module @m {
  entry @twice(%p: tile<ptr<f32>>) {
    %x, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %y = addf %x, %x : tile<f32>
    %u = store_ptr_tko weak %p, %y : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
"""


def test_text_module_and_bytecode_compile_alike():
    text = tileiras.compile(TEXT, "sm_90")
    assert ".target sm_90" in text and ".entry twice" in text
    module = tileiras.ir.Module.parse(TEXT, name="<input>")
    assert tileiras.compile(module, "sm_90") == text
    assert tileiras.compile(module.to_bytecode(), "sm_90").count("add.") == text.count("add.")


def test_stages():
    assert "nv_tileaa" in tileiras.compile(TEXT, "sm_80", emit="tileaa")
    assert "define" in tileiras.compile(BYTECODE.read_bytes(), "sm_80", opt_level=0, emit="llvmir")


def test_threads():
    with ThreadPoolExecutor(4) as pool:
        texts = list(pool.map(lambda arch: tileiras.compile(TEXT, arch), ["sm_80", "sm_90", "sm_100", "sm_120"] * 2))
    assert texts[:4] == texts[4:] and len(set(texts)) == 4


def test_errors_have_a_place():
    with pytest.raises(tileiras.ir.MLIRError) as caught:
        tileiras.compile(TEXT.replace("addf", "addg"), "sm_90", name="kernel.mlir")
    assert (caught.value.file, caught.value.line) == ("kernel.mlir", 4)
    with pytest.raises(tileiras.ir.MLIRError, match="does not correspond to Tile IR bytecode"):
        tileiras.compile(b"nothing", "sm_90")


@pytest.mark.parametrize("options, message", [
    (dict(arch="sm_12"), "unknown architecture 'sm_12'"),
    (dict(arch="sm_90", emit="sass"), "unknown stage 'sass'"),
    (dict(arch="sm_90", opt_level=4), "optimization level of 0 to 3, got 4"),
    (dict(arch="sm_90", debug_info="full"), "needs optimization level 0"),
    (dict(arch="sm_90", debug_info="some"), "debug information none, lineinfo or full, got 'some'"),
])
def test_arguments_that_mean_nothing(options, message):
    with pytest.raises(ValueError, match=message):
        tileiras.compile(TEXT, **options)


def test_cubin_without_ptxas():
    with pytest.raises(tileiras.ir.MLIRError, match="ptxas"):
        tileiras.compile(TEXT, "sm_90", emit="cubin", ptxas="/nowhere/ptxas")
