"""`charkoni tournament new, set, start, final, copies, finish, undo`: the event as a whole."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from charkoni.cli.command_group import words_of
from charkoni.cli.commands.tournament.event_files import author, opened, print_act, print_remarks
from charkoni.cli.commands.tournament.lookups import split_pair
from charkoni.cli.commands.tournament.parameters import Event, Reason, app
from charkoni.cli.errors import print_error
from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.games import DEFAULT_GAME, names
from charkoni.tournament.acts.event import ChangeSettings, Finish
from charkoni.tournament.director import Director
from charkoni.tournament.final_stage import final_of
from charkoni.tournament.log_texts import title
from charkoni.tournament.model import schedule
from charkoni.tournament.model.games import all_two_sided
from charkoni.tournament.model.settings import (
    Settings,
    parse_settings,
    setting_text,
    setting_types,
    with_changes,
    with_full_game_name,
)
from charkoni.tournament.pairing import lots
from charkoni.tournament.pairing.protocol import Advice
from charkoni.tournament.pairing.systems import system_of

_ADVICE = {
    Advice.ROUND_ROBIN: N_("up to six entries a round robin is better: set system=round-robin, then start again"),
    Advice.ACCELERATION: N_("from a hundred entries on the first rounds may be accelerated: set accelerated=yes"),
    Advice.SECTIONS: N_("more than 1,024 entries are better played in sections by rating"),
}
_SEAL = N_("SHA-256 of the seed: {seal}")
_UNDONE = N_("act {number}: act {undone} ({kind}) does not count any more")


@app.command(help=N_("Begin a new event; settings are given as NAME=VALUE."))
def new(
    context: typer.Context,
    event: Event,
    settings: Annotated[
        list[str] | None, typer.Argument(metavar="NAME=VALUE", help=f"name=Open game={DEFAULT_GAME} rounds=7 ...")
    ] = None,
) -> None:
    """Create an event; print its first act and the SHA-256 of its seed."""
    words = words_of(context)
    with Director.create(event.expanduser(), _typed(settings or []), who=author()) as director:
        print_act(words, director.log[-1])
        print(words._(_SEAL, seal=lots.seed_hash(director.state.settings.seed)))
        _print_shortage(words, director.state.settings)


@app.command("set", help=N_("Show the settings, or change some."))
def set_(
    context: typer.Context,
    event: Event,
    settings: Annotated[
        list[str] | None, typer.Argument(metavar="NAME=VALUE", help=f"name=Open game={DEFAULT_GAME} rounds=7 ...")
    ] = None,
    reason: Reason = "",
) -> None:
    """Change settings, or print all as NAME=VALUE; the seed only once the list is closed, before it its SHA-256."""
    words = words_of(context)
    with opened(event, words) as director:
        if settings:
            changes = with_full_game_name(_typed(settings))
            print_act(words, director.do(ChangeSettings(settings=changes), reason=reason))
            _print_shortage(words, director.state.settings)
            if {"categories", "prizes"} & set(changes):
                print_remarks(words, director.state)
            return
        state = director.state
        for name in setting_types():
            is_hidden = name == "seed" and not lots.is_public(state.phase)
            value = lots.seed_hash(state.settings.seed) if is_hidden else setting_text(state.settings, name)
            print(f"{'seed-sha256' if is_hidden else name}={value}")


def _print_shortage(words: Words, settings: Settings) -> None:
    """Print a warning if a round may be too short for its games."""
    if short := schedule.shortage(words, settings.clock, settings.games, settings.round_minutes):
        print_error(short)


def _typed(words: Sequence[str]) -> dict[str, Any]:
    """Return settings typed as NAME=VALUE as JSON values; raise BadWord, BadSetting."""
    return parse_settings({name.replace("-", "_"): value for name, value in map(split_pair, words)})


@app.command(help=N_("List the games and variants that tournaments play."))
def games(context: typer.Context) -> None:
    """Print the names of all games of two sides, as the setting `game` takes them, and their titles."""
    words = words_of(context)
    listed = [game for variants in all_two_sided().values() for game in variants]
    width = max(len(game.name) for game in listed)
    for game in listed:
        print(f"{game.name:{width}}  {names.game_name(words, game)}")


@app.command(help=N_("Close the list: numbers are given, lots drawn, the number of rounds fixed."))
def start(
    context: typer.Context,
    event: Event,
    rounds: Annotated[int | None, typer.Option("--rounds", min=1, max=99, help=N_("else the usual number"))] = None,
) -> None:
    """Close the list, and print advice for its size."""
    words = words_of(context)
    with opened(event, words) as director:
        print_act(words, director.close_list(rounds or 0))
        settings = director.state.settings
        advice = system_of(settings).advice(len(director.state.entries), accelerated=settings.accelerated)
        if advice is not None:
            print_error(words._(_ADVICE[advice]))


@app.command(help=N_("Begin a final: a knock-out of the best of a finished event, in a new file."))
def final(
    context: typer.Context,
    event: Annotated[Path, typer.Argument(metavar="EVENT", help=N_("the file of the finished event"))],
    new: Annotated[Path, typer.Argument(metavar="NEW", help=N_("the file of the final"))],
    settings: Annotated[
        list[str] | None, typer.Argument(metavar="NAME=VALUE", help=f"name=Final game={DEFAULT_GAME} ...")
    ] = None,
    top: Annotated[int, typer.Option("--top", metavar="2|4|8", help=N_("how many"))] = 4,
) -> None:
    """Create the event of a final, with other settings where some are given."""
    with Director.open(event.expanduser()) as director:
        tournament = final_of(director.state, top)
    changed = with_changes(tournament.settings, with_full_game_name(_typed(settings or [])))
    tournament = replace(tournament, settings=changed)
    with Director.take_over(new.expanduser(), tournament, who=author()) as begun:
        print_act(words_of(context), begun.log[-1])


@app.command(help=N_("Keep copies in a second folder after every publish, and put one there now."))
def copies(
    context: typer.Context,
    event: Event,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help=N_("another disk, a USB stick"))],
) -> None:
    """Copy the event into a second folder from now on."""
    with opened(event, words_of(context)) as director:
        director.keep_copies_in(folder.expanduser())
        print(folder.expanduser() / director.store.path.name)


@app.command(help=N_("Finish the tournament."))
def finish(
    context: typer.Context,
    event: Event,
    early: Annotated[bool, typer.Option("--early", help=N_("rounds are left; give the reason"))] = False,
    archive: Annotated[bool, typer.Option("--archive", help=N_("put a finished event away for good"))] = False,
    reason: Reason = "",
) -> None:
    """Finish the tournament, or archive a finished one; print the seed."""
    words = words_of(context)
    given = ({"early": True} if early else {}) | ({"archive": True} if archive else {})
    with opened(event, words) as director:
        print_act(words, director.do(Finish(**given), reason=reason))
        print(f"seed={director.state.settings.seed}")


@app.command(help=N_("Undo an act, by default the last one."))
def undo(
    context: typer.Context,
    event: Event,
    act: Annotated[int | None, typer.Argument(metavar="ACT", min=1, help=N_("its number in the log"))] = None,
    reason: Reason = "",
) -> None:
    """Undo an act."""
    words = words_of(context)
    with opened(event, words) as director:
        done = director.undo(act, reason=reason)
        undone = director.log[int(done.data["act"]) - 1]
        print(words._(_UNDONE, number=done.number, undone=undone.number, kind=title(words, undone)))
