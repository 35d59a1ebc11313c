"""The page of leagues: their places and points, entering and leaving, challenges on ladders."""

from starlette.responses import Response

from charkoni.core.registry import named
from charkoni.games import names
from charkoni.tournament.leagues import KINDS, LEAST, PACES
from charkoni.tournament.model.games import all_two_sided
from charkoni.tournament.model.league import DIVISIONS, LADDER, WEEK, League
from charkoni.tournament.model.times import zone_here
from charkoni.tournament.pairing.ladder import open_to, opponents
from charkoni.tournament.printouts.dates import moment
from charkoni.web.http.errors import Problem
from charkoni.web.pages.visits import Visit, VisitDep
from charkoni.web.tournaments import page_cache
from charkoni.web.tournaments.events import OpenEvent
from charkoni.web.tournaments.forms import Form, FormOf, Line, OptionalNumber
from charkoni.web.tournaments.online.leagues import Leagues, entry_of, staying
from charkoni.web.tournaments.visits import EventRouter, EventsDep, NotAllowed

router = EventRouter()

MOST_SHOWN = 4
"""How many divisions are shown with their places, besides that of the visitor."""


class LeagueForm(Form):
    """kind, game, pace: of the league.  what: enter, leave or challenge.  opponent: an entry of the season."""

    kind: Line = ""
    game: Line = ""
    pace: Line = ""
    what: Line = ""
    opponent: OptionalNumber = None


@router.get("/leagues")
async def leagues(visit: VisitDep, events: EventsDep) -> Response:
    """Return the leagues, those of the visitor first.

    Context: leagues (see `_shown`), is_member, games (titles by name), kinds, paces (titles by name), least (entrants).
    """
    shown = [await _shown(visit, _leagues(visit), members) for members in await _leagues(visit).lists()]
    return visit.page(
        "tournaments/leagues.html",
        leagues=sorted(shown, key=lambda each: not each["is_mine"]),
        is_member=bool((await visit.hub.people.persons.find(visit.person)).name),
        games={name: names.game_name(visit.words, named(name)) for name in all_two_sided()},
        kinds=KINDS, paces=PACES, least=LEAST,
    )  # fmt: skip


@router.post("/leagues")
async def change(visit: VisitDep, form: FormOf[LeagueForm], events: EventsDep) -> Response:
    """Enter or leave a league, or challenge somebody, and redirect to the page.  Form: see `LeagueForm`.

    Refused: guests, and refusals of the director.
    """
    leagues, person = _leagues(visit), await visit.hub.people.persons.find(visit.person)
    if not person.name:
        raise NotAllowed
    if form.kind not in KINDS or form.pace not in PACES or form.game not in all_two_sided():
        raise Problem(400, "BAD_MESSAGE")
    visit.site.quotas.spend(visit.user, "entry")
    league = League(form.kind, named(form.game).name, form.pace, visit.hub.settings.leagues, zone_here())
    if form.what == "challenge":
        await leagues.challenge(league, person.id, person.name, form.demand("opponent"))
    else:
        act = leagues.leave if form.what == "leave" else leagues.enter
        await act(league, person.id, person.name)
    return visit.redirect("/leagues")


def _leagues(visit: Visit) -> Leagues:
    """Return the leagues of the server; raise Problem 404 where it has none."""
    if visit.hub.settings.leagues == "off":
        raise Problem(404, "NO_SUCH_PAGE")
    found: Leagues = visit.request.app.state.tournaments.online.leagues
    return found


async def _shown(visit: Visit, leagues: Leagues, members: OpenEvent) -> dict[str, object]:
    """Return a league for the page.

    league; title (of the game); entrants (how many); is_mine; next (when the next round begins, or the month ends, in
    words); divisions: event (id), number, ranks (of Rank, none of a division that is only a link), own (entry), meets
    (names of the next opponents by entry), within (entries that the visitor may challenge).
    """
    league = members.league
    assert league is not None
    ends = league.deadline(leagues.now) if league.kind == DIVISIONS else None
    divisions = []
    for place, event in enumerate(await leagues.seasons(members, is_running=False)):
        current, own = page_cache.snapshot(event), entry_of(event, visit.person)
        state = current.state
        ranks = await page_cache.ranks(current) if own or place < MOST_SHOWN else []
        ranks = [rank for rank in ranks if not state.entry(rank.entry).left]
        meets = {entry: state.name(other) for entry, other in opponents(state).items()}
        within = open_to(state, own) if league.kind == LADDER and own not in meets else []
        divisions.append(
            {"event": event.id, "number": place + 1, "ranks": ranks, "own": own, "meets": meets, "within": within}
        )
    return {
        "league": league,
        "title": names.game_name(visit.words, named(league.game)),
        "entrants": len(staying(members)),
        "is_mine": entry_of(members, visit.person) in staying(members),
        "next": moment(visit.words, ends or league.week(leagues.now) + WEEK),
        "divisions": divisions,
    }
