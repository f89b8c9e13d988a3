# RUN: %package_python -m pytest -q -p no:cacheprovider %s
"""The data of the page of tileiras-explore: forms and their links, costs, layouts, schedule, and errors."""
import array
import base64
import hashlib
import importlib.util
import json
import os
import pathlib
import re
import textwrap

import pytest

from tileiras import ir
from tileiras.explore import sass, scripts
from tileiras.explore.__main__ import main
from tileiras.explore.collect import collect
from tileiras.explore.layouts import Collector
from tileiras.explore.model import Pane

INPUTS = pathlib.Path(__file__).parent / "Inputs"
MATMUL = INPUTS / "matmul.py"
# The same kernel with one small tile, for what the program does whatever the kernel is.
SMALL_MATMUL = MATMUL.read_text().replace("128, 128, 64", "32, 32, 32").replace("256", "32")
STAGES = ["source", "tile", "tileaa", "tileas", "cute", "llvm", "llvmir", "ptx"]


class Page:
    """The page's data, and its links."""

    def __init__(self, data):
        self.data = data
        self.panes = {pane["id"]: pane | {"lines": pane["text"].split("\n")} for pane in data["panes"]}

    def find(self, pane, text):
        return [line for line, each in enumerate(self.panes[pane]["lines"]) if text in each]

    def became(self, line, pane):
        """The lines of a form that came from a line of the source."""
        parent = self.panes[pane]["parent"]
        if parent is None:
            return {line}
        earlier = self.became(line, parent)
        return {each for each, parents in enumerate(self.panes[pane]["parents"]) if earlier & set(parents)}


def explore(script, arch, folder):
    kernel = scripts.run(str(script), [], arch, folder)[0]
    return kernel, Page(collect(kernel, [script.parent]))


@pytest.fixture(scope="module")
def matmul(tmp_path_factory):
    return explore(MATMUL, "sm_90", tmp_path_factory.mktemp("matmul"))


@pytest.fixture(scope="module")
def page(matmul):
    return matmul[1]


# The MMA of the loop in each form.
MMAS = {"tile": "mmaf", "tileaa": "nv_tileaa.dot", "tileas": "nv_tileas.async.dot",
            "cute": "cute_nvgpu.wgmma.mma_async", "llvm": "wgmma.mma_async",
            "llvmir": "wgmma.mma_async", "ptx": "wgmma.mma_async.sync"}


@pytest.mark.parametrize("pane", MMAS)
def test_a_line_reaches_its_results(page, pane):
    """All MMAs come from the line with ct.mma, and none from the lines around it."""
    line, = page.find("source", "ct.mma(")
    mmas = page.find(pane, MMAS[pane])
    assert mmas and set(mmas) <= page.became(line, pane)
    assert not set(mmas) & page.became(*page.find("source", "ct.store("), pane)


def test_machine_code_is_linked_to_the_source(page):
    line, = page.find("source", "ct.mma(")
    mmas = set(page.find("sass", "HGMMA"))
    # The assembler attributes a few of them to the instructions before.
    assert len(mmas & page.became(line, "sass")) > len(mmas) / 2 > 0
    assert set(page.find("sass", "UTMALDG")) & page.became(*page.find("source", "a = ct.load("), "sass")


def test_a_listing_of_machine_code():
    """Instructions belong to the line of the PTX that was named last, until another is; padding is left out."""
    ptx = Pane("ptx", "PTX", "ptx", ["{", "add", "ret"], "llvm", [[], [], []], [7, 13, 21])
    listing = """
        .text.k:
        \t//## File ".nv_debug_ptx_txt", line 13
                /*0000*/                   IADD3 R1, R2, R3, RZ ;
                /*0010*/              @!P0 BRA `(.L_x_0) ;
        .L_x_0:
        \t//## File ".nv_debug_ptx_txt", line 21
        \t//## File "/src/k.py", line 13
                /*0020*/                   EXIT ;
                /*0030*/                   NOP;
        """
    code = sass.read(textwrap.dedent(listing), ptx)
    assert code.lines == [".text.k:", "    IADD3 R1, R2, R3, RZ", "    @!P0 BRA `(.L_x_0)", ".L_x_0:", "    EXIT"]
    assert code.parents == [[], [1], [1], [], [2]]


