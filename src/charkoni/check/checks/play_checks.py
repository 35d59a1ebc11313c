"""Checks of whole games: seeds, records, modes of execution, leaf counts, fingerprints, golden playthroughs."""

from collections.abc import Iterator, Sequence

from charkoni.check import fingerprint, golden, perft
from charkoni.check.report import Trouble
from charkoni.check.sample import Sample
from charkoni.core.compiler import compiled
from charkoni.core.game import Game
from charkoni.core.record import Record

_LEAVES_PLAIN = 400
_LEAVES_COMPILED = 400_000
_RECORD_PLIES = 120


def seed(sample: Sample) -> Iterator[Trouble]:
    """The same seed gives the same games, other streams give others."""
    again = Sample(sample.game, sample.games, sample.seed)
    for stream in range(sample.games):
        if sample.codes(stream) != again.codes(stream):
            yield Trouble(f"game {stream} of seed {sample.seed} differs from itself")


def record(sample: Sample) -> Iterator[Trouble]:
    """A record comes back unchanged from its text and its JSON form."""
    for walk in sample.walks[:3]:
        yield from _round_trips(_record(walk.moves, sample.game))
    resigned = _record(sample.walks[0].moves[:1], sample.game)
    if not resigned.outcome:
        resigned.resign(0)
    yield from _round_trips(resigned)


def modes(sample: Sample) -> Iterator[Trouble]:
    """Plain Python and compiled code play the same random games, by their digest in a process of the other kind."""
    here = fingerprint.digest(sample.game)
    there = fingerprint.digest_in_subprocess(sample.game, plain=compiled())
    if here != there:
        kinds = ("compiled", "plain") if compiled() else ("plain", "compiled")
        yield Trouble(f"the digest is {here} {kinds[0]} and {there} {kinds[1]}")


def known_digest(sample: Sample) -> Iterator[Trouble]:
    """The digest of random games is the stored one, where one is stored: the rules have not changed."""
    stored = fingerprint.kept().get(sample.game.name)
    digest = fingerprint.digest(sample.game)
    if stored is not None and stored != digest:
        yield Trouble(f"the digest is {digest}, kept is {stored}")


def leaf_counts(sample: Sample) -> Iterator[Trouble]:
    """Leaf counts equal the known ones, and counting in bulk equals playing every move."""
    limit = _LEAVES_COMPILED if compiled() else _LEAVES_PLAIN
    for line in perft.known(sample.game.name):
        root = sample.game.start() if line.position == "start" else sample.game.parse(line.position)
        for depth, count in enumerate(line.counts, 1):
            if count <= limit and perft.leaves(root, depth) != count:
                yield Trouble(f"depth {depth}: not {count} but {dict(perft.divide(root, depth))}", str(root))
    for position in sample.played[: 3 if compiled() else 1]:
        slow = sum(len(position.play(move).moves) for move in position.moves)
        if perft.leaves(position, 2) != slow:
            yield Trouble(f"depth 2: not {slow} but {perft.leaves(position, 2)}", str(position))


def goldens(sample: Sample) -> Iterator[Trouble]:
    """The golden playthroughs of the game replay character by character."""
    for path in golden.files(sample.game):
        difference = golden.compare(path.read_text("utf-8"), sample.game)
        if difference:
            yield Trouble(f"{path.name}: {difference}")


def _record(moves: Sequence[str], game: Game) -> Record:
    """Return a record with all that a record may hold, up to where the referee ends it."""
    sheet = Record(game, tags={"A": 'a "quoted" name \\ {brace}', "Event": "\u041a\u0443\u0431\u043e\u043a"})
    sheet.comment = "before the first move"
    for place, move in enumerate(moves[:_RECORD_PLIES]):
        if sheet.outcome:
            break
        comment = f"ply {place} {{in braces}}\n\\" if place % 5 == 0 else ""
        sheet.play(move, comment, 60_000 - 7 * place if place % 3 == 0 else None)
    return sheet


def _round_trips(sheet: Record) -> Iterator[Trouble]:
    def find(name: str) -> Game:
        assert name == sheet.game.name
        return sheet.game

    at = str(sheet.position)
    for form, again in (("text", Record.parse(str(sheet), find)), ("JSON", Record.from_json(sheet.json(), find))):
        if again != sheet or again.outcome != sheet.outcome or again.positions != sheet.positions:
            yield Trouble(f"the record comes back changed from its {form} form", at)
        if str(again) != str(sheet) or again.json() != sheet.json():
            yield Trouble(f"the record is written differently after reading its {form} form", at)
