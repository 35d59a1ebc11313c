"""The catalog of a game: its texts and settings beside the rules, defined in `catalog.py` of the game folder.

It may be read from a data file `catalog.toml` beside that module (`read_catalog`).  Texts are English, marked for the
message catalogues, and translated where they are shown.  A game without a text is shown by its name, its flags by
theirs.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from enum import Enum
from pathlib import Path
from typing import Protocol

from charkoni.core.errors import N_, Reason
from charkoni.core.files.data_files import read_as, read_table, read_texts
from charkoni.core.translations import Name, Words


@dataclass(frozen=True, slots=True)
class PlayerName(Name):
    """A player's name and its forms, his colour on the board (`Layout.colours`), and his Rich style in the terminal."""

    colour: str
    style: str


RED = PlayerName(N_("Red"), N_("forms of Red"), "red", "bold #e8562a")
GREEN = PlayerName(N_("Green"), N_("forms of Green"), "green", "bold #00a878")
BLUE = PlayerName(N_("Blue"), N_("forms of Blue"), "blue", "bold #3f9be0")
YELLOW = PlayerName(N_("Yellow"), N_("forms of Yellow"), "yellow", "bold #d9a400")
WHITE = PlayerName(N_("White"), N_("forms of White"), "white", "bold #1a1a1a on #e4e0d4")
BLACK = PlayerName(N_("Black"), N_("forms of Black"), "black", "bold #f4f0e4 on #4a4a4a")

USUAL_PLAYERS = (RED, GREEN, BLUE, YELLOW)
"""The players of a game that gives them no names."""


@dataclass(frozen=True, slots=True)
class MovePhrase:
    """A kind of move in words.

    pattern: a regular expression for the whole move text.  phrase: the sentence; its fields are the pattern's groups.
    words: by group, words for its values.  spaced: groups whose characters are shown with spaces between them.
    """

    pattern: str
    phrase: str
    words: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    spaced: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LevelParameters:
    """The parameters of a playing strength.

    nodes: the node budget of its search; AT_MOVES: it values the positions after its moves; AT_ANSWERS: those after the
    answers.  noise: the standard deviation of its errors, in points.  temperature: a move worth so many points less
    is e times rarer.  cap: the most points it gives away knowingly.  The last three shrink where moves differ little.
    """

    nodes: int
    noise: float
    temperature: float
    cap: float


AT_MOVES, AT_ANSWERS = 0, -1

PLAIN_S = 3.0
"""How many seconds a person waits gladly for a move of the computer."""

_DESCRIPTIONS = read_texts(Path(__file__).with_name("level_descriptions.toml"))
LEVEL_DESCRIPTIONS = tuple(_DESCRIPTIONS[f"level {level}"] for level in range(1, 11))
"""The descriptions of the levels 1 to 10 in a game that has no others."""


@dataclass(frozen=True, slots=True)
class FinalCount:
    """The count at the end of a game from which the result follows: the side with more has won.

    total: the sum of both counts.  box: the word on a result slip.  wrong_total: the sentence for counts that do not
    make up the total, with the fields a, b and sum.
    """

    total: int
    box: str
    wrong_total: str


class Provenance(Enum):
    """The relation of a rule to a source text: stated by it, a reading of an open passage, or an addition."""

    SAID = "said"
    READ = "read"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class CompetitionProfile:
    """The tournament settings of a competition text.

    title: its name in forms.  settings: what choosing it sets.  legend: what the signs ● (said), □ (read) and ○ (added)
    mean before the sentences of regulations, "" for a profile without a text.  clauses: of the aim and of the
    equipment, if stated in the text or a reading of it, and "rounds" if it states their number.  prescribed: the values
    its text allows, by the name of the setting, the usual value first; other values are departures.  points: its half
    points for win, draw and loss.  departure: the sentence that lists departures, with the field names.
    is_strict_online: online, the first clock starts with the round, and draws cannot be agreed.
    """

    name: str
    title: str
    settings: Mapping[str, object]
    legend: str = ""
    clauses: Mapping[str, Provenance] = field(default_factory=dict)
    prescribed: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    points: tuple[int, int, int] = (2, 1, 0)
    departure: str = N_("These settings depart from the text of the competition: {names}")
    is_strict_online: bool = False