@pytest.mark.parametrize("missing, other, reason", [
    ("PTXAS", "", "No machine code, because there is no ptxas."),
    ("PTXAS", "NVDISASM", "No machine code, because there is no ptxas and no nvdisasm."),
])
def test_without_the_programs_for_machine_code(matmul, monkeypatch, tmp_path, missing, other, reason):
    for name in filter(None, (missing, other)):
        monkeypatch.setenv(f"TILEIRAS_{name}", "none")
    monkeypatch.setenv("TILEIRAS_NVDISASM" if not other else "HOME", "true" if not other else str(tmp_path))
    ptx = Pane("ptx", "PTX", "ptx", [""], numbers=[1])
    assert sass.disassemble(matmul[0].ptx, ptx, str(tmp_path)) == (None, reason)


def test_an_assembler_that_fails_is_a_reason(matmul, monkeypatch, tmp_path):
    monkeypatch.setenv("TILEIRAS_PTXAS", "false")
    monkeypatch.setenv("TILEIRAS_NVDISASM", "true")
    code, reason = sass.disassemble(matmul[0].ptx, Pane("ptx", "PTX", "ptx", [""], numbers=[1]), str(tmp_path))
    assert code is None and reason.startswith("No machine code, because false failed")


def test_every_form_but_the_source_is_linked(page):
    assert [pane for pane in page.panes if pane != "sass"] == STAGES
    for pane in STAGES[1:]:
        linked = sum(bool(parents) for parents in page.panes[pane]["parents"])
        assert linked > len(page.panes[pane]["lines"]) / 2, pane


def test_the_ptx_is_what_was_launched(matmul):
    kernel, page = matmul
    shown = dict(zip(page.panes["ptx"]["numbers"], page.panes["ptx"]["lines"]))
    launched = kernel.ptx.split("\n")
    assert all(launched[number - 1] == line for number, line in shown.items())
    hidden = [line for number, line in enumerate(launched, 1) if number not in shown]
    assert all(not line or re.match(r"\s*\.(loc|file|section)\b|\s*\{|\s*\}|\$L__", line) for line in hidden), hidden


def test_costs_add_up_to_the_counters(page):
    costs = page.data["costs"]
    counters = {label: int(value.replace("\u2009", "")) for label, value in page.data["facts"]
                if re.fullmatch(r"[\d\u2009]+", value)}
    totals = dict(zip([title for title, _ in costs["columns"]], costs["totals"]))
    assert totals["instructions"] == counters["warp instructions"]
    assert totals["async bytes"] == counters["asynchronous bytes"]
    for pane, lines in costs["lines"].items():
        sums = [sum(column) for column in zip(*lines.values())]
        # The costs of lines without an origin are missing from a form's totals, and they are few.
        assert all(part <= whole for part, whole in zip(sums, costs["totals"])), pane
        assert sums[0] > 0.9 * costs["totals"][0], pane
    assert [sum(column) for column in zip(*costs["lines"]["ptx"].values())] == costs["totals"]


def test_asynchronous_bytes_are_those_of_the_loads(page):
    """256 x 256 elements of f16 go four times each through blocks of 128 x 128."""
    lines, column = page.data["costs"]["lines"]["source"], 3
    loads = [lines[page.find("source", f"{name} = ct.load(")[0]][column] for name in "ab"]
    assert loads == [2 * 256 * 256 * 2] * 2


def test_layouts_are_those_of_the_algebra(page):
    for entry in page.data["layouts"]:
        kept = array.array("I", base64.b64decode(entry["elements"])).tolist()
        layout = ir.Layout(ir.Attribute.parse(f"#nv_tileas.layout<{entry['text']}>"))
        assert kept == layout.elements() and entry["shape"] == layout.shape and entry["extents"] == layout.extents
        for line, _ in entry["uses"]:
            assert "layout" in page.panes["tileas"]["lines"][line]


