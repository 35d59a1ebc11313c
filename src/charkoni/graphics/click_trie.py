"""The trie of click scripts: which taps, one after the other, mean which legal move."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Union

Trie = dict[str, Union["Trie", str]]
"""A zone leads to the zones that may follow, or to the move text that is complete."""


class BadScript(ValueError):
    """Two scripts of a position contradict each other: a fault of the board module."""


def build(scripts: Mapping[str, Iterable[tuple[str, ...]]]) -> Trie:
    """Return the trie of all scripts of all moves; raise BadScript when one is the beginning of another."""
    root: Trie = {}
    for move, ways in scripts.items():
        for script in ways:
            _add(root, script, move)
    return root


def _add(root: Trie, script: tuple[str, ...], move: str) -> None:
    if not script:
        raise BadScript(f"the move {move} has an empty script")
    node = root
    for zone in script[:-1]:
        child = node.setdefault(zone, {})
        if isinstance(child, str):
            raise BadScript(f"{script} for {move} goes on behind the move {child}")
        node = child
    if node.setdefault(script[-1], move) != move:
        raise BadScript(f"{script} for {move} is taken by {node[script[-1]]}")


def leaves(trie: Trie, prefix: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every script with its move."""
    for zone, child in trie.items():
        if isinstance(child, str):
            yield (*prefix, zone), child
        else:
            yield from leaves(child, (*prefix, zone))


def follow(trie: Trie, prefix: Iterable[str]) -> Trie | str | None:
    """Return what stands behind a prefix: a trie, a move text, or None."""
    node: Trie | str | None = trie
    for zone in prefix:
        node = node.get(zone) if isinstance(node, dict) else None
    return node


def zones(trie: Trie) -> set[str]:
    """Return every zone that occurs."""
    return {zone for script, _ in leaves(trie) for zone in script}


def needs_row(node: Trie | str, is_chip: Callable[[str], bool], anchored: bool = False) -> bool:
    """Tell whether chips may have to stand in a row below the board: among zones, or with no zone before them.

    anchored: a zone has been tapped before.  The client asks the same question of the tries that it is sent.
    """
    if isinstance(node, str):
        return False
    chips = sum(map(is_chip, node))
    if chips and (not anchored or chips < len(node)):
        return True
    return any(needs_row(child, is_chip, anchored or not is_chip(zone)) for zone, child in node.items())
