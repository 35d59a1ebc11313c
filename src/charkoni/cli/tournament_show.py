"""`charkoni tournament`: looking: how it stands, print-outs, explanations, the log."""

import contextlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from charkoni.cli.tournament import bad, found, opened, said
from charkoni.cli.tournament_files import put_bytes
from charkoni.core.errors import mark
from charkoni.core.translations import Words
from charkoni.tournament import explain as reasons
from charkoni.tournament.acts.event import ChangeSettings
from charkoni.tournament.acts.reducer import fold, undone
from charkoni.tournament.formats import csv_files
from charkoni.tournament.formats import json_files as json_form
from charkoni.tournament.model import schedule as rounds
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.schedule import Pace
from charkoni.tournament.model.settings import CHOICES
from charkoni.tournament.pairing import lots, systems
from charkoni.tournament.pairing.input_from_event import input_after
from charkoni.tournament.printouts.catalogue import Wish, sheet
from charkoni.tournament.printouts.handouts import UNOFFICIAL
from charkoni.tournament.printouts.html import html
from charkoni.tournament.printouts.pdf import pdf
from charkoni.tournament.printouts.text import text
from charkoni.tournament.standings import glicko2 as glicko

_FORM = mark("print-outs are .pdf, .html or .txt")
_WHAT = mark("say --table, --not twice, or --who and --tiebreak")
_NO_ROUND = mark("there is no round {round}")
_TIME = mark("a time is written 10:00 or 2026-11-21 10:00")
_CHOICES = mark("there are {names}")
_CHANGED = mark("the state is not what the acts add up to")
_HOLDS = mark("{acts} acts, the chain holds; {entries} entries, {rounds} rounds")
_JSON_ONLY = mark("as JSON there are standings and pairings, and without a word the whole event")
_STATES = {"draft": mark("draft"), "published": mark("published"), "closed": mark("closed")}
_PHASES = {
    "planned": mark("planned"),
    "registration": mark("registration"),
    "playing": mark("under way"),
    "finished": mark("finished"),
    "archived": mark("archived"),
}
_OVERVIEW = mark("{name}: {phase}; {entries} entries; rounds {paired} of {rounds}")
_ROUND_LINE = mark("round {round}: {state}; results missing at the tables: {missing}")
_PLANNED = mark("round {round}: {begin} – {end}")
_SITTING = mark("a long break of {minutes} minutes")
_DAY = mark("the end: {end}; {hours} h {minutes} min without long breaks")
_NEEDED = mark("{boards} tables, as many sets and clocks; {rounds} rounds")


def show(words: Words, event: Path, what: str | None, wish: Wish, as_json: bool) -> None:
    """Print how an event stands, or a print-out as text."""
    with opened(event, words) as director:
        state = director.state
    if as_json:
        _show_json(state, what, wish.round or None)
    elif what is None:
        _overview(words, state)
    else:
        print(text(sheet(words, state, what, wish)), end="")


def _show_json(state: Tournament, what: str | None, round_: int | None) -> None:
    published = sum(1 for r in state.rounds if r.state != "draft")
    if what == "standings":
        print(json.dumps(json_form.standings_json(state, round_), ensure_ascii=False, indent=1))
    elif what == "pairings" and 0 < (round_ or published) <= published:
        print(json.dumps(json_form.round_json(state, round_ or published), ensure_ascii=False, indent=1))
    elif what is None:
        print(json_form.write(state), end="")
    else:
        raise bad(what, _JSON_ONLY)


def _overview(words: Words, state: Tournament) -> None:
    settings = state.settings
    phase, total = words._(_PHASES[state.phase]), settings.rounds or "–"
    paired = len(state.rounds)
    print(words._(_OVERVIEW, name=settings.name or "–", phase=phase, entries=len(state.entries), paired=paired,
                  rounds=total))  # fmt: skip
    if not state.official:
        print(words._(UNOFFICIAL))
    for round_ in state.rounds:
        missing = [str(board.number) for board in round_.boards if board.is_open]
        shown = ", ".join(missing) or "–"
        print(words._(_ROUND_LINE, round=round_.number, state=words._(_STATES[round_.state]), missing=shown))


def print_out(words: Words, event: Path, what: str, output: Path, paper: str, wish: Wish) -> None:
    """Write a print-out into a new file."""
    form = output.suffix.lower()
    if form not in (".pdf", ".html", ".txt"):
        raise bad(str(output), _FORM)
    with opened(event, words) as director:
        found_ = sheet(words, director.state, what, wish)
    if form == ".pdf":
        content = pdf(found_, paper)
    else:
        content = (html(found_, paper) if form == ".html" else text(found_)).encode()
    put_bytes(content, output)
    print(output)


