"""Splits a text into tokens by a TextMate grammar, for the pages' code blocks in Tile IR and for the test of the grammar.

The engine is small: it knows `match` with `captures`, `begin` and `end`, and `include`. Expressions are Python's; the
grammar uses only those that Oniguruma, the engine of editors, reads in the same way.

    textmate.py GRAMMAR FILE      prints each line with tokens and below it each token as SCOPE: TEXT"""
import functools
import html
import json
import pathlib
import re
import sys

GRAMMAR = pathlib.Path(__file__).resolve().parent.parent.parent / "editors/vscode/syntaxes/tileir.tmLanguage.json"
# The classes of Pygments, whose colours the theme has, by the beginning of a scope.
CLASSES = {"comment": "c1", "string": "s2", "variable.other": "nv", "variable.parameter": "na", "entity.name": "nf",
           "entity.other": "na", "storage.type": "kt", "constant.numeric": "mi", "constant.language": "kc",
           "keyword.other": "k", "keyword.control": "k", "keyword.operator": "o"}


class Grammar:
    def __init__(self, path=GRAMMAR):
        self.grammar = json.loads(pathlib.Path(path).read_text(encoding="utf-8"))
        self.suffix = "." + self.grammar["scopeName"].split(".")[1]

    def rules(self, patterns):
        """The rules of a list in their order, with includes replaced."""
        for rule in patterns:
            if "include" in rule:
                yield from self.rules([self.grammar["repository"][rule["include"].removeprefix("#")]])
            elif "match" in rule or "begin" in rule:
                yield rule
            else:
                yield from self.rules(rule["patterns"])

    def next(self, rules, line, at):
        """The rule that matches first from a position on; of several at one position, the first in order."""
        found = [(m, rule) for rule in rules
                 if (m := re.compile(rule.get("match", rule.get("begin"))).search(line, at))]
        return min(found, key=lambda f: f[0].start(), default=(None, None))

    def end(self, rule, line, at):
        """The position in the line at which `end` matches for an open `begin`."""
        inner = [{"match": rule["end"], "name": "end"}, *self.rules(rule["patterns"])]
        while True:
            part, which = self.next(inner, line, at)
            if part is None:
                return len(line)
            if which["name"] == "end":
                return part.end()
            at = part.end()

    def tokens(self, line):
        """The scope, begin and end of each token of a line; the scope lacks its common end."""
        rules, at = list(self.rules(self.grammar["patterns"])), 0
        while at < len(line):
            match, rule = self.next(rules, line, at)
            if match is None:
                return
            end = self.end(rule, line, match.end()) if "begin" in rule else match.end()
            if "name" in rule:
                yield rule["name"].removesuffix(self.suffix), match.start(), end
            for number, capture in rule.get("captures", {}).items():
                if match[int(number)]:
                    yield capture["name"].removesuffix(self.suffix), *match.span(int(number))
            at = max(end, at + 1) if end == match.start() else end


def colour(grammar, line):
    """A line as HTML."""
    out, at = [], 0
    for scope, begin, end in grammar.tokens(line):
        kind = next((CLASSES[prefix] for prefix in CLASSES if scope.startswith(prefix)), "n")
        out += [html.escape(line[at:begin]), f'<span class="{kind}">{html.escape(line[begin:end])}</span>']
        at = end
    return "".join(out + [html.escape(line[at:])])


@functools.cache
def tile_ir():
    return Grammar()


def fence(source, language, css_class, options, md, **kwargs):
    """A block of Tile IR as HTML; pymdownx.superfences calls this."""
    lines = "\n".join(colour(tile_ir(), line) for line in source.split("\n"))
    return f'<div class="highlight"><pre><code>{lines}\n</code></pre></div>'


def main():
    grammar = Grammar(sys.argv[1])
    for line in pathlib.Path(sys.argv[2]).read_text(encoding="utf-8").splitlines():
        if found := list(grammar.tokens(line)):
            print(f"LINE {line.strip()}")
            print("".join(f"  {scope}: {line[begin:end]}\n" for scope, begin, end in found), end="")


if __name__ == "__main__":
    main()
