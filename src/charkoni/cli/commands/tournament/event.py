"""`charkoni tournament new, games, final, copies`: files of events."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from charkoni.cli.commands.tournament.event_files import author, opened, print_act
from charkoni.cli.commands.tournament.parameters import Event, app
from charkoni.cli.errors import print_error
from charkoni.cli.parameters import argument, option
from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.games import DEFAULT_GAME, names
from charkoni.tournament.acts.fields import settings_of
from charkoni.tournament.director import Director
from charkoni.tournament.final_stage import final_of
from charkoni.tournament.model import schedule
from charkoni.tournament.model.games import all_two_sided
from charkoni.tournament.model.settings import with_changes
from charkoni.tournament.pairing import lots


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
