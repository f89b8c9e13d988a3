"""Writes cubins that carry the PTX of a file: NAME.good.cubin, and damaged ones, whose paths are printed.

    cubins.py NAME < PTX"""
import struct
import sys

SECTIONS = b"\0.nv_debug_ptx_txt\0.shstrtab\0"


def image(ptx, **changes):
    """An ELF file of header, text, names and section headers, in ptxas's order; some fields may be changed."""
    text = ptx.replace(b"\n", b"\0")
    names_at = 64 + len(text)
    field = {"class": 2, "machine": 190, "shoff": names_at + len(SECTIONS), "shentsize": 64, "shnum": 3, "shstrndx": 2,
             "name": 1, "offset": 64, "size": len(text), "names_offset": names_at, **changes}
    header = b"\x7fELF" + struct.pack("<BBBB8xHHIQQQIHHHHHH", field["class"], 1, 1, 0, 2, field["machine"], 1, 0, 0,
                                      field["shoff"], 0, 64, 56, 0, field["shentsize"], field["shnum"], field["shstrndx"])
    section = "<IIQQQQIIQQ"
    headers = (struct.pack(section, *[0] * 10)
               + struct.pack(section, field["name"], 1, 0, 0, field["offset"], field["size"], 0, 0, 1, 0)
               + struct.pack(section, 19, 3, 0, 0, field["names_offset"], len(SECTIONS), 0, 0, 1, 0))
    return header + text + SECTIONS + headers


def main(name):
    ptx = sys.stdin.buffer.read()
    with open(name + ".good.cubin", "wb") as file:
        file.write(image(ptx))
    damages = [{"class": 1}, {"machine": 62}, {"shoff": 1 << 40}, {"shoff": (1 << 64) - 8}, {"shentsize": 8},
               {"shstrndx": 60000}, {"name": 1 << 31}, {"offset": 1 << 40}, {"size": 1 << 40},
               {"offset": (1 << 64) - 16, "size": 32}, {"names_offset": 1 << 40}]
    for number, damage in enumerate(damages):
        with open(f"{name}.damaged-{number}.cubin", "wb") as file:
            file.write(image(ptx, **damage))
        print(f"{name}.damaged-{number}.cubin")


if __name__ == "__main__":
    main(sys.argv[1])
