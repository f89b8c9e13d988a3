"""The libraries and programs to compare with on the same GPU: the libraries that torch calls, and Triton's programs.

A reference is a function of a set of arguments. Where it has `prepare`, that converts a set to the function's inputs. A
reference that falls back to something slower fails; it is never timed."""


def references(torch, problem):
    """NAME -> function of a set of arguments; references that are not available are left out."""
    kind, *facts = problem.like
    made = {name: make(torch, *facts) for name, make in REFERENCES.get(kind, {}).items()}
    return {name: function for name, function in made.items() if function}


def cublas(torch, form, transposed):
    if form in ("f16", "bf16", "tf32"):
        torch.backends.cuda.matmul.allow_tf32 = form == "tf32"
        return lambda a, b, c: torch.matmul(a, b.T if transposed else b)
    if form == "f8e4m3":
        one = torch.ones((), device="cuda")
        return lambda a, b, c: torch._scaled_mm(a, b.T, one, one, out_dtype=torch.bfloat16, use_fast_accum=False)
    if form == "i8":
        return lambda a, b, c: torch._int_mm(a, b.T)
    return None


def cublas_fast(torch, form, transposed):
    if form != "f8e4m3 fast":
        return None
    one = torch.ones((), device="cuda")
    return lambda a, b, c: torch._scaled_mm(a, b.T, one, one, out_dtype=torch.bfloat16, use_fast_accum=True)


def sdpa(backend):
    def make(torch, width, causal):
        from torch.nn.attention import SDPBackend, sdpa_kernel
        chosen = getattr(SDPBackend, backend)

        def run(q, k, v, out, scale):
            with sdpa_kernel(chosen):
                return torch.nn.functional.scaled_dot_product_attention(q[None], k[None], v[None], is_causal=causal)
        return run
    return make


def flex_attention(torch, width, causal):
    """FlexAttention: Triton's attention, as torch generates it."""
    from torch.nn.attention.flex_attention import create_block_mask, flex_attention as attention
    attention, masks = Compiled(torch, attention), {}

    def run(q, k, v, out, scale):
        if causal and q.shape not in masks:
            masks[q.shape] = create_block_mask(lambda b, h, i, j: i >= j, None, None, q.shape[1], k.shape[1], device=q.device)
        return attention(q[None], k[None], v[None], block_mask=masks.get(q.shape))
    return run


class Compiled:
    """A function by torch.compile (Inductor, which writes Triton), or an error.

    torch.compile returns to eager mode without a message where it can't capture a function, or has compiled one code
    object for `recompile_limit` shapes, 8 by default. So this class forgets the problems before, tells it to fail at
    the limit and at everything that it can't capture, and checks that the first call has made a graph."""

    def __init__(self, torch, function):
        self.torch, self.graphs = torch, 0
        torch._dynamo.reset()
        torch._dynamo.config.fail_on_recompile_limit_hit = True
        self.function = torch.compile(function, dynamic=False, fullgraph=True)

    def __call__(self, *arguments, **named):
        if self.graphs:
            return self.function(*arguments, **named)
        made = self.torch._dynamo.utils.counters["stats"]
        before = made["unique_graphs"]
        result = self.function(*arguments, **named)
        self.graphs = made["unique_graphs"] - before
        if not self.graphs:
            raise RuntimeError("torch.compile made no graph: it returned to eager mode, whose time is not Triton's")
        return result


def compiled(function):
    return lambda torch, *facts: Compiled(torch, lambda *a: function(torch, *a))


def eager(function):
    return lambda torch, *facts: lambda *a: function(torch, *a)


def cufft(torch, form):
    """cuFFT's input is interleaved, ours isn't: it is packed before, so that both read and write once."""
    run = lambda packed: torch.fft.fft(packed)
    run.prepare = lambda arrays: (torch.complex(*arrays),)
    return run


def triton_matmul(fast):
    """`fast`: MMAs of f8 accumulate in the precision of the tensor cores, as Triton does by default on sm_90."""
    def make(torch, form, transposed):
        if form not in (("f8e4m3 fast",) if fast else ("f16", "bf16", "f8e4m3")):
            return None
        from gputimes import tritonkernels
        return lambda a, b, c: tritonkernels.matmul(a, b.T if transposed else b, c, fast)
    return make


def layer_norm(torch, x, w, b, y, mean, deviation, epsilon):
    return torch.nn.functional.layer_norm(x, w.shape, w, b, epsilon)


def rope(torch, x, cosine, sine, y):
    a, b = x.float().chunk(2, 1)
    return torch.cat((a * cosine - b * sine, b * cosine + a * sine), 1).to(y.dtype)


REFERENCES = {
    "matmul": {"cuBLAS": cublas, "cuBLAS, fast accumulation": cublas_fast, "Triton": triton_matmul(fast=False),
               "Triton, fast accumulation": triton_matmul(fast=True)},
    "attention": {"FlashAttention": sdpa("FLASH_ATTENTION"), "cuDNN": sdpa("CUDNN_ATTENTION"), "FlexAttention": flex_attention},
    "vadd": {"torch": eager(lambda torch, a, b, c: torch.add(a, b, out=c))},
    "axpy": {"torch": eager(lambda torch, x, y, alpha: y.add_(x, alpha=alpha))},
    "transpose": {"torch": eager(lambda torch, x, y: y.copy_(x.T)),
                  "torch.compile": compiled(lambda torch, x, y: x.T.contiguous())},
    "swiglu": {"torch.compile": compiled(lambda torch, a, b, c: torch.nn.functional.silu(a.float()).mul(b.float()).to(c.dtype))},
    "rowsum": {"torch": eager(lambda torch, x, y: torch.sum(x, 1, out=y)),
               "torch.compile": compiled(lambda torch, x, y: torch.sum(x, 1))},
    "softmax": {"torch": eager(lambda torch, x, y: torch.softmax(x, 1)),
                "torch.compile": compiled(lambda torch, x, y: torch.softmax(x, 1))},
    "layernorm": {"torch": eager(layer_norm), "torch.compile": compiled(layer_norm)},
    "rmsnorm": {"torch.compile": compiled(lambda torch, x, w, y, e: torch.nn.functional.rms_norm(x, w.shape, w, e))},
    "gather": {"torch": eager(lambda torch, t, i, y: torch.index_select(t, 0, i, out=y)),
               "torch.compile": compiled(lambda torch, t, i, y: t[i])},
    "rope": {"torch.compile": compiled(rope)},
    "fft": {"cuFFT": cufft},
}
