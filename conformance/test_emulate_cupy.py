"""python -m tileiras.emulate: programs that get their arrays from CuPy, which isn't installed."""
import pathlib

import pytest

from refusals import REFUSALS

ADD = """
    import cuda.tile as ct
    import cupy as cp
    import numpy as np

    @ct.kernel
    def add(a, b, c, TILE: ct.Constant[int]):
        i = ct.bid(0)
        ct.store(c, (i,), ct.load(a, (i,), (TILE,)) + ct.load(b, (i,), (TILE,)))

    def launch(a, b, c):
        ct.launch(cp.cuda.get_current_stream(), (ct.cdiv(c.size, 16),), add, (a, b, c, 16))
"""


@pytest.fixture
def fine(emulate):
    """Runs a program that has to print "fine"."""
    def run(program, *options):
        done = emulate(program, *options)
        assert done.returncode == 0, done.stderr
        assert done.stdout.endswith("fine\n")
        return done
    return run


def test_kernel(fine):
    fine(ADD + """
    random = cp.random.default_rng(7)
    a, b = random.random(100), random.standard_normal(100)
    c = cp.zeros_like(a)
    with cp.cuda.Stream(non_blocking=True) as stream:
        launch(a, b, c)
        assert cp.cuda.get_current_stream() == stream != cp.cuda.Stream.null
    assert cp.cuda.get_current_stream() == cp.cuda.Stream.null
    np.testing.assert_array_equal(cp.asnumpy(c), a.get() + b.get())
    launch(a[50:], b[:50], c[50:])  # slices are views
    cp.testing.assert_array_equal(c[50:], a[50:] + b[:50])
    print("fine")
    """)


def test_stray_access_names_the_array(emulate):
    done = emulate("""
    import cuda.tile as ct
    import cupy as cp

    @ct.kernel
    def stray(x):
        ct.scatter(x, ct.arange(16, dtype=ct.int32) + 90, ct.full((16,), 1.0, dtype=ct.float32), check_bounds=False)

    before, x = cp.zeros(25, cp.float32), cp.zeros(100, cp.float32)
    ct.launch(cp.cuda.get_current_stream(), (1,), stray, (x,))
    """)
    assert done.returncode != 0 and "an illegal memory access was encountered" in done.stderr
    assert "0 bytes past the end of 'cuMemAllocManaged #2' (400 bytes" in done.stderr


