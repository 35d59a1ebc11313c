"""Changes of settings in an event, with the consequences of the profile, the pairing system and paired rounds."""

from collections.abc import Mapping

from charkoni.core.errors import N_
from charkoni.core.translations import Name
from charkoni.games.match_format import FORMATS
from charkoni.tournament.model import settings
from charkoni.tournament.model.errors import BadSetting, WrongPhase, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.model.games import profile_named
from charkoni.tournament.model.settings import Settings
from charkoni.tournament.pairing.openings import demand_book
from charkoni.tournament.pairing.systems import NAMES, named

_OF_GAMES = ("GP", "GD")
_TEAM_SETTINGS: Mapping[bool, Mapping[str, object]] = {
    True: {
        "games": "boards-of-4", "points": {"win": 4, "draw": 2, "loss": 0, "bye": 2},
        "tiebreaks": ["GP", "DE", "BH/C1", "SB"],
    },
    False: {"games": "1", "points": {"win": 2, "draw": 1, "loss": 0, "bye": 2}},
}  # fmt: skip
"""What a Swiss of teams brings along: two match points for a won match, one for a drawn one and a bye; and its end."""


def changed_settings(state: Tournament, changes: Mapping[str, object]) -> Settings:
    """Return the settings of an event after changes.

    changes: new JSON values by name.  A new profile, system or number of games sets its own settings unless they are
    given.  Raise BadSetting for a value out of range, WrongPhase for a setting that round 1 has fixed.
    """
    old = state.settings
    game = str(changes.get("game", old.game))
    profile = profile_named(changes.get("profile"), game)
    wanted = _completed(old, {**(profile.settings if profile else {}), **changes})
    new = settings.with_changes(old, wanted)
    demand_book(new)
    system = named(new.system)
    if bool(FORMATS[new.games].boards) != system.of_teams:
        raise refusal(BadSetting, new.games, N_("teams meet on boards: system=team-swiss goes with games=boards-of-4"))
    if system.of_teams and new.boards != "tables":
        raise refusal(BadSetting, new.boards, N_("teams play at tables in a hall"))
    for name in new.tiebreaks:
        if not system.allows_tiebreak(name):
            raise refusal(BadSetting, name, N_("the tie-break {name} is for round robins"), name=name)
    if state.rounds:
        for name in settings.FROZEN:
            if getattr(new, name) != getattr(old, name):
                raise refusal(WrongPhase, getattr(new, name), "setting-fixed", name=Name(settings.TITLES[name], ""))
        if new.rounds < len(state.rounds):
            raise refusal(BadSetting, new.rounds, N_("rounds paired already: {rounds}"), rounds=len(state.rounds))
    if state.phase == "playing" and new.rounds != old.rounds:
        if not new.rounds:
            raise settings.out_of_range("rounds", new.rounds, 1)
        system.rounds(sum(1 for entry in state.entries if entry.number), new.rounds)
    return new


def _completed(old: Settings, wanted: dict[str, object]) -> dict[str, object]:
    """Return changes with the tie-breaks that another system or number of games brings along."""
    system = wanted.get("system", old.system)
    of_teams = system in NAMES and named(system).of_teams
    if of_teams != named(old.system).of_teams:
        wanted = {**_TEAM_SETTINGS[of_teams], **wanted}
    own = named(system).own_tiebreaks if system in NAMES else ()
    if own and "tiebreaks" not in wanted and not all(map(named(old.system).allows_tiebreak, own)):
        wanted["tiebreaks"] = [name for name in old.tiebreaks if name in _OF_GAMES] + list(own)
    if "games" in wanted and "tiebreaks" not in wanted:
        usual = [name for name in own or old.tiebreaks if name not in _OF_GAMES]
        wanted["tiebreaks"] = _match_tiebreaks(wanted["games"]) + usual
    return wanted


def with_knockout_tiebreaks(old: Settings, changes: Mapping[str, object]) -> dict[str, object]:
    """Return changes of settings by which a new knock-out has no tie-breaks, unless others than before are given.

    Who loses in one round of a knock-out shares a place.  A system that takes its place has its usual ones again.
    """
    name, given = str(changes.get("system", old.system)), changes.get("tiebreaks")
    is_left = given is None or (isinstance(given, list) and given == list(old.tiebreaks))
    if name == old.system or name not in NAMES or not is_left:
        return dict(changes)
    if named(name).needs_winner:
        return {**changes, "tiebreaks": []}
    if named(old.system).needs_winner and not old.tiebreaks:
        return {**changes, "tiebreaks": list(named(name).own_tiebreaks or settings.SWISS_TIEBREAKS)}
    return dict(changes)


def _match_tiebreaks(games: object) -> list[str]:
    """Return the first tie-breaks of rounds with several games: their points, and for sets also the difference.

    games: the new value of the setting, which is not checked yet.
    """
    match = FORMATS.get(str(games))
    return [] if match is None or match.games == 1 else list(_OF_GAMES) if match.sets else ["GP"]
