"""python -m tileiras.emulate: programs whose tensors are torch's, on the device "cuda"."""
import importlib.util
import json

import pytest

from refusals import REFUSALS

pytestmark = pytest.mark.skipif(importlib.util.find_spec("torch") is None, reason="torch is not installed")


@pytest.fixture
def fine(emulate):
    """Runs a program that has to print "fine"."""
    def run(program, *options):
        done = emulate("import torch\n" + program if program[0] != "\n" else "\n    import torch" + program, *options)
        assert done.returncode == 0, done.stderr
        assert done.stdout.endswith("fine\n")
        return done
    return run


ADD = """
    import cuda.tile as ct

    @ct.kernel
    def add(a, b, c, TILE: ct.Constant[int]):
        i = ct.bid(0)
        ct.store(c, (i,), ct.load(a, (i,), (TILE,)) + ct.load(b, (i,), (TILE,)))

    def launch(a, b):
        c = torch.empty_like(a)
        ct.launch(torch.cuda.current_stream(), (ct.cdiv(a.numel(), 16),), add, (a, b, c, 16))
        return c
"""


def test_kernel(fine):
    done = fine(ADD + """
    for dtype in (torch.float32, torch.bfloat16, torch.float8_e5m2, torch.int64):
        a = torch.arange(40, device="cuda").to(dtype)
        b = launch(a, a) if dtype != torch.float8_e5m2 else a
        assert b.is_cuda and torch.equal(b.float(), a.float() * (1 if dtype == torch.float8_e5m2 else 2))
    with torch.cuda.stream(torch.cuda.Stream()) as stream:
        c = launch(a[8:], a[:32])
    torch.testing.assert_close(c, a[8:] + a[:32])
    print("fine")
    """)
    assert done.stderr == ""  # also where torch was built with CUDA and looks for devices


def test_stray_access_leaves_the_storage(emulate):
    """Bounds are the storage's, and are dropped with it."""
    done = emulate("""
    import cuda.tile as ct
    import torch

    @ct.kernel
    def stray(x, N: ct.Constant[int]):
        ct.scatter(x, ct.arange(16, dtype=ct.int32) + N, ct.full((16,), 1.0, dtype=ct.float32), check_bounds=False)

    def write(tensor, first):
        ct.launch(torch.cuda.current_stream(), (1,), stray, (tensor, first))

    x = torch.zeros(100, device="cuda")
    write(x[:10], 84)  # in the storage, if not in the view
    assert x.sum() == 16
    x.resize_(20)  # shrinks nothing that was there
    write(x, 4)
    x = torch.zeros(50, device="cuda")
    write(x, 34)
    write(x, 40)
    """)
    assert done.returncode != 0 and "an illegal memory access was encountered" in done.stderr
    assert "0 bytes past the end of 'cuMemHostRegister #2' (200 bytes" in done.stderr


def test_memory_of_a_dead_tensor_is_out_of_bounds(emulate):
    done = emulate("""
    import cuda.tile as ct
    import torch

    @ct.kernel
    def touch(x, y):
        index = ct.arange(16, dtype=ct.int64) + (ct.load(y, (0,), (1,))).item() // 4
        ct.scatter(x, index, ct.full((16,), 1.0, dtype=ct.float32), check_bounds=False)

    def main():  # whose variables cuTile doesn't keep, as it does those of the module
        x, dead = torch.zeros(16, device="cuda"), torch.zeros(1 << 20, device="cuda")
        distance = torch.tensor([dead.data_ptr() - x.data_ptr()], device="cuda")
        ct.launch(torch.cuda.current_stream(), (1,), touch, (x, distance))
        print(dead.sum().item())
        del dead
        ct.launch(torch.cuda.current_stream(), (1,), touch, (x, distance))

    main()
    """)
    assert done.stdout == "16.0\n" and "out-of-bounds global write" in done.stderr


def test_a_kernel_takes_no_tensor_of_the_host(emulate):
    done = emulate(("import torch" + ADD).replace("\n    ", "\n") + "launch(torch.zeros(16), torch.zeros(16))\n")
    assert done.returncode != 0 and "not on a CUDA device" in done.stderr


