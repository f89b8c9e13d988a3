"""The compiler's exceptions."""
from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._native import Diagnostic


class MLIRError(Exception):
    """The messages of an operation that failed.

    `diagnostics` holds them all (tileiras.ir.Diagnostic); `message`, `file`, `line` and `column` describe the first
    error. `file` is empty and the numbers are 0 when its location isn't known.
    """

    def __init__(self, message: str, diagnostics: Iterable[Diagnostic] = ()) -> None:
        self.diagnostics = list(diagnostics)
        first = next((d for d in self.diagnostics if d.severity == "error"), None)
        self.message = first.message if first else message
        self.file = first.file if first else ""
        self.line = first.line if first else 0
        self.column = first.column if first else 0
        super().__init__("\n".join(str(d) for d in self.diagnostics) or message)
