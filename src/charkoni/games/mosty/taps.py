"""The taps of the moves of Mosty, prompts, and the moves that taps without effect mean."""

from charkoni.core.board_types import TapSequence
from charkoni.core.errors import Reason
from charkoni.core.game_types import Flags, State
from charkoni.core.translations import Words
from charkoni.games.mosty.catalog import CATALOG

EDGE = "edge-"


def prompt(s: State, prefix: TapSequence, flags: Flags, words: Words) -> str:
    """Return the prompt for the next tap."""
    if flags["links"] == "1":
        return words._("Choose a crossing for your bridge.")
    return words.ngettext(
        "Choose a crossing: {n} bridge in this turn.", "Choose a crossing: {n} bridges in this turn.", int(s.left)
    )


def attempt(s: State, prefix: TapSequence, zone: str, flags: Flags) -> str | Reason | None:
    """Return the bridge that a tap on a crossing means; on a shore there is none (S5)."""
    return CATALOG.reason("ALONG_EDGE") if zone.startswith(EDGE) else zone
