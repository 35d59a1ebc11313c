"""The adapter of the pairing engine gacrux: FIDE Dutch (C.04.3 in force since 1 February 2026).

The only module that imports gacrux.  The engine reads a report file without names, and returns brackets with boards,
colour rules and criteria.  The same input always gives the same pairing.
"""

import functools
import hashlib
import importlib.metadata
from decimal import Decimal
from typing import NotRequired, TypedDict

from charkoni.core.errors import N_
from charkoni.core.files.installation import install_command
from charkoni.tournament.model.errors import TEXTS, EngineFailed, NoPairing, refusal
from charkoni.tournament.model.settings import PAIRING_EDITION
from charkoni.tournament.pairing.engine_file import engine_text
from charkoni.tournament.pairing.input import PairingInput, Player, in_board_order
from charkoni.tournament.pairing.protocol import Bracket, Pairing

_FAILED = "gacrux: {problem}"

CRITERIA = ("C6", "C7", "C8", "C9", "C10", "C11", "C12", "C13", "C14", "C15", "C16", "C17", "C18", "C19", "C20", "C21")


class _EngineEdge(TypedDict):
    """A board of the engine: who plays white and who black, 0 for nobody; the colour rule that decided."""

    w: int
    b: int
    colorrule: NotRequired[str]


class _EngineBracket(TypedDict):
    """A bracket of the engine.  quality: the count of each criterion, QC6 ..., for some a list of counts."""

    scorelevel: int
    competitors: list[int]
    downfloaters: list[int]
    pairs: list[_EngineEdge]
    quality: dict[str, int | list[int | list[int]] | None]


def pair(pairing_input: PairingInput) -> Pairing:
    """Return the pairing of the next round.

    Raise NoPairing, whose group are the pairing numbers that cannot be paired; EngineFailed; MemoryError.
    """
    if sum(1 for _ in pairing_input.present()) < 2:  # the engine would give a single one the bye
        raise refusal(NoPairing, pairing_input.done + 1, N_("fewer than two players are present"))
    text = engine_text(pairing_input)
    try:
        from gacrux.gacruxexeptions import GacruxNoLegalPairing
        from gacrux.pairingdutch import pairing_dutch
        from gacrux.pairingfideteam import pairing_fideteam
        from gacrux.trf2json import trf2json
    except ImportError as error:
        raise EngineFailed(TEXTS["no-engine"], {"command": install_command("tournament")}) from error
    round_ = pairing_input.done + 1
    try:
        reader = trf2json()
        reader.parse_file(text, 0)
        status = reader.chessjson["status"]
        if status["code"]:
            raise EngineFailed(_FAILED, {"problem": f"{status['code']}: {'; '.join(map(str, status['error']))}"})
        tournament = reader.get_tournament(1)
        is_of_teams = pairing_input.team_boards > 0
        tournament["pairingSystem"] = ["fideteam", "typea", "mp+gp"] if is_of_teams else ["dutch"]
        tournament["maxMeets"] = 1
        engine = (pairing_fideteam if is_of_teams else pairing_dutch)(
            tournament, round_, {"experimental": [], "verbose": 0, "top_color": pairing_input.initial}
        )
        brackets = engine.compute_pairing(False, 0)
    except GacruxNoLegalPairing:
        raise no_pairing(pairing_input) from None
    except (EngineFailed, MemoryError):
        raise
    except Exception as error:
        raise EngineFailed(_FAILED, {"problem": f"{type(error).__name__}: {error}"}) from error
    return _pairing(pairing_input, brackets, [*engine.crosstable.level2score], text)


def no_pairing(pairing_input: PairingInput) -> NoPairing:
    """Return the error whose group are the players without a possible opponent, or else all present ones."""
    present, round_ = list(pairing_input.present()), pairing_input.done + 1
    alone = [p.number for p in present if not any(may_meet(pairing_input, p, q) for q in present)]
    group = alone or [p.number for p in present]
    who = ", ".join(str(number) for number in group)
    return refusal(NoPairing, round_, "no-pairing", round=round_, who=who).having(group=tuple(group))


def may_meet(pairing_input: PairingInput, a: Player, b: Player) -> bool:
    """Return whether earlier games and prohibitions allow two players to meet."""
    forbidden = pairing_input.forbidden_opponents(pairing_input.done + 1).get(a.number, set())
    return a.number != b.number and b.number not in a.met() and b.number not in forbidden


def _pairing(
    pairing_input: PairingInput, engine_brackets: list[_EngineBracket], scores: list[Decimal], text: str
) -> Pairing:
    """Return the pairing of the engine.  scores: points of its score levels.  text: its input."""
    rule_of = {}
    brackets = []
    for bracket in engine_brackets:
        pairs = []
        for edge in bracket["pairs"]:
            board = (edge["w"], edge["b"]) if edge["w"] else (edge["b"], 0)
            rule_of[board] = str(edge.get("colorrule", ""))
            pairs.append(board)
        brackets.append(_bracket(bracket, pairs, scores))
    boards = tuple(in_board_order(pairing_input, list(rule_of)))
    digest = hashlib.sha256(text.encode()).hexdigest()
    engine = f"gacrux {_version()}"
    rules = tuple(rule_of[board] for board in boards)
    return Pairing(boards, rules, tuple(brackets), engine, PAIRING_EDITION, digest)


@functools.cache
def _version() -> str:
    return importlib.metadata.version("gacrux")


def _bracket(bracket: _EngineBracket, pairs: list[tuple[int, int]], scores: list[Decimal]) -> Bracket:
    index = bracket["scorelevel"]
    score = int(2 * scores[index]) if 0 <= index < len(scores) else -1
    quality = []
    for name in CRITERIA:
        value = bracket["quality"].get("Q" + name)
        counts = value if isinstance(value, list) else [] if value is None else [value]
        quality.append((name, tuple(int(count) for count in counts if not isinstance(count, list))))
    return Bracket(score, tuple(bracket["competitors"]), tuple(pairs), tuple(bracket["downfloaters"]), tuple(quality))
