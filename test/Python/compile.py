# RUN: %package_python -m pytest -q -p no:cacheprovider %s
"""tileiras.compile."""
import os
import pathlib
import re
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor

import pytest

import tileiras

INPUTS = pathlib.Path(__file__).parents[1] / "tools" / "tileiras" / "Inputs"
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


def test_a_module_with_locations_at_the_end_of_barriers():
    text = "module { gpu.module @m { llvm.func @k(%a: i32, %b: i32) attributes {nvvm.kernel} {\n" \
           "nvvm.barrier id = %a number_of_threads = %b\nllvm.return } } }"
    assert re.search(r"bar\w*\.sync\s+%r1, %r2", tileiras.compile(tileiras.ir.Module.parse(text), "sm_90"))


def test_messages_can_be_collected():
    """The messages instead of warnings, which name no locations for programs."""
    messages = []
    tileiras.compile(TEXT, "sm_90", remarks="all", name="twice.mlir", diagnostics=messages)
    assert messages and all(message.severity == "remark" for message in messages)
    assert {message.file for message in messages} == {"twice.mlir"} and messages[0].line in range(1, 8)


def test_stages():
    assert "nv_tileaa" in tileiras.compile(TEXT, "sm_80", emit="tileaa")
    assert "define" in tileiras.compile(BYTECODE.read_bytes(), "sm_80", opt_level=0, emit="llvmir")


MATH = """cuda_tile.module @m {
  entry @math(%p: tile<ptr<f32>>) {
    %x, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
    %a = log %x : tile<f32>
    %b = sin %a : tile<f32>
    %c = pow %b, %x : tile<f32>
    %d = atan2 %c, %x : tile<f32>
    %u = store_ptr_tko weak %p, %d : tile<ptr<f32>>, tile<f32> -> token
    return
  }
}
"""


def made_by_tool(tmp_path, *options):
    """The output of the program `tileiras` for MATH."""
    (tmp_path / "math.mlir").write_text(MATH)
    subprocess.run(["tileiras", tmp_path / "math.mlir", "-o", tmp_path / "out", "--gpu-name", "sm_90", *options],
                   check=True)
    return (tmp_path / "out").read_bytes()


@pytest.mark.parametrize("level", [0, 3])
def test_ptx_of_math_functions_is_the_tools(tmp_path, level):
    ptx = tileiras.compile(MATH, "sm_90", opt_level=level)
    assert ptx.encode() == made_by_tool(tmp_path, "--emit=ptx", f"-O{level}")


def test_defaults_are_the_tools(tmp_path):
    assert tileiras.compile(MATH, "sm_90").encode() == made_by_tool(tmp_path, "--emit=ptx")
    assert (tileiras.compile(MATH, "sm_90", emit="cubin", ptxas="none") == made_by_tool(tmp_path, "--ptxas=none"))


@pytest.mark.skipif(not os.environ.get("TILEIRAS_PTXAS"), reason="there is no ptxas to make a cubin")
def test_cubin_of_math_functions_is_the_tools(tmp_path):
    cubin = tileiras.compile(MATH, "sm_90", emit="cubin")
    assert cubin.startswith(b"\x7fELF")
    assert cubin == made_by_tool(tmp_path, "--ptxas=require")


RINGS = INPUTS.parents[1] / "tileiras-opt" / "Inputs" / "matmul.mlir"


def test_shared_memory_of_rings_is_the_tools(tmp_path):
    text = RINGS.read_text()
    for narrow, wide in ("64x64", "128x128"), ("64x32", "128x64"), ("32x64", "64x128"):
        text = text.replace(narrow, wide)
    (tmp_path / "rings.mlir").write_text(text)
    made = {}
    for extended in False, True:
        made[extended] = tileiras.compile(text, "sm_80", enable_extended_smem=extended)
        subprocess.run(["tileiras", tmp_path / "rings.mlir", "-o", tmp_path / "out", "--gpu-name", "sm_80", "--emit=ptx",
                        *["--enable-extended-smem"] * extended], check=True)
        assert made[extended].encode() == (tmp_path / "out").read_bytes()
    assert "global_smem[49152]" in made[False] and "global_smem[65536]" in made[True]


def test_device_library(tmp_path):
    with pytest.raises(tileiras.ir.MLIRError, match="undefined symbol '_Z5atan2"):
        tileiras.compile(MATH, "sm_90", device_library="none")
    with pytest.raises(tileiras.ir.MLIRError, match="bitcode path does not exist"):
        tileiras.compile(MATH, "sm_90", device_library=str(tmp_path / "none.bc"))


