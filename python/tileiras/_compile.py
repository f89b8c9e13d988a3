"""The compiler as a function."""
from . import ir
from ._extension import native


def compile(source, arch, *, opt_level=3, emit="ptx", debug_info="none", ptxas="", name="<input>"):
    """Compiles a program for one GPU architecture.

    source      bytecode (bytes), MLIR text (str), or a tileiras.ir.Module
    arch        "sm_90"
    opt_level   0 to 3
    emit        the stage to stop at: "tile", "tileaa", "tileas", "llvm", "llvmir", "ptx" or "cubin"
    debug_info  "none", "lineinfo", or "full", which needs opt_level=0
    ptxas       the assembler for "cubin"; found by the environment unless said
    name        how messages call the source

    Returns bytes for "cubin", str for the others. Raises tileiras.ir.MLIRError with the place in the user's source where
    it is known, and ValueError for an argument that means nothing. Threads may compile at the same time.
    """
    is_text = not isinstance(source, (bytes, bytearray, memoryview))
    if isinstance(source, ir.Module):
        source = source.to_text(debug_info=True)
    data = source.encode() if is_text else bytes(source)
    made = native.compile(data, arch, opt_level, emit, debug_info, ptxas, name, is_text)
    return made if emit == "cubin" else made.decode()
