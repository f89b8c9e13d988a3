"""The page of times on a GPU, and the references that times are compared with."""
import collections
import types

import pytest

from gputimes import page, problems, references


def row(compiler, rate, like=("matmul", "f16", False, "1024"), kernel="k", **more):
    return {"kernel": kernel, "size": like[-1], "compiler": compiler, "rate": rate, "unit": "TFLOP/s", "like": list(like)} | more


def test_a_problem_has_the_best_tile_of_each_compiler():
    rows = [row("ours", 10, tile="64x64x32"), row("ours", 30, tile="128x256x64"), row("closed", 20, tile="64x64x32"),
            row("closed", 1, tile="128x256x64"), row("cuBLAS", 40)]
    (problem,) = page.problems_of(rows)
    assert problem.best("ours") == (30, "128x256x64") and problem.best("closed") == (20, "64x64x32")
    assert problem.ratio("closed") == 1.5 and problem.ratio("library") == 0.75


def test_a_problem_without_a_tile_that_fits_the_closed_compiler_is_not_compared():
    (problem,) = page.problems_of([row("ours", 30, tile="128x256x64"), row("closed", 1, tile="128x256x64 occupancy=2")])
    assert problem.ratio("closed") is None and "–" in problem.cells()


def test_other_accumulation_is_no_library():
    (problem,) = page.problems_of([row("ours", 3, tile="128x128x64"), row("Triton, fast accumulation", 9),
                                   row("cuBLAS, fast accumulation", 9), row("cuBLAS", 2)])
    assert problem.best("library") == (2, "cuBLAS") and problem.best("Triton") == (None, None)


def test_fast_accumulation_is_a_problem_of_its_own():
    like = "matmul", "f8e4m3 fast", True, "1024"
    exact, fast = page.problems_of([
        row("ours", 3, ("matmul", "f8e4m3", True, "1024"), tile="128x128x128"), row("ours", 6, like, tile="128x256x128"),
        row("Triton, fast accumulation", 5, like), row("cuBLAS, fast accumulation", 8, like)])
    assert (exact.name, fast.name) == ("matmul e4m3", "matmul e4m3, fast accumulation")
    assert exact.best("library") == (None, None) and fast.best("library") == (8, "cuBLAS") and fast.best("Triton") == (5, "Triton")
    spec = {"family": "matmul_nt_fast", "tiles": [128, 256, 128], "types": ["f8e4m3", "f8e4m3", "bf16"]}
    assert problems.matmul(spec, 1024).like == like[:3]


@pytest.mark.parametrize("family, right", [("matmul", (4096, 6144)), ("matmul_nt", (6144, 4096))])
def test_products_of_other_shapes(family, right):
    spec = {"family": family, "tiles": [128, 256, 64], "types": ["f16", "f16", "f16"]}
    by_size = {problem.size: problem for problem in problems.problems(spec)}
    wide = by_size["4096x6144x4096"]
    assert [argument[2] for argument in wide.arguments] == [(4096, 4096), right, (4096, 6144)]
    assert wide.grid == (32, 24, 1) and wide.work == 2 * 4096 * 6144 * 4096
    assert by_size["16x4096x4096"].grid == (1, 16, 1) and by_size["4096"].grid == (32, 16, 1)
    assert len(list(problems.problems(spec | {"types": ["bf16"] * 3}))) == 4


def test_kernels_that_both_compilers_were_given_are_compared_one_by_one():
    rows = [row("ours", 30, tile="128x256x64"), row("ours", 10, tile="64x64x64", hints="num_ctas=2"),
            row("closed", 5, tile="64x64x64", hints="num_ctas=2"), row("closed", 20, tile="128x128x64")]
    (problem,) = page.problems_of(rows)
    assert problem.same_tile() == [("64x64x64 num_ctas=2", 2)] and problem.ratio("closed") == 1.5
    assert page.same_tile([problem]) == "On the same tile with the same hints it is 2.00, of 1 measurements.\n"


@pytest.mark.parametrize("text, hints", [
    ("occupancy=2", {"occupancy": 2}), ("num_ctas=2,num_worker_warps=8", {"num_ctas": 2, "num_worker_warps": 8}),
    ("occupancy", None), ("threads=2", None), ("occupancy=2,", None)])
def test_hints_are_read(text, hints):
    assert problems.hints_of(text) == hints


def test_spaces_have_hints():
    assert "num_ctas=2" in problems.space_of("matmul_nt_fast") and "occupancy=8" in problems.space_of("softmax")
    assert all(problems.hints_of(text) for space in problems.SPACES.values() for text in space)


@pytest.mark.parametrize("spec, labels", [
    ({"family": "matmul", "tiles": [128, 256, 64]}, {"tile": "128x256x64"}),
    ({"family": "attention", "tiles": [128, 64, 128, True], "hints": {"occupancy": 2}}, {"tile": "128x64", "hints": "occupancy=2"}),
    ({"family": "fft", "tiles": [4, 8]}, {"tile": "4x256"}), ({"family": "vadd", "tiles": [1024]}, {"tile": "1024"}),
    ({"family": "softmax", "tiles": [4096]}, {"tile": "1x4096"})])
def test_labels_name_the_tuned_parameters(spec, labels):
    assert problems.labels(spec) == labels


def fake_torch(graphs):
    """A torch whose compiler makes `graphs` graphs in the first call."""
    stats = collections.Counter()

    def compile(function, **options):
        assert options == {"dynamic": False, "fullgraph": True}

        def run(*arguments):
            stats["unique_graphs"] += graphs
            return function(*arguments)
        return run
    utils = types.SimpleNamespace(counters={"stats": stats})
    return types.SimpleNamespace(compile=compile, _dynamo=types.SimpleNamespace(
        reset=lambda: stats.clear(), config=types.SimpleNamespace(), utils=utils))


def test_compiled_references_run():
    torch = fake_torch(graphs=1)
    function = references.Compiled(torch, lambda x: x + 1)
    assert function(1) == 2 and function(2) == 3
    assert torch._dynamo.config.fail_on_recompile_limit_hit


def test_a_reference_that_returns_to_eager_mode_fails():
    with pytest.raises(RuntimeError, match="eager mode"):
        references.Compiled(fake_torch(graphs=0), lambda x: x)(1)


def test_cufft_packs_before_it_is_timed():
    torch = types.SimpleNamespace(complex=lambda re, im: ("packed", re, im), fft=types.SimpleNamespace(fft=lambda x: ("fft", x)))
    function = references.cufft(torch, "f32")
    assert function(*function.prepare((1, 2))) == ("fft", ("packed", 1, 2))
