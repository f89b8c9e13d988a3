"""Bar charts as plain SVG."""
from xml.sax.saxutils import escape

ROW, BAR, LEFT, WIDTH = 26, 9, 230, 520
COLOURS = ("#2b6cb0", "#c05621")


def bars(title, series, rows, limit=None, mark=None):
    """A chart of rows (label, value of each series or None), the values from 0 to `limit`; `mark` is a line across."""
    limit = limit or max([v for _, values in rows for v in values if v is not None], default=1) or 1
    height = 58 + ROW * len(rows)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 70}" height="{height}" '
           'font-family="sans-serif" font-size="11">',
           f'<rect width="100%" height="100%" fill="white"/><text x="8" y="18" font-size="14">{escape(title)}</text>']
    for k, name in enumerate(series):
        out.append(f'<rect x="{LEFT + 130 * k}" y="28" width="10" height="10" fill="{COLOURS[k]}"/>'
                   f'<text x="{LEFT + 130 * k + 15}" y="37">{escape(name)}</text>')
    for row, (label, values) in enumerate(rows):
        y = 48 + ROW * row
        out.append(f'<text x="{LEFT - 6}" y="{y + 13}" text-anchor="end">{escape(label)}</text>')
        for k, value in enumerate(values):
            if value is None:
                continue
            length = WIDTH * min(value, limit) / limit
            out.append(f'<rect x="{LEFT}" y="{y + (BAR + 1) * k}" width="{length:.1f}" height="{BAR}" fill="{COLOURS[k]}"/>'
                       f'<text x="{LEFT + length + 4:.1f}" y="{y + (BAR + 1) * k + 8}" font-size="9">{value:.3g}</text>')
    if mark:
        x = LEFT + WIDTH * mark / limit
        out.append(f'<line x1="{x:.1f}" y1="44" x2="{x:.1f}" y2="{height - 6}" stroke="#444" stroke-dasharray="3 3"/>')
    return "\n".join(out + ["</svg>", ""])
