"""Draws a layout: a code block of language `layout` becomes a table of the tile that says which thread holds what.

The text is the text of an `#nv_tileas.layout`, {register=[[0,1]], lane=[[0,2],[1,0]], …}: for each bit of a register, lane
or warp index, the coordinate of the index with only this bit. The coordinate of an index is the XOR over its set bits
(include/tileiras/Layout/LinearLayout.h)."""
import html
import itertools
import json
import re

CELL, LEFT, TOP = (46, 26), 30, 24
NAMES = {"register": "r", "lane": "t", "warp": "w", "offset": "o"}
BANKS = 8  # number of colours for the offsets within a row of a buffer


def parse(text):
    """The bases of each dimension."""
    quoted = re.sub(r"(\w+)\s*=", r'"\1":', text.strip())
    return json.loads(quoted)


def places(bases):
    """The coordinates of the tile, each with the indices of the registers, lanes and warps that hold it."""
    bits = [(name, 1 << i, basis) for name, all_bases in bases.items() for i, basis in enumerate(all_bases)]
    held = {}
    for chosen in itertools.product((0, 1), repeat=len(bits)):
        at, place = [0, 0], dict.fromkeys(bases, 0)
        for (name, weight, basis), is_set in zip(bits, chosen):
            if is_set:
                at = [a ^ b for a, b in zip(at, basis)]
                place[name] += weight
        held.setdefault(tuple(at), []).append(place)
    return held


def label(place):
    return " ".join(f"{NAMES.get(name, name)}{number}" for name, number in place.items())


def draw(bases):
    """An SVG of a tile of two dimensions, coloured by lane, or by the offset within a row."""
    held = places(bases)
    rows, columns = (max(at[d] for at in held) + 1 for d in (0, 1))
    width, height = LEFT + columns * CELL[0] + 2, TOP + rows * CELL[1] + 2
    out = [f'<svg class="layout" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
           'xmlns="http://www.w3.org/2000/svg" font-family="sans-serif" font-size="11" role="img" '
           f'aria-label="layout {html.escape(json.dumps(bases), quote=True)}">']

    def text(x, y, words):
        out.append(f'<text x="{x}" y="{y}" text-anchor="middle" dominant-baseline="central" fill="currentColor">'
                   f'{words}</text>')

    for c in range(columns):
        text(LEFT + (c + .5) * CELL[0], TOP / 2, c)
    for r in range(rows):
        text(LEFT / 2, TOP + (r + .5) * CELL[1], r)
    for (r, c), found in sorted(held.items()):
        x, y = LEFT + c * CELL[0], TOP + r * CELL[1]
        hue = (found[0].get("lane", 0) + found[0].get("offset", 0) % BANKS) * 47 % 360
        out.append(f'<rect x="{x}" y="{y}" width="{CELL[0]}" height="{CELL[1]}" stroke="currentColor" '
                   f'stroke-width=".5" fill="hsl({hue} 70% 60% / .35)"/>')
        text(x + CELL[0] / 2, y + CELL[1] / 2, label(found[0]) + (" …" if len(found) > 1 else ""))
    return "".join(out + ["</svg>"])


def fence(source, language, css_class, options, md, **kwargs):
    """The picture with the text below it; pymdownx.superfences calls this."""
    return f"<figure>{draw(parse(source))}<figcaption><code>{html.escape(source.strip())}</code></figcaption></figure>"