def test_layouts_that_are_too_large_are_said():
    bases = [f"[0,{1 << bit}]" for bit in range(9)] + [f"[{1 << bit},0]" for bit in range(9)]
    tile = f"tensor<512x512xf32, #nv_tileas.layout<{{register=[{','.join(bases)}]}}>>"
    module = ir.Module.parse(f"func.func @f(%a: {tile}) {{\n%0 = arith.addf %a, %a : {tile}\nreturn\n}}")
    collector = Collector()
    collector("tileas", module, range(len(module.operation.walk())))
    assert collector.layouts == []
    assert collector.notes() == ["Layouts of more than 65,536 elements are not drawn: there are 1."]


def test_the_mma_has_its_operands(page):
    mma, = page.data["mmas"]
    a, b, accumulator = (page.data["layouts"][number] for number in mma["operands"])
    assert (a["shape"], b["shape"], accumulator["shape"]) == ([128, 64], [64, 128], [128, 128])
    assert a["buffer"] and b["buffer"] and not accumulator["buffer"] and a["stages"] > 1
    assert "wgmma" not in mma["atom"] and "sm90.mma" in mma["atom"]


def test_the_schedule_and_the_agents(page):
    loop, = page.data["loops"]
    assert "scf.for" in page.panes["tileaa"]["lines"][loop["line"]]
    copies = [o for o in loop["operations"] if loop["tracks"][o["track"]] == "copies"]
    assert {page.panes["tileaa"]["lines"][o["line"]].count("tiled_load") for o in copies} == {1}
    # Each iteration is the same, `cycles` later; a stage is full before it is read.
    by_iteration = [[o["start"] for o in copies if o["step"] == step] for step in range(loop["ahead"] + 1)]
    assert all(b - a == loop["cycles"] for first, second in zip(by_iteration, by_iteration[1:]) for a, b in zip(first, second))
    assert [t["step"] for t in loop["taken"]] == list(range(loop["ahead"] + 1))
    assert all(t["from"] < t["full"] < t["until"] for t in loop["taken"])
    assert {group["does"]: group["warps"] for group in page.data["agents"]} == {"loads operands": 1, "starts MMAs": 4}
    assert {ring["title"] for ring in page.data["rings"]} >= {"128×64 f16", "64×128 f16"}


def test_the_run_over_time(page):
    run = page.data["run"]
    assert run["block"] == "CTA (0, 0, 0)" and run["tracks"][:2] == ["warp 0", "warp 1"] and "wgmma" in run["tracks"]
    line, = page.find("source", "ct.mma(")
    assert any(slice["line"] == line and not slice["wait"] for slice in run["slices"])
    assert any(slice["wait"] and "mbarrier" in slice["name"] for slice in run["slices"])


def test_remarks_are_at_their_lines(page):
    line, = page.find("source", "ct.mma(")
    assert any(remark["line"] == line and "wgmma" in remark["text"] for remark in page.data["remarks"])


def test_attention_on_another_gpu(tmp_path):
    """Two MMAs and reductions, without agents; the layouts are fragments of mma."""
    _, page = explore(INPUTS / "attention.py", "sm_80", tmp_path)
    lines = page.find("source", "ct.mma(")
    mmas = page.find("ptx", "mma.sync")
    first, second = (page.became(line, "ptx") & set(mmas) for line in lines)
    assert first and second and first | second == set(mmas) and not first & second
    assert not page.data["agents"]
    assert {mma["line"] for mma in page.data["mmas"]} == set(page.find("tileas", "nv_tileas.dot"))
    assert sum(c[0] for c in page.data["costs"]["lines"]["ptx"].values()) == page.data["costs"]["totals"][0]


@pytest.mark.parametrize("arch", ["sm_75", "sm_100", "sm_120"])
def test_every_family_of_gpus(arch, tmp_path):
    kernel, page = explore(MATMUL, arch, tmp_path)
    line, = page.find("source", "ct.mma(")
    assert kernel.arch == arch and not [note for note in page.data["notes"] if "linked to nothing" in note]
    mmas = set(page.find("ptx", "tcgen05.mma" if arch == "sm_100" else "mma.sync"))
    assert mmas and mmas <= page.became(line, "ptx")


