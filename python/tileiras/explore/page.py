"""Writes the page: one file with all that it needs, which asks the network for nothing."""
import html
import json
import pathlib

_HERE = pathlib.Path(__file__).parent
# In this order: each uses what comes before.
_SCRIPTS = ["data", "links", "colours", "pane", "app", "details", "layouts", "layoutview", "schedule", "timeline",
            "main"]


def write(path, title, subtitle, data):
    encoded = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    # The only texts that could end the element too early.
    encoded = encoded.replace("</", "<\\/").replace("<!--", "<\\u0021--")
    script = "\n".join((_HERE / "script" / f"{name}.js").read_text(encoding="utf-8") for name in _SCRIPTS)
    parts = {"TITLE": html.escape(f"{title} – Tileiras"), "NAME": html.escape(title),
             "SUBTITLE": html.escape(subtitle), "STYLE": (_HERE / "page.css").read_text(encoding="utf-8"),
             "SCRIPT": script, "DATA": encoded}
    page = (_HERE / "page.html").read_text(encoding="utf-8")
    for name, text in parts.items():
        before, after = page.split(f"@{name}@", 1)
        page = before + text + after
    pathlib.Path(path).write_text(page, encoding="utf-8")


def pane_data(pane):
    return {"id": pane.id, "title": pane.title, "language": pane.language, "text": "\n".join(pane.lines),
            "parent": pane.parent, "parents": pane.parents, "numbers": pane.numbers}
