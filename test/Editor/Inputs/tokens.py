"""Tokens of a text by a TextMate grammar, for tests: `tokens.py GRAMMAR FILE`.

For each line with tokens, prints the line and below it each token as SCOPE: TEXT, the scope without its common end. The
engine is a small one, which knows `match` with `captures`, `begin` and `end`, and `include`; expressions are Python's,
of which the grammar uses only what Oniguruma, the engine of editors, reads alike."""
import json
import re
import sys


class Grammar:
    def __init__(self, path):
        self.grammar = json.loads(open(path, encoding="utf-8").read())
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
        """The rule that matches first from a place on; of several there, the first in order."""
        found = [(m, rule) for rule in rules if (m := re.compile(rule.get("match", rule.get("begin"))).search(line, at))]
        return min(found, key=lambda f: f[0].start(), default=(None, None))

    def tokens(self, line):
        rules, at = list(self.rules(self.grammar["patterns"])), 0
        while at < len(line):
            match, rule = self.next(rules, line, at)
            if match is None:
                return
            end = match.end()
            if "begin" in rule:
                inner = [{"match": rule["end"], "name": "end"}, *self.rules(rule["patterns"])]
                while True:
                    part, which = self.next(inner, line, end)
                    end = part.end() if part else len(line)
                    if part is None or which["name"] == "end":
                        break
            if "name" in rule:
                yield rule["name"], line[match.start():end]
            for number, capture in rule.get("captures", {}).items():
                if match[int(number)]:
                    yield capture["name"], match[int(number)]
            at = max(end, at + 1) if match.end() == match.start() else end


def main():
    grammar = Grammar(sys.argv[1])
    for line in open(sys.argv[2], encoding="utf-8").read().splitlines():
        if found := list(grammar.tokens(line)):
            print(f"LINE {line.strip()}")
            print("".join(f"  {scope.removesuffix(grammar.suffix)}: {text}\n" for scope, text in found), end="")


main()
