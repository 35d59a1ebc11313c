"""Proofs of values above a tablebase: null windows, several threads, a transposition table with checkpoints."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from charkoni.core.constants import OVER
from charkoni.core.game import Position
from charkoni.core.game_types import Array
from charkoni.core.random_numbers import seeded
from charkoni.solve import tablebase_files as files
from charkoni.solve.mangala.board_kernels import board_rank
from charkoni.solve.mangala.search_kernels import DEPTH, FRAME, NODES, OPEN, YES, begin, guess, search
from charkoni.solve.mangala.tablebase import READINGS, Endgames, board_of, lead_now, sign_of_mover, title
from charkoni.solve.mangala.transposition_kernels import hole_of, merge, probe
from charkoni.solve.solver import LineStep, ProofProgress

ROUND = 1 << 20
"""Nodes of each thread between two progress reports: about a second at 1.1 million nodes a second."""

LINE = 64
"""Bytes of a cache line."""

_SECTIONS = 64  # of a checkpoint: each has a checksum of its own


def _aligned(words: int) -> Array:
    """Return zeros, uint64, aligned to a cache line, so that no group of places crosses one."""
    room: Array = np.zeros(words + LINE // 8, np.uint64)
    begin = -room.ctypes.data % LINE // 8
    return room[begin : begin + words]


def _copied(cells: Array, others: int) -> Array:
    """Return a copy of mapped cells where memory suffices for it and other bytes: its large pages are faster."""
    free = files.free_memory()
    if free is None or len(cells) + others > free:
        return cells
    copy: Array = np.empty(len(cells), np.uint8)
    copy[:] = cells
    return copy


class Prover:
    """Proves values of positions of base Mangala above a tablebase.

    endgames: the tablebase; all its checksums are verified (BadTablebase).  memory_bytes: of the transposition table,
    rounded down to a power of two; NoRoom when there is too little.  threads: of the search; they share the
    transposition table.  checkpoint: a file to which the transposition table is saved every `save_every` seconds and at
    the end, and from which it is loaded.
    """

    def __init__(
        self,
        endgames: Endgames,
        memory_bytes: int = 1 << 28,
        threads: int = 1,
        checkpoint: Path | None = None,
        save_every: float = 600.0,
        progress: Callable[[ProofProgress], None] | None = None,
    ) -> None:
        self.endgames = endgames
        self.threads = threads
        self.checkpoint = checkpoint
        self.nodes = 0
        self._rest = READINGS[endgames.reading]
        self._progress = progress
        self._save_every = save_every
        endgames.tablebase.check_all()
        # A power of two, so that a place is found by a mask.
        words = 1 << max(10, (memory_bytes // 8).bit_length() - 1)
        files.require_memory("memory", 8 * words)
        self._cells = _copied(endgames.tablebase.cells, 8 * words)
        self.transpositions: Array = _aligned(words)
        self._frames = [np.zeros(DEPTH, FRAME) for _ in range(threads)]
        self._states = [np.zeros(4, np.int64) for _ in range(threads)]
        # Thread 0 has the best move order; the others vary it, so that they meet in the transposition table only.
        self._noises = [
            np.uint64(0),
            *((seeded(1, i)[0] & np.uint64(0x7FFFFFFF)) | np.uint64(1) for i in range(1, threads)),
        ]
        self._stop = np.zeros(1, np.uint8)
        self._begun = self._saved = time.monotonic()
        if checkpoint and checkpoint.exists():
            self._load(checkpoint)

    def leads_by(self, position: Position, lead: int) -> bool:
        """Return whether a's final lead under perfect play is at least `lead`."""
        now = lead_now(position)
        if position.turn == OVER:
            return now >= lead
        own, other, stones = board_of(position)
        if position.turn == 0:
            return self._at_least(own, other, stones, lead - now, str(position))
        return not self._at_least(own, other, stones, now - lead + 1, str(position))

    def lead(self, position: Position) -> int:
        """Return a's final lead in stones under perfect play.

        Windows move up or down from a static estimate in growing steps, then bisect.  Leads of one position differ by
        even numbers.
        """
        now = lead_now(position)
        if position.turn == OVER:
            return now
        stones = board_of(position)[2]
        low, high = now - stones, now + stones  # proved: low <= lead <= high
        asked, step = self._estimated_lead(position), 2
        while low < high:
            # The next question of the parity of `low`, which all possible leads have, above it and at most `high`.
            asked = low + 2 * round((max(min(asked, high), low + 2) - low) / 2)
            if self.leads_by(position, asked):
                low, asked = asked, asked + step
            else:
                high, asked = asked - 2, asked - step
            # Steps double while the answers go one way: a guess that is wrong by d stones costs log2(d) questions more.
            step *= 2
            if asked <= low or asked > high:
                asked = (low + high) // 2 + 1
        return low

    def sign(self, position: Position) -> int:
        """Return the sign of a's final lead under perfect play.

        The window that more likely decides is searched first.
        """
        if self._estimated_lead(position) > 0:
            return 1 if self.leads_by(position, 1) else int(self.leads_by(position, 0)) - 1
        return int(self.leads_by(position, 1)) if self.leads_by(position, 0) else -1

    def values(self, position: Position) -> dict[str, int]:
        """Return the lead after every move."""
        return {move: self.lead(position.play(move)) for move in position.moves}

    def line(self, position: Position) -> Iterator[LineStep]:
        """Yield a principal variation to the end of the game, with a refutation of every worse move."""
        lead = self.lead(position)
        while position.turn != OVER:
            kept = [move for move in position.moves if self._keeps(position.play(move), position.turn, lead)]
            refuted = {move: self._reply(position, move, lead) for move in position.moves if move not in kept}
            yield LineStep(position, kept[0], tuple(kept[1:]), refuted)
            position = position.play(kept[0])

    def _keeps(self, position: Position, player: int, lead: int) -> bool:
        """Return whether a player keeps a lead."""
        return self.leads_by(position, lead) if player == 0 else not self.leads_by(position, lead + 1)

    def _reply(self, position: Position, move: str, lead: int) -> str | None:
        """Return a reply of the other player that refutes a move, None where he has none to make."""
        child = position.play(move)
        if child.turn in (position.turn, OVER):
            return None
        better = lead - 1 if position.turn == 0 else lead + 1
        replies = self._ordered_moves(child)
        return next(reply for reply in replies if self._keeps(child.play(reply), child.turn, better))

    def _ordered_moves(self, position: Position) -> list[str]:
        """Return the moves of a position: the hash move, then by static estimate."""
        own, other, _ = board_of(position)
        entry = np.uint64(probe(self.transpositions, board_rank(own, other)))
        hash_move = str(int(hole_of(entry)) + 1) if entry else ""
        sign = sign_of_mover(position)

        def key(move: str) -> tuple[bool, int]:
            after = position.play(move)
            return move == hash_move, sign * (lead_now(after) if after.turn == OVER else self._estimated_lead(after))

        return sorted(position.moves, key=key, reverse=True)

    def _estimated_lead(self, position: Position) -> int:
        """Return a static estimate of a's final lead; the game is not over."""
        own, other, _ = board_of(position)
        return lead_now(position) + int(guess(own, other, self._rest)) // 200 * sign_of_mover(position)

    def _at_least(self, own: object, other: object, stones: int, gamma: int, name: str) -> bool:
        """Return whether the value of a board is at least gamma."""
        # All stones end in a store: the further stones of both sum up to `stones`, so their difference has its parity,
        # and a bound of the other parity is the next larger one.
        gamma += (gamma - stones) & 1
        question = f"{name} >= {gamma}"
        for frames, state in zip(self._frames, self._states, strict=True):
            begin(frames, state, own, other, gamma)
        self._stop[0] = 0
        with self._all_threads() as go_on:
            while (answer := go_on()) == OPEN:
                self._report(question)
        self.nodes += self._running()
        return answer == YES

    @contextmanager
    def _all_threads(self) -> Iterator[Callable[[], int]]:
        """Yield a function that runs all threads for a round and returns an answer or OPEN."""
        if self.threads == 1:
            yield lambda: self._search(0)
            return
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                yield lambda: max(pool.map(self._search, range(self.threads)))
            except BaseException:
                self._stop[0] = 1
                raise

    def _search(self, thread: int) -> int:
        cells, stones = self._cells, self.endgames.stones
        frames, state, noise = self._frames[thread], self._states[thread], self._noises[thread]
        answer = int(search(frames, state, cells, stones, self.transpositions, self._rest, noise, self._stop, ROUND))
        if answer != OPEN:  # one answer is enough: the other threads stop
            self._stop[0] = 1
        return answer

    def _running(self) -> int:
        return int(sum(state[NODES] for state in self._states))

    def _report(self, question: str) -> None:
        """Report progress, and save when it is time; no thread searches meanwhile."""
        now = time.monotonic()
        if self._progress:
            # Some 16,000 places tell the share in use; a table of gigabytes would take longer to count than to search.
            sample = self.transpositions[:: max(1, len(self.transpositions) >> 14)]
            used = np.count_nonzero(sample) / len(sample)
            self._progress(ProofProgress(question, self.nodes + self._running(), now - self._begun, used))
        if self.checkpoint and now - self._saved > self._save_every:
            self.save()

    def save(self) -> None:
        """Save the transposition table to the checkpoint; raise OSError.  A kill meanwhile leaves the older one."""
        if self.checkpoint is None:
            return
        cells = self.transpositions.view(np.uint8)
        ends = [len(cells) * (i + 1) // _SECTIONS for i in range(_SECTIONS)]
        files.write_tablebase(files.in_memory(self.checkpoint, self._title(), ends, cells))
        self._saved = time.monotonic()

    def _load(self, path: Path) -> None:
        kept: files.Tablebase = files.open_tablebase(path)
        # A checkpoint of another memory size is taken, too: its entries are stored anew one by one.
        wanted = self._title(kept.title.size)
        kept = files.open_tablebase(path, wanted)
        kept.check_all()
        merge(self.transpositions, np.asarray(kept.cells).view(np.uint64))

    def _title(self, size: int | None = None) -> files.TablebaseTitle:
        rules = title(0, self.endgames.reading)
        # The text is part of the format of checkpoints, whatever the name of the module.
        contents = "proved bounds of boards: src/charkoni/solve/mangala/memory_kernels.py, uint64"
        return files.TablebaseTitle(
            rules.game, rules.rules, contents, len(self.transpositions) if size is None else size
        )
