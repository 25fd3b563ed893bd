# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables for a terminal and for a notebook. What comes from files is shown so that it commands neither."""

import html

_MOST_ROWS = 60
_WIDEST = 60
_WIDEST_LAST = 160


def shown(value):
    """A cell: figures with separators, and a text in one line without control characters."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(shown, value))
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in str(value))


def byte_size(count):
    """'4.49 GB': decimal units, three significant figures."""
    if count is None:
        return "–"
    size = float(count)
    for unit in ("B", "kB", "MB", "GB", "TB"):
        if size < 999.5:
            break
        size /= 1000
    else:
        unit = "PB"
    return f"{size:.3g} {unit}"


def duration(seconds):
    """'1 min 19 s', '0.24 s'."""
    if seconds is None:
        return "–"
    if seconds < 60:
        return f"{seconds:.3g} s"
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {rest} s"


class Table:
    """A sentence, rows under a header, and sentences after them."""

    def __init__(self, title, header, rows, notes=()):
        self.title = title
        self.header = header
        self.rows = [list(row) for row in rows]
        self.notes = [note for note in notes if note]
        if len(self.rows) > _MOST_ROWS:
            self.notes.insert(0, f"… and {len(self.rows) - _MOST_ROWS:,} more")
            del self.rows[_MOST_ROWS:]
        # Figures are aligned at their ends.
        self.right = [bool(self.rows) and all(isinstance(row[i], (int, float, type(None))) for row in self.rows)
                      for i in range(len(header))]

    def text(self):
        cells = [list(self.header)] + [[shown(value) for value in row] for row in self.rows]
        limits = [_WIDEST] * (len(self.header) - 1) + [_WIDEST_LAST]
        cells = [[cell if len(cell) <= most else cell[:most - 1] + "…" for cell, most in zip(row, limits)]
                 for row in cells]
        widths = [max(len(row[i]) for row in cells) for i in range(len(self.header))]
        lines = [shown(self.title)]
        for row in cells if self.rows else []:
            line = (cell.rjust(width) if right else cell.ljust(width)
                    for cell, width, right in zip(row, widths, self.right))
            lines.append("  ".join(line).rstrip())
        return "\n".join(lines + [shown(note) for note in self.notes])

    def html(self):
        def row(tag, values):
            cells = (f'<{tag} style="text-align:{"right" if right else "left"}">{html.escape(shown(value))}</{tag}>'
                     for value, right in zip(values, self.right))
            return "<tr>" + "".join(cells) + "</tr>"

        parts = [f"<p>{html.escape(shown(self.title))}</p>"]
        if self.rows:
            body = "".join(row("td", values) for values in self.rows)
            parts.append(f"<table><thead>{row('th', self.header)}</thead><tbody>{body}</tbody></table>")
        parts += [f"<p>{html.escape(shown(note))}</p>" for note in self.notes]
        return "<div>" + "".join(parts) + "</div>"


class Shown:
    """What a terminal and a notebook show as a table: _table() says which."""

    def __repr__(self):
        return self._table().text()

    def _repr_html_(self):
        return self._table().html()
