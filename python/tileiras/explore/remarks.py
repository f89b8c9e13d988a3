"""The product's own compilation of a kernel: its PTX, and the compiler's remarks."""
import tileiras


def compile_with_remarks(kernel):
    """PTX as a cubin would have it, and the compiler's messages."""
    messages = []
    ptx = tileiras.compile(kernel.data, kernel.arch, opt_level=kernel.opt_level, emit="ptx", debug_info="lineinfo",
                           enable_extended_smem=True, remarks="all", name=kernel.file, diagnostics=messages)
    return ptx, messages


def place(messages, source):
    """Messages as data, each with its source line; line is None where that isn't known."""
    placed = []
    for message in messages:
        start = source.files.get(message.file) if source else None
        line = start + message.line - 1 if start is not None and message.line else None
        text = "\n".join([message.message, *(note.message for note in message.notes)])
        entry = {"severity": message.severity, "line": line, "column": message.column, "text": text}
        if entry not in placed:
            placed.append(entry)
    return sorted(placed, key=lambda entry: (entry["line"] is None, entry["line"] or 0))
