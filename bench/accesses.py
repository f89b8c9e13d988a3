"""Memory requests of a kernel that cost more than they must, read from its PTX and the emulator's report of a run.

A report (tileiras-run --report FILE.json) has costs for each line of the PTX; loops are found from the PTX's own
branches."""
import re

BRANCH = re.compile(r"^(@!?%\w+\s+)?bra(?:\.uni)?\s+(\S+?)\s*;")
LABEL = re.compile(r"^([\w$]+):$")
NO_WAY_ON = re.compile(r"^(ret|exit|trap)\b|^brx\.idx")
WAIT = re.compile(r"\b(mbarrier\.(test|try)_wait|nanosleep|ld\.acquire)\b|\batom\S*\.cas\b")
MAX_SECTORS = 1.05  # times the sectors that would hold the bytes
MMA = re.compile(r"\b(mma\.sync|mma\.sp|wmma\.mma|wgmma\.mma_async|tcgen05\.mma)\b")


class Code:
    """The instructions of a PTX text by line number, from 1, and the successors of each."""

    def __init__(self, text):
        self.lines = [line.split("//")[0].strip() for line in text.splitlines()]
        numbers = [n for n, line in enumerate(self.lines, 1) if line and line[0] not in ".{}"]
        following = dict(zip(numbers, numbers[1:]))
        labels = {match[1]: n for n in numbers if (match := LABEL.match(self.at(n)))}
        self.successors = {}
        for n in numbers:
            branch = BRANCH.match(self.at(n))
            goes_on = not NO_WAY_ON.match(self.at(n)) and not (branch and not branch[1])
            self.successors[n] = ([following[n]] if goes_on and n in following else []) + \
                                 ([labels[branch[2]]] if branch and branch[2] in labels else [])

    def at(self, number):
        return self.lines[number - 1]

    def source_line(self, number):
        """The source line of an instruction, by the last .loc before it; None without."""
        for line in reversed(self.lines[:number]):
            if match := re.match(r"\.loc\s+\d+\s+(\d+)", line):
                return int(match[1])
        return None

    def has_mma(self):
        return any(MMA.search(line) for line in self.lines)


def cycles(nodes, successors):
    """Strongly connected components with a path from each node to itself (Tarjan's algorithm, without recursion)."""
    index, low, stack, found = {}, {}, [], []
    for root in nodes:
        work = [] if root in index else [(root, iter(successors[root]))]
        if work:
            index[root] = low[root] = len(index)
            stack.append(root)
        while work:
            node, rest = work[-1]
            target = next((t for t in rest if t in nodes and (t not in index or index[t] is not None)), None)
            if target is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    at = stack.index(node)
                    part, stack = set(stack[at:]), stack[:at]
                    index.update(dict.fromkeys(part))  # done: no path leads back to these
                    if len(part) > 1 or node in successors[node]:
                        found.append(part)
            elif target in index:
                low[node] = min(low[node], index[target])
            else:
                index[target] = low[target] = len(index)
                stack.append(target)
                work.append((target, iter(successors[target])))
    return found


def all_loops(code):
    """Sets of lines: a cycle, and the cycles that remain in it without its entry lines."""
    found, left = [], cycles(code.successors.keys(), code.successors)
    while left:
        loop = left.pop()
        found.append(loop)
        entered = {t for n, targets in code.successors.items() if n not in loop for t in targets if t in loop}
        left += cycles(loop - (entered or {min(loop)}), code.successors)
    return found


def main_loops(code):
    """The innermost loops, except those that only wait."""
    def only_waits(loop):
        lines = [code.at(n) for n in loop]
        return len(lines) <= 12 and any(map(WAIT.search, lines)) and not any(map(MMA.search, lines))

    work = [loop for loop in all_loops(code) if not only_waits(loop)]
    return [loop for loop in work if not any(other < loop for other in work)]


class Costs:
    """The costs of a report by line of the PTX."""

    def __init__(self, report):
        self.names = report["costs"]
        self.lines = {int(n): values for n, values in report["ptx"].items()}

    def of(self, line, name):
        return self.lines[line][self.names.index(name)] if line in self.lines else 0

    def total(self, name):
        return sum(self.of(line, name) for line in self.lines)


def conflicts(code, costs):
    """(line, bank conflicts) of the instructions of main loops that have any."""
    inside = sorted(set().union(*main_loops(code)))
    return [(n, count) for n in inside if (count := costs.of(n, "bank conflicts"))]


def scattered(costs, limit=MAX_SECTORS):
    """(line, sectors, least number of sectors) of the instructions that need more than `limit` times as many."""
    pairs = [(n, costs.of(n, "sectors"), costs.of(n, "least sectors")) for n in sorted(costs.lines)]
    return [(n, sectors, least) for n, sectors, least in pairs if sectors > limit * least]


def sector_ratio(costs):
    """Sectors of global memory that were requested, divided by the number that holds the bytes; None without."""
    least = costs.total("least sectors")
    return costs.total("sectors") / least if least else None
