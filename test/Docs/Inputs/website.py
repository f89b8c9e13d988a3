"""Runs parts of utils/website on small inputs: website.py utils/website FOLDER, which is empty."""
import pathlib
import sys

sys.path.insert(0, sys.argv[1])
import diagnostics  # noqa: E402
import layout_picture  # noqa: E402
import links  # noqa: E402
import pages  # noqa: E402

folder = pathlib.Path(sys.argv[2])


def show(title, lines):
    print(f"== {title}")
    print("\n".join(lines))


html = folder / "html"
html.mkdir()
(html / "index.html").write_text("""<h1 id="top"></h1>
<a href="other.html#there"></a><a href="#top"></a><a href="https://example.org/">read, not loaded</a>
<a href="gone.html"></a>
<a href="other.html#gone"></a>
<script src="https://example.org/x.js"></script>
""")
(html / "other.html").write_text('<p id="there"></p>')
show("links", links.check(html))

show("Markdown", pages.level("""<!-- facts: x -->
| a |
| - |
Words
* item
  goes on
* item
```mlir tileas
* no item
```""").splitlines())

held = layout_picture.places(layout_picture.parse("{register=[[0,1]], lane=[[0,2],[0,4],[1,0],[2,0],[4,0]]}"))
show("layout", [f"{len(held)} elements", layout_picture.label(held[3, 3][0])])

table = folder / "table"
table.mkdir()
(table / "01-Page.toml").write_text("""title = "Page"
intro = "Words."
[[entry]]
title = "Files"
files = ["lib/Support/OutputFile.cpp", "lib/Support/Gone.cpp"]
match = ["cannot write", "never said"]
texts = ["not in the sources"]
cause = "A cause."
remedy = "A way out."
""")
faults = list(diagnostics.Table(table).check())
show("table", [f for f in faults if "01-Page" in f or "OutputFile" in f])
