"""What the parts of the page are."""
from dataclasses import dataclass, field


class ExploreError(Exception):
    """What keeps the page from being made. The text is the message for users, with its place if there is one."""


@dataclass
class Pane:
    """One form of the kernel.

    lines    its text
    parent   id of the form that this one was made from; None for the source
    parents  for each line, the lines of the parent (from 0) that it came from, the one it mainly came from first
    numbers  what lines are called, if not 1, 2, …: lines of a file of which some are not shown
    files    of the source: the line that each file begins on, by its name
    """

    id: str
    title: str
    language: str
    lines: list
    parent: str | None = None
    parents: list = field(default_factory=list)
    numbers: list | None = None
    files: dict = field(default_factory=dict)


@dataclass
class Kernel:
    """A program to look at.

    name     as the source has it
    symbol   as the program has it: cuTile writes the types of a launch into it
    data     bytecode (bytes) or MLIR text (str)
    ptx      what a launch ran, if there was one; else None
    launch   folder and name of what the emulator wrote of it: PATH.costs.json, PATH.json; else None
    """

    name: str
    symbol: str
    data: bytes | str
    file: str
    arch: str
    opt_level: int | None = None
    ptx: str | None = None
    launch: str | None = None
