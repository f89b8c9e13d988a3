# RUN: env TILEIRAS_EMULATED_DRIVER=%emulated/libcuda.so.1 %package_python -m pytest -q -p no:cacheprovider %s
"""tileiras.run on the emulator, and on a GPU, which the emulated driver replaces."""
import os

import numpy as np
import pytest

import tileiras

DRIVER = os.environ["TILEIRAS_EMULATED_DRIVER"]
BACKENDS = [dict(), dict(backend="gpu", driver=DRIVER)]

SCALE = """
.version 8.0
.target sm_80
.address_size 64
.visible .entry scale(.param .u64 x, .param .u32 size, .param .u32 stride, .param .f32 factor)
.reqntid 32, 1, 1
{
  .reg .b64 %rd<4>; .reg .b32 %r<3>; .reg .f32 %f<4>; .reg .pred %p;
  ld.param.u64 %rd1, [x];
  ld.param.u32 %r1, [size];
  ld.param.f32 %f1, [factor];
  cvta.to.global.u64 %rd1, %rd1;
  mov.u32 %r2, %tid.x;
  setp.ge.u32 %p, %r2, %r1;
  @%p bra END;
  mul.wide.u32 %rd2, %r2, 4;
  add.u64 %rd3, %rd1, %rd2;
  ld.global.f32 %f2, [%rd3];
  mul.f32 %f3, %f2, %f1;
  st.global.f32 [%rd3], %f3;
END:
  ret;
}
"""

# Writes one element past the end.
OUTSIDE = SCALE.replace("setp.ge.u32", "setp.gt.u32")


@pytest.mark.parametrize("options", BACKENDS)
def test_arrays_hold_what_the_kernel_left(options):
    x = np.arange(20, dtype=np.float32)
    assert tileiras.run(SCALE, [x, np.float32(3)], **options).times == []
    assert (x == 3 * np.arange(20)).all()


@pytest.mark.parametrize("options", BACKENDS)
def test_a_pointer_and_bytes(options):
    x = np.ones(4, dtype=np.float32)
    arguments = [tileiras.Pointer(x), np.uint32(4), b"\1\0\0\0", np.float32(0.5)]
    tileiras.run(SCALE, arguments, kernel="scale", grid=(1, 1), **options)
    assert (x == 0.5).all()


def test_times_are_of_further_runs():
    x = np.ones(4, dtype=np.float32)
    times = tileiras.run(SCALE, [x, np.float32(2)], repeat=3, **BACKENDS[1]).times
    assert len(times) == 3 and all(0 < time < 10 for time in times)
    assert (x == 2).all()


def test_the_emulator_says_what_the_kernel_did_wrong():
    x = np.ones(16, dtype=np.float32)
    with pytest.raises(tileiras.LaunchError, match="out-of-bounds global read of 4 bytes"):
        tileiras.run(OUTSIDE, [x, np.float32(2)])


def test_a_compiled_kernel_on_both():
    text = """cuda_tile.module @m {
      entry @twice(%p: tile<ptr<f32>>, %q: tile<ptr<f32>>) {
        %x, %t = load_ptr_tko weak %p : tile<ptr<f32>> -> tile<f32>, token
        %y = addf %x, %x : tile<f32>
        %u = store_ptr_tko weak %q, %y : tile<ptr<f32>>, tile<f32> -> token
        return
      }
    }"""
    architecture = tileiras.gpu_architecture(driver=DRIVER)
    assert architecture == "sm_90"
    for options in BACKENDS + [dict(schedule="adversarial")]:
        x, y = np.array([4], dtype=np.float32), np.zeros(1, dtype=np.float32)
        tileiras.run(tileiras.compile(text, architecture), [tileiras.Pointer(x), tileiras.Pointer(y)], **options)
        assert x == [4] and y == [8]


@pytest.mark.parametrize("arguments, grid, error, text", [
    ([1.5], 1, TypeError, "argument 0: expected an array, a Pointer, a NumPy scalar or bytes, got float"),
    ([np.ones((4, 4), np.float32).T], 1, TypeError, "argument 0: expected an array that is writable and in the order of C"),
    ([], 1, tileiras.LaunchError, "kernel 'scale' has 4 parameters, the arguments fill 0"),
    ([], (1, 1, 1, 1), ValueError, "expected one to three extents"),
    ([], 0, ValueError, r"expected extents of at least 1, got \(0,\)"),
    ([], (2, -1), ValueError, r"expected extents of at least 1, got \(2, -1\)"),
])
def test_wrong_arguments(arguments, grid, error, text):
    with pytest.raises(error, match=text):
        tileiras.run(SCALE, arguments, grid)


def test_no_driver_is_said():
    with pytest.raises(tileiras.LaunchError, match="no GPU can be used, because NVIDIA's driver is not here"):
        tileiras.run(SCALE, [], backend="gpu", driver="libcuda-of-nobody.so.1")
    with pytest.raises(tileiras.LaunchError, match="no GPU can be used"):
        tileiras.gpu_architecture(driver="libcuda-of-nobody.so.1")
    with pytest.raises(ValueError, match="backend is 'emulator' or 'gpu', not 'tpu'"):
        tileiras.run(SCALE, [], backend="tpu")