# ---------------------------------------------------------------- the program


@pytest.fixture
def run(tmp_path, capsys):
    """Runs the program; gives what it wrote and the page's data, or the message with which it ended."""

    def go(*arguments):
        page = tmp_path / "page.html"
        try:
            main(["-o", str(page), *map(str, arguments)])
        except SystemExit as end:
            return str(end.code) if isinstance(end.code, str) else capsys.readouterr().err
        text = page.read_text()
        found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
        return capsys.readouterr().out, Page(json.loads(found[1])), text

    return go


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "small.py"
    path.write_text(SMALL_MATMUL)
    return path


@pytest.fixture(scope="module")
def small_bytecode(tmp_path_factory):
    folder = tmp_path_factory.mktemp("small")
    path = folder / "matmul.py"
    path.write_text(SMALL_MATMUL)
    return scripts.run(str(path), [], "sm_90", folder)[0].data


@pytest.fixture
def bytecode(small_bytecode, tmp_path):
    path = tmp_path / "matmul.tileirbc"
    path.write_bytes(small_bytecode)
    return path


def test_the_page_holds_everything(run, small):
    said, page, text = run(small)
    assert "matmul for sm_90" in said
    assert not re.search(r"""(?:src|href)\s*=|@import|url\(|fetch\(|https?://(?!www\.w3\.org/2000/svg)""",
                         text.replace(json.dumps(page.data), ""))
    assert len(text) < 6 << 20


def test_bytecode_without_and_with_a_launch(run, bytecode):
    _, page, _ = run(bytecode)
    assert page.data["costs"] is None and any("No costs" in note for note in page.data["notes"])
    matrix = "--arg=array:zeros:f16:32x32"
    _, page, _ = run(bytecode, "--grid", "1", matrix, matrix, "--arg=array:zeros:f32:32x32")
    assert page.data["costs"]["totals"][0] > 0


def test_text_is_its_own_source(run, tmp_path):
    path = tmp_path / "twice.mlir"
    path.write_text("cuda_tile.module @m {\n  entry @twice(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {\n"
                    "    %x, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token\n"
                    "    %y = addf %x, %x : tile<f32>\n"
                    "    %u = store_ptr_tko weak %q, %y : tile<ptr<f32>>, tile<f32> -> token\n    return\n  }\n}\n")
    one = "--arg=ptr:zeros:f32:1"
    _, page, _ = run(path, "--gpu-name", "sm_80", one, one)
    line, = page.find("source", "addf")
    assert set(page.find("ptx", "add.")) & page.became(line, "ptx")
    # A kernel's mistake is reported, and no page is made.
    path.write_text(path.read_text().replace("weak %q", "weak %p"))
    assert "race on global memory" in run(path, "--gpu-name", "sm_80", one, one)


HOSTILE = "</script><!--<script><img src=x onerror=alert(1)>@STYLE@"


def test_texts_of_the_program_stay_texts(run, tmp_path):
    """Names and messages that look like HTML, or like the marks of page.html."""
    path = tmp_path / "k@DATA@<b>.mlir"
    path.write_text("cuda_tile.module @m {\n  entry @k(%c: tile<i1>) {\n"
                    f'    assert %c, "{HOSTILE}" : tile<i1> loc("{HOSTILE}.py":3:4)\n    return\n  }}\n}}\n')
    _, page, text = run(path)
    assert HOSTILE in page.panes["source"]["text"] and page.data["panes"]
    assert "k@DATA@&lt;b&gt;.mlir</span>" in text and "<img" not in text and text.count("<script") == 2


def test_the_page_may_do_nothing_but_run_its_script(run, small):
    _, _, text = run(small)
    policy, = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">', text)
    script, = re.findall(r"<script>(.*?)</script>", text, re.S)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert policy == f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:"