def test_cudas_device_library_of_the_interpreters_packages(monkeypatch):
    """The compiler is found although no environment is active."""
    packages = pathlib.Path(sys.prefix).glob("lib/python3*/site-packages/nvidia/*/nvvm/libdevice/libdevice.10.bc")
    if not any(packages):
        pytest.skip("this Python has no nvidia-nvvm")
    for name in ("VIRTUAL_ENV", "CUDA_HOME", "PATH"):
        monkeypatch.delenv(name, raising=False)
    ptx = tileiras.compile(MATH, "sm_90", device_library="cuda")
    assert ".entry math" in ptx and ptx != tileiras.compile(MATH, "sm_90")


def test_threads_ask_a_ptxas_once(monkeypatch, tmp_path):
    """The key names the compiler; and each program for a cubin."""
    log = tmp_path / "log"
    monkeypatch.setenv("PTXAS_LOG", str(log))
    with ThreadPoolExecutor(4) as pool:
        cubins = list(pool.map(lambda _: tileiras.compile(TEXT, "sm_90", emit="cubin",
                                                          ptxas=str(INPUTS / "ptxas-logging")), range(6)))
    runs = log.read_text().splitlines()
    assert len(set(cubins)) == 1
    assert len(runs) == 7 and runs.count("--version") == 1


def test_ptxas_timeout():
    with pytest.raises(tileiras.ir.MLIRError, match="was not done after the 1 s"):
        tileiras.compile(TEXT, "sm_90", emit="cubin", ptxas=str(INPUTS / "ptxas-slow"), ptxas_timeout=1)


def test_environments_ptxas(monkeypatch):
    monkeypatch.setenv("TILEIRAS_PTXAS", "/nowhere/ptxas")
    with pytest.raises(tileiras.ir.MLIRError, match="no ptxas at '/nowhere/ptxas', which TILEIRAS_PTXAS names"):
        tileiras.compile(TEXT, "sm_90", emit="cubin")
    monkeypatch.setenv("TILEIRAS_PTXAS", "none")
    assert b".entry twice" in tileiras.compile(TEXT, "sm_90", emit="cubin", ptxas="auto")


def test_remarks_are_warnings():
    with pytest.warns(UserWarning, match=r"k.mlir:2:3: remark: ClusterHintNotFollowed"):
        hint = TEXT.replace("f32>>) {", "f32>>) optimization_hints=<sm_90 = {num_cta_in_cga = 2}> {")
        tileiras.compile(hint, "sm_90", remarks="all", name="k.mlir")


def test_errors_show_the_source(tmp_path):
    """The messages are as the program shows them, whether the compiler or the parser made them."""
    wrong = TEXT.replace("addf", "addg")
    path = tmp_path / "kernel.mlir"
    path.write_text(wrong)
    shown = (f"{path}:4:10: error: custom op 'addg' is unknown (tried 'cuda_tile.addg' as well)\n"
             "    %y = addg %x, %x : tile<f32>\n"
             "         ^")
    with pytest.raises(tileiras.ir.MLIRError) as compiled:
        tileiras.compile(wrong, "sm_90", name=str(path))
    with pytest.raises(tileiras.ir.MLIRError) as parsed:
        tileiras.ir.Module.parse(wrong, name=str(path))
    assert str(compiled.value) == shown and str(parsed.value) == shown


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
    (dict(arch="sm_12"), "unknown architecture 'sm_12' (expected one of: sm_75, "),
    (dict(arch="sm_90", emit="sass"), "unknown stage 'sass' (expected one of: tile, "),
    (dict(arch="sm_90", opt_level=4), "invalid optimization level: 4"),
    (dict(arch="sm_90", debug_info="full"), "change the optimization level to 0"),
    (dict(arch="sm_90", debug_info="some"), "unknown kind of debug information 'some' (expected one of: none, lineinfo, full, variables, source-variables"),
    (dict(arch="sm_90", remarks="speed"), "unknown category of remarks 'speed' (expected one of: none, all"),
])
def test_arguments_that_mean_nothing(options, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        tileiras.compile(TEXT, **options)


def test_cubin_without_ptxas():
    with pytest.raises(tileiras.ir.MLIRError, match="ptxas"):
        tileiras.compile(TEXT, "sm_90", emit="cubin", ptxas="/nowhere/ptxas")


def test_cache(tmp_path):
    made = tileiras.compile(TEXT, "sm_90", cache=tmp_path)
    entry, = tmp_path.glob("llvmcache-*")
    before = entry.stat().st_mtime_ns
    assert tileiras.compile(TEXT, "sm_90", cache=str(tmp_path)) == made
    assert [(path, path.stat().st_mtime_ns) for path in tmp_path.glob("llvmcache-*")] == [(entry, before)]
    with pytest.warns(UserWarning, match="nothing is kept in the cache"):
        assert tileiras.compile(TEXT, "sm_90", cache=entry) == made


# The compiler as a guest of a program.

def in_process(program, *arguments):
    """Runs a program that may be killed."""
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program), *map(str, arguments)], capture_output=True,
                          text=True, timeout=60)
    assert done.returncode == 0, done
    return done.stdout