def why(
    words: Words,
    event: Path,
    table: int | None,
    pair_of: Sequence[str],
    who: str,
    tiebreak: str,
    round_: int | None,
) -> None:
    """Explain a table, a pair that does not meet, or a tie-break."""
    with opened(event, words) as director:
        state, engine = director.state, director.engine
        number = round_ or len(state.rounds)
        if not 1 <= number <= len(state.rounds):
            raise bad(str(number), _NO_ROUND, round=number)
        if table is not None:
            lines = reasons.board(words, state, number, table, engine)
        elif len(pair_of) == 2:
            a, b = (found(state, one).number for one in pair_of)
            lines = [reasons.not_paired(words, state, number, a, b, engine)]
        elif who and tiebreak:
            lines = reasons.tiebreak(words, state, found(state, who).number, tiebreak.upper(), round_)
        else:
            raise bad("why", _WHAT)
    print("\n".join(line.rstrip() for line in lines))


def log(words: Words, event: Path) -> None:
    """Print the log, an act a line; what does not count any more is marked."""
    with opened(event, words) as director:
        gone = undone(director.log)
        for act in director.log:
            data = json.dumps(act.data, ensure_ascii=False, separators=(",", ":"))
            if not lots.is_public(director.state.phase):
                data = data.replace(director.state.settings.seed, "…")  # secret until the list is closed
            sign = "x" if act.number in gone else " "
            reason = f" «{act.reason}»" if act.reason else ""
            shown = data if len(data) <= 160 else data[:157] + "..."
            print(f"{act.number:4}{sign} {act.at[:19]} {act.who} [{act.severity}] {act.kind} {shown}{reason}")


def verify(words: Words, event: Path) -> None:
    """Recompute chain and state."""
    with opened(event, words) as director:
        count = director.store.verify()
        again = fold(director.store.log(), director.store.people())
        if again != director.state:
            raise bad(event.name, _CHANGED)
        print(words._(_HOLDS, acts=count, entries=len(again.entries), rounds=len(again.rounds)))


@dataclass(frozen=True, slots=True)
class Day:
    """A day to be planned.  begin: hh:mm, or a date with it.  system, games: as in the settings."""

    players: int
    begin: str
    rounds: int
    system: str
    games: str
    pace: Pace


def plan(words: Words, wish: Day, into: Path | None) -> None:
    """Print the plan of a day; `into`: an event whose rounds then begin at these times."""
    at = _begin(wish.begin)
    if wish.system not in systems.NAMES or wish.games not in CHOICES["games"]:
        raise bad(f"{wish.system} {wish.games}", _CHOICES, names=", ".join((*systems.NAMES, *CHOICES["games"])))
    total = systems.named(wish.system).rounds(wish.players, wish.rounds)
    day = rounds.plan(wish.players, total, at, wish.pace, wish.games)
    for number, (start, end) in enumerate(day.rounds, 1):
        if number > 1 and number in day.sittings:
            print(words._(_SITTING, minutes=wish.pace.rest))
        print(words._(_PLANNED, round=number, begin=f"{start:%H:%M}", end=f"{end:%H:%M}"))
    print(words._(_DAY, end=f"{day.end:%H:%M}", hours=day.minutes // 60, minutes=day.minutes % 60))
    if into is not None:
        with opened(into, words) as director:
            times = [f"{start:%Y-%m-%d %H:%M}" for start, _ in day.rounds]
            said(words, director.do(ChangeSettings(settings={"times": times})))
    print(words._(_NEEDED, boards=day.boards, rounds=total))


def _begin(text: str) -> datetime:
    for form in ("%H:%M", "%Y-%m-%d %H:%M"):
        with contextlib.suppress(ValueError):
            at = datetime.strptime(text, form)
            return at if at.year > 1900 else datetime.combine(datetime.now().date(), at.time())
    raise bad(text, _TIME)


def ratings(words: Words, event: Path) -> None:
    """Print new ratings: everybody's games of the event are one period."""
    with opened(event, words) as director:
        state = director.state
    field = input_after(state)
    before = {player.number: glicko.Rating(float(player.rating or 1500)) for player in field.players}
    worth = {"1": 1.0, "=": 0.5, "0": 0.0}
    rows: list[Sequence[object]] = [("number", "name", "before", "after", "deviation", "volatility", "games")]
    for player in field.players:
        games = [(before[s.opponent], worth[s.mark]) for s in player.slots if s.is_played and s.mark in worth]
        new = glicko.rated(before[player.number], games)
        name = state.name(state.by_number()[player.number].id)
        rows.append(
            (player.number, name, player.rating or "", round(new.rating), round(new.deviation),
             f"{new.volatility:.4f}", len(games))
        )  # fmt: skip
    print(csv_files.written(rows).replace("\r\n", "\n"), end="")
