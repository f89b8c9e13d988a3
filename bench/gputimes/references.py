"""What our times are compared with on the same GPU: the libraries behind torch, and Triton's programs."""


def references(torch, problem):
    """NAME -> function of a set of arguments; what can't be had is left out."""
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
    if form != "f8e4m3":
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


def compiled(function):
    """By torch.compile (Inductor, which writes Triton)."""
    def make(torch, *facts):
        return torch.compile(lambda *a: function(torch, *a), dynamic=False)
    return make


def eager(function):
    return lambda torch, *facts: lambda *a: function(torch, *a)


def triton_matmul(torch, form, transposed):
    if form not in ("f16", "bf16", "f8e4m3"):
        return None
    from gputimes import tritonkernels
    return lambda a, b, c: tritonkernels.matmul(a, b.T if transposed else b, c)


REFERENCES = {
    "matmul": {"cuBLAS": cublas, "cuBLAS, fast accumulation": cublas_fast, "Triton": triton_matmul},
    "attention": {"FlashAttention": sdpa("FLASH_ATTENTION"), "cuDNN": sdpa("CUDNN_ATTENTION")},
    "vadd": {"torch": eager(lambda torch, a, b, c: torch.add(a, b, out=c))},
    "axpy": {"torch": eager(lambda torch, x, y, alpha: y.add_(x, alpha=alpha))},
    "transpose": {"torch": eager(lambda torch, x, y: y.copy_(x.T))},
    "swiglu": {"torch.compile": compiled(lambda torch, a, b, c: torch.nn.functional.silu(a.float()).mul(b.float()).to(c.dtype))},
    "rowsum": {"torch": eager(lambda torch, x, y: torch.sum(x, 1, out=y))},
    "softmax": {"torch": eager(lambda torch, x, y: torch.softmax(x, 1))},
    "layernorm": {"torch": eager(lambda torch, x, w, b, y, m, r, e: torch.nn.functional.layer_norm(x, w.shape, w, b, e))},
    "rmsnorm": {"torch.compile": compiled(lambda torch, x, w, y, e: torch.nn.functional.rms_norm(x, w.shape, w, e))},
    "gather": {"torch": eager(lambda torch, t, i, y: torch.index_select(t, 0, i, out=y))},
    "fft": {"cuFFT": eager(lambda torch, re, im: torch.fft.fft(torch.complex(re, im)))},
}
