"""Posted forms as values."""

from collections.abc import Mapping
from typing import Any

from charkoni.core.errors import mark
from charkoni.tournament.model.errors import BadSetting, refusal

_WHOLE = mark("{name} must be a whole number")
LONGEST = 400
LONGEST_LIST = 400_000
LONGEST_FILE = 20_000_000


class Form:
    """What somebody has filled in."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def text(self, name: str, most: int = LONGEST) -> str:
        """Return a text, without the space around it."""
        return str(self._values.get(name, ""))[:most].strip()

    def number(self, name: str, usual: int | None = None) -> int:
        """Return a whole number; raise BadSetting."""
        text = self.text(name)
        if not text and usual is not None:
            return usual
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise refusal(BadSetting, text, _WHOLE, name=name)
        return int(text)

    def flag(self, name: str) -> bool:
        """Return whether a box is ticked."""
        return self.text(name) in ("1", "on", "yes", "true")

    def has(self, name: str) -> bool:
        """Return whether a field was there at all."""
        return name in self._values

    def words(self, name: str) -> list[str]:
        """Return the parts of a list with commas."""
        return [part.strip() for part in self.text(name).split(",") if part.strip()]

    @property
    def seen(self) -> int | None:
        """The version its author looked at."""
        return self.number("seen") if self.text("seen") else None

    @property
    def key(self) -> str:
        """What makes a form that is sent twice act once."""
        return self.text("key", 64)
