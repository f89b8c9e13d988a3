"""The user's source: the lines that the first stage came from."""
import pathlib

from .model import Pane


def attach(tile):
    """Makes the pane of the source and links the one of Tile IR to it. None where no file of it can be read."""
    lines, numbers, first = [], [], {}
    for name in dict.fromkeys(name for parents in tile.parents for name, _ in parents):
        try:
            text = pathlib.Path(name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        first[name] = len(lines)
        own = text.rstrip("\n").split("\n")
        lines += own
        numbers += range(1, len(own) + 1)
    tile.parents = [_found(parents, first, len(lines)) for parents in tile.parents]
    if not lines:
        tile.parent = None
        return None
    title = " + ".join(pathlib.Path(name).name for name in first)
    language = "python" if all(name.endswith(".py") for name in first) else "mlir"
    return Pane("source", title, language, lines, None, [[] for _ in lines], numbers, first)


def _found(parents, first, count):
    """Lines of the pane for places of the source, those of no file left out."""
    known = [first[name] + line - 1 for name, line in parents if name in first]
    return list(dict.fromkeys(line for line in known if 0 <= line < count))
