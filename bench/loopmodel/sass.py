"""Machine code as nvdisasm prints it, with the control bits of each instruction.

An instruction has 128 bits. Bits 105 to 121 say how it is issued (Jia, Maggioni, Staiger, Scarpazza: "Dissecting the
NVIDIA Volta GPU Architecture via Microbenchmarking", 2018, section 2.1; the same bits on sm_80, 90 and 120):

  105-108  stall    cycles until the same warp may issue its next instruction
  109      yield    0: the scheduler had better take another warp next
  110-112  write    scoreboard that is busy until the result is written; 7 is none
  113-115  read     scoreboard that is busy until the operands are read; 7 is none
  116-121  wait     mask of the scoreboards that have to be free before this instruction issues
"""
import dataclasses
import functools
import os
import re
import subprocess

NO_SCOREBOARD = 7
CODE = re.compile(r"\s+/\*([0-9a-f]{4,})\*/\s+(.*?)\s*;\s+/\* (0x[0-9a-f]{16}) \*/")
UPPER_HALF = re.compile(r"\s+/\* (0x[0-9a-f]{16}) \*/")
TEXT = re.compile(r"(?:@(!?U?P[T0-9]+)\s+)?([A-Z][\w.]*)\s*(.*)")
SECTION = re.compile(r"\s*\.section\s+\.text\.([^,\s]+)")
LABEL = re.compile(r"\s*([.$][\w$.]+):")


@dataclasses.dataclass
class Instruction:
    guard: str  # the predicate, "" where there is none
    opcode: str  # with its modifiers: LDSM.16.M88.4
    operands: str
    stall: int
    yields: bool
    write: int  # scoreboard, NO_SCOREBOARD for none
    read: int
    wait: int  # mask of scoreboards

    @functools.cached_property
    def base(self):
        return self.opcode.split(".")[0]

    @functools.cached_property
    def waits_for(self):
        """The indices of the scoreboards in the mask."""
        return [board for board in range(6) if self.wait >> board & 1]


@dataclasses.dataclass
class Function:
    name: str
    instructions: list = dataclasses.field(default_factory=list)
    labels: dict = dataclasses.field(default_factory=dict)  # name -> index of the instruction after it


def decode(text, upper):
    """An instruction from its text and the upper 64 of its bits."""
    guard, opcode, operands = TEXT.match(text).groups()
    control = upper >> 41
    return Instruction(guard or "", opcode, operands.strip(), stall=control & 15, yields=not control >> 4 & 1,
                       write=control >> 5 & 7, read=control >> 8 & 7, wait=control >> 11 & 63)


def parse(listing):
    """The functions of `nvdisasm -c -hex`, by name."""
    functions, function, pending = {}, None, None
    for line in listing.splitlines():
        if section := SECTION.match(line):
            function = functions.setdefault(section[1], Function(section[1]))
        elif function is None:
            continue
        elif label := LABEL.match(line):
            function.labels[label[1]] = len(function.instructions)
        elif code := CODE.match(line):
            pending = code[2]
        elif pending and (upper := UPPER_HALF.match(line)):
            function.instructions.append(decode(pending, int(upper[1], 16)))
            pending = None
    return functions


def tool(name):
    """A program of NVIDIA's toolkit: in $CU13BIN where that is set, else on PATH."""
    return os.path.join(os.environ.get("CU13BIN", ""), name)


def disassemble(cubin, nvdisasm=None):
    """The functions of a cubin, by name."""
    done = subprocess.run([nvdisasm or tool("nvdisasm"), "-c", "-hex", cubin], capture_output=True, text=True, check=True)
    return parse(done.stdout)
