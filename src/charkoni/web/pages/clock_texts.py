"""Time controls and times in words: "10 min + 5 s", "3 days for each move", "2 days 3 hours"."""

from charkoni.core.translations import Words
from charkoni.web.live.game.clocks import DAY, Control
from charkoni.web.store import GameRow

HOUR, MINUTE = 3_600_000, 60_000


def control_text(words: Words, control: Control) -> str:
    """Return a time control in words, "" without one."""
    if control.kind == "none":
        return ""
    if control.kind == "daily":
        return words.ngettext("{n} day for each move", "{n} days for each move", control.base // DAY)
    minutes = words.number(control.base / MINUTE)
    if control.kind == "fischer":
        return words._("{minutes} min + {seconds} s", minutes=minutes, seconds=words.number(control.increment / 1000))
    return words._("{minutes} min", minutes=minutes)


def control_of(row: GameRow) -> Control:
    """Return the time control of a game."""
    return Control(row.clock, row.base, row.increment)  # type: ignore[arg-type]  # written by us


def time_text(words: Words, ms: int) -> str:
    """Return a time that is left: days and hours, below a day hours and minutes, below an hour as a clock shows it."""
    left = max(0, ms)
    if left >= DAY:
        days, hours = divmod(left // HOUR, 24)
        text = words.ngettext("{n} day", "{n} days", days)
        return f"{text} {words.ngettext('{n} hour', '{n} hours', hours)}" if hours else text
    if left >= HOUR:
        hours, minutes = divmod(left // MINUTE, 60)
        text = words.ngettext("{n} hour", "{n} hours", hours)
        return f"{text} {words._('{n} min', n=minutes)}" if minutes else text
    return f"{left // MINUTE}:{left // 1000 % 60:02}"
