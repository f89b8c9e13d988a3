"""A launch over time: the work of the warps and the asynchronous engines of the first block, from the emulator's
trace."""
import json
import pathlib
import re

_LARGEST = 4000


def read(path, source):
    """Tracks of the first block, and its slices in their order; None if there is no trace."""
    if not path:
        return None
    with open(f"{path}.json", encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    block = min(event["pid"] for event in events)
    own = [event for event in events if event["pid"] == block]
    names = {event.get("tid"): event["args"]["name"] for event in own if event["ph"] == "M"}
    slices = [event for event in own if event["ph"] == "X"]
    numbers = sorted(number for number in names if number is not None)
    return {"block": names[None], "tracks": [names[number] for number in numbers],
            "left_out": max(0, len(slices) - _LARGEST),
            "slices": [_slice(event, numbers.index(event["tid"]), source) for event in slices[:_LARGEST]]}


def _slice(event, track, source):
    at = event.get("args", {}).get("at", event["name"])
    line = _line(at, source)
    if line is None:
        line = _line(event["name"], source)
    return {"track": track, "start": event["ts"], "length": event["dur"], "name": event["name"], "at": at,
            "wait": event["name"].startswith("wait"), "line": line}


def _line(place, source):
    """The line of the source's pane that "k.py:7" names, by the file's last name alone."""
    found = re.fullmatch(r"(.*):(\d+)", place)
    if not found or not source:
        return None
    for name, start in source.files.items():
        line = start + int(found[2]) - 1
        if pathlib.Path(name).name == found[1] and line < len(source.lines):
            return line
    return None
