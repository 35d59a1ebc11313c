"""`charkoni verify-dice`: the dice of a finished game."""

import json
import socket
import threading
from pathlib import Path

import pytest

from charkoni.cli.main import run
from charkoni.games import fair_dice

KEY = "0" * 64
SEEDS = ["1" * 64, "2" * 64]
PROMISES = [fair_dice.seed_commitment("g", seat, seed) for seat, seed in enumerate(SEEDS)]
DOCUMENT = {
    "version": 2,
    "id": "g",
    "game": "mangala",
    "start": "",
    "faces": "",
    "commitments": PROMISES,
    "commitment": fair_dice.key_commitment("g", KEY, "", PROMISES),
    "key": KEY,
    "seeds": SEEDS,
    "plies": [{"m": "4", "seat": 0}],
}


def test_dice_are_verified_from_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, receipt = tmp_path / "dice.json", tmp_path / "receipt.json"
    path.write_text(json.dumps(DOCUMENT))
    receipt.write_text(json.dumps({"game": "g", "commitment": DOCUMENT["commitment"], "seeds": {"1": SEEDS[1]}}))
    command = ["--lang", "en", "verify-dice", str(path)]
    assert run([*command, "--receipt", str(receipt)]) == 0
    assert "seed of the receipt (seat 2) was secret" in capsys.readouterr().out
    assert run([*command, "--commitment", str(DOCUMENT["commitment"])]) == 0
    assert "only the receipt of a player" in capsys.readouterr().out
    assert run(command) == 1
    assert "a document alone proves nothing" in capsys.readouterr().err
    assert run([*command, "--commitment", "0" * 64]) == 1
    path.write_text("{}")
    assert run([*command, "--receipt", str(receipt)]) == 1
    receipt.write_text("[]")
    assert run([*command, "--receipt", str(receipt)]) == 1
    capsys.readouterr()
    assert run([*command, "--receipt", "/dev/zero"]) == 2
    assert "larger than 16 MB" in capsys.readouterr().err
    assert run(["--lang", "en", "verify-dice", str(tmp_path / "none")]) == 2


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("http://127.0.0.1:{closed}/x", "no server answers at this address"),
        ("http://127.0.0.1:{babble}/x", "no server answers at this address"),
        ("http://127.0.0.1:{empty}/x", "the server answers with status 404 in place of a document"),
        ("http://", "no server answers at this address"),
        ("http://127.0.0.1:port/", "this is not the address of a document"),
        ("http://[::1/", "this is not the address of a document"),
        ("http://127.0.0.1/a b", "this is not the address of a document"),
    ],
)
def test_an_address_without_a_document_is_one_line(capsys: pytest.CaptureFixture[str], address: str, said: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        reply = b"nonsense\r\n\r\n" if "babble" in address else b"HTTP/1.0 404 No\r\n\r\n"
        if "babble" in address or "empty" in address:
            threading.Thread(target=_answer, args=(server, reply), daemon=True).start()
        port = server.getsockname()[1]
        address = address.format(closed=closed.getsockname()[1], babble=port, empty=port)
        assert run(["--lang", "en", "verify-dice", address]) == 2
    printed = capsys.readouterr().err
    assert said in printed and printed.count("\n") == 1


def _answer(server: socket.socket, reply: bytes) -> None:
    wire, _ = server.accept()
    with wire:
        wire.recv(4096)
        wire.sendall(reply)
