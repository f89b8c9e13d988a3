"""Writes the page: one self-contained file, which makes no network requests."""
import base64
import hashlib
import html
import json
import pathlib
import re

_HERE = pathlib.Path(__file__).parent
# In this order: each uses those before it.
_SCRIPTS = ["data", "links", "colours", "pane", "app", "details", "layouts", "layoutview", "schedule", "timeline",
            "main"]


def write(path, title, subtitle, data):
    # "<" would let a text end the element that holds the data.
    encoded = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    style = "\n" + (_HERE / "page.css").read_text(encoding="utf-8") + "\n"
    script = "\n" + "\n".join((_HERE / "script" / f"{name}.js").read_text(encoding="utf-8") for name in _SCRIPTS) + "\n"
    parts = {"TITLE": html.escape(f"{title} – Tileiras"), "NAME": html.escape(title),
             "SUBTITLE": html.escape(subtitle), "POLICY": _policy(script), "STYLE": style, "SCRIPT": script, "DATA": encoded}
    page = (_HERE / "page.html").read_text(encoding="utf-8")
    # In one pass: an inserted text may look like a mark.
    page = re.sub("@([A-Z]+)@", lambda mark: parts[mark[1]], page)
    pathlib.Path(path).write_text(page, encoding="utf-8")


def _policy(script):
    """The page runs its own script alone, and loads nothing."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; img-src data:"


def pane_data(pane):
    return {"id": pane.id, "title": pane.title, "language": pane.language, "text": "\n".join(pane.lines),
            "parent": pane.parent, "parents": pane.parents, "numbers": pane.numbers}
