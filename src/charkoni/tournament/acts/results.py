"""Acts on results: entering and reporting them, confirming a single report, disputes."""

from dataclasses import fields, replace

from charkoni.core.errors import N_
from charkoni.core.translations import Name, Words
from charkoni.tournament.acts.base import BoardAct, Severity, board_of, round_of
from charkoni.tournament.acts.declaration import Command
from charkoni.tournament.acts.rounds import forfeiters, published_round
from charkoni.tournament.model.errors import BadResult, WrongPhase, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.results import checked_result, is_unusual
from charkoni.tournament.model.rounds import Board, Result, Round
from charkoni.tournament.model.serialization import dump
from charkoni.tournament.pairing.systems import system_of

PLAYERS = ("first", "second")
"""The sources of results that are reports of the players of the board."""
_TABLE = N_("round {round}, table {table}: {what}")
_DEVICES = {"slip": N_("by the slip, device {device}"), "page": N_("by the player's page, device {device}")}
_CORRECTED = N_("round {round}, table {table}, {first} – {second}: {old} becomes {new}")


class EnterResult(BoardAct):
    """Enter the result of a board as its first side sees it; the fields are those of `model.rounds.Result`.

    first, second: marks of both sides.  stones: final counts of both stores.  games: half points of both sides over the
    games of the round.  With a player of the board as `source` (first, second) the act is a report: two equal reports
    become the result, two different ones make the board disputed.  device: of a report, `slip` or `page` and a token of
    the device; one device counts for one side.
    """

    kind = "result"
    label = N_("Result")

    first: str
    second: str
    stones: tuple[int, int] | None = None
    games: tuple[int, int] | None = None
    source: str = "arbiter"
    reason: str = ""
    adjourned: bool = False
    device: str = ""
    boards: tuple[str, ...] = ()

    @classmethod
    def of(cls, round_: int, board: int, result: Result) -> "EnterResult":
        """Return the act that enters a result."""
        given = {name: getattr(result, name) for name in dump(result)}
        return cls(round=round_, board=board, **given)

    @property
    def result(self) -> Result:
        """The result that is entered."""
        return Result(**{field.name: getattr(self, field.name) for field in fields(Result)})

    def severity(self, state: Tournament) -> Severity:
        """Return CONFIRM for unusual points and in a closed round, NOTICE for a second result."""
        if is_unusual(self.result):
            return Severity.CONFIRM
        round_ = self._round(state)
        if round_ and round_.state == "closed":
            return Severity.CONFIRM
        board = self._board(state)
        return Severity.NOTICE if board and board.result else Severity.INFO

    def question(self, state: Tournament) -> tuple[str, dict[str, object]] | None:
        """Return the question that names the players, the present result of the table and the new one."""
        board = self._board(state)
        if board is None or board.seen is None or board.is_bye:
            return None
        first, second = (state.name(id_) for id_ in board.seats)
        values = {"round": self.round, "table": self.board, "first": first, "second": second, "old": board.seen.text}
        return "correction", {**values, "new": str(self.summary(state).name)}

    def done(self, words: Words, before: Tournament, after: Tournament) -> str:
        """Return the result, of a correction with the players and the result before it."""
        question = self.question(before)
        return words._(_CORRECTED, **question[1]) if question else super().done(words, before, after)

    def needs_reason(self, state: Tournament) -> bool:
        """Return whether the act corrects a result of a closed round."""
        round_ = self._round(state)
        is_correction = self.source not in PLAYERS and state.phase == "playing"
        return is_correction and round_ is not None and round_.state == "closed"

    def _round(self, state: Tournament) -> Round | None:
        return next((round_ for round_ in state.rounds if round_.number == self.round), None)

    def _board(self, state: Tournament) -> Board | None:
        round_ = self._round(state)
        return round_.board(self.board) if round_ else None

    def summary(self, state: Tournament) -> Name:
        """Return the result as the first mover of the board sees it."""
        return Name(self._seen(state).text, "")

    def _seen(self, state: Tournament) -> Result:
        board = self._board(state)
        return self.result.turned if board and board.seats[0] == board.second else self.result

    def about(self, words: Words, state: Tournament) -> str:
        """Return the result as the first mover sees it, and from which device it was reported."""
        seen, (kind, _, device) = self._seen(state), self.device.partition(" ")
        what = f"{seen.text} ({seen.counts})" if seen.counts else seen.text
        if kind in _DEVICES:
            what += f", {words._(_DEVICES[kind], device=device)}"
        return words._(_TABLE, round=self.round, table=self.board, what=what)

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the result or report; raise WrongPhase for a draft, BadResult."""
        round_ = round_of(state, self.round)
        if round_.state == "draft":
            raise refusal(WrongPhase, round_.number, N_("round {round} is not published"), round=round_.number)
        board = board_of(round_, self.board)
        result, needs_winner = self.result, system_of(state.settings).needs_winner
        result = checked_result(state.settings, board, result, needs_winner=needs_winner) if fresh else result
        if result.source not in PLAYERS:
            corrected = board.corrected or (round_.state == "closed" and _differs(board.result, result))
            after = state.with_board(round_, replace(board, result=result, disputed=False, corrected=corrected))
            return _with_presence(after, round_, board, result)
        if fresh:
            _demand_own_device(state, board, result)
        return state.with_board(round_, _reported(board, result))


def _differs(old: Result | None, new: Result) -> bool:
    """Return whether a result is another one, and no adjourned game that is finished now."""
    if old is None or old.adjourned:
        return False
    return any(getattr(old, name) != getattr(new, name) for name in ("first", "second", "stones", "games", "boards"))


def _with_presence(state: Tournament, round_: Round, board: Board, result: Result) -> Tournament:
    """Return the state with those here again whose forfeit in a closed round, which set them absent, is corrected.

    An entry that lost another closed round by forfeit since then stays absent.
    """
    if round_.state != "closed" or board.result is None:
        return state
    sides = ((board.first, board.result.first, result.first), (board.second, board.result.second, result.second))
    for id_, old, new in sides:
        later = (each for each in state.rounds[round_.number :] if each.state == "closed")
        if old == "-" != new and not any(id_ in forfeiters(each) for each in later):
            state = state.with_entry(replace(state.entry(id_), here=True))
    return state


def _demand_own_device(state: Tournament, board: Board, result: Result) -> None:
    """Raise BadResult for a report by a device that has reported for the opponent, or by a slip used by another one."""
    kind, _, device = result.device.partition(" ")
    for report in board.reports:
        who = state.name(board.first if report.source == "first" else board.second)
        used = report.device.partition(" ")[2]
        if device and report.source != result.source and used == device:
            raise refusal(BadResult, board.number, "same-device", who=who, board=board.number)
        if kind == "slip" and report.source == result.source and used and used != device:
            raise refusal(BadResult, board.number, "other-device", who=who, result=report.text)


def _reported(board: Board, result: Result) -> Board:
    """Return a board with a player's report, which replaces an earlier one."""
    reports = (*(report for report in board.reports if report.source != result.source), result)
    board = replace(board, reports=reports)
    if board.result is not None and board.result.source not in PLAYERS:
        return board  # the result of an arbiter prevails
    if len(reports) == 2:
        agreed = reports[0].agreed(reports[1])
        board = replace(board, result=agreed, disputed=agreed is None)
    return board


class ConfirmReport(BoardAct):
    """Accept the latest report of a board as its result."""

    kind = "confirm"
    label = N_("Report confirmed")
    command = Command("confirm", N_("Accept the only report of a table."))

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the report as the result; raise BadResult."""
        round_ = round_of(state, self.round)
        board = board_of(round_, self.board)
        if not board.reports:
            raise refusal(BadResult, board.number, N_("no result has been reported there"))
        return state.with_board(round_, replace(board, result=board.reports[-1], disputed=False))


class Dispute(BoardAct):
    """Mark a board disputed: it has no result until an arbiter enters one."""

    kind = "dispute"
    label = N_("Result disputed")
    usual = Severity.NOTICE
    command = Command("dispute", N_("Mark a table as disputed: it has no result until an arbiter enters one."))

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the board disputed; raise WrongPhase, BadResult."""
        round_ = published_round(state, self.round)
        return state.with_board(round_, replace(board_of(round_, self.board), disputed=True, result=None))
