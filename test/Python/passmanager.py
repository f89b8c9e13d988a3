# RUN: %package_python -m pytest -q -p no:cacheprovider %s
"""tileiras.passmanager: passes on a module and on the operations in it."""
import threading

import pytest

import tileiras
from tileiras import ir
from tileiras.passmanager import PassManager, pipeline

TEXT = """cuda_tile.module @m {
  entry @k() {
    %0 = constant <i32: 1> : tile<i32>
    return
  }
}
"""


def names(module):
    return [op.name for op in module.operation.walk()]


def test_module():
    module = ir.Module.parse(TEXT)
    PassManager.parse("builtin.module(canonicalize)", context=module.context).run(module)
    assert "cuda_tile.constant" not in names(module)


# Req: D-18
def test_scopes_on_the_nested_module():
    module = ir.Module.parse(TEXT, name="/src/kernel.py")
    passes = PassManager.parse("cuda_tile.module(synthesize-debug-info-scopes)", context=module.context)
    passes.run(module.body.operations[0])
    text = module.to_text(debug_info=True)
    assert "di_subprogram" in text and 'linkageName = "k"' in text and "kernel.py" in text


# Req: D-17
def test_scopes_nested_in_the_pipeline():
    module = ir.Module.parse(TEXT)
    PassManager.parse("builtin.module(cuda_tile.module(synthesize-debug-info-scopes))",
                      context=module.context).run(module.operation)
    assert "di_subprogram" in module.to_text(debug_info=True)


def test_a_pipeline_prints_and_is_checked():
    assert "canonicalize" in str(PassManager.parse("builtin.module(canonicalize)"))
    with pytest.raises(ValueError, match="no-such-pass"):
        PassManager.parse("builtin.module(no-such-pass)")


def test_the_compilers_own_passes():
    """Stage by stage they give the compiler's result."""
    module = ir.Module.parse(TEXT)
    for earlier, later in (("tile", "tileaa"), ("tileaa", "tileas")):
        PassManager.parse(pipeline("sm_90", earlier, later), context=module.context).run(module)
    assert str(module).strip() == tileiras.compile(TEXT, "sm_90", emit="tileas").strip()
    assert "extended-smem=true" in pipeline("sm_80", "tile", "llvm", opt_level=1, enable_extended_smem=True)
    with pytest.raises(ValueError, match="no passes of MLIR lead from 'llvm' to 'tileas'"):
        pipeline("sm_90", "llvm", "tileas")


def test_wrong_anchor():
    module = ir.Module.parse(TEXT)
    passes = PassManager.parse("builtin.module(canonicalize)", context=module.context)
    with pytest.raises(ir.MLIRError, match="can't run 'builtin.module' pass manager on 'cuda_tile.module' op"):
        passes.run(module.body.operations[0])


def test_wrong_context():
    with pytest.raises(ValueError, match="different contexts"):
        PassManager.parse("builtin.module(canonicalize)").run(ir.Module.parse(TEXT))


def test_operations_do_not_outlive_a_pass():
    module = ir.Module.parse(TEXT)
    constant = module.operation.walk()[2]
    kernels = module.body.operations[0]
    PassManager.parse("cuda_tile.module(canonicalize)", context=module.context).run(kernels)
    assert kernels.name == "cuda_tile.module"
    with pytest.raises(ValueError, match="look it up again"):
        constant.name


def test_failing_pass_says_where():
    module = ir.Module.parse(TEXT, name="kernel.py")
    passes = PassManager.parse("builtin.module(convert-cudatile-to-tileaa)", context=module.context)
    with pytest.raises(ir.MLIRError) as caught:
        passes.run(module)
    assert caught.value.diagnostics


def test_threads_with_contexts_of_their_own():
    failures = []

    def work():
        try:
            for _ in range(5):
                test_module()
        except Exception as error:  # noqa: BLE001 - whatever it is, the test fails
            failures.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
