"""The trie of click scripts: sequences of tapped zones, each with the legal move it enters."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Union

Trie = dict[str, Union["Trie", str]]
"""Maps a zone to the trie of the zones that may follow, or to the text of the move that is complete."""


class BadScript(ValueError):
    """Two scripts of a position are equal or one is a prefix of the other: a fault of the board module."""


def build(scripts: Mapping[str, Iterable[tuple[str, ...]]]) -> Trie:
    """Return the trie of all scripts of all moves; raise BadScript unless they are prefix-free."""
    root: Trie = {}
    for move, ways in scripts.items():
        for script in ways:
            _add(root, script, move)
    return root


def leaves(trie: Trie, prefix: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every script with its move."""
    for zone, child in trie.items():
        if isinstance(child, str):
            yield (*prefix, zone), child
        else:
            yield from leaves(child, (*prefix, zone))


def follow(trie: Trie, prefix: Iterable[str]) -> Trie | str | None:
    """Return the subtrie or move text at a prefix, or None."""
    node: Trie | str | None = trie
    for zone in prefix:
        node = node.get(zone) if isinstance(node, dict) else None
    return node


def zones(trie: Trie) -> set[str]:
    """Return all zones of the trie."""
    return {zone for script, _ in leaves(trie) for zone in script}


def needs_row(node: Trie | str, is_chip: Callable[[str], bool], anchored: bool = False) -> bool:
    """Return whether some step offers chips that need a row below the board.

    Chips need it beside zones of the board, or before a zone of the board was tapped (anchored).  The client computes
    the same from the tries that it receives.
    """
    if isinstance(node, str):
        return False
    chips = sum(map(is_chip, node))
    if chips and (not anchored or chips < len(node)):
        return True
    return any(needs_row(child, is_chip, anchored or not is_chip(zone)) for zone, child in node.items())


def _add(root: Trie, script: tuple[str, ...], move: str) -> None:
    if not script:
        raise BadScript(f"the move {move} has an empty script")
    node = root
    for zone in script[:-1]:
        child = node.setdefault(zone, {})
        if isinstance(child, str):
            raise BadScript(f"{script} for {move} has the script of {child} as a prefix")
        node = child
    if node.setdefault(script[-1], move) != move:
        raise BadScript(f"{script} for {move} is taken by {node[script[-1]]}")
