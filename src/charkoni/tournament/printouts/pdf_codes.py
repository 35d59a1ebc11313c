"""QR codes of print-outs as PDF (reportlab): one path each, which takes a tenth of the time of a shape for each run."""

import segno
from reportlab.platypus import Flowable


class QrCode(Flowable):  # type: ignore[misc]  # reportlab has no types
    """A QR code, centred.  side, width: of the code and of its place, in points."""

    def __init__(self, text: str, side: float, width: float = 0.0) -> None:
        super().__init__()
        self.width, self.height = max(side, width), side
        self._rows = [list(row) for row in segno.make(text, error="m").matrix]

    def draw(self) -> None:
        """Draw the dark modules, run by run."""
        cell = self.height / (len(self._rows) + 4)
        shift = (self.width - self.height) / 2
        path = self.canv.beginPath()
        for y, row in enumerate(self._rows):
            for x, length in _runs(row):
                path.rect(shift + (x + 2) * cell, self.height - (y + 3) * cell, cell * length, cell * 1.02)
        self.canv.drawPath(path, stroke=0, fill=1)


def _runs(row: list[int]) -> list[tuple[int, int]]:
    """Return the runs of dark modules of a row of a QR code, (start, length)."""
    runs: list[tuple[int, int]] = []
    for x, dark in enumerate(row):
        if dark and runs and sum(runs[-1]) == x:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        elif dark:
            runs.append((x, 1))
    return runs
