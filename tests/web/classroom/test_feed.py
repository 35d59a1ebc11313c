"""What the teacher's page is sent of boards."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from charkoni.graphics.scene import Node
from charkoni.web.classroom.feed import increasing, shortened

NODES = st.lists(
    st.tuples(*[st.sampled_from(texts) for texts in ("abcdefg", "st", "012", "01", "xy", ("", "1"))]),
    unique_by=lambda node: node[0],
)


def applied(before: list[Node], delta: dict[str, list[list[str | None]]]) -> list[list[str | None]]:
    """Return nodes after a difference, as `client/classroom/room.js` applies it."""
    nodes = {node[0]: list(node) for node in before if node[0] not in delta.get("del", [])}
    for node in delta.get("set", []):
        known = nodes.get(str(node[0]), node)
        nodes[str(node[0])] = [old if value is None else value for old, value in zip(known, node, strict=True)]
    order = [id_ for id_ in nodes if id_ not in dict(delta.get("put", []))]
    for id_, following in delta.get("put", []):
        order.insert(order.index(str(following)) if following else len(order), str(id_))
    return [nodes[id_] for id_ in order]


@given(NODES, NODES)
def test_a_difference_makes_the_nodes_of_after_and_holds_nothing_that_is_known(
    before: list[Node], after: list[Node]
) -> None:
    delta = shortened(before, after)
    assert applied(before, delta) == [list(node) for node in after]  # type: ignore[arg-type]
    assert shortened(after, after) == {}
    known = {node[0]: node for node in before}
    for id_, *values in delta.get("set", []):  # type: ignore[misc]
        old = known.get(id_, ("",) * 6)
        assert id_ not in known or any(value is not None for value in values)
        assert all(value is None or value != each for value, each in zip(values, old[1:], strict=True) if id_ in known)


@given(st.permutations(range(6)))
def test_an_increasing_part_is_as_long_as_one_can_be(numbers: list[int]) -> None:
    found = [number for number in numbers if number in increasing(numbers)]
    longest = next(n for n in range(6, 0, -1) if any(sorted(part) == list(part) for part in combinations(numbers, n)))
    assert found == sorted(found) and len(found) == longest
