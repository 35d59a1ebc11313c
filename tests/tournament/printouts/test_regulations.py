"""The regulations: every sentence follows from the settings and from the game, in words."""

import re
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.tournament.conftest import Make, played_event

import charkoni
from charkoni.core.registry import family, named
from charkoni.core.teaching.rule_text import rule_text
from charkoni.core.teaching.summary import summary_of
from charkoni.core.translations import EVENT_LANGUAGES, LANGUAGES, Words
from charkoni.games.mangala.catalog import CATALOG
from charkoni.tournament import leagues
from charkoni.tournament.acts.event import Finish
from charkoni.tournament.director import Director
from charkoni.tournament.model.league import DAYS, DIVISIONS, HOUR, LADDER, League
from charkoni.tournament.model.settings import TIEBREAKS, setting_types
from charkoni.tournament.printouts.document import Item
from charkoni.tournament.printouts.html import html
from charkoni.tournament.printouts.registry import PrintOptions, sheet
from charkoni.tournament.printouts.regulations import SIGNS, sections
from charkoni.tournament.printouts.text import text


def printed(director: Director, language: str = "en") -> str:
    return re.sub(r"\s+", " ", text(sheet(Words(language), director.state, "regulations", PrintOptions())))


def test_the_seed_stays_secret_till_the_end_of_the_event(make: Make) -> None:
    director = played_event(make)
    assert director.state.settings.seed not in printed(director)
    director.do(Finish())
    assert "The seed of the lots was: dice-4-2-6" in printed(director)


def test_the_fortress_game_is_printed_with_its_own_rules_and_stones(make: Make) -> None:
    shown = printed(make(4, game="mangala:fortress"))
    assert "Stones of another colour" in shown and "nobody moves twice" in shown
    for statement in summary_of(named("mangala:fortress")):
        assert f"{statement.text} ({statement.clause})" in shown
    usual = printed(make(4))
    assert "another colour" not in usual and "you move again" in usual


def test_the_text_of_2016_and_what_the_event_adds_are_told_apart(make: Make) -> None:
    shown = printed(make(4, clock=20))
    assert re.search(r"● \d+\.\d+ A round lasts at most 30 minutes in all", shown)
    assert re.search(r"○ \d+\.\d+ Each player has 20 minutes", shown)
    assert re.search(r"□ \d+\.\d+ As soon as one side is empty", shown)
    assert "the World Nomad Games 2016: Minutes for each player." in shown
    assert "● stands in the competition rules for mangala, World Nomad Games 2016" in shown
    assert "● 1." not in printed(make(4, game="mosty"))


def test_verdicts_are_those_of_the_page_from_the_source(pytestconfig: pytest.Config) -> None:
    page = (pytestconfig.rootpath / "docs" / "games" / "sources" / "mangala.md").read_text(encoding="utf-8")
    verdicts: dict[str, set[str]] = {}
    for row in re.findall(r"^\| [^|]+ \| ([^|]+) \| (said|read|added) \|", page, re.MULTILINE):
        for clause in row[0].split(", "):
            verdicts.setdefault(clause, set()).add(row[1])
    marked = [(clause, verdict) for clause, verdict in CATALOG.profiles[0].clauses.items() if clause != "rounds"]
    for language in ("en", "ru", "tr"):
        for name in ("mangala", "mangala:fortress"):
            for statement in summary_of(named(name), language):
                assert statement.verdict, statement
                marked.append((statement.clause, statement.verdict))
    assert [(clause, verdict) for clause, verdict in marked if verdict.value not in verdicts[clause]] == []


def signs(director: Director) -> dict[str, str]:
    """Return the sign before each sentence on what lies on the table and on the rules of the game."""
    found = sections(Words("en"), director.state)[1:3]
    return {
        rule.text: SIGNS[rule.verdict] for section in found for rule in section.rules if "players need" not in rule.text
    }


