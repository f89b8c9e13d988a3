"""The pages of the repository as the site has them: in the same folders, in the Markdown that MkDocs reads.

GitHub and MkDocs differ in small things, which are evened out here so that the sources need not know the site: a list or
table that follows a paragraph without a blank line, words after the language of a code block, and links to files that
aren't pages, which become pages that show the file."""
import os
import pathlib
import re
import shutil

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SOURCES = ["README.md", "CONTRIBUTING.md", "LICENSE.txt", "docs", "bench/results"]
KINDS = {".md", ".svg", ".png", ".css", ".js"}  # files that the site has unchanged
LANGUAGES = {".py": "python", ".c": "c", ".cpp": "cpp", ".h": "cpp", ".mlir": "mlir", ".ll": "llvm", ".td": "tablegen",
             ".toml": "toml"}
FENCE = re.compile(r"^(\s*)(`{3,})(.*)$")
LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\])\(([^()\s]+)\)")
ITEM = re.compile(r"([*-]|1\.) ")


def lines_outside(text):
    """Each line, and whether it is Markdown: code blocks and their fences are not."""
    fence = None
    for line in text.split("\n"):
        found = FENCE.match(line)
        inside = fence is not None or found is not None
        if found and fence is None:
            fence = found[2]
        elif found and found[2] == fence and not found[3].strip():
            fence = None
        yield line, not inside


def level(text):
    """Adds blank lines where MkDocs needs them, and leaves only the language of code blocks."""
    out, before, listed = [], "", False
    for line, markdown in lines_outside(text):
        if not markdown:
            found = FENCE.match(line)
            if found and found[3].strip():
                line = f"{found[1]}{found[2]}{found[3].split()[0]}"
            out.append(line)
            before = line
            continue
        starts_table = line.startswith("|") and not before.startswith("|")
        starts_list = ITEM.match(line) and not listed
        ends_comment = before.startswith("<!--") and line.strip()
        if before.strip() and (starts_table or starts_list or ends_comment or line.startswith("<!--")):
            out.append("")
        if line.strip() != "[TOC]":  # the site makes its own
            out.append(line)
        listed = bool(line.strip()) and (listed or bool(ITEM.match(line)))
        before = line
    return "\n".join(out)


class Stage:
    """A folder that MkDocs reads."""

    def __init__(self, folder):
        self.folder = folder
        self.shown = set()  # files of the repository that have a page because a page links to them
        shutil.rmtree(folder, ignore_errors=True)

    def add_sources(self):
        for source in SOURCES:
            path = ROOT / source
            for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
                if file.is_file() and file.suffix in KINDS:
                    self.add(file.relative_to(ROOT), file.read_text(encoding="utf-8") if file.suffix == ".md" else file)

    def add(self, path, content):
        """Adds a page with its text, or a file."""
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, str):
            target.write_text(self.relink(pathlib.Path(path), level(content)), encoding="utf-8")
        else:
            shutil.copyfile(content, target)

    def relink(self, page, text):
        """The text, in which links to files of the repository lead to the pages that show them."""
        def turn(link):
            words, target = link.groups()
            if re.match(r"[a-z]+:|#", target):
                return link[0]
            path, _, anchor = target.partition("#")
            file = pathlib.Path(os.path.normpath(ROOT / page.parent / path))
            if not file.is_file() or file.suffix in KINDS:
                return link[0]
            return f"{words}({self.show(page, file)}{'#' * bool(anchor)}{anchor})"

        return "\n".join(LINK.sub(turn, line) if markdown else line for line, markdown in lines_outside(text))

    def show(self, page, file):
        """A link from a page to the page that shows a file."""
        shown = pathlib.Path("docs", "Files", f"{file.relative_to(ROOT)}.md")
        if file not in self.shown:
            self.shown.add(file)
            language = LANGUAGES.get(file.suffix, "text" if file.suffix else "python")
            text = file.read_text(encoding="utf-8")
            target = self.folder / shown
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(f"---\nsearch:\n  exclude: true\n---\n# {file.relative_to(ROOT)}\n\n"
                              f"````{language}\n{text}````\n", encoding="utf-8")
        return os.path.relpath(shown, page.parent)
