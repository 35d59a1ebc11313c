"""Swiss pairing by rounds, compared with the bare pairing package and another engine:

    python bench/swiss.py [--sizes 20,100,500,1000] [--rounds 7] [--draws 5] [--peer /tmp/peer/bin/python [--limit 300]]

Each engine runs in a process of its own on the same states; measured are processor seconds per round (those of
Charkoni include the check of the pairing) and the peak memory of the process.  Then some rounds are paired by Charkoni
and by the package in alternation, so that other load slows both alike.  `--peer` names a Python with py4swiss
(pip install py4swiss), an engine for the rules until 2026; printed, too, are the number of equal boards and the rounds
that it paired within --limit seconds.  Last, the parts around the pairing are measured: standings with six tie-breaks,
the check of a pairing, writing and opening the file of an event.
"""

import argparse
import json
import pickle
import platform
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

LARGE = 1000
LARGE_ROUNDS = 4
"""Of events with LARGE players only so many rounds are paired, among them the slow ones: 2 and 3."""
TURNS_UP_TO = 200
"""Of events with more players only one round is paired in alternation with the bare package."""


def memory_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def ours(folder: Path, players: int, rounds: int, draws: int, events: int) -> list[dict[str, Any]]:
    """Simulate the events with Charkoni's pairings; every state is written to the folder for the other engines."""
    from charkoni.tournament import simulate
    from charkoni.tournament.pairing.checker import breaches_of
    from charkoni.tournament.pairing.dutch import pair
    from charkoni.tournament.pairing.engine_file import engine_text
    from charkoni.tournament.pairing.input import PairingInput
    from charkoni.tournament.pairing.protocol import Pairing

    found: list[dict[str, Any]] = []

    def timed(field: PairingInput) -> Pairing:
        name = f"{len(found):03}-{field.done + 1}-{field.initial}"
        (folder / f"{name}.trf").write_text(engine_text(field), newline="")
        (folder / f"{name}.old").write_text(old_text(field))
        (folder / f"{name}.field").write_bytes(pickle.dumps(field))
        begin = time.process_time()
        pairing = pair(field)
        breaches = breaches_of(field, pairing.boards)
        found.append({"seconds": time.process_time() - begin, "boards": [list(board) for board in pairing.boards]})
        assert not breaches
        return pairing

    pair(_small())  # importing the engine is no part of a round
    for event in range(events):
        state = simulate.start(f"bench-{players}-{draws}-{event}", players, rounds)
        state = [state, *simulate.play(state, simulate.Frequencies(draws=draws), timed)][-1]
        (folder / "event.pickle").write_bytes(pickle.dumps(state))
    return found


def _small() -> Any:
    from charkoni.tournament import simulate
    from charkoni.tournament.pairing.input_from_event import input_before

    return input_before(simulate.start("warm", 4, 1), 1)


def old_text(field: Any) -> str:
    """Return the state in the format of older programs."""
    from charkoni.tournament.model.settings import points_text

    lines = ["012 bench", f"XXR {field.rounds}", f"XXC {'white1' if field.initial == 'w' else 'black1'}"]
    for player in field.players:
        slots = "".join(f"{slot.opponent or '0000':>6} {slot.side} {slot.mark}" for slot in player.slots)
        away = f"  0000 - {player.absent}" if player.absent else ""
        points = field.score(player) + field.points.of(player.absent or "Z")
        lines.append(
            f"001 {player.number:4}{'':6}{'P' + str(player.number):<33} {player.rating or '':>4}{'':28}"
            f"{points_text(points):>4} {player.number:4}{slots}{away}"
        )
    return "\n".join(lines) + "\n"


def bare(folder: Path) -> list[dict[str, Any]]:
    """Pair the states with the pairing package alone."""
    return [bare_round(path) for path in sorted(folder.glob("*.trf"))]


