"""Checks of the site that take a second and need no MkDocs: links between the pages of the repository, and the pages of the
navigation. links.py checks the finished site in full; this finds faults between builds of it."""
import os
import pathlib
import re

import diagnostics
import pages
import reference

ROOT = pages.ROOT
HEADING = re.compile(r"#{1,6} (.*?)#*$")


def slug(heading):
    """The anchor of a heading, as GitHub and the site make it."""
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
    return re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


def sources():
    """The Markdown pages of the repository that are part of the site."""
    for source in pages.SOURCES:
        path = ROOT / source
        yield from sorted(path.rglob("*.md")) if path.is_dir() else [path] if path.suffix == ".md" else []


def generated():
    """The pages that reference.py and diagnostics.py make, by their names in the site."""
    names = [*reference.RECORDS.values(), "Passes", "Targets", "CommandLines", "Instructions", "Interpreter", "README"]
    names += [f"Diagnostics/{page.stem.split('-', 1)[1]}" for page in diagnostics.FOLDER.glob("*.toml")]
    return {f"docs/Reference/{name}.md" for name in [*names, "Diagnostics/README"]}


def links(text):
    """Each link of a page with its line."""
    for number, (line, markdown) in enumerate(pages.lines_outside(text), 1):
        if markdown:
            for found in pages.LINK.finditer(line):
                yield number, found[2]


def check_links():
    texts = {path: path.read_text(encoding="utf-8") for path in sources()}
    anchors = {path: {slug(HEADING.match(line)[1]) for line, markdown in pages.lines_outside(text)
                      if markdown and HEADING.match(line)} for path, text in texts.items()}
    made = generated()
    for path, text in texts.items():
        for number, link in links(text):
            target, _, anchor = link.partition("#")
            file = pathlib.Path(os.path.normpath(path.parent / target)) if target else path
            place = f"{path.relative_to(ROOT)}:{number}: error: "
            if re.match(r"[a-z]+:", link) or file.relative_to(ROOT).as_posix() in made:
                continue
            if not file.is_file():
                yield f"{place}there is no {link}"
            elif anchor and anchor not in anchors.get(file, {anchor}):
                yield f"{place}there is no place {link}"


def check_navigation():
    """The pages that mkdocs.yml lacks, and those that it names and that don't exist."""
    listed = set(re.findall(r"[\w/.-]+\.md$", (ROOT / "docs" / "mkdocs.yml").read_text(encoding="utf-8"), re.M))
    there = {path.relative_to(ROOT).as_posix() for path in sources()} | generated()
    yield from (f"docs/mkdocs.yml: error: the navigation lacks {name}" for name in sorted(there - listed))
    yield from (f"docs/mkdocs.yml: error: there is no {name}" for name in sorted(listed - there))


def check():
    yield from check_links()
    yield from check_navigation()