def test_results_are_arrays_of_the_device(fine):
    """This holds also where NumPy gives scalars; views share the memory."""
    fine("""
    import cupy as cp
    import numpy as np
    import typing

    a = cp.arange(12, dtype=cp.float32).reshape(3, 4)
    assert isinstance(a, cp.ndarray) and a.shape == (3, 4) and a.T.strides == (4, 16)
    for scalar in (a.sum(), a[1, 2], cp.max(a), cp.linalg.norm(a), a.mean(), cp.allclose(a, a), cp.random.rand()):
        assert isinstance(scalar, cp.ndarray) and scalar.shape == (), scalar
    a.ravel()[5] = -1
    a[0, 0] = a[2, 3]
    assert a[1, 1] == -1 and float(a[0, 0]) == 11 and int(a[2].argmax()) == 3 and a.tolist()[0][0] == 11
    left, right = cp.split(a, 2, axis=1)
    left[:] = 0
    assert not cp.asnumpy(a)[:, :2].any() and right.sum() != 0
    q, r = cp.linalg.qr(a)
    assert type(cp.linalg.qr(a)).__name__ == "QRResult" and isinstance(q, cp.ndarray)
    assert isinstance(np.sqrt(a), cp.ndarray) and isinstance(np.concatenate([a, a]), cp.ndarray)
    assert isinstance(np.linalg.norm(a), cp.ndarray)
    out = cp.empty((3, 4), cp.float32)
    assert cp.add(a, 1, out=out) is out and np.add(out, 1, out=out) is out and out[0, 0] == 2
    assert np.modf(out)[0].shape == (3, 4)
    assert cp.float32(1) / cp.zeros(1) == cp.inf  # without a warning
    assert a.astype(cp.float32, copy=False) is a and a.astype("int8").dtype == cp.int8 and a.copy(order="F").flags.f_contiguous
    assert a.data.ptr == a.__cuda_array_interface__["data"][0] and a.device.id == 0
    assert cp.asarray(a) is a and cp.ascontiguousarray(a) is a and cp.asfortranarray(a.T).flags.f_contiguous
    assert cp.array([[1, 2], [3, 4]]).dtype == cp.int64 and cp.array(a, copy=False) is a and cp.copy(a) is not a
    assert cp.asarray(np.ones(3)).sum() == 3 and cp.frombuffer(b"ab", cp.uint8)[1] == 98
    b = cp.zeros(3)
    b.set(np.arange(3.0))
    cp.copyto(b, cp.ones(3), where=b < 1)
    assert b.tolist() == [1, 1, 2] and b.get(out=np.empty(3)).sum() == 4 and cp.asnumpy(b, out=np.empty(3))[2] == 2
    assert cp.get_array_module(a) is cp and cp.get_array_module(1) is np
    assert cp.ndim(a) == 2 and cp.shape(a) == (3, 4) and cp.size(a, 1) == 4 and range(9)[cp.array(3)] == 3
    assert cp.result_type(a, cp.float64) == cp.float64 and cp.shares_memory(a, left) and not cp.may_share_memory(a, b)
    assert cp.ndarray.sum.__name__ == cp.sum.__name__ == "sum"
    assert complex(cp.array(2j)) == 2j and cp.array(2j).imag == 2 and cp.fft.fft(b)[0] == 4
    cp.save("b.npy", b)
    assert cp.load("b.npy").tolist() == b.tolist()
    print("fine")
    """)


def test_what_cupy_refuses_is_refused(fine):
    fine(REFUSALS + """
    import cupy as cp
    import numpy as np

    class Foreign:
        def __dlpack__(self):
            pass

    a, host = cp.ones(3), np.ones(3)
    check_refusals(
        (lambda: a + host, TypeError, "use cupy.asarray()"),
        (lambda: cp.sum(host), TypeError, "use cupy.asarray()"),
        (lambda: np.asarray(a), TypeError, "use .get() or cupy.asnumpy()"),
        (lambda: cp.ndarray((2, 2)), TypeError, "not by cupy.ndarray"),
        (lambda: a.set(np.ones(4)), ValueError, "shape (4,) and float64 for one of (3,) and float64"),
        (lambda: cp.asarray(Foreign()), TypeError, "takes no __main__.Foreign"),
        (lambda: hash(a), TypeError, "unhashable"),
        (lambda: cp.cuda.Device(1), ValueError, "device 1: the emulator has device 0 only"),
        (lambda: cp.cuda.runtime.setDevice(2), ValueError, "device 2: the emulator has device 0 only"),
        (lambda: np.apply_along_axis(len, 0, a), TypeError, "no implementation found"),
        (lambda: cp.RawKernel, AttributeError, "no 'cupy.RawKernel': it compiles CUDA C++"),
        (lambda: cp.apply_along_axis, AttributeError, "no 'cupy.apply_along_axis': compute it with NumPy"),
        (lambda: cp.linalg.expm, AttributeError, "no 'cupy.linalg.expm'"),
        (lambda: cp.random.default_rng().bytes, AttributeError, "no 'cupy.random.Generator.bytes'"),
        (lambda: cp.cuda.nccl, AttributeError, "no 'cupy.cuda.nccl'"),
        (lambda: __import__("cupyx.scipy"), ModuleNotFoundError, "no 'cupyx'"))
    assert not hasattr(cp, "__wrapped__")
    print("fine")
    """)


