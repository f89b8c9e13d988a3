"""The compiler as a function."""
import sys

from . import ir
from ._extension import load
from ._root import find_program

native = load("_native")


def compile(source, arch, *, opt_level=None, emit="ptx", debug_info="none", ptxas="require", ptxas_timeout=None,
            device_library="libclc", enable_extended_smem=False, remarks="none", cache=None, name="<input>",
            diagnostics=None, isolate=False):
    """Compiles a program for one GPU architecture, to the same bytes as the program `tileiras`.

    source          bytecode (bytes), MLIR text (str), or a tileiras.ir.Module
    arch            "sm_90"
    opt_level       0 to 3; 3 by default
    emit            the stage to stop at: "ptx", "cubin", or an earlier one, such as "tileas" (the message about a wrong
                    one lists them)
    debug_info      "none", "lineinfo", "full", "variables" or "source-variables"; the last three need opt_level=0
    ptxas           the assembler for "cubin": "require" finds one by the environment and in this Python's packages;
                    "auto" does the same, but falls back to PTX with a warning; "none" gives PTX instead of the cubin; else its path
    ptxas_timeout   seconds after which the assembler is stopped; 600 by default, 0 for never
    device_library  bitcode with the helpers of math functions: "libclc" is built in, "cuda" is the libdevice of a
                    toolkit or of PyPI's nvidia-nvvm; "none"; else its path
    enable_extended_smem
                    for "ptx" too, lets kernels use the shared memory that ptxas allows with its option of that name; the
                    driver does not assemble such PTX
    remarks         how the kernel was compiled, as warnings: "none", "all", "memory" or "tensorcore"
    cache           a folder in which results are kept, and looked for before anything is compiled; by default the variable
                    TILEIRAS_CACHE, or none
    name            the source's name in messages
    diagnostics     a list that receives the messages of a compilation that succeeds (tileiras.ir.Diagnostic), which are
                    Python warnings otherwise
    isolate         compiles in a separate process, the program `tileiras`, to the same result: if the compiler crashes,
                    that is an MLIRError, and this process continues

    Returns bytes for "cubin", str for the others. Raises tileiras.ir.MLIRError with the location in the user's source where
    it is known, and ValueError for an invalid argument. Threads may compile at the same time.
    """
    is_text = not isinstance(source, (bytes, bytearray, memoryview))
    if isinstance(source, ir.Module):
        # Not every operation's own form can be read back with a location
        # (docs/Upstream/optional-attribute-location.mlir).
        source = source.to_text(debug_info=True, generic=True)
    data = source.encode() if is_text else bytes(source)
    program = str(find_program("tileiras")) if isolate else ""
    made = native.compile(data, arch, opt_level, emit, debug_info, ptxas, ptxas_timeout, device_library,
                          enable_extended_smem, remarks, str(cache or ""), sys.prefix, program,
                          name.encode("utf-8", "surrogateescape"), is_text, diagnostics)
    return made if emit == "cubin" else made.decode()