def test_a_sign_is_true_of_its_sentence(make: Make) -> None:
    """Only what a flag changes is added; in the fortress game our own readings have their sign."""
    usual, kept, on = (signs(make(4, game=name)) for name in ("mangala", "mangala:rest=keep", "mangala:first=on"))
    assert {text for text in kept if kept[text] == "○"} == kept.keys() - usual.keys()
    assert {text for text in on if on[text] == "○"} == on.keys() - usual.keys()
    assert len(kept.keys() - usual.keys()) == len(on.keys() - usual.keys()) == 1
    fortress = signs(make(4, game="mangala:fortress"))
    begins = {
        "□": ("When you build your", "You take the three", "They go into", "Any later group", "Three stones in hole 6"),
        "●": ("Stones of another", "If your last stone makes exactly", "All stones that", "Each player has", "Hole 6"),
    }
    for sign, beginnings in begins.items():
        for words in beginnings:
            assert [fortress[text] for text in fortress if text.startswith(words)] == [sign], words


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", charkoni.games())
def test_the_annex_holds_every_clause(make: Make, name: str, language: str) -> None:
    """What the regulations do not say the arbiter would decide: so they say all of the rule page."""
    annex = sections(Words(language), make(4, game=name).state)[-1]
    shown = " ".join(rule.text for rule in annex.rules)
    page = rule_text(family(name), language)
    assert (
        all(rule.verdict is None for rule in annex.rules) and not re.search(rf"\b{name}\b", shown) and "**" not in shown
    )
    assert [item.clauses[-1] for item in page.minute if item.clauses[-1] not in shown] == []


MARKS = {
    mark: english
    for english, marks in {
        "source": "source источник kaynak дереккөз булак",
        "reading": "reading прочтение yorum оқылым окулуш",
        "added": "added добавлено ek қосылған кошулган",
        "known": "known известно bilinen белгілі белгилүү",
    }.items()
    for mark in marks.split()
}
"""The marks on the pages of all languages."""


def facts(paragraph: str) -> Counter[str]:
    """Return the clauses and marks of a paragraph."""
    marks = [MARKS[mark] for mark in re.findall(r"\[(\w+)\]", paragraph)]
    return Counter([*re.findall(r"\b[A-Z]{1,2}[0-9]{1,2}\b", paragraph), *marks])


@pytest.mark.parametrize("language", EVENT_LANGUAGES)
@pytest.mark.parametrize("name", charkoni.games())
def test_the_annex_is_in_each_language_with_the_clauses_and_marks_of_the_english_page(
    make: Make, name: str, language: str
) -> None:
    state = make(4, game=name).state
    english, shown, russian = (
        [rule.text for rule in sections(Words(each), state)[-1].rules[1:]] for each in ("en", language, "ru")
    )
    assert [facts(text) for text in shown] == [facts(text) for text in english]
    assert language == "ru" or not set(shown) & set(russian)
    assert language == "en" or not set(shown) & set(english)


NEEDED = {
    "gana": ("White begins", "never diagonally"),
    "chaupar": ("anticlockwise", "black, red, yellow, green", "Black and yellow play as a team"),
    "banglagor": ("Blue begins",),
    "focus": ("Red begins",),
    "mosty": ("Red begins",),
}


@pytest.mark.parametrize("name", NEEDED)
def test_the_short_rules_say_who_begins_and_where_one_may_go(make: Make, name: str) -> None:
    rules = " ".join(rule.text for rule in sections(Words("en"), make(4, game=name).state)[2].rules)
    assert all(words in rules for words in NEEDED[name])


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_no_codes_no_names_of_settings_and_no_round_0(make: Make, language: str) -> None:
    director = make(
        4, started=False, game="mangala:fortress", games="best-of-3", start="2026-11-21", end="2026-11-23", half_byes=2,
        prizes=["300,100", "U20:50"], times=["2026-11-21 10:00"], boards="hybrid", clock=5, accelerated=True,
        tiebreaks=[code for code in TIEBREAKS if code != "KS"],
    )  # fmt: skip
    shown = printed(director, language)
    raw = [name for name in setting_types() if "_" in name]
    assert not [code for code in (*raw, "best-of-3", "dutch-", "tiebreak-2", "mangala:", "2026-11") if code in shown]
    assert "21–23" in shown
    half_byes = {"en": "at most 2.", "ru": "не больше 2.", "tr": "en çok 2."}
    assert half_byes[language] in shown


def test_boards_before_and_after_a_move_have_ids_of_their_own(make: Make) -> None:
    director = make(4, game="mangala:fortress")
    found = sheet(Words("en"), director.state, "regulations", PrintOptions())
    boards = [picture for part in found.parts if isinstance(part, Item) for picture in part.pictures]
    assert len(boards) == 2 * len(summary_of(named("mangala:fortress")))
    page = html(found)
    ids = dict(re.findall(r' id="(i\w{8})-([^"]+)"', page))
    assert page.count("<svg") == len(boards) and len(ids) == len({each.svg for each in boards})