def test_signals_are_the_programs():
    """Handlers, ignored and blocked signals are the same before and after, for success and failure."""
    out = in_process("""
        import signal, sys
        import tileiras

        for number in set(signal.valid_signals()) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, lambda *_: None)
        signal.signal(signal.SIGWINCH, signal.SIG_IGN)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR2})

        def state():
            with open("/proc/self/status") as file:
                lines = [line for line in file if line.startswith(("SigCgt", "SigIgn", "SigBlk"))]
            return lines, [signal.getsignal(number) for number in signal.valid_signals()]

        kernel = "cuda_tile.module @m { entry @k() { return } }"
        before = state()
        for ptxas in ("13.5", "failing", "crashing"):
            for text in (kernel, "nonsense"):
                for emit in ("ptx", "cubin"):
                    try:
                        tileiras.compile(text, "sm_90", emit=emit, ptxas=f"{sys.argv[1]}/ptxas-{ptxas}")
                        print("made", emit)
                    except tileiras.ir.MLIRError:
                        print("error")
                    assert state() == before, (before, state())
        """, INPUTS)
    assert out.count("made cubin") == 1 and out.count("made ptx") == 3 and out.count("error") == 8


def test_signals_reach_the_program_while_it_compiles():
    """They delete nothing of the compilation."""
    out = in_process("""
        import os, signal, sys, threading, time
        import tileiras

        calls = []
        for number in (signal.SIGUSR1, signal.SIGHUP, signal.SIGTERM):
            signal.signal(number, lambda number, _: calls.append(number))
        kernel = "cuda_tile.module @m { entry @k() { return } }"
        made = []
        thread = threading.Thread(target=lambda: made.append(tileiras.compile(
            kernel, "sm_90", emit="cubin", ptxas=sys.argv[1] + "/ptxas-one-second")))
        thread.start()
        time.sleep(0.5)
        for number in (signal.SIGUSR1, signal.SIGHUP, signal.SIGTERM):
            os.kill(os.getpid(), number)
            time.sleep(0.05)
        thread.join()
        print(calls == [signal.SIGUSR1, signal.SIGHUP, signal.SIGTERM], made[0][:4])
        """, INPUTS)
    assert out == "True b'\\x7fELF'\n"


def test_a_program_that_ignores_its_children():
    out = in_process("""
        import signal, sys
        import tileiras

        signal.signal(signal.SIGCHLD, signal.SIG_IGN)
        kernel = "cuda_tile.module @m { entry @k() { return } }"
        print(tileiras.compile(kernel, "sm_90", emit="cubin", ptxas=sys.argv[1] + "/ptxas-13.5")[:4])
        try:
            tileiras.compile(kernel, "sm_90", emit="cubin", ptxas=sys.argv[1] + "/ptxas-failing")
        except tileiras.ir.MLIRError as error:
            print(error)
        """, INPUTS)
    assert out.startswith("b'\\x7fELF'\n") and "Entry function 'copy' is not to my taste" in out


NESTED = "cuda_tile.module @m { entry @k(%c: tile<i1>) {" + "if %c {\n" * 240 + "}\n" * 240 + "return } }"


def test_a_thread_with_a_small_stack():
    out = in_process("""
        import sys, threading
        import tileiras

        def work():
            print(".entry k" in tileiras.compile(sys.argv[1], "sm_90"))
            module = tileiras.ir.Module.parse(sys.argv[1])
            tileiras.passmanager.PassManager.parse("builtin.module(cuda_tile.module(synthesize-debug-info-scopes))",
                                                   module.context).run(module)
            module.verify()
            print(module.to_text().count("if %"))

        threading.stack_size(256 << 10)
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        """, NESTED)
    assert out == "True\n240\n"


