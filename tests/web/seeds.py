"""The part of a player's browser in the dice: it promises seeds, reveals them, and keeps a receipt."""

import hashlib
import json
from collections.abc import Callable
from typing import Any

from charkoni.games import fair_dice


def seed_of(g: str, seat: int) -> str:
    """Return the seed that the tests give for a seat."""
    return hashlib.sha256(f"a secret of {g} {seat}".encode()).hexdigest()


def give(ask: Callable[..., dict[str, Any]], g: str, view: dict[str, Any]) -> bool:
    """Promise or reveal the seeds of all own seats of which that is due; return whether one was."""
    state = view["table"].get("dice", {"stage": "ready", "missing": []})
    own = [seat["seat"] for seat in view["table"]["seats"] if seat["you"] and seat["seat"] in state["missing"]]
    for seat in own if state["stage"] == "commit" else ():
        assert (
            ask("promise", g=g, seat=seat, commitment=fair_dice.seed_commitment(g, seat, seed_of(g, seat)))["type"]
            == "ack"
        )
    for seat in own if state["stage"] == "reveal" else ():
        assert ask("reveal", g=g, seat=seat, seed=seed_of(g, seat))["type"] == "ack"
    return bool(own) and state["stage"] in ("commit", "reveal")


def receipt(view: dict[str, Any], *seats: int) -> str:
    """Return the receipt of the holder of some seats, from a view in which the dice are ready."""
    state, g = view["table"]["dice"], view["g"]
    return json.dumps(
        {
            "game": g,
            "commitment": state["commitment"],
            "commitments": state["commitments"],
            "faces": state["faces"],
            "seeds": {str(seat): seed_of(g, seat) for seat in seats},
            "throws": [move for move, seat in view["log"] if seat == -1],
        }
    )
