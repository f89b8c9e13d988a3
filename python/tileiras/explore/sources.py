"""The user's source: the lines that the first stage came from.

A page may be shared, and a program's locations may name any file. So only files below the folders that the caller
names are shown: the program's own folder, and each --source-root.
"""
import os
import pathlib
import stat

from .model import Pane

_MAX_BYTES = 16 << 20
_LEFT_OUT = "The source file {} is not shown, because {}."


def attach(tile, roots):
    """Makes the pane of the source and links the one of Tile IR to it. None where no file of it can be read; and for
    each file that was left out, a note with the reason."""
    lines, numbers, first, notes = [], [], {}, []
    for name in dict.fromkeys(name for parents in tile.parents for name, _ in parents):
        text, reason = _read(name, roots)
        if reason:
            notes.append(_LEFT_OUT.format(name, reason))
        if text is None:
            continue
        first[name] = len(lines)
        own = text.rstrip("\n").split("\n")
        lines += own
        numbers += range(1, len(own) + 1)
    tile.parents = [_found(parents, first, len(lines)) for parents in tile.parents]
    if not lines:
        tile.parent = None
        return None, notes
    title = " + ".join(pathlib.Path(name).name for name in first)
    language = "python" if all(name.endswith(".py") for name in first) else "mlir"
    return Pane("source", title, language, lines, None, [[] for _ in lines], numbers, first), notes


def _read(name, roots):
    """A file's text, or the reason why it is left out. A missing file has no reason."""
    path = os.path.realpath(name)
    if not any(os.path.commonpath([path, root]) == root for root in map(os.path.realpath, roots)):
        if not os.path.exists(path):
            return None, None
        return None, "it is outside of the program's folder (--source-root names others)"
    try:
        # Opening a pipe would wait for its other end.
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode):
                return None, "it is not a regular file"
            if found.st_size > _MAX_BYTES:
                return None, f"it has more than {_MAX_BYTES >> 20} MiB"
            return file.read(_MAX_BYTES).decode(), None
    except UnicodeDecodeError:
        return None, "it is not text in UTF-8"
    except (OSError, ValueError):
        return None, None


def _found(parents, first, count):
    """The pane's lines for locations in the source, without those in files left out."""
    known = [first[name] + line - 1 for name, line in parents if name in first]
    return list(dict.fromkeys(line for line in known if 0 <= line < count))
