"""Accesses to several replicas of memory. The emulated device is alone, so that a multicast address means its own
memory: the tests check which elements an access covers, how, and that PTX accepts the instruction."""
import numpy as np
import pytest

from kit import BF16, E4M3, F16, F32, F64, I32, I64, Out, check
from texts import kernel, launch

pytestmark = [pytest.mark.blind("kernels move numbers, and add what has few bits"), pytest.mark.since(90),
              pytest.mark.emulator("one GPU has no multicast address")]

I8 = np.dtype(np.int8)
NAMES = {F16: "f16", BF16: "bf16", F32: "f32", F64: "f64", I32: "i32", I64: "i64", I8: "i8", E4M3: "f8E4M3FN"}
ROWS, COLUMNS = 40, 64


def views(element, padding="zero", columns=COLUMNS):
    """`%av` and `%bv`: tiles of 32 by 32 of two arrays of 40 rows, the first one with all replicas."""
    # Numbers of 8 and 16 bits are accessed in words that are known to be aligned.
    def array(attribute):
        return f"tensor_view<{ROWS}x{columns}x{element}, strides=[{columns},1]{attribute}>"

    def view(attribute):
        return f"partition_view<tile=(32x32), padding_value = {padding}, {array(attribute)}>"

    multicast = ", <multicast>"
    text = f"""
    %r, %c, %z = get_tile_block_id : tile<i32>
    %aligned = assume div_by<16>, %a : tile<ptr<{element}, <multicast>>>
    %a0 = make_tensor_view %aligned, shape = [{ROWS}, {columns}], strides = [{columns}, 1] : tile<ptr<{element}, <multicast>>> -> {array(multicast)}
    %b0 = make_tensor_view %b, shape = [{ROWS}, {columns}], strides = [{columns}, 1] : {array("")}
    %av = make_partition_view %a0 : {view(multicast)}
    %bv = make_partition_view %b0 : {view("")}
"""
    return text, view(multicast), view("")


def parameters(element):
    return (f"%a: tile<ptr<{element}, <multicast>>>, %a_size: tile<i32>, %a_stride: tile<i32>, "
            f"%b: tile<ptr<{element}>>, %b_size: tile<i32>, %b_stride: tile<i32>")


def load_reduce(element, kind, order):
    made, of_all, of_one = views(element)
    tile = f"tile<32x32x{element}>"
    attributes = "" if kind == "add" else f" attributes {{reduction = #cuda_tile.multimem_reduction_kind<{kind}>}}"
    return kernel(parameters(element), made + f"""
    %x, %t = multimem_load_reduce_view_tko {order} %av[%r, %c]{attributes} : {of_all}, tile<i32> -> {tile}, token
    %s = store_view_tko weak %x, %bv[%r, %c] : {tile}, {of_one}, tile<i32> -> token""")


def store(element, order):
    made, of_all, of_one = views(element)
    tile = f"tile<32x32x{element}>"
    return kernel(parameters(element), made + f"""
    %x, %t = load_view_tko weak %bv[%r, %c] : {of_one}, tile<i32> -> {tile}, token
    %s = multimem_store_view_tko {order} %av, %x[%r, %c] : {of_all}, {tile}, tile<i32> -> token""")


def reduce(element, kind, order):
    made, of_all, of_one = views(element)
    tile = f"tile<32x32x{element}>"
    attributes = "" if kind == "add" else f" attributes {{reduction = #cuda_tile.multimem_reduction_kind<{kind}>}}"
    return kernel(parameters(element), made + f"""
    %x, %t = load_view_tko weak %bv[%r, %c] : {of_one}, tile<i32> -> {tile}, token
    %s = multimem_reduce_view_tko {order} %av, %x[%r, %c]{attributes} : {of_all}, {tile}, tile<i32> -> token""")


INTEGER_KINDS = {
    "add": np.add, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and, "or": np.bitwise_or,
    "xor": np.bitwise_xor, "umin": None, "umax": None}
LOADS = ([(d, k) for d in (I32, I64) for k in INTEGER_KINDS] + [(d, "add") for d in (F16, BF16, F32, F64)] +
         [(d, k) for d in (F16, BF16) for k in ("min", "max")])
UPDATES = [(d, k) for d in (I32, I64) for k in INTEGER_KINDS] + [(d, "add") for d in (F16, BF16, F32, F64)]
ORDERS = ["weak", "relaxed device", "acquire sys"]


def numbers(rng, dtype):
    """Small whole numbers, whose sums every type has."""
    if dtype.kind == "i":
        return rng.any(dtype, (ROWS, COLUMNS))
    return rng.integers(-8, 8, (ROWS, COLUMNS)).astype(dtype)


@pytest.mark.parametrize("dtype, kind", LOADS, ids=lambda x: NAMES.get(x, x))
def test_load_reduce(target, bin_dir, rng, dtype, kind):
    x = numbers(rng, dtype)
    order = ORDERS[len(kind) % 3]
    got = launch(target, bin_dir, load_reduce(NAMES[dtype], kind, order), (2, 2, 1), x.reshape(-1),
                 Out(np.zeros(x.size, dtype)))
    check(got.reshape(x.shape), x)


@pytest.mark.parametrize("order", ["weak", "relaxed device", "release sys"])
@pytest.mark.parametrize("dtype", NAMES, ids=str)
def test_store(target, bin_dir, rng, dtype, order):
    x = rng.integers(0, 100, (ROWS, COLUMNS)).astype(dtype)
    got = launch(target, bin_dir, store(NAMES[dtype], order), (2, 2, 1), Out(np.zeros(x.size, dtype)), x.reshape(-1))
    check(got.reshape(x.shape), x)


@pytest.mark.parametrize("dtype, kind", UPDATES, ids=lambda x: NAMES.get(x, x))
def test_reduce(target, bin_dir, rng, dtype, kind):
    x, y = numbers(rng, dtype), numbers(rng, dtype)
    order = ["relaxed device", "release sys"][len(kind) % 2]
    got = launch(target, bin_dir, reduce(NAMES[dtype], kind, order), (2, 2, 1), Out(x.reshape(-1)), y.reshape(-1))
    if kind in ("umin", "umax"):
        unsigned = np.dtype(f"u{dtype.itemsize}")
        combine = np.minimum if kind == "umin" else np.maximum
        expected = combine(x.view(unsigned), y.view(unsigned)).view(dtype)
    else:
        expected = INTEGER_KINDS[kind](x, y).astype(dtype)
    check(got.reshape(x.shape), expected)
