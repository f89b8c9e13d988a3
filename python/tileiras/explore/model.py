"""The data model of the page."""
from dataclasses import dataclass, field


class ExploreError(Exception):
    """An error that keeps the page from being made. The text is the message for users, with its location if there is
    one."""


@dataclass
class Pane:
    """One form of the kernel.

    lines    its text
    parent   id of the form that this one was made from; None for the source
    parents  for each line, the lines of the parent (from 0) that it came from, the main one first
    numbers  line numbers, if not 1, 2, …: for a file of which some lines are not shown
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

    name     in the source
    symbol   in the program: cuTile appends the types of a launch
    data     bytecode (bytes) or MLIR text (str)
    ptx      the PTX of a launch, if there was one; else None
    launch   folder and name of the emulator's reports of it: PATH.costs.json, PATH.json; else None
    """

    name: str
    symbol: str
    data: bytes | str
    file: str
    arch: str
    opt_level: int | None = None
    ptx: str | None = None
    launch: str | None = None