def test_deep_text():
    """Nesting far deeper than any stack."""
    signs = "{b = affine_set<(d0) : (d0 >= 0, d0 >= 0)>, a = "
    text = "module attributes {t.x = " + signs * 100000 + "1 : i32" + "}" * 100000 + "} {}"
    for read in (lambda: tileiras.compile(text, "sm_90", name="deep.mlir"),
                 lambda: tileiras.ir.Module.parse(text, name="deep.mlir"),
                 lambda: tileiras.compile(text, "sm_90", name="deep.mlir", isolate=True)):
        with pytest.raises(tileiras.ir.MLIRError, match="^deep.mlir:1:[0-9]+: error: expected brackets to nest at most 256"):
            read()


@pytest.mark.parametrize("kind, text", [
    (tileiras.ir.Attribute, "[" * 100000), (tileiras.ir.Type, "tuple<" * 100000),
    (tileiras.ir.Attribute, "affine_map<(d0) -> (" + "-" * 100000 + "d0)>")])
def test_deep_types_and_attributes(kind, text):
    with pytest.raises(tileiras.ir.MLIRError, match="expected (brackets to nest|an expression) "):
        kind.parse(text)


FATAL = """gpu.module @m {
  llvm.func @k(%p: !llvm.ptr<1>, %x: f64) attributes {nvvm.kernel} {
    %r = llvm.intr.sin(%x) : (f64) -> f64
    llvm.store %r, %p : f64, !llvm.ptr<1>
    llvm.return
  }
}
"""


def test_llvms_fatal_errors_are_exceptions():
    """The first leaves LLVM in disorder, which concerns this process only."""
    out = in_process("""
        import sys
        import tileiras

        kernel = "cuda_tile.module @m { entry @k() { return } }"
        for text, isolate in [(sys.argv[1], True), (kernel, False), (sys.argv[1], False), (kernel, False), (kernel, True)]:
            try:
                print(len(tileiras.compile(text, "sm_90", name="k.mlir", isolate=isolate)) > 0)
            except tileiras.ir.MLIRError as error:
                print(error.file, error.line, error.message.split(":")[0])
        """, FATAL)
    lines = out.splitlines()
    assert lines[0] == lines[2] == "k.mlir 2 internal compiler error while printing PTX for 'k.mlir'"
    assert lines[1] == lines[4] == "True"
    assert lines[3].startswith(" 0 nothing more is compiled in this process")


@pytest.mark.parametrize("text, options", [
    (TEXT, dict(emit="ptx")), (TEXT, dict(emit="tileas", opt_level=0)), (BYTECODE.read_bytes(), dict(emit="ptx")),
    (TEXT, dict(emit="cubin", ptxas=str(INPUTS / "ptxas-13.5"), debug_info="lineinfo")),
    (TEXT, dict(emit="cubin", ptxas="none", enable_extended_smem=True)), (TEXT, dict(remarks="all")),
    (MATH, dict(device_library="none")), (TEXT.replace("addf", "addg"), dict(name="wrong\udcff.mlir")),
    (TEXT, dict(emit="cubin", ptxas=str(INPUTS / "ptxas-failing"))),
    (TEXT, dict(emit="cubin", ptxas=str(INPUTS / "ptxas-slow"), ptxas_timeout=1))])
def test_isolated_compilations_are_the_same(text, options):
    def outcome(isolate):
        messages = []
        try:
            made = tileiras.compile(text, "sm_90", diagnostics=messages, isolate=isolate, **options)
        except tileiras.ir.MLIRError as error:
            return str(error), error.file, error.line, error.column, error.message
        return made, [(str(each), each.severity, each.file, each.line, each.column) for each in messages]
    assert outcome(True) == outcome(False)


def test_an_isolated_compilers_death_is_an_exception(monkeypatch):
    import tileiras._compile
    monkeypatch.setattr(tileiras._compile, "find_program", lambda name: INPUTS / "killed")
    with pytest.raises(tileiras.ir.MLIRError, match="the process that compiles failed: .*killed': Segmentation fault"):
        tileiras.compile(TEXT, "sm_90", isolate=True)


def test_names_that_are_no_utf8():
    name = os.fsdecode(b"gr\xf6\xdfe.mlir")
    with pytest.raises(tileiras.ir.MLIRError) as caught:
        tileiras.compile(TEXT.replace("addf", "addg"), "sm_90", name=name)
    assert caught.value.file == name and str(caught.value).startswith(name + ":4:10: error:")
    with pytest.warns(UserWarning, match="^gr\udcf6\udcdfe.mlir:.*remark"):
        tileiras.compile(TEXT, "sm_90", remarks="all", name=name)
