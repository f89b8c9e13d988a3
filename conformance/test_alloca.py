"""Memory that a tile block allocates (cuda_tile.alloca)."""
import numpy as np
import pytest

import kit
from kit import F16, F32, F64, I32, I64, Out, check
from texts import kernel, launch, parameters, spread

pytestmark = pytest.mark.blind("kernels move numbers and count; their texts have no operands to round")

ELEMENTS = {"f32": F32, "f16": F16, "i8": np.dtype(np.int8), "f64": F64, "i64": I64}


def transpose(element, alignment, flag):
    """Each block transposes four matrices of 32 by 32, through memory that it allocates in each iteration of its
    loop."""
    array = f"tensor_view<16x32x32x{element}, strides=[1024,32,1]>"
    rows = f"tensor_view<32x32x{element}, strides=[32,1]>"
    columns = f"tensor_view<32x32x{element}, strides=[1,32]>"

    def tiles(of, shape="32x32"):
        return f"partition_view<tile=({shape}), {of}>"

    matrix, whole = f"tile<32x32x{element}>", f"tile<1x32x32x{element}>"
    return kernel(parameters(a=element, b=element), f"""
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %four = constant <i32: 4> : tile<i32>
    %first = muli %x, %four : tile<i32>
    %a0 = make_tensor_view %a, shape = [16, 32, 32], strides = [1024, 32, 1] : {array}
    %b0 = make_tensor_view %b, shape = [16, 32, 32], strides = [1024, 32, 1] : {array}
    %av = make_partition_view %a0 : {tiles(array, "1x32x32")}
    %bv = make_partition_view %b0 : {tiles(array, "1x32x32")}
    for %i in (%zero to %four, step %one) : tile<i32> {{
      %n = addi %first, %i : tile<i32>
      %own = alloca num_elem = 1024, alignment = {alignment} {flag} : tile<ptr<{element}>>
      %r0 = make_tensor_view %own, shape = [32, 32], strides = [32, 1] : {rows}
      %c0 = make_tensor_view %own, shape = [32, 32], strides = [1, 32] : {columns}
      %rv = make_partition_view %r0 : {tiles(rows)}
      %cv = make_partition_view %c0 : {tiles(columns)}
      %m, %t0 = load_view_tko weak %av[%n, %zero, %zero] : {tiles(array, "1x32x32")}, tile<i32> -> {whole}, token
      %m2 = reshape %m : {whole} -> {matrix}
      %t1 = store_view_tko weak %m2, %rv[%zero, %zero] : {matrix}, {tiles(rows)}, tile<i32> -> token
      %u, %t2 = load_view_tko weak %cv[%zero, %zero] token=%t1 : {tiles(columns)}, tile<i32> -> {matrix}, token
      %u3 = reshape %u : {matrix} -> {whole}
      %t3 = store_view_tko weak %u3, %bv[%n, %zero, %zero] : {whole}, {tiles(array, "1x32x32")}, tile<i32> -> token
      continue
    }}""")


@pytest.mark.parametrize("alignment, flag", [(16, ""), (8, "global"), (256, "")])
@pytest.mark.parametrize("element", ELEMENTS)
def test_transpose(target, bin_dir, rng, element, alignment, flag):
    x = rng.any(ELEMENTS[element], (16, 32, 32))
    got = launch(target, bin_dir, transpose(element, alignment, flag), 4, x.reshape(-1),
                 Out(np.zeros(x.size, x.dtype)))
    check(got.reshape(16, 32, 32), x.transpose(0, 2, 1))


