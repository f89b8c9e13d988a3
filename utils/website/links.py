"""Checks finished pages: every link and anchor leads somewhere, and nothing is loaded from the network."""
import html.parser
import pathlib
import urllib.parse

LOADS = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src")}
FOLLOWS = {("a", "href")}


class Page(html.parser.HTMLParser):
    """Anchors and references of a page."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.references = set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.anchors |= {attributes[name] for name in ("id", "name") if attributes.get(name)}
        for name, value in attributes.items():
            is_metadata = tag == "link" and attributes.get("rel") in ("canonical", "edit", "next", "prev")
            if (tag, name) in LOADS | FOLLOWS and value is not None and not is_metadata:
                self.references.append(((tag, name) in LOADS, value, self.getpos()[0]))


def check(folder):
    """The faults of the pages of a folder."""
    pages = {path: Page(path) for path in sorted(folder.rglob("*.html"))}
    for path, page in pages.items():
        if path.name == "404.html":  # it is served for any address
            continue
        for loaded, reference, line in page.references:
            place, url = f"{path.relative_to(folder)}:{line}: ", urllib.parse.urlsplit(reference)
            if url.scheme or url.netloc:
                if loaded and url.scheme != "data":
                    yield f"{place}loads {reference} from the network"
                continue
            target = (path.parent / urllib.parse.unquote(url.path)).resolve() if url.path else path
            target = target / "index.html" if target.is_dir() else target
            anchor = urllib.parse.unquote(url.fragment)
            if not target.exists():
                yield f"{place}there is no {reference}"
            elif anchor and anchor not in pages.get(target, page).anchors and not anchor.startswith("__"):
                yield f"{place}there is no place {reference}"


def count(folder):
    return sum(1 for _ in pathlib.Path(folder).rglob("*.html"))
