"""Conditional moves in games with days per move: a tree of a person's answers, "if e7s then c5n:2".

The tree begins at the present position, in which somebody else has to move.  A row of the game's log moves it on or
deletes it, in the transaction that writes the row: who reads a tree finds the one of the present position.

    e7s ── c5n:2 ── e8s ── d4n     where others move: the moves that are answered
     └ e6s ── c5n:1                where the person moves: one answer

`observers.daily_turns` plays the answers.  Nobody but the person sees a tree.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import TypeAlias

import sqlalchemy as sa

from charkoni.core.game import Position
from charkoni.web.http.errors import Refused
from charkoni.web.live.game.live_game import STEPS
from charkoni.web.store.database import Database, rows_in
from charkoni.web.store.tables import ConditionalRow, GameRow, LogRow, games
from charkoni.web.store.tables import conditional_moves as table

Tree: TypeAlias = "dict[str, Tree]"
"""By moves that may be made what follows each of them."""

MOST_LINES = 50
LONGEST_LINE = 40  # moves

FILLERS = frozenset(("if", "then"))


class ConditionalMoves:
    """Reads and writes the trees: nothing else touches the table `conditional_moves`, but what deletes games."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, game: str, person: str) -> Tree:
        """Return the tree of a person, empty without one; raise StoreError."""
        query = sa.select(table.c.tree).where(table.c.game == game, table.c.person == person)
        tree: Tree = json.loads(await self._database.scalar(query) or "{}")
        return tree

    async def reply(self, game: str, ply: int, seat: int) -> str | None:
        """Return the move that a tree answers with after so many plies at a seat, None without; raise StoreError."""
        of_seat = (table.c.game == game, table.c.ply == ply, table.c.seat == seat, table.c.due == 1)
        tree = await self._database.scalar(sa.select(table.c.tree).where(*of_seat))
        return next(iter(json.loads(tree))) if tree else None

    async def save(self, game: str, seat: int, person: str, ply: int, tree: Tree) -> bool:
        """Store the tree of a person at a seat from a ply on, an empty one to delete it; raise StoreError.

        Returns False when the game has gone on.
        """

        def work(connection: sa.Connection) -> bool:
            # The row of the game is locked: a move of another process waits for the tree, or the tree finds the move.
            query = sa.select(games.c.ply, games.c.state).where(games.c.id == game).with_for_update()
            if connection.execute(query).one_or_none() != (ply, "open"):
                return False
            connection.execute(sa.delete(table).where(table.c.game == game, table.c.seat == seat))
            if tree:
                row = ConditionalRow(game, seat, person, ply, json.dumps(tree))
                connection.execute(sa.insert(table), asdict(row))
            return True

        return await self._database.write(work)

    def consequence(self, connection: sa.Connection, row: LogRow, game: GameRow) -> None:
        """Move the trees of a game on, or delete them when it goes another way: a `store.database.Consequence`."""
        if game.clock != "daily" or (row.kind not in STEPS and game.state == "open"):
            return
        for each in rows_in(connection, sa.select(table).where(table.c.game == game.id), ConditionalRow):
            is_on = row.kind == "move" and game.state == "open" and each.ply == game.ply - 1
            tree = json.loads(each.tree).get(row.text) if is_on else None
            mine = (table.c.game == game.id, table.c.seat == each.seat)
            values = {"ply": game.ply, "tree": json.dumps(tree), "due": int(game.turn == each.seat)}
            connection.execute(sa.update(table).where(*mine).values(values) if tree else sa.delete(table).where(*mine))


def lines_in(text: str) -> list[list[str]]:
    """Return the lines of moves in a text: "if e7s then c5n:2"; the words between them may be left out."""
    lines = [[word.strip(",;") for word in line.split()] for line in text.splitlines()]
    return [kept for line in lines if (kept := [word for word in line if word and word.lower() not in FILLERS])]


def lines_of(tree: Tree) -> list[list[str]]:
    """Return the lines of a tree, each from its beginning."""
    return [[move, *rest] for move, below in tree.items() for rest in lines_of(below) or [[]]]


def tree_of(position: Position, seat: int, lines: Iterable[Sequence[str]]) -> Tree:
    """Return the tree of some lines that begin in a position, with the answers of a seat.

    Raises BadMove and IllegalMove, and Refused: TOO_LONG, NO_ANSWER (a line does not end with a move of the seat),
    TWO_ANSWERS (to the same moves).
    """
    tree: Tree = {}
    for number, line in enumerate(lines):
        if number >= MOST_LINES or len(line) > LONGEST_LINE:
            raise Refused("TOO_LONG")
        at, node, is_answered = position, tree, False
        for move in line:
            is_answered, after = at.turn == seat, at.play(move)
            if is_answered and node.keys() - {move}:
                raise Refused("TWO_ANSWERS")
            at, node = after, node.setdefault(move, {})
        if not is_answered:
            raise Refused("NO_ANSWER")
    return tree