def test_sides(fine):
    """Tensors are on the device that torch would put them on, and moving copies."""
    fine("""
    import copy, threading
    import numpy as np
    x, h = torch.randn(4, 4, device="cuda"), torch.randn(4, 4)
    cuda, cpu = torch.device("cuda:0"), torch.device("cpu")
    assert (x.device, h.device, x.is_cuda, h.is_cuda, x.is_cpu, x.get_device(), h.get_device()) == (cuda, cpu, True, False, False, 0, -1)
    for on_device in ((x + 1).T, x + h, x.to(torch.float16), h.to(x), h.to(0), h.to(device="cuda", dtype=torch.int8), h.cuda(),
                      h.to("cuda", torch.int8), h.to(torch.device("cuda"), torch.half, True), torch.zeros_like(h, device=x.device),
                      torch.tensor([1], device=0), torch.as_tensor(h, device="cuda"), torch.nn.Parameter(x), copy.deepcopy(x),
                      torch.rand(2, generator=torch.Generator("cuda").manual_seed(1), device="cuda"), x.new_zeros(3), x.detach()):
        assert on_device.device == cuda, on_device
    for on_host in (h * 2, x.cpu(), x.to("cpu"), x.to(h), torch.as_tensor(x, device="cpu"), torch.from_numpy(np.ones(2)), h.new_zeros(3),
                    torch.frombuffer(bytearray(8), dtype=torch.int64),
                    x.new_zeros(3, device="cpu"), torch.empty(3, pin_memory=True), copy.deepcopy(h), torch.as_tensor([1]), h.to(torch.int8)):
        assert on_host.device == cpu, on_host
    for elsewhere in (torch.zeros(3, device=torch.device("meta")), torch.zeros(3, device="meta"), x.to("meta"), x.to(torch.device("meta"))):
        assert elsewhere.is_meta and not elsewhere.is_cuda
    copied = h.cuda()
    copied += 1
    assert not torch.equal(copied.cpu(), h) and x.cuda() is x and h.cpu() is h and x.to("cuda", copy=True).data_ptr() != x.data_ptr()
    array = np.zeros(3, np.float32)
    torch.as_tensor(array, device="cuda").add_(1)
    assert array.sum() == 0
    torch.as_tensor(array).add_(1)
    assert array.sum() == 3
    with torch.device("cuda"):
        assert torch.zeros(3).is_cuda
    torch.set_default_device("cuda")
    assert torch.zeros(3).is_cuda and torch.get_default_device().type == "cuda"
    torch.set_default_device(None)
    assert not torch.zeros(3).is_cuda
    found = []
    thread = threading.Thread(target=lambda: found.append(torch.zeros(2, device="cuda").is_cuda))
    thread.start()
    thread.join()
    assert found == [True]
    try:
        torch.testing.assert_close(x, x.cpu())
    except AssertionError as error:
        assert "cuda:0 != cpu" in str(error)
    else:
        raise SystemExit("that should have failed")
    print("fine")
    """)


def test_modules_and_gradients(fine):
    """Code of the program that torch calls while it computes gradients sees the device as well."""
    fine("""
    module = torch.nn.Linear(4, 4).to("cuda")
    assert module.weight.is_cuda and isinstance(module.weight, torch.nn.Parameter)
    module(torch.ones(2, 4, device="cuda")).sum().backward()
    assert module.weight.grad.is_cuda

    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a):
            ctx.save_for_backward(a)
            return a * 2

        @staticmethod
        def backward(ctx, gradient):
            a, = ctx.saved_tensors
            assert gradient.is_cuda and a.is_cuda
            return torch.full(a.shape, 2.0, device="cuda") * gradient

    z = torch.ones(3, device="cuda", requires_grad=True)
    Double.apply(z).sum().backward()
    assert z.grad.tolist() == [2, 2, 2] and z.grad.is_cuda
    print("fine")
    """)


