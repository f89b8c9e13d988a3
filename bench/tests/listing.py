"""Listings in nvdisasm's format, from short lines, so that tests need no tool of NVIDIA."""


def upper(stall=1, write=7, read=7, wait=0, yields=False):
    """The upper 64 bits of an instruction with these control bits."""
    return (stall | (not yields) << 4 | write << 5 | read << 8 | wait << 11) << 41


def listing(lines, name="kernel"):
    """`lines` are labels ("L:") or pairs of text and control bits, upper's arguments."""
    out, address = [f"\t.section\t.text.{name},\"ax\",@progbits"], 0
    for line in lines:
        if isinstance(line, str):
            out.append(f".{line}")
            continue
        text, control = line
        out.append(f"        /*{address:04x}*/                   {text} ;   /* 0x{0:016x} */")
        out.append(f"                                                   /* 0x{upper(**control):016x} */")
        address += 16
    return "\n".join(out)


def loop(*lines):
    """A function whose body is a prologue, the lines as a loop, and an end."""
    return listing([("MOV R1, R2", {}), "L_x_1:", *lines, ("@P0 BRA `(.L_x_1)", {"stall": 5}), ("EXIT", {"stall": 5})])
