"""Toguz Korgool written plainly, without a look at the rules of the package: lists, one stone at a time."""


def play(holes: list[list[int]], kazans: list[int], tuzes: list[int | None], me: int, hole: int, nine: bool) -> bool:
    """Play a hole, 0 to 8, change the lists in place, and return whether the game is over."""
    other = 1 - me
    stones, holes[me][hole] = holes[me][hole], 0
    side, at = me, hole
    for number in range(stones):
        if number or stones == 1:
            side, at = (side, at + 1) if at < 8 else (1 - side, 0)
        if tuzes[1 - side] == at:
            kazans[1 - side] += 1
        else:
            holes[side][at] += 1
    if side == other and tuzes[me] != at:
        makes_tuz = holes[other][at] == 3 and tuzes[me] is None and (nine or at < 8) and tuzes[other] != at
        if makes_tuz:
            tuzes[me] = at
        if makes_tuz or holes[other][at] % 2 == 0:
            kazans[me] += holes[other][at]
            holes[other][at] = 0
    if max(kazans) >= 82 or kazans == [81, 81]:
        return True
    if any(holes[other]):
        return False
    kazans[me] += sum(holes[me])
    holes[me][:] = [0] * 9
    return True
