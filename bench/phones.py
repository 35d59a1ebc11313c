"""A class on one laptop: python bench/phones.py [--phones 60] [--moves 40] [--games mangala,gana] [--level 8]

Processor time of a server and its workers per move, in one run and by turns: games between people, games against a
level that the phones search, and games against it that the server searches.  A simulated phone answers at once with the
move of the server's own list that stands first, since what it costs to search is the phone's.  The games need modules
(`charkoni wasm build`).  Ends with 1 where a game with searching phones costs more than LIMIT times one of people.
"""

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

import charkoni
from charkoni.graphics import click_trie
from charkoni.search.browser_modules import find_module
from charkoni.search.searcher import full_width
from web import ADDRESSES, Server, address_of, make_ready, new_pair

LIMIT = 1.2
PAUSE_S = 0.5
"""How long a person looks at a position, on average."""


def processor_s(server: Server) -> float:
    """Return the processor time of a server and of the processes that it has started."""
    tick, total = os.sysconf("SC_CLK_TCK"), 0.0
    family = [server.process.pid]
    for pid in family:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            family += [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
        except OSError:  # ended meanwhile
            continue
        total += (int(fields[11]) + int(fields[12])) / tick
    return total


class Phone:
    """A phone at a game; it plays at random while the game has fewer plies than wanted."""

    def __init__(self, server: Server, g: str, token: str, number: int, moves: int, searches: bool) -> None:
        self._server, self._g, self._token, self._number = server, g, token, number
        self._moves, self._searches = moves, searches
        self._rng, self._n = random.Random(number), 0
        self.plies = self.asked = 0

    async def play(self) -> None:
        """Play to the end of the game, or to the wanted number of plies."""
        home = (address_of(self._number % ADDRESSES), 0)
        headers = {"authorization": f"Bearer {self._token}"}
        address = self._server.origin.replace("http", "ws") + "/ws"
        async with connect(address, additional_headers=headers, compression=None, local_addr=home) as wire:
            await wire.send(json.dumps({"type": "hello", "g": self._g, "lang": "en"}))
            if self._searches:
                await wire.send(json.dumps({"type": "thinks", "g": self._g, "on": True}))
            async with asyncio.timeout(600):
                while await self._hear(wire):
                    pass

    async def _hear(self, wire: ClientConnection) -> bool:
        """Answer a message; return whether the game goes on."""
        message = json.loads(await wire.recv())
        if message["type"] == "think":
            self.asked += 1
            move = next(iter(message["moves"].values()))
            await self._send(wire, "thought", message["v"], move)
        if message["type"] not in ("view", "ply"):
            return True
        self.plies = message["ply"]
        if self.plies >= self._moves or message["table"]["status"]["state"] == "over":
            return False
        if trie := message.get("trie"):
            await asyncio.sleep(self._rng.expovariate(1 / PAUSE_S))
            await self._send(wire, "do", message["v"], self._rng.choice([move for _, move in click_trie.leaves(trie)]))
        return True

    async def _send(self, wire: ClientConnection, kind: str, v: int, move: str) -> None:
        self._n += 1
        await wire.send(json.dumps({"type": kind, "g": self._g, "v": v, "n": self._n, "m": move}))


def measure(server: Server, game: str, phones: int, moves: int, level: int, searches: bool) -> tuple[float, int]:
    """Return the processor time in ms per ply of `phones` games at a time, and how often a phone was asked.

    level: of the computer, 0 for games between people.
    """
    made: list[Phone] = []
    for number in range(phones):
        if not level:
            pair = new_pair(server, game)
            made += [
                Phone(server, pair.g, token, 2 * number + seat, moves, False) for seat, token in enumerate(pair.tokens)
            ]
            continue
        token = server.web.post("/api/v1/tokens", json={"name": "A"}).json()["token"]
        form = {"game": game, "seats": ["me", str(level)]}
        answer = server.web.post("/api/v1/games", json=form, headers={"authorization": f"Bearer {token}"})
        answer.raise_for_status()
        made.append(Phone(server, answer.json()["id"], token, number, moves, searches))

    async def run() -> None:
        await asyncio.gather(*(phone.play() for phone in made))

    before = processor_s(server)
    asyncio.run(run())
    spent = processor_s(server) - before
    plies = sum(phone.plies for phone in made) / (1 if level else 2)
    return 1000 * spent / plies, sum(phone.asked for phone in made)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phones", type=int, default=60)
    parser.add_argument("--moves", type=int, default=40)
    parser.add_argument("--games", default="mangala")
    parser.add_argument("--level", type=int, default=8)
    parser.add_argument("--turns", type=int, default=2)
    chosen = parser.parse_args()
    make_ready()
    is_within = True
    print("| game | people ms/move | phones search ms/move | ratio | asked | server searches ms/move |")
    print("|---" * 6 + "|")
    for game in chosen.games.split(","):
        if not find_module(charkoni.game(game), full_width(charkoni.game(game))):
            sys.exit(f"no module of {game}: charkoni wasm build {game}")
        with tempfile.TemporaryDirectory() as folder:
            server = Server(folder, workers=1)
            try:
                time.sleep(5)  # what a server loads after its start counts for nobody
                sizes = game, chosen.phones, chosen.moves
                for level, searches in ((0, False), (chosen.level, True), (chosen.level, False)):
                    measure(server, game, 2, 10, level, searches)
                people, phones = [], []
                for _ in range(chosen.turns):
                    people.append(measure(server, *sizes, 0, False)[0])
                    cost, asked = measure(server, *sizes, chosen.level, True)
                    phones.append(cost)
                searched = measure(server, *sizes, chosen.level, False)[0]
            finally:
                server.stop()
        ratio = min(phones) / min(people)
        is_within &= ratio <= LIMIT
        print(
            f"| {game} | {min(people):.2f} | {min(phones):.2f} | {ratio:.2f} | {asked} | {searched:.2f} |", flush=True
        )
    sys.exit(not is_within)


if __name__ == "__main__":
    main()
