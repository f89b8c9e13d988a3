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


def flex_attention(torch, width, causal):
    """Triton's attention, as torch writes it."""
    from torch.nn.attention.flex_attention import create_block_mask, flex_attention as attention
    attention, masks = torch.compile(attention, dynamic=False), {}

    def run(q, k, v, out, scale):
        if causal and q.shape not in masks:
            masks[q.shape] = create_block_mask(lambda b, h, i, j: i >= j, None, None, q.shape[1], k.shape[1], device=q.device)
        return attention(q[None], k[None], v[None], block_mask=masks.get(q.shape))
    return run


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


def layer_norm(torch, x, w, b, y, mean, deviation, epsilon):
    return torch.nn.functional.layer_norm(x, w.shape, w, b, epsilon)


def rope(torch, x, cosine, sine, y):
    a, b = x.float().chunk(2, 1)
    return torch.cat((a * cosine - b * sine, b * cosine + a * sine), 1).to(y.dtype)


REFERENCES = {
    "matmul": {"cuBLAS": cublas, "cuBLAS, fast accumulation": cublas_fast, "Triton": triton_matmul},
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
    "fft": {"cuFFT": eager(lambda torch, re, im: torch.fft.fft(torch.complex(re, im)))},
}
