"""Kernels of rowends.py: the promises of their signatures, and the records of both compilers."""
import json
import pathlib

import rowends

DATA = pathlib.Path(rowends.__file__).parent / "results" / "data"


def arrays():
    return [p for _, signature, _ in rowends.ANCHORS.values() for p in signature if isinstance(p, rowends.ArrayConstraint)]


def test_promises():
    """Rows begin at multiples of 16 bytes, and end anywhere."""
    for array in arrays():
        assert set(array.shape_divisible_by) == {1}
        assert all(s * array.dtype.bitwidth == 128 for s, known in zip(array.stride_divisible_by, array.stride_constant)
                   if known is None)


def test_records():
    expected = {(name, arch) for name, (_, _, archs) in rowends.ANCHORS.items() for arch in archs}
    for name in ("ours.jsonl", "theirs.jsonl"):
        records = map(json.loads, (DATA / name).read_text().splitlines())
        assert expected <= {(r["kernel"], r["arch"]) for r in records}


def test_export(tmp_path):
    for name in rowends.ANCHORS:
        assert pathlib.Path(rowends.export(name, "sm_90", str(tmp_path))).stat().st_size