def test_precision(fine):
    """16-bit results are rounded once where no other precision is known; float32 becomes TF32 where the program says
    so."""
    fine("""
    a = torch.randn(64, 768, dtype=torch.float16, device="cuda")
    b = torch.randn(768, 64, dtype=torch.float16, device="cuda")
    exact = a.cpu().double() @ b.cpu().double()
    for product in (a @ b, torch.matmul(a, b), torch.nn.functional.linear(a, b.T), torch.einsum("ik,kj->ij", a, b)):
        assert product.dtype == torch.float16 and torch.equal(product.cpu(), exact.half())
    one = torch.tensor([[1 + 2.0**-11, 1 + 2.0**-10, 1 + 3 * 2.0**-11, float("inf")]], device="cuda")
    unit = torch.eye(4, device="cuda")[:, :3]
    assert (one[:, :3] @ unit[:3]).tolist() == [[1 + 2.0**-11, 1 + 2.0**-10, 1 + 3 * 2.0**-11]]
    torch.set_float32_matmul_precision("high")
    assert (one[:, :3] @ unit[:3]).tolist() == [[1, 1 + 2.0**-10, 1 + 2 * 2.0**-10]] and (one * 1 @ one.T).item() == float("inf")
    weight = torch.ones(2048, dtype=torch.bfloat16, device="cuda", requires_grad=True)
    x = torch.randn(1024, 2048, dtype=torch.bfloat16, device="cuda")
    torch.nn.functional.layer_norm(x, (2048,), weight).backward(torch.ones_like(x))
    wide = torch.ones(2048, dtype=torch.double, requires_grad=True)
    torch.nn.functional.layer_norm(x.cpu().double(), (2048,), wide).backward(torch.ones_like(x.cpu()).double())
    torch.testing.assert_close(weight.grad.cpu().double(), wide.grad, atol=1e-2, rtol=1e-2)
    print("fine")
    """, "--arch", "sm_120")


def test_matmul_on_tensor_cores(fine):
    """On sm_90 torch's matrix products and a kernel's have the same bits: the tensor cores truncate when they
    accumulate, which a test of 16-bit results sees over long chains."""
    fine("""
    import cuda.tile as ct

    @ct.kernel
    def product(A, B, C, TM: ct.Constant[int], TN: ct.Constant[int], TK: ct.Constant[int]):
        acc = ct.zeros((TM, TN), dtype=ct.float32)
        for k in range(ct.num_tiles(A, axis=1, shape=(TM, TK))):
            a, b = ct.load(A, (0, k), (TM, TK)), ct.load(B, (k, 0), (TK, TN))
            if A.dtype == ct.float32:
                a, b = ct.astype(a, ct.tfloat32), ct.astype(b, ct.tfloat32)
            acc = ct.mma(a, b, acc)
        ct.store(C, (0, 0), ct.astype(acc, C.dtype))

    torch.set_float32_matmul_precision("high")
    torch.manual_seed(16)
    for dtype in (torch.float16, torch.bfloat16, torch.float32):
        # Values that TF32 has.
        a, b = (torch.randn(shape, device="cuda").bfloat16().to(dtype) for shape in ((64, 768), (768, 64)))
        wide = torch.empty(64, 64, device="cuda")
        ct.launch(torch.cuda.current_stream(), (1,), product, (a, b, wide, 64, 64, 64))
        c = wide.to(dtype)
        for other in (a @ b, torch.matmul(a, b), torch.mm(a, b), torch.bmm(a[None], b[None])[0],
                      torch.einsum("ik,kj->ij", a, b), torch.nn.functional.linear(a, b.T), (b.T @ a.T).T):
            assert other.is_cuda and other.dtype == dtype and torch.equal(other, c)
        if dtype == torch.float32:
            assert not torch.equal(c.cpu(), (a.cpu().double() @ b.cpu().double()).float())
        # Products that are added to something.
        bias = torch.ones(64, dtype=dtype, device="cuda")
        assert torch.equal(torch.addmm(bias, a, b, beta=2, alpha=0.5), (2 + 0.5 * wide).to(dtype))
        assert torch.equal(torch.nn.functional.linear(a, b.T, bias), (1 + wide).to(dtype))
        # Sizes that no instruction has, and none at all.
        cut = a.clone()
        cut[:, 50:] = 0
        assert torch.equal(a[:3, :50] @ b[:50, :5], (cut @ b)[:3, :5])
        assert (a[:0] @ b).shape == (0, 64) and (a[:, :0] @ b[:0]).abs().sum() == 0
        assert torch.bmm(a[None][:0], b[None][:0]).shape == (0, 64, 64)
        weight = b.detach().clone().requires_grad_()
        (a @ weight).backward(c)
        torch.testing.assert_close(weight.grad, a.T @ c, atol=0.3, rtol=1e-2)
    try:
        a @ b.half()
    except RuntimeError as error:
        assert "dtype" in str(error)
        print("fine")
    """, "--arch", "sm_90")


