"""`charkoni tournament show, print, why, log, verify, ratings`: the state and the log of an event."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from charkoni.cli.commands.tournament.event_files import (
    Category,
    Event,
    RoundNumber,
    app,
    opened,
    print_remarks,
)
from charkoni.cli.errors import bad_word
from charkoni.cli.language import of_event
from charkoni.cli.parameters import argument, flag, option
from charkoni.cli.print_outs import content_of, write_bytes
from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament import explain, leagues
from charkoni.tournament.acts.fields import entry as entry_of_text
from charkoni.tournament.acts.reducer import fold, undone
from charkoni.tournament.formats import csv_files, json_files
from charkoni.tournament.model.event import SHOWN, Tournament
from charkoni.tournament.model.league import league_of
from charkoni.tournament.model.serialization import dump
from charkoni.tournament.model.times import local_time, time_of
from charkoni.tournament.pairing.input_from_event import input_after
from charkoni.tournament.printouts.addresses import checked_address
from charkoni.tournament.printouts.registry import PrintOptions, sheet
from charkoni.tournament.printouts.regulations import UNOFFICIAL
from charkoni.tournament.printouts.text import text
from charkoni.tournament.standings import glicko2 as glicko

_HOLDS = N_("acts: {acts}, the chain is intact; entries: {entries}, rounds: {rounds}")
_PRINTED = N_("as print-outs name it: the number of acts and the digest, {example}")
_OTHER = N_("the print-out is of another log: here act {number} has the digest {digest}")
_STATES = {"draft": N_("draft"), "published": N_("published"), "closed": N_("closed")}
_PHASES = {
    "planned": N_("planned"),
    "registration": N_("registration"),
    "playing": N_("under way"),
    "finished": N_("finished"),
    "archived": N_("archived"),
}
_OVERVIEW = N_("{name}: {phase}; entries: {entries}; rounds: {paired} of {rounds}")
_ROUND_LINE = N_("round {round}: {state}; results missing at the tables: {missing}")


@app.command(help=N_("Show the current state of the event, or one print-out."))
def show(
    words: Words,
    event: Event,
    what: Annotated[
        str | None, argument("WHAT", "entries, pairings, names, standings, cross, clubs, prizes, ...")
    ] = None,
    round_: RoundNumber = None,
    best: Annotated[int, option("", N_("how many of a team count"), min=1, max=99)] = 4,
    category: Category = "",
    as_json: Annotated[bool, flag("--json", N_("as JSON"))] = False,
) -> None:
    """Print the state of an event, or a print-out as text."""
    with opened(event, words) as director:
        state, league = director.state, league_of(director.store.value("league"))
    if as_json:
        _show_json(state, what, round_)
    elif what is None:
        _overview(words, state)
    else:
        print(text(sheet(words, state, what, PrintOptions(round_ or 0, "", best, category, league))), end="")


def _show_json(state: Tournament, what: str | None, round_: int | None) -> None:
    published = len(state.paired)
    if what == "standings":
        print(json.dumps(json_files.standings_json(state, round_), ensure_ascii=False, indent=1))
    elif what == "pairings" and 0 < (round_ or published) <= published:
        print(json.dumps(json_files.round_json(state, round_ or published), ensure_ascii=False, indent=1))
    elif what is None:
        print(json_files.write(state), end="")
    else:
        raise bad_word(what, N_("as JSON there are standings and pairings, and without a word the whole event"))


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


@app.command(help=N_("Show next month's divisions of a league, from the events of this month."))
def divisions(
    words: Words,
    events: Annotated[list[Path], argument("EVENT", N_("this month's divisions, the highest first"))],
) -> None:
    """Print the divisions of the next month, with the same members."""
    ranks = list[list[tuple[int, int]]]()
    names = dict[tuple[int, int], str]()
    for place, event in enumerate(events):
        with opened(event, words) as director:
            ranks.append([(place, entry) for entry in leagues.ranks(director)])
            names |= {(place, entry.id): director.state.name(entry.id) for entry in director.state.entries}
    for number, division in enumerate(leagues.divided(leagues.next_order(ranks, names)), 1):
        print(words._("Division {n}", n=number))
        for member in division:
            print(f"  {names[member]}")


@app.command("print", help=N_("Write a print-out into a new file: .pdf, .html or .txt."))
def print_(
    words: Words,
    event: Event,
    what: Annotated[
        str,
        argument("WHAT", "entries, pairings, names, slips, standings, cross, cards, tables, regulations, prizes, ..."),
    ],
    output: Annotated[Path, option("FILE", N_("a new file"), "--output", "-o")],
    round_: RoundNumber = None,
    paper: Annotated[str, option("A4|Letter", N_("the size of the paper"))] = "A4",
    best: Annotated[int, option("", N_("how many of a team count"), min=1, max=99)] = 4,
    address: Annotated[str, option("URL", N_("the pages of the event, for the codes to be scanned"))] = "",
    category: Category = "",
    language: Annotated[str | None, option("LANG", N_("of the print-out: ru, en, tr, kk or ky"))] = None,
) -> None:
    """Write a print-out into a new file."""
    of_sheet = Words(of_event([language] if language else None, words.language)[0])
    address = checked_address(address) if address else ""
    with opened(event, words) as director:
        options = PrintOptions(round_ or 0, address, best, category, league_of(director.store.value("league")))
        printed = sheet(of_sheet, director.state, what, options)
        if what in ("prizes", "diplomas", "certificates"):
            print_remarks(words, director.state)
    write_bytes(content_of(printed, output, paper), output)
    print(output)


@app.command(help=N_("Explain a table, a pair that does not meet, or a tie-break."))
def why(
    words: Words,
    event: Event,
    table: Annotated[int | None, option("", N_("a table of the round"), min=1)] = None,
    pair_of: Annotated[
        list[str] | None, option("WHO", N_("two players who do not meet; give it twice"), "--not")
    ] = None,
    who: Annotated[str, option("WHO", N_("whose tie-break"))] = "",
    tiebreak: Annotated[str, option("NAME", "BH, SB, DE ...")] = "",
    round_: RoundNumber = None,
) -> None:
    """Explain a board, a pair that does not meet, or a tie-break."""
    pair = pair_of or []
    with opened(event, words) as director:
        state, engine = director.reported(), director.engine
        number = round_ or len(state.rounds)
        if not 1 <= number <= len(state.rounds):
            raise bad_word(str(number), N_("there is no round {round}"), round=number)
        if table is not None:
            lines = explain.board(words, state, number, table, engine)
        elif len(pair) == 2:
            a, b = (_number(state, one) for one in pair)
            lines = [explain.not_paired(words, state, number, a, b, engine)]
        elif who and tiebreak:
            lines = explain.tiebreak(words, state, _number(state, who), tiebreak.upper(), round_)
        else:
            raise bad_word("why", N_("give --table, --not twice, or --who and --tiebreak"))
    print("\n".join(line.rstrip() for line in lines))


def _number(state: Tournament, who: str) -> int:
    """Return the pairing number of an entry; raise BadInput."""
    return state.entry(entry_of_text(state, who)).number


@app.command(help=N_("Show the log."))
def log(words: Words, event: Event, as_json: Annotated[bool, flag("--json", N_("as JSON"))] = False) -> None:
    """Print the log, an act a line; undone acts are marked with x."""
    with opened(event, words) as director:
        undone_acts = undone(director.log)
        for entry in director.log:
            if as_json:
                line = json.dumps(dump(entry) | {"undone": entry.number in undone_acts}, ensure_ascii=False)
                seed = director.state.settings.seed  # a secret until the event is over
                print(line if director.state.is_over else line.replace(seed, "…"))
                continue
            sign = "x" if entry.number in undone_acts else " "
            about, reason = entry.act.about(words, director.state), entry.reason or str(entry.data.get("reason", ""))
            what = ": ".join(part for part in (words._(entry.act.label), about) if part)
            level = f" [{words._('level {level}', level=entry.severity)}]" if entry.severity > 1 else ""
            shown_reason = f" «{reason}»" if reason else ""
            at = f"{local_time(director.state.settings.zone, time_of(entry.at)):%Y-%m-%d %H:%M:%S}"
            print(f"{entry.number:4}{sign} {at} {entry.who}: {what}{shown_reason}{level}")


@app.command(help=N_("Recompute the chain of the log and the state."))
def verify(
    words: Words,
    event: Event,
    printed: Annotated[str, option("ACTS DIGEST", N_("also compare with the digest under printed standings"))] = "",
) -> None:
    """Recompute the chain of hashes and the state."""
    with opened(event, words) as director:
        count = director.store.verify()
        again = fold(director.store.log(), director.store.people())
        if again != director.state:
            raise bad_word(event.name, N_("the state does not match the acts"))
        print(words._(_HOLDS, acts=count, entries=len(again.entries), rounds=len(again.rounds)))
        print(words._("digest of the last act: {digest}", digest=director.store.last_hash()[:SHOWN]))
        if printed:
            print(_compared(words, printed, [entry.hash for entry in director.log]))


def _compared(words: Words, printed: str, hashes: Sequence[str]) -> str:
    """Return the sentence that a print-out is of a log; raise BadText when it is not, or cannot be read."""
    number, _, digest = " ".join(printed.lower().split()).partition(" ")
    if not re.fullmatch(r"[1-9][0-9]{0,8}", number, re.ASCII) or not re.fullmatch(r"[0-9a-f]{8,64}", digest):
        raise bad_word(printed, _PRINTED, example='"57 3fa29c01d4b7"')
    if int(number) > len(hashes):
        raise bad_word(printed, N_("the print-out is of a longer log; acts here: {acts}"), acts=len(hashes))
    found = hashes[int(number) - 1]
    if not found.startswith(digest):
        raise bad_word(printed, _OTHER, number=number, digest=found[:SHOWN])
    return words._("the print-out is of this log: act {number} has the digest {digest}", number=number, digest=digest)


@app.command(help=N_("New Glicko-2 ratings from this event, as CSV."))
def ratings(words: Words, event: Event) -> None:
    """Print new ratings as CSV: the games of the event are one rating period."""
    with opened(event, words) as director:
        state = director.state
    pairing_input = input_after(state)
    before = glicko.starting({player.number: player.rating for player in pairing_input.players})
    points = {"1": 1.0, "=": 0.5, "0": 0.0}
    rows: list[Sequence[object]] = [("number", "name", "before", "after", "deviation", "volatility", "games")]
    for player in pairing_input.players:
        games = [(before[s.opponent], points[s.mark]) for s in player.slots if s.is_played and s.mark in points]
        new = glicko.rated(before[player.number], games)
        name = state.name(state.by_number()[player.number].id)
        rows.append(
            (player.number, name, player.rating or "", round(new.rating), round(new.deviation),
             f"{new.volatility:.4f}", len(games))
        )  # fmt: skip
    print(csv_files.csv_text(rows).replace("\r\n", "\n"), end="")