def bare_round(path: Path) -> dict[str, Any]:
    from gacrux.pairingdutch import pairing_dutch
    from gacrux.trf2json import trf2json

    _, number, side = path.stem.split("-")
    text = path.read_text()
    begin = time.process_time()
    reader = trf2json()
    reader.parse_file(text, 0)
    tournament = reader.get_tournament(1)
    tournament["pairingSystem"], tournament["maxMeets"] = ["dutch"], 1
    options = {"experimental": [], "verbose": 0, "top_color": side}
    brackets = pairing_dutch(tournament, int(number), options).compute_pairing(False, 0)
    seconds = time.process_time() - begin
    boards = [[e["w"], e["b"]] if e["w"] else [e["b"], 0] for b in brackets for e in b["pairs"]]
    return {"seconds": seconds, "boards": boards}


def by_turns(folder: Path) -> None:
    """Pair states by Charkoni and by the bare package in alternation, so that other load slows both alike."""
    from charkoni.tournament.pairing.checker import breaches_of
    from charkoni.tournament.pairing.dutch import pair

    states = sorted(folder.glob("*.field"))
    if len(pickle.loads(states[0].read_bytes()).players) > TURNS_UP_TO:
        states = states[1:2]  # a slow round says most, and one takes long enough
    mine = theirs = 0.0
    bare_round(states[0].with_suffix(".trf"))
    for path in states:
        field = pickle.loads(path.read_bytes())
        for _ in range(2):
            begin = time.process_time()
            breaches_of(field, pair(field).boards)
            mine += time.process_time() - begin
            theirs += bare_round(path.with_suffix(".trf"))["seconds"]
    ratio = 100 * mine / theirs - 100
    print(f"by turns: charkoni {mine:.2f} s, bare gacrux {theirs:.2f} s: {ratio:+.1f} % (target +20 %)")


def peer(folder: Path, limit: int) -> None:
    """Pair the states with py4swiss and print a line for each; runs in a Python that has it, without this package.

    limit: seconds of the processor, after which the system ends the process.
    """
    from py4swiss.engines import DutchEngine
    from py4swiss.trf import TrfParser

    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    for path in sorted(folder.glob("*.old")):
        begin = time.process_time()
        pairs = DutchEngine.generate_pairings(TrfParser.parse(path))
        seconds = time.process_time() - begin
        found = {"seconds": seconds, "boards": [[p.white, p.black] for p in pairs], "memory": memory_mb()}
        print(json.dumps(found), flush=True)


def work(which: str, folder: Path, arguments: list[int]) -> None:
    """Run as one of the processes: print the figures as JSON."""
    if which in ("own", "turns", "peer"):
        alone: dict[str, Any] = {"own": own_work, "turns": by_turns, "peer": peer}
        alone[which](folder, *arguments)
        return
    rounds = {"ours": ours, "bare": bare}[which](folder, *arguments)
    print(json.dumps({"rounds": rounds, "memory": memory_mb()}))


def process(python: str, which: str, folder: Path, *arguments: int, may_end: bool = False) -> str:
    words = [python, str(Path(__file__).resolve()), "--worker", which, str(folder), *map(str, arguments)]
    return subprocess.run(words, check=not may_end, capture_output=True, text=True).stdout


def tell_peer(players: int, python: str, folder: Path, limit: int, mine: dict[str, Any]) -> None:
    """Print the pairings of the other engine as far as it comes within its time."""
    rounds = [json.loads(line) for line in process(python, "peer", folder, limit, may_end=True).splitlines()]
    count, all_ = len(rounds), len(mine["rounds"])
    if rounds:
        memory = max(one["memory"] for one in rounds)
        tell(players, "py4swiss", {"rounds": rounds, "memory": memory}, {"rounds": mine["rounds"][:count]})
    if count < all_:
        print(f"{players:>7} py4swiss: {count} of {all_} rounds; the next had not ended when {limit} s were used up")