def test_a_list_of_players_tells_how_many_tables_are_needed(make: Make) -> None:
    assert "9 players need 4 tables" in printed(make(9))
    titles = [section.title for section in sections(Words("en"), make(0, started=False).state)]
    assert "Prizes" not in titles and titles[:3] == ["The event", "On the table", "The rules of the game"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_sets_are_explained(make: Make, language: str) -> None:
    shown = " ".join(printed(make(4, games="sets-of-5"), language).split())
    count = {"en": "at most 5 sets", "ru": "не более чем из 5 сетов", "tr": "en çok 5 set"}
    assert count[language] in shown and "sets-of" not in shown and "3 : 0" in shown
    knockout = " ".join(printed(make(4, games="sets-of-5", system="knockout"), language).split())
    added = {"en": "sets are added one by one", "ru": "сеты добавляются по одному", "tr": "tek tek set eklenir"}
    assert added[language] in knockout and added[language] not in shown


def test_categories_stand_in_the_regulations(make: Make) -> None:
    shown = printed(make(4, categories=["Girls: f, 2009+", "Osh: club=Osh"]))
    assert "Girls: women and girls, born 2009 or later." in shown and "each category has its own table" in shown
    assert "Categories" not in printed(make(4))


def test_a_knock_out_without_tie_breaks_names_none(make: Make) -> None:
    shown = printed(make(4, system="knockout", tiebreaks=[], prizes=["3,2"]))
    assert "Ties are counted" not in shown and "the ties decide" not in shown


FALSE = {
    "tables": "server's boards|the link to the event|Over days|begins every week",
    "online": "board of|large enough|on the slip|Both players confirm|made no move after",
    "league": "The arbiter decides|lasts at most|the link to the event",
    "days": "15 minutes|minutes",
    "hour": "Over days",
    "robin": "A lot decides whether|gets 1, at most once|may be paired again|Late entries",
    "knockout": "may be paired again|balances",
    "ladder": "balances|A lot decides whether|More points|tie-break|A win gives|at most once|half of the rounds",
    "weekly": "Rounds: ",
}
"""Words of sentences that are false for events of a kind."""

TRUE = {
    "tables": "Both players confirm",
    "online": "The server enters the results",
    "days": "Over days each player has one day for each move",
    "hour": "Each player has 15 minutes for a game",
    "robin": "More points rank higher|balances it over the rounds",
    "knockout": "the one higher on the list",
    "ladder": "on a ladder the challenged one|one of the 3 players above|in 3 rounds running|begin at the bottom",
    "weekly": "A round begins every week",
}

EVENTS: dict[str, tuple[tuple[str, ...], dict[str, object]]] = {
    "a Swiss at tables": (("tables",), {}),
    "a Swiss online": (("online",), {"boards": "online"}),
    "a round robin": (("tables", "robin"), {"system": "round-robin", "first": "balanced"}),
    "a knock-out online": (("online", "knockout"), {"system": "knockout", "boards": "online", "first": "balanced"}),
    "a ladder at tables": (("tables", "ladder"), {"system": "ladder", "first": "balanced"}),
    "teams": (("tables",), {"system": "team-swiss", "games": "boards-of-4"}),
}


def demand_truth(shown: str, kinds: tuple[str, ...]) -> None:
    for kind in kinds:
        said = [words for words in FALSE.get(kind, "").split("|") if words and words in shown]
        assert not said and all(words in shown for words in TRUE.get(kind, "").split("|")), (kind, said)


@pytest.mark.parametrize("name", EVENTS)
def test_what_does_not_hold_for_an_event_is_not_said(make: Make, name: str) -> None:
    kinds, settings = EVENTS[name]
    demand_truth(printed(make(4, started=False, **settings)), kinds)


def test_teams_need_tables_for_all_their_boards(make: Make) -> None:
    shown = printed(make(5, started=False, system="team-swiss", games="boards-of-4"))
    assert "20 players need 8 tables" in shown


@pytest.mark.parametrize("kind", [LADDER, DIVISIONS])
@pytest.mark.parametrize("pace", [DAYS, HOUR])
def test_the_regulations_of_a_league_are_true_of_it(tmp_path: Path, kind: str, pace: str) -> None:
    league = League(kind, "gana", pace)
    leagues.begin(tmp_path / "one.event", league, 0, list("ABCD"), datetime(2026, 12, 1, tzinfo=UTC), {})
    kinds = ("online", "league", pace, *(("ladder", "weekly") if kind == LADDER else ("robin",)))
    with Director.open(tmp_path / "one.event") as director:
        options = PrintOptions(league=league)
        shown = text(sheet(Words("en"), director.state, "regulations", options))
        demand_truth(re.sub(r"\s+", " ", shown), kinds)
