"""The diagnostics of the libraries and tools, with their causes and ways out: docs/Diagnostics/*.toml.

Each file is a page, and each of its entries a family of messages with one cause and one way out:

    [[entry]]
    title = "…"
    files = ["lib/Support/OutputFile.cpp"]    patterns of source files, as fnmatch has them
    match = ["^cannot write"]                 of these files, only messages that one of these expressions finds; optional
    texts = ["race on "]                      words that the sources join to messages elsewhere; optional
    cause = "…"
    way = "…"

The messages come from utils/check-diagnostics, which finds every call that emits one. A message belongs to the first
entry that matches it, in the order of the files' numbers and of the entries; a message without an entry is an error, and
so are an entry, an expression and a text that find nothing. So the pages have every message, and none that no longer
exists."""
import collections
import fnmatch
import importlib.machinery
import importlib.util
import pathlib
import re
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / "docs" / "Diagnostics"
FIELDS = {"title": str, "files": list, "match": list, "texts": list, "cause": str, "way": str}
# Words that say nothing by themselves: a function writes them around the message of another one.
FRAME = re.compile(r"\b(error|warning|remark|note|loc|n)\b")


def load_sites():
    """utils/check-diagnostics as a module."""
    loader = importlib.machinery.SourceFileLoader("check_diagnostics", str(ROOT / "utils" / "check-diagnostics"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module.find_sites()[0]


def has_words(site):
    """Whether a site has a text itself: it may forward the message of another site, or only add a colon."""
    return site["literal"] and bool(re.search(r"[A-Za-z]{2}", FRAME.sub("", site["words"])))


class Entry:
    def __init__(self, path, fields):
        self.place = f"{path.name}: {fields.get('title', '?')}"
        self.title, self.cause, self.way = (fields.get(name, "") for name in ("title", "cause", "way"))
        self.files, self.texts = fields.get("files", []), fields.get("texts", [])
        self.match = [re.compile(expression) for expression in fields.get("match", [])]
        self.faults = [f"{self.place}: error: {name} is not as the table has it" for name, value in fields.items()
                       if not isinstance(value, FIELDS.get(name, ()))]
        self.faults += [f"{self.place}: error: no {name}" for name in ("title", "files", "cause", "way")
                        if not fields.get(name)]
        self.sites, self.used = [], collections.Counter()

    def take(self, site):
        """Keeps the message if it belongs here; returns whether it does."""
        if not any(fnmatch.fnmatchcase(site["file"], pattern) for pattern in self.files):
            return False
        found = [e.pattern for e in self.match if e.search(site["words"])]
        if self.match and not found:
            return False
        self.used.update(found)
        self.used.update(p for p in self.files if fnmatch.fnmatchcase(site["file"], p))
        self.sites.append(site)
        return True

    def check(self, sources):
        yield from self.faults
        for text in self.texts:
            found = [p for p in self.files for path, words in sources.items()
                     if fnmatch.fnmatchcase(path, p) and text in words]
            self.used.update(found)
            if not found:
                yield f"{self.place}: error: none of its files has the text: {text}"
        for expression in [e.pattern for e in self.match] + self.files:
            if not self.used[expression]:
                yield f"{self.place}: error: no message is found by: {expression}"


class Page:
    def __init__(self, path):
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        self.name, self.title, self.intro = path.stem.split("-", 1)[1], content["title"], content["intro"].strip()
        self.entries = [Entry(path, fields) for fields in content["entry"]]


class Table:
    """All pages, with the messages of the sources assigned to their entries."""

    def __init__(self, folder=FOLDER):
        self.pages = [Page(path) for path in sorted(folder.glob("*.toml"))]
        self.entries = [entry for page in self.pages for entry in page.entries]
        self.homeless = []
        for site in load_sites():
            taken = any(entry.take(site) for entry in self.entries)
            if not taken and has_words(site):
                self.homeless.append(site)

    def check(self):
        """The faults of the table."""
        sources = {p.relative_to(ROOT).as_posix(): p.read_text(encoding="utf-8")
                   for folder in ("lib", "tools", "include") for p in (ROOT / folder).rglob("*")
                   if p.suffix in (".cpp", ".h", ".def")}
        for site in self.homeless:
            yield f"{site['file']}:{site['line']}: error: docs/Diagnostics has no entry for: {site['words']}"
        for entry in self.entries:
            yield from entry.check(sources)


def code(text):
    """A text in backticks, which may contain backticks itself."""
    text = re.sub(r"\\(.)", lambda m: {"n": " ", '"': '"'}.get(m[1], m[1]), text).strip()
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def cell(text):
    return code(text).replace("|", "\\|")


def messages(entry):
    """The texts of an entry, each once, with the sources that emit it."""
    found = collections.defaultdict(set)
    for text in entry.texts:
        found[text].update(p for p in entry.files if "*" not in p)
    for site in filter(has_words, entry.sites):
        found[site["words"]].add(site["file"])
    return found


def write_entry(entry):
    found = messages(entry)
    if not found:  # calls that forward the messages of others
        return ""
    text = f"## {entry.title}\n\n**Cause.** {entry.cause.strip()}\n\n**Way out.** {entry.way.strip()}\n\n"
    rows = "".join(f"| {cell(words)} | {', '.join(f'`{f}`' for f in sorted(files))} |\n"
                   for words, files in found.items())
    return f"{text}| message | from |\n|---|---|\n{rows}\n"


INDEX = """# Diagnostics

Every message of the compiler, the emulator and the other programs, with its cause and the way out. `…` stands for what a
message inserts: names, numbers, types. The search of this site finds a message by its words.

| page | messages | about |
|---|---|---|
{rows}
The texts are taken from the sources, causes and ways out from `docs/Diagnostics`. A test fails when a message has no entry
there, and when an entry has no message. Remarks, which say how a kernel was compiled, are in
[The driver](../../Design/Driver.md#remarks).
"""


def write_index(table):
    rows = "".join(f"| [{page.title}]({page.name}.md) | {sum(len(messages(e)) for e in page.entries)} |"
                   f" {'; '.join(e.title[0].lower() + e.title[1:] for e in page.entries[:6])}"
                   f"{' …' if len(page.entries) > 6 else ''} |\n" for page in table.pages)
    return INDEX.format(rows=rows)


def pages():
    """Name and text of each page of docs/Reference/Diagnostics."""
    table = Table()
    if faults := list(table.check()):
        raise SystemExit("\n".join(faults))
    yield "README", write_index(table)
    for page in table.pages:
        yield page.name, f"# {page.title}\n\n{page.intro}\n\n" + "".join(map(write_entry, page.entries))
