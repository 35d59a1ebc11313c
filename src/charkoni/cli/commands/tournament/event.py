"""`charkoni tournament new, games, final, copies, plan`: files of events, and the times of their rounds."""

import contextlib
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Annotated

from charkoni.cli.commands.tournament.event_files import Event, app, author, opened, print_act
from charkoni.cli.errors import bad_word, print_error
from charkoni.cli.output import print_json
from charkoni.cli.parameters import AsJson, argument, option
from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.games import DEFAULT_GAME, names
from charkoni.games.match_format import FORMATS
from charkoni.tournament.acts.event import ChangeSettings
from charkoni.tournament.acts.fields import settings_of
from charkoni.tournament.director import Director
from charkoni.tournament.final_stage import final_of
from charkoni.tournament.model import schedule
from charkoni.tournament.model.games import all_two_sided
from charkoni.tournament.model.schedule import DaySchedule
from charkoni.tournament.model.settings import CHOICES, with_changes
from charkoni.tournament.pairing import lots, systems

_CHOICES = N_("there are {names}")
_DAY = N_("the end: {end}; {hours} h {minutes} min without long breaks")


@app.command(help=N_("Create a new event; settings are given as NAME=VALUE."))
def new(
    words: Words,
    event: Event,
    settings: Annotated[list[str] | None, argument("NAME=VALUE", f"name=Open game={DEFAULT_GAME} rounds=7 ...")] = None,
) -> None:
    """Create an event; print its first act and the SHA-256 of its seed."""
    with Director.create(event.expanduser(), settings_of(settings or []), who=author()) as director:
        print_act(words, director.log[-1])
        print(words._("SHA-256 of the seed: {seal}", seal=lots.seed_hash(director.state.settings.seed)))
        chosen = director.state.settings
        if short := schedule.shortage(words, chosen.clock, chosen.games, chosen.round_minutes):
            print_error(short)


@app.command(help=N_("List the games and variants that tournaments play."))
def games(words: Words) -> None:
    """Print the names of all games of two sides, as the setting `game` takes them, and their titles."""
    listed = [game for variants in all_two_sided().values() for game in variants]
    width = max(len(game.name) for game in listed)
    for game in listed:
        print(f"{game.name:{width}}  {names.game_name(words, game)}")


@app.command(help=N_("Create a final: a knock-out of the best of a finished event, in a new file."))
def final(
    words: Words,
    event: Annotated[Path, argument("EVENT", N_("the file of the finished event"))],
    new: Annotated[Path, argument("NEW", N_("the file of the final"))],
    settings: Annotated[list[str] | None, argument("NAME=VALUE", f"name=Final game={DEFAULT_GAME} ...")] = None,
    top: Annotated[int, option("2|4|8", N_("how many"))] = 4,
) -> None:
    """Create the event of a final, with other settings where some are given."""
    with Director.open(event.expanduser()) as director:
        tournament = final_of(director.state, top)
    changed = with_changes(tournament.settings, settings_of(settings or []))
    tournament = replace(tournament, settings=changed)
    with Director.take_over(new.expanduser(), tournament, who=author()) as begun:
        print_act(words, begun.log[-1])


@app.command(help=N_("Keep copies in a second folder after every publish, and put one there now."))
def copies(
    words: Words, event: Event, folder: Annotated[Path, argument("FOLDER", N_("another disk, a USB stick"))]
) -> None:
    """Copy the event into a second folder from now on."""
    with opened(event, words) as director:
        director.keep_copies_in(folder.expanduser())
        print(folder.expanduser() / director.store.path.name)


@app.command(help=N_("Plan a day: the end of every round, and the tables, boards and clocks needed."))
def plan(
    words: Words,
    players: Annotated[int, argument("PLAYERS", N_("how many"), min=2, max=9999)],
    begin: Annotated[str, option("TIME", N_("the start of round 1"))] = "10:00",
    rounds: Annotated[int, option("", N_("else the usual number"), min=0, max=78)] = 0,
    minutes: Annotated[
        int, option("", N_("of a round with all its games; else what its clocks need"), min=0, max=1440)
    ] = 0,
    clock: Annotated[int, option("", N_("minutes for each player"), min=1, max=600)] = 15,
    pause: Annotated[int, option("", N_("minutes between rounds"), min=0, max=600)] = 10,
    sitting: Annotated[int, option("", N_("rounds before a long break"), min=0, max=78)] = 0,
    rest: Annotated[int, option("", N_("minutes of the long break"), min=0, max=6000)] = 60,
    system: Annotated[str, option("NAME", "swiss, round-robin ...")] = "swiss",
    games: Annotated[str, option("|".join(FORMATS), N_("games of a round"))] = "1",
    into: Annotated[Path | None, option("EVENT", N_("start its rounds at these times"))] = None,
    as_json: AsJson = False,
) -> None:
    """Print the start and end of the rounds of a day, and the requirements; `into`: set the times of an event."""
    at = _begin(begin)
    if system not in systems.NAMES or games not in CHOICES["games"]:
        raise bad_word(f"{system} {games}", _CHOICES, names=", ".join((*systems.NAMES, *CHOICES["games"])))
    total = systems.named(system).rounds(players, rounds)
    length = minutes or schedule.needed_minutes(clock, games)
    day = schedule.plan(players, total, at, DaySchedule(length, pause, sitting, rest))
    if not as_json:
        _print_day(words, day, rest)
    if into is not None:
        with opened(into, words) as director:
            times = [f"{start:%Y-%m-%d %H:%M}" for start, _ in day.rounds]
            print_act(words, director.do(ChangeSettings(settings={"times": times})))
    if short := schedule.shortage(words, clock, games, length):
        print_error(short)
    if as_json:
        rows = [{"round": n, "begin": f"{a:%H:%M}", "end": f"{b:%H:%M}"} for n, (a, b) in enumerate(day.rounds, 1)]
        print_json({"rounds": rows, "minutes": day.minutes, "boards": day.boards})
    else:
        print(words._("tables: {boards}, as many boards and clocks; rounds: {rounds}", boards=day.boards, rounds=total))


def _print_day(words: Words, day: schedule.DayPlan, rest: int) -> None:
    """Print the rounds of a day with its long breaks, and its end."""
    for number, (start, end) in enumerate(day.rounds, 1):
        if number > 1 and number in day.sittings:
            print(words._("a long break of {minutes} minutes", minutes=rest))
        print(words._("round {round}: {begin} – {end}", round=number, begin=f"{start:%H:%M}", end=f"{end:%H:%M}"))
    print(words._(_DAY, end=f"{day.end:%H:%M}", hours=day.minutes // 60, minutes=day.minutes % 60))


def _begin(text: str) -> datetime:
    for form in ("%H:%M", "%Y-%m-%d %H:%M"):
        with contextlib.suppress(ValueError):
            at = datetime.strptime(text, form)
            return at if at.year > 1900 else datetime.combine(datetime.now().date(), at.time())
    raise bad_word(text, N_("a time is written 10:00 or 2026-11-21 10:00"))