def test_only_the_programs_own_files_are_shown(run, tmp_path):
    """Files below its folder, with links resolved, or below a given one; omitted files are reported."""
    inner, outer = tmp_path / "program", tmp_path / "library"
    inner.mkdir()
    outer.mkdir()
    (outer / "lib.py").write_text("secret = 1\n")
    (inner / "link.py").symlink_to(outer / "lib.py")
    (inner / "binary.py").write_bytes(b"\xff\xfe")
    (inner / "huge.py").write_bytes(b"#" * (16 << 20) + b"\n")
    os.mkfifo(inner / "pipe.py")
    names = [outer / "lib.py", inner / "link.py", inner / "binary.py", inner / "huge.py", inner / "pipe.py", "/etc/passwd", "/dev/zero",
             inner / "none.py", inner / "twice.mlir"]
    path = inner / "twice.mlir"
    lines = [f'    %x{n} = addi %a, %a : tile<i32> loc("{name}":1:1)' for n, name in enumerate(names)]
    path.write_text("\n".join(["cuda_tile.module @m {", "  entry @k(%a: tile<i32>, %p: tile<ptr<i32>>) {", *lines,
                               "    %t = store_ptr_tko weak %p, %a : tile<ptr<i32>>, tile<i32> -> token", "    return", "  }", "}"]))
    _, page, text = run(path)
    outside = "it is outside of the program's folder (--source-root names others)"
    notes = {note for note in page.data["notes"] if "source file" in note}
    assert notes == {f"The source file {name} is not shown, because {why}." for name, why in [
        (outer / "lib.py", outside), (inner / "link.py", outside), (inner / "binary.py", "it is not text in UTF-8"),
        (inner / "huge.py", "it has more than 16 MiB"), (inner / "pipe.py", "it is not a regular file"),
        ("/etc/passwd", outside), ("/dev/zero", outside)]}
    assert "secret" not in text and "root:x" not in text and page.panes["source"]["title"] == "twice.mlir"
    _, page, text = run(path, "--source-root", outer)
    assert page.panes["source"]["title"] == "twice.mlir + lib.py + link.py" and "secret = 1" in text
    assert not any("lib.py" in note for note in page.data["notes"])


def test_a_kernel_that_is_only_exported(run, tmp_path):
    path = tmp_path / "exports.py"
    path.write_text(SMALL_MATMUL.split("def main")[0] + """
import io
from cuda.tile.compilation import ArrayConstraint, CallingConvention, KernelSignature, export_kernel
of = lambda dtype: ArrayConstraint(dtype, 2, index_dtype=ct.int32, stride_lower_bound_incl=0, alias_groups=(),
                                   may_alias_internally=False, stride_constant=(None, 1), base_addr_divisible_by=16)
signature = KernelSignature([of(ct.float16), of(ct.float16), of(ct.float32), TM, TN, TK],
                            CallingConvention.cutile_python_v1(), symbol="mma")
export_kernel(matmul, [signature], io.BytesIO(), gpu_code="sm_90", output_format="tileir_bytecode")
""")
    said, page, _ = run(path)
    assert "matmul for sm_90" in said and page.data["costs"] is None and page.find("ptx", ".entry mma")


CUPY = """
import cuda.tile as ct
import cupy

@ct.kernel
def scale(x, y):
    ct.store(y, (ct.bid(0),), 2 * ct.load(x, (ct.bid(0),), (16,)))

x = cupy.arange(64, dtype=cupy.float32)
y = cupy.zeros_like(x)
ct.launch(cupy.cuda.get_current_stream(), (4,), scale, (x, y))
assert (y == 2 * x).all()
"""
TORCH = """
import torch
""" + CUPY.replace("cupy.arange(64, dtype=cupy", 'torch.arange(64, device="cuda", dtype=torch').replace("cupy", "torch").replace(
    "torch.cuda.get_current", "torch.cuda.current").replace("import torch\n\n@", "\n@")


@pytest.mark.parametrize("library, text", [("cupy", CUPY), ("torch", TORCH)])
def test_programs_with_arrays_of_others(run, tmp_path, library, text):
    """They run as under `python -m tileiras.emulate`: the replacement of CuPy, and torch with its device mapped."""
    if library == "torch" and importlib.util.find_spec("torch") is None:
        pytest.skip("torch is not installed")
    path = tmp_path / "program.py"
    path.write_text(text)
    said, page, _ = run(path)
    assert "scale for sm_90" in said
    assert page.data["costs"]["totals"][0] > 0 and page.find("source", "2 * ct.load(")


