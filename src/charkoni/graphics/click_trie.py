"""The trie of tap sequences: zones tapped one after the other, each sequence with the legal move it enters."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Union

Trie = dict[str, Union["Trie", str]]
"""Maps a zone to the trie of the zones that may follow, or to the text of the move that is complete."""


class BadTaps(ValueError):
    """Two tap sequences of a position are equal or one is a prefix of the other: a fault of the board module."""


def build(sequences: Mapping[str, Iterable[tuple[str, ...]]]) -> Trie:
    """Return the trie of all ways to tap all moves; raise BadTaps unless they are prefix-free."""
    root: Trie = {}
    for move, ways in sequences.items():
        for taps in ways:
            _add(root, taps, move)
    return root


def leaves(trie: Trie, prefix: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every tap sequence with its move."""
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
    return {zone for taps, _ in leaves(trie) for zone in taps}


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


def _add(root: Trie, taps: tuple[str, ...], move: str) -> None:
    if not taps:
        raise BadTaps(f"the move {move} has an empty tap sequence")
    node = root
    for zone in taps[:-1]:
        child = node.setdefault(zone, {})
        if isinstance(child, str):
            raise BadTaps(f"{taps} for {move} begin with those of {child}")
        node = child
    if node.setdefault(taps[-1], move) != move:
        raise BadTaps(f"{taps} for {move} are those of {node[taps[-1]]}")