def test_device_and_events(fine):
    fine(REFUSALS + """
    start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
    start.record()
    stream = torch.cuda.Stream()
    end.record(stream)
    torch.cuda.current_stream().wait_stream(stream)
    stream.wait_event(end)
    torch.cuda.synchronize()
    assert start.elapsed_time(end) > 0 and end.query() and stream.query() and torch.cuda.default_stream().cuda_stream == 0
    properties = torch.cuda.get_device_properties(0)
    assert torch.cuda.get_device_capability() == (12, 0) == (properties.major, properties.minor) and properties.total_memory == 8 << 30
    assert torch.cuda.is_available() and torch.cuda.device_count() == 1 and torch.cuda.get_device_name() == properties.name
    assert torch.cuda.mem_get_info()[1] == 8 << 30 and not torch.distributed.is_nccl_available()
    torch.cuda.manual_seed(5)
    one = torch.rand(3, device="cuda")
    torch.manual_seed(5)
    assert torch.equal(one, torch.rand(3, device="cuda"))
    state = torch.cuda.get_rng_state()
    one = torch.rand(3, device="cuda")
    torch.cuda.set_rng_state(state)
    assert torch.equal(one, torch.rand(3, device="cuda"))
    with torch.cuda.device(0), torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.CUDNN_ATTENTION):
        q = torch.randn(1, 1, 8, 16, device="cuda")
        assert torch.nn.functional.scaled_dot_product_attention(q, q, q).is_cuda
    check_refusals(
        (torch.cuda.CUDAGraph, NotImplementedError, "torch.cuda.CUDAGraph isn't there"),
        (lambda: torch.cuda.memory_summary(), NotImplementedError, "torch.cuda.memory_summary isn't there"),
        (lambda: torch.zeros(2, device="cuda:1"), RuntimeError, "cuda:1: the emulator has cuda:0 only"),
        (lambda: torch.cuda.set_device(1), RuntimeError, "cuda:1: the emulator has cuda:0 only"))
    print("fine")
    """, "--arch", "sm_120")


def test_optimizers(fine):
    """Optimizers import torch._dynamo, which uses many names of torch.cuda."""
    fine("""
    model = torch.nn.Linear(3, 4).cuda()
    for make in (torch.optim.SGD, torch.optim.AdamW):
        optimizer = make(model.parameters(), 0.1)
        before = model.weight.detach().clone()
        model(torch.ones(2, 3, device="cuda")).sum().backward()
        optimizer.step()
        optimizer.zero_grad()
        assert model.weight.is_cuda and not torch.equal(model.weight, before)
    print("fine")
    """)


KINDS = """
    import inspect, json, sys, types

    def kind(value):
        return "class" if isinstance(value, type) else "function" if inspect.isroutine(value) else type(value).__name__

    modules = [torch.cuda, *(module for name, module in sorted(sys.modules.items()) if name.startswith("torch.cuda."))]
    kinds = {f"{module.__name__}.{name}": kind(value) for module in modules for name, value in sorted(vars(module).items())
             if not name.startswith("__")}
    wrapped = [name for name, value in vars(torch.cuda).items() if hasattr(value, "__wrapped__")]
    print(json.dumps([kinds, wrapped]), file=open("kinds.json", "w"))
    print("fine")
"""