def test_random_numbers(fine):
    """The same seed gives the same numbers; dtypes are accepted as CuPy's functions do."""
    fine("""
    import cupy as cp
    cp.random.seed(3)
    a = cp.random.randn(4, 2, dtype=cp.float32)
    cp.random.seed(3)
    assert a.dtype == cp.float32 and (a == cp.random.randn(4, 2, dtype=cp.float32)).all()
    assert cp.random.RandomState(5).uniform(2, 3, (4,)).min() >= 2 and cp.random.randint(0, 9, 5, dtype=cp.int8).dtype == cp.int8
    rng = cp.random.default_rng(1)
    assert rng.integers(0, 10, 20).max() < 10 and rng.random(3, dtype=cp.float32).dtype == cp.float32
    b = cp.arange(50)
    cp.random.shuffle(b)
    assert b.sum() == 1225 and not (b == cp.arange(50)).all() and cp.random.get_random_state().rand().shape == ()
    assert cp.random.choice(b, 5).shape == (5,) and cp.random.permutation(4).sum() == 6 and cp.random.random((2, 2)).shape == (2, 2)
    print("fine")
    """)


def test_device_streams_and_events(fine):
    fine(ADD + """
    start, end = cp.cuda.Event(), cp.cuda.Event(disable_timing=False)
    start.record()
    launch(*(cp.ones(64) for _ in range(3)))
    stream = cp.cuda.Stream()
    end.record(stream)
    end.synchronize()
    stream.wait_event(end)
    stream.record().synchronize()
    stream.synchronize()
    assert cp.cuda.get_elapsed_time(start, end) > 0 and end.done and stream.done
    assert cp.cuda.ExternalStream(stream.ptr) == stream and len({stream, cp.cuda.Stream.null}) == 2
    with cp.cuda.Device(0) as device:
        device.use()
        device.synchronize()
    assert device == cp.cuda.Device() and device.compute_capability == "120" and int(device) == 0
    runtime = cp.cuda.runtime
    assert runtime.getDeviceCount() == 1 and runtime.getDevice() == 0 and runtime.memGetInfo()[0] <= device.mem_info[1]
    assert runtime.getDeviceProperties(0)["major"] == 12 and runtime.driverGetVersion() >= 13000
    pool, used = cp.get_default_memory_pool(), cp.get_default_memory_pool().used_bytes()
    kept = cp.zeros(1000)
    assert pool.used_bytes() == used + 8000 and pool.free_bytes() == 0 and cp.is_available() and cp.cuda.is_available()
    pool.free_all_blocks()
    cp.get_default_pinned_memory_pool().free_all_blocks()
    print(repr(device), repr(stream)[:8], "fine")
    """, "--arch", "sm_120")