def compare(players: int, rounds: int, draws: int, peer_python: str, limit: int) -> None:
    events = max(1, 120 // players)  # a single small event says little
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        mine = json.loads(process(sys.executable, "ours", folder, players, rounds, draws, events))
        tell(players, "charkoni", mine, mine)
        tell(players, "gacrux", json.loads(process(sys.executable, "bare", folder)), mine)
        if peer_python:
            tell_peer(players, peer_python, folder, limit, mine)
        print(f"{players:>7} {process(sys.executable, 'turns', folder)}", end="")
        print(process(sys.executable, "own", folder), flush=True)


def tell(players: int, label: str, found: dict[str, Any], mine: dict[str, Any]) -> None:
    seconds = [one["seconds"] for one in found["rounds"]]
    same = sum(
        len({tuple(b) for b in one["boards"]} & {tuple(b) for b in other["boards"]})
        for one, other in zip(found["rounds"], mine["rounds"], strict=True)
    )
    boards = sum(len(one["boards"]) for one in mine["rounds"])
    print(
        f"{players:>7} {label:<9} {len(seconds):>6} {median(seconds):>9.3f} {max(seconds):>9.3f} {sum(seconds):>9.2f} "
        f"{found['memory']:>8.0f} {same:>7}/{boards}",
        flush=True,
    )


def own_work(folder: Path) -> None:
    """Measure the parts around the pairing on a simulated event."""
    from charkoni.tournament.pairing.checker import breaches_of
    from charkoni.tournament.pairing.input_from_event import input_after, input_before
    from charkoni.tournament.standings.ranking import ranking
    from charkoni.tournament.standings.tiebreaks import Scores

    state = pickle.loads((folder / "event.pickle").read_bytes())
    done = len(state.rounds)
    field = input_after(state)
    begin = time.process_time()
    ranking(Scores(field), ("BH/C1", "BH", "SB", "DE", "WIN", "PS"))
    standings_s = time.process_time() - begin
    before = input_before(state, done)
    number_of = {entry.id: entry.number for entry in state.entries} | {0: 0}
    boards = [(number_of[board.first], number_of[board.second]) for board in state.rounds[-1].boards]
    begin = time.process_time()
    breaches_of(before, boards)
    check_s = time.process_time() - begin
    print(
        f"{len(field.players):>7} standings after {done} rounds with six tie-breaks {standings_s:.3f} s, "
        f"check of a pairing {check_s:.3f} s, {events_file(folder, state)}\n"
    )


def events_file(folder: Path, state: Any) -> str:
    """Write the event act by act, as arbiters do, and open it again."""
    from charkoni.tournament.acts.rounds import Draft
    from charkoni.tournament.director import Director
    from charkoni.tournament.model.players import Person

    path = folder / "event"
    begin = time.process_time()
    with Director.create(path, {"seed": "bench", "profile": "classic", "rounds": state.settings.rounds}) as director:
        director.enter_all([(Person(f"Player {n}"), {"rating": 3000 - n}) for n in range(len(state.entries))])
        director.close_list()
        for round_ in state.rounds:
            boards = tuple((b.first, b.second, b.mover) for b in round_.boards)
            draft = Draft(round=round_.number, boards=boards, away=round_.away, by_hand=True, allow=ALL)
            director.do(draft, reason="b")
            director.publish(allow=ALL, reason="bench")
            for board in round_.boards:
                if board.result:
                    director.result(board.number, board.result.text)
            director.close_round()
        acts = len(director.log)
    written = time.process_time() - begin
    begin = time.process_time()
    Director.open(path).close()
    opened = time.process_time() - begin
    return f"{acts} acts written in {written:.2f} s, the file opened in {opened:.3f} s"


ALL = ("P1", "P2", "P3", "P4", "P5", "P6", "P7")


def main() -> None:
    if sys.argv[1:2] == ["--worker"]:
        work(sys.argv[2], Path(sys.argv[3]), [int(word) for word in sys.argv[4:]])
        return
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default="20,100,500,1000")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--draws", type=int, default=5, help="percent of the games")
    parser.add_argument("--peer", default="", help="a Python that has py4swiss")
    parser.add_argument("--limit", type=int, default=300, help="seconds of the processor that py4swiss gets")
    args = parser.parse_args()
    print(f"{platform.platform()}, Python {platform.python_version()}, draws {args.draws} %")
    heads = f"{'players':>7} {'engine':<9} {'rounds':>6} {'median s':>9} {'worst s':>9} {'sum s':>9} {'MB':>8}"
    print(f"{heads} boards as ours")
    for players in (int(word) for word in args.sizes.split(",")):
        rounds = min(args.rounds, LARGE_ROUNDS) if players >= LARGE else args.rounds
        compare(players, rounds, args.draws, args.peer, args.limit)


if __name__ == "__main__":
    main()