@dataclass(frozen=True, slots=True)
class Catalog:
    """All texts and settings of one game.

    title: its name.  about: a few words about it.  typing: how moves are typed.  flags: by "flag" or "flag=value" the
    name of a flag's value, or by "flag" of a flag with several values a text with the field value.  players: by player
    number.  outcome_reasons: by the words of `Family.outcome_reasons`.  coloured: texts with one for the
    colour of each player, since adjectives agree with their things.  counted: texts with a number {n}, in the forms for
    one and for many.  moves: the kinds of moves, tried in order.
    levels: by flags ("" for the game itself; a variant with further flags has the levels of those named) and by the
    level, where it differs from the common one.  level_descriptions: the same in words.  final_count: the count at the
    end, if there is one.  sets: how many a match of sets is proposed to have.  profiles: of competitions.
    plain_level: the highest level that answers within PLAIN_S where nothing is compiled (bench/plain_levels.py).
    public_endgames: whether anybody can look up its endgames in tables, so that games over days are not rated.
    counts_turns: whether a player may move several times in a turn, so that turns are counted, not moves.
    checked_variants: the flags of the variants that `charkoni check` tries, by default all.  unchecked: the names of
    checks that the rules do not satisfy.  reasons: why moves and texts are refused, by names of their own.  invalid:
    what is wrong with positions, by the numbers from 1 that the kernel `audit` returns.
    """

    title: str
    about: str = ""
    typing: str = ""
    flags: Mapping[str, str] = field(default_factory=dict)
    players: tuple[PlayerName, ...] = USUAL_PLAYERS
    outcome_reasons: Mapping[str, str] = field(default_factory=dict)
    coloured: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    counted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    moves: tuple[MovePhrase, ...] = ()
    levels: Mapping[str, Mapping[int, LevelParameters]] = field(default_factory=dict)
    level_descriptions: Mapping[int, str] = field(default_factory=dict)
    final_count: FinalCount | None = None
    sets: int = 3
    plain_level: int = 4
    profiles: tuple[CompetitionProfile, ...] = ()
    counts_turns: bool = False
    public_endgames: bool = False
    checked_variants: tuple[str, ...] = ()
    unchecked: tuple[str, ...] = ()
    reasons: Mapping[str, Reason] = field(default_factory=dict)
    invalid: tuple[Reason, ...] = ()

    def say(self, words: Words, text: str, player: int, **values: object) -> str:
        """Return one of the texts for the colour of a player."""
        return words._(self.coloured[text][player], **values)

    def count(self, words: Words, text: str, n: int, **values: object) -> str:
        """Return one of the texts with a number."""
        one, many = self.counted[text]
        return words.ngettext(one, many, n, **values)

    def reason(self, name: str, clause: str = "", /, **args: object) -> Reason:
        """Return one of the reasons with the values of its fields.  clause: by default the one stated with it."""
        stated = self.reasons[name]
        return Reason(stated.code, clause or stated.clause, stated.template, args)


class CatalogModule(Protocol):
    """The interface of `catalog.py` of a game folder."""

    CATALOG: Catalog


_PLAYERS = {player.colour: asdict(player) for player in (RED, GREEN, BLUE, YELLOW, WHITE, BLACK)}
_SEARCHES: Mapping[object, int] = {"moves": AT_MOVES, "answers": AT_ANSWERS}


@dataclass(frozen=True, slots=True)
class _NamedParts:
    """The parts of a data file in which names stand for something else."""

    players: tuple[str, ...]
    levels: Mapping[str, Mapping[str, tuple[object, ...]]]
    level_descriptions: Mapping[str, str]


_NAMED = frozenset(field.name for field in fields(_NamedParts))


def read_catalog(module: str) -> Catalog:
    """Return the catalog in the data file beside a module `catalog.py`, whose path this is; raise BadDataFile.

    Its keys are the fields of `Catalog`.  players: by their colours.  levels: each the nodes, or whether it looks at
    its "moves" or at the "answers" to them, noise, temperature and cap.  level_descriptions: as "level 3" has it in a
    game that has no others, or of a level that looks "one ply" ahead or "one ply well".
    """
    path = Path(module).with_suffix(".toml")
    table = read_table(path)
    parts = read_as(_NamedParts, {name: table[name] for name in table.keys() & _NAMED}, str(path))
    named = {
        "players": [_PLAYERS.get(colour, colour) for colour in parts.players],
        "level_descriptions": {
            level: _DESCRIPTIONS.get(text, text) for level, text in parts.level_descriptions.items()
        },
        "levels": {
            options: {level: [_SEARCHES.get(nodes, nodes), *others] for level, (nodes, *others) in levels.items()}
            for options, levels in parts.levels.items()
        },
    }
    return read_as(Catalog, table | named, str(path))