def test_every_name_of_torch_cuda_keeps_its_kind(fine, emulate, tmp_path):
    """A class can be used in isinstance, derived from and named in a type, and a function has torch's documentation."""
    emulate("\n    import torch" + KINDS, launcher=())
    plain, plainly_wrapped = json.loads((tmp_path / "kinds.json").read_text())
    fine(KINDS)
    emulated, wrapped = json.loads((tmp_path / "kinds.json").read_text())
    del plain["torch.cuda._initialized"]  # which torch itself may set
    assert {name: emulated.get(name) for name in plain} == plain
    assert set(plainly_wrapped) <= set(wrapped)
    assert list(plain.values()).count("class") > 40 and list(plain.values()).count("function") > 100


def test_classes_of_torch_cuda(fine):
    fine("""
    from torch.cuda.memory import memory_allocated
    from torch.cuda.streams import Stream

    for name in ("CUDAGraph", "MemPool", "StreamContext", "CUDAPluggableAllocator", "Stream", "Event", "graph", "device"):
        each = getattr(torch.cuda, name)
        assert each | None and issubclass(type("Derived", (each,), {}), each) and not isinstance(3, each), name
    stream = torch.cuda.Stream()
    assert Stream is torch.cuda.Stream and isinstance(stream, Stream) and memory_allocated() == 0
    assert isinstance(torch.cuda.stream(stream), torch.cuda.StreamContext)
    with torch.cuda.stream(stream), torch.cuda.device_of(torch.ones(1, device="cuda")):
        assert torch.cuda.current_stream() == stream
        with torch.cuda.stream(None):
            assert torch.cuda.current_stream() == stream
    assert torch.cuda.current_stream() != stream and torch.cuda.device(0).idx == 0
    for name in ("CUDAGraph", "MemPool", "graph"):
        try:
            type("Derived", (getattr(torch.cuda, name),), {})()
        except NotImplementedError as error:
            assert f"torch.cuda.{name} isn't there" in str(error), error
        else:
            raise SystemExit("that should have failed")
    print("fine")
    """)


def test_accelerator(fine):
    fine("""
    accelerator = torch.accelerator
    assert accelerator.is_available() and accelerator.current_accelerator().type == "cuda" and accelerator.device_count() == 1
    assert accelerator.current_stream() == torch.cuda.current_stream() and not accelerator.current_stream().is_capturing()
    stream = torch.cuda.Stream()
    accelerator.set_stream(stream)
    accelerator.set_device_index(0)
    assert accelerator.current_stream() == stream and accelerator.current_device_index() == 0
    with accelerator.device_index(0):
        accelerator.synchronize()
    assert accelerator.memory_allocated() == 0
    print("fine")
    """)


def test_arrays_of_cupy_and_tensors_share_memory(fine):
    """Arrays are shared by DLPack and by __cuda_array_interface__, both ways, and kernels may use them."""
    fine(ADD + """
    import cupy
    for dtype in (torch.float32, torch.int8):
        tensor = torch.arange(32, device="cuda").to(dtype)
        for shared in (cupy.from_dlpack(tensor), cupy.asarray(tensor)):
            assert shared.data.ptr == tensor.data_ptr() and shared.T.data.ptr == tensor.data_ptr()
            shared[0] = 5
            assert tensor[0] == 5
            ct.launch(torch.cuda.current_stream(), (2,), add, (shared, tensor, out := cupy.zeros_like(shared), 16))
            assert out[31] == 62 and out[0] == 10
    array = cupy.arange(32, dtype=cupy.float32)
    for tensor in (torch.from_dlpack(array), torch.as_tensor(array, device="cuda"), torch.utils.dlpack.from_dlpack(array)):
        assert tensor.is_cuda and tensor.data_ptr() == array.data.ptr
        assert torch.equal(launch(tensor, tensor), 2 * tensor)
    assert not torch.from_dlpack(array.get()).is_cuda
    narrow = cupy.from_dlpack(torch.ones(3, dtype=torch.bfloat16, device="cuda"))
    assert narrow.dtype.name == "bfloat16" and float(narrow[1]) == 1
    try:
        cupy.from_dlpack(torch.ones(3))
    except BufferError as error:
        assert "expected an array of the device" in str(error)
    else:
        raise SystemExit("that should have failed")
    print("fine")
    """)