def histogram():
    """A histogram of 64 bins, by atomic operations on memory that the block has set to zero."""
    return kernel(parameters(a="i32", b="i32"), f"""
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %zeros = constant <i32: 0> : tile<64xi32>
    %size = constant <i32: 256> : tile<i32>
    %bins = constant <i32: 64> : tile<i32>
    %ones = constant <i32: 1> : tile<256xi32>
    %own = alloca num_elem = 64, alignment = 4 : tile<ptr<i32>>
    %i = iota : tile<256xi32>
    %j = iota : tile<64xi32>
{spread("a", [256], "ptr<i32>")}{spread("b", [64], "ptr<i32>")}
    %own_1 = reshape %own : tile<ptr<i32>> -> tile<1xptr<i32>>
    %own_64 = broadcast %own_1 : tile<1xptr<i32>> -> tile<64xptr<i32>>
    %own_256 = broadcast %own_1 : tile<1xptr<i32>> -> tile<256xptr<i32>>
    %from = muli %x, %size : tile<i32>
{spread("from", [256], "i32")}
    %ii = addi %i, %from_t : tile<256xi32>
    %pa = offset %a_t, %ii : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
    %v, %t0 = load_ptr_tko weak %pa : tile<256xptr<i32>> -> tile<256xi32>, token
    %bin = offset %own_64, %j : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %t1 = store_ptr_tko weak %bin, %zeros : tile<64xptr<i32>>, tile<64xi32> -> token
    %at = offset %own_256, %v : tile<256xptr<i32>>, tile<256xi32> -> tile<256xptr<i32>>
    %old, %t2 = atomic_rmw_tko relaxed tl_blk %at, add, %ones token=%t1 : tile<256xptr<i32>>, tile<256xi32> -> tile<256xi32>, token
    %sum, %t3 = load_ptr_tko weak %bin token=%t2 : tile<64xptr<i32>> -> tile<64xi32>, token
    %to = muli %x, %bins : tile<i32>
{spread("to", [64], "i32")}
    %jj = addi %j, %to_t : tile<64xi32>
    %pb = offset %b_t, %jj : tile<64xptr<i32>>, tile<64xi32> -> tile<64xptr<i32>>
    %t4 = store_ptr_tko weak %pb, %sum : tile<64xptr<i32>>, tile<64xi32> -> token""")


def test_histogram(target, bin_dir, rng):
    x = rng.integers(0, 64, (3, 256))
    got = launch(target, bin_dir, histogram(), 3, x.reshape(-1), Out(np.zeros(3 * 64, I32)))
    check(got.reshape(3, 64), np.stack([np.bincount(row, minlength=64).astype(I32) for row in x]))


def staged_matmul():
    """A matrix product whose partial sums go through memory, transposed there and back."""
    def tensor(shape, strides, element):
        return (f"tensor_view<{shape}x{element}, strides=[{strides}]>",
                f"partition_view<tile=(64x64), tensor_view<{shape}x{element}, strides=[{strides}]>>")

    (a, av), (b, bv) = tensor("64x512", "512,1", "f16"), tensor("512x64", "64,1", "f16")
    (c, cv), (t, tv) = tensor("64x64", "64,1", "f32"), tensor("64x64", "1,64", "f32")
    half, single = "tile<64x64xf16>", "tile<64x64xf32>"
    return kernel(parameters(a="f16", b="f16", c="f32"), f"""
    %zero = constant <i32: 0> : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %eight = constant <i32: 8> : tile<i32>
    %none = constant <f32: 0.0> : {single}
    %a1 = assume div_by<16>, %a : tile<ptr<f16>>
    %b1 = assume div_by<16>, %b : tile<ptr<f16>>
    %a0 = make_tensor_view %a1, shape = [64, 512], strides = [512, 1] : {a}
    %b0 = make_tensor_view %b1, shape = [512, 64], strides = [64, 1] : {b}
    %c0 = make_tensor_view %c, shape = [64, 64], strides = [64, 1] : {c}
    %av = make_partition_view %a0 : {av}
    %bv = make_partition_view %b0 : {bv}
    %cv = make_partition_view %c0 : {cv}
    %sum = for %k in (%zero to %eight, step %one) : tile<i32> iter_values(%acc = %none) -> ({single}) {{
      %x, %t0 = load_view_tko weak %av[%zero, %k] : {av}, tile<i32> -> {half}, token
      %y, %t1 = load_view_tko weak %bv[%k, %zero] : {bv}, tile<i32> -> {half}, token
      %p = mmaf %x, %y, %none : {half}, {half}, {single}
      %own = alloca num_elem = 4096, alignment = 128 : tile<ptr<f32>>
      %o0 = make_tensor_view %own, shape = [64, 64], strides = [1, 64] : {t}
      %ov = make_partition_view %o0 : {tv}
      %t2 = store_view_tko weak %p, %ov[%zero, %zero] : {single}, {tv}, tile<i32> -> token
      %q, %t3 = load_view_tko weak %ov[%zero, %zero] token=%t2 : {tv}, tile<i32> -> {single}, token
      %next = addf %acc, %q : {single}
      continue %next : {single}
    }}
    %t4 = store_view_tko weak %sum, %cv[%zero, %zero] : {single}, {cv}, tile<i32> -> token""")