def test_names_that_programs_reach_for(fine):
    """Formats, attributes of the device, DLPack, files, indexed arrays, and the modules below cupy.cuda."""
    fine("""
    import cupy, cupy.cuda.nvtx, cupy.cuda.runtime, cupy.cuda.stream
    import numpy as np
    from cupy.cuda.device import get_compute_capability

    a = cupy.arange(6, dtype=cupy.float32).reshape(2, 3)
    assert f"{a.sum():.3f} {a[1, 2]:>5}" == "15.000   5.0" and "{:d}".format(cupy.asarray(7)) == "7"
    assert cupy.array_str(a[0]) == "[0. 1. 2.]" and cupy.array2string(a[0]) == "[0. 1. 2.]" and repr(a) == cupy.array_repr(a)

    attributes = cupy.cuda.Device(0).attributes
    assert attributes["MultiProcessorCount"] == 4 and attributes["WarpSize"] == 32 and attributes["ComputeCapabilityMajor"] == 9
    runtime = cupy.cuda.runtime
    assert runtime.deviceGetAttribute(runtime.cudaDevAttrMaxSharedMemoryPerBlockOptin, 0) == 227 << 10
    assert cupy.cuda.Device().pci_bus_id == "0000:01:00.0" and get_compute_capability() == "90"
    assert runtime.getDeviceProperties(0)["sharedMemPerBlockOptin"] == 227 << 10 and cupy.cuda.get_device_id() == 0
    assert cupy.cuda.stream.Stream is cupy.cuda.Stream
    cupy.cuda.nvtx.RangePush("work")
    cupy.cuda.nvtx.RangePop()
    with cupy.cuda.profile():
        cupy.show_config()

    for shared in (cupy.from_dlpack(a), cupy.fromDlpack(a.toDlpack())):
        shared[0, 0] += 1
    assert a[0, 0] == 2 and cupy.from_dlpack(a, copy=True).data.ptr != a.data.ptr and isinstance(shared.T, cupy.ndarray)
    narrow = cupy.ones(3, "bfloat16")
    assert cupy.from_dlpack(narrow).dtype == narrow.dtype and cupy.from_dlpack(narrow).data.ptr == narrow.data.ptr
    assert cupy.asarray(type("Foreign", (), {"__cuda_array_interface__": a.__cuda_array_interface__})()).data.ptr == a.data.ptr

    cupy.savez("arrays.npz", a=a, b=a[0])
    cupy.savetxt("a.txt", a)
    assert (cupy.load("arrays.npz")["a"] == a).all() and (cupy.loadtxt("a.txt", dtype=cupy.float32) == a).all()
    a.tofile("a.bin")
    assert (cupy.fromfile("a.bin", cupy.float32) == a.ravel()).all()
    assert cupy.r_[a[0], a[1]].shape == (6,) and cupy.mgrid[0:2, 0:3].shape == (2, 2, 3) and cupy.c_[a[0], a[1]].shape == (3, 2)
    assert isinstance(cupy.r_[0:3], cupy.ndarray) and cupy.require(a, requirements="C") is not None
    assert cupy.iscomplexobj(a) is False and cupy.issubdtype(a.dtype, cupy.floating) and cupy.common_type(a) == np.float32
    with cupy.printoptions(precision=2), cupy.errstate():
        assert str(cupy.asarray([1 / 3])) == "[0.33]"
    assert cupy.concat([a, a]).shape == (4, 3) and cupy.pow(a, 2)[1, 2] == 25 and cupy.ix_([0], [1])[0].shape == (1, 1)
    print("fine")
    """)


def test_children_are_emulated_too(fine, tmp_path):
    """The installation's own sitecustomize, which ours hides, is run in them, too."""
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    (hidden / "sitecustomize.py").write_text("print('hidden')\n")
    (tmp_path / "child.py").write_text("import cuda.tile, cupy\nprint(type(cupy.ones(3).sum()))\n")
    done = fine(f"""
    import os, subprocess, sys
    os.environ["PYTHONPATH"] += os.pathsep + {str(hidden)!r}
    print(subprocess.run([sys.executable, {str(tmp_path / "child.py")!r}], check=True, capture_output=True, text=True).stdout)
    print("fine")
    """)
    assert done.stdout.startswith("hidden\n<class 'cupy.ndarray'>\n")


def test_without_the_launcher_there_is_no_stand_in(emulate):
    done = emulate("import tileiras.emulator\nimport cupy\n", launcher=())
    assert "ModuleNotFoundError: No module named 'cupy'" in done.stderr


def test_every_name_is_there():
    """None of the names that the stand-in promises is missing from this NumPy, except those that later versions have
    dropped."""
    import re
    import numpy
    source = pathlib.Path(__file__).parent.parent / "python/tileiras/emulator/_cupy/__init__.py"
    lists = re.findall(r'^_(?:FUNCTIONS|SAME) = """(.*?)"""', source.read_text(), re.M | re.S)
    names = " ".join(lists).split()
    dropped = {"in1d", "AxisError", "ComplexWarning", "trapz"}
    assert len(lists) == 2 and len(names) > 300
    assert {name for name in names if not hasattr(numpy, name)} <= dropped