def test_the_other_compiler_is_not_asked(run, small, tmp_path, monkeypatch):
    """Where PyPI's nvidia-cuda-tileiras is installed, which cuTile Python prefers."""
    for name in ("nvidia_cuda_tileiras", "nvidia_cuda_nvcc", "nvidia_nvvm"):
        metadata = tmp_path / f"{name}-13.5.37.dist-info" / "METADATA"
        metadata.parent.mkdir()
        metadata.write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 13.5.37\n")
    program = tmp_path / "nvidia" / "cu13" / "bin" / "tileiras"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), os.environ["PYTHONPATH"]]))
    assert "matmul for sm_90" in run(small)[0]


def test_several_kernels(run, tmp_path):
    path = tmp_path / "both.py"
    path.write_text(SMALL_MATMUL + "\n" + SMALL_MATMUL.replace("matmul", "product"))
    said, _, _ = run(path)
    assert "matmul for sm_90; --kernel also takes product" in said
    said, page, _ = run(path, "--kernel", "product")
    assert "product for sm_90" in said and page.data["costs"]["totals"][0] > 0
    assert run(path, "--kernel", "convolution") == (
        f"{path}: error: there is no kernel 'convolution' (expected one of: matmul, product)")


def test_a_program_gets_its_arguments(run, tmp_path):
    path = tmp_path / "arguments.py"
    path.write_text("import sys\nassert sys.argv[1:] == ['4', '--fast'], sys.argv\n" + SMALL_MATMUL)
    assert "matmul for sm_90" in run(path, "--", "4", "--fast")[0]


@pytest.mark.parametrize("text, message", [
    (MATMUL.read_text().removesuffix("main()\n"),
     r"{path}: error: no kernel was launched or exported, though it defines matmul\n"
     r"note: a kernel's types and constants come with its launch"),
    ("print('nothing')\n", r"{path}: error: no kernel was launched or exported\n"),
    ("raise ValueError('no data')\n",
     r"{path}: error: the program ended with exit status 1\n(.|\n)*ValueError: no data"),
    (MATMUL.read_text().replace("ct.mma(a, b, acc)", "ct.mma(a, a, acc)"),
     r"{path}: error: the program ended with exit status 1\n(.|\n)*ct\.mma\(a, a, acc\)"),
])
def test_a_program_without_a_kernel_to_show(run, tmp_path, text, message):
    path = tmp_path / "program.py"
    path.write_text(text)
    assert re.match(message.replace("{path}", re.escape(str(path))), run(path))


def test_wrong_uses(run, small, bytecode, tmp_path):
    assert run(tmp_path / "none.py") == f"{tmp_path / 'none.py'}: error: no such file"
    assert run(small, "-O", "1").startswith("error: -O is for bytecode and text")
    assert "No such file" in run(tmp_path / "none.tileirbc")
    assert run(bytecode, "--", "4") == "error: arguments after -- are for a program of Python"
    assert "has launched matmul itself" in run(small, "--grid", "4")
    assert "unknown architecture 'sm_12'" in run(bytecode, "--gpu-name", "sm_12")
    assert "the arguments fill" in run(bytecode, "--grid", "1")
    other = tmp_path / "matmul.bc"
    other.write_bytes(bytecode.read_bytes())
    assert "the arguments fill" in run(other, "--grid", "1")
    other.write_bytes(b"\x7fELF\x82\x00")
    assert run(other) == f"{other}: error: expected Tile IR as bytecode or text, got neither"
    damaged = tmp_path / "damaged.tileirbc"
    damaged.write_bytes(bytecode.read_bytes()[:40])
    assert "error at offset" in run(damaged)
    empty = tmp_path / "empty.mlir"
    empty.write_text("cuda_tile.module @m {}\n")
    assert run(empty) == f"{empty}: error: there is no kernel in it"