def test_staged_matmul(target, bin_dir, rng):
    a, b = (rng.integers(-4, 5, shape).astype(F16) for shape in ((64, 512), (512, 64)))
    got = launch(target, bin_dir, staged_matmul(), 1, a.reshape(-1), b.reshape(-1), Out(np.zeros(64 * 64, F32)))
    check(got.reshape(64, 64), a.astype(F32) @ b.astype(F32))


def early_exit():
    """Odd blocks return before they use the memory that they have allocated."""
    return kernel(parameters(b="i32"), """
    %x, %y, %z = get_tile_block_id : tile<i32>
    %one = constant <i32: 1> : tile<i32>
    %own = alloca num_elem = 1, alignment = 64 : tile<ptr<i32>>
    %bit = andi %x, %one : tile<i32>
    %odd = trunci %bit : tile<i32> -> tile<i1>
    if %odd {
      return
    }
    %t0 = store_ptr_tko weak %own, %x : tile<ptr<i32>>, tile<i32> -> token
    %v, %t1 = load_ptr_tko weak %own token=%t0 : tile<ptr<i32>> -> tile<i32>, token
    %v1 = addi %v, %one : tile<i32>
    %p = offset %b, %x : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t2 = store_ptr_tko weak %p, %v1 : tile<ptr<i32>>, tile<i32> -> token""")


def test_early_exit(target, bin_dir):
    check(launch(target, bin_dir, early_exit(), 6, Out(np.zeros(6, I32))), np.array([1, 0, 3, 0, 5, 0], I32))


def access(place, num_elem=8):
    """Stores to an element of memory that has 8, or to freed memory."""
    return kernel(parameters(b="i32"), f"""
    %x, %y, %z = get_tile_block_id : tile<i32>
    %zero = constant <i32: 0> : tile<i32>
    %n = constant <i32: {place}> : tile<i32>
    %true = cmpi equal %x, %zero, signed : tile<i32> -> tile<i1>
    %own = if %true -> (tile<ptr<i32>>) {{
      %inner = alloca num_elem = {num_elem}, alignment = 4 : tile<ptr<i32>>
      yield %inner : tile<ptr<i32>>
    }} else {{
      yield %b : tile<ptr<i32>>
    }}
    %whole = alloca num_elem = 8, alignment = 4 : tile<ptr<i32>>
    %chosen = select %true, {"%own" if place == 0 else "%whole"}, %b : tile<i1>, tile<ptr<i32>>
    %p = offset %chosen, %n : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>
    %t = store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token""")


def fails(target, bin_dir, text, what):
    """The launch sets the heap's size; there may be no heap."""
    if isinstance(target.backend, kit.Nothing):
        launch(target, bin_dir, text, 1, Out(np.zeros(64, I32)))
        return
    with pytest.raises(kit.LaunchError, match=what):
        launch(target, bin_dir, text, 1, Out(np.zeros(64, I32)))


@pytest.mark.emulator("a mistake takes a GPU's context with it")
@pytest.mark.parametrize("place, what", [
    (8, r"out-of-bounds global write|writes 4 bytes at offset 32 of the alloca"),
    (-1, r"out-of-bounds global write|writes 4 bytes at offset -4 of the alloca"),
    (0, r"that the kernel has given back|whose block has ended")])
def test_mistakes(target, bin_dir, place, what):
    fails(target, bin_dir, access(place), what)


@pytest.mark.emulator("a trap takes a GPU's context with it")
def test_no_room(target, bin_dir):
    """A request for more than the device's heap has: the block ends with a trap."""
    fails(target, bin_dir, access(7, num_elem=1 << 40), "trap|asks for")
