"""The kinds of acts as people call them."""

from charkoni.core.errors import mark

TITLES = {
    "set": mark("Settings"), "import": mark("Taken from a file"), "enter": mark("Entry"), "late": mark("Late entry"),
    "numbers": mark("Pairing numbers given"), "correct": mark("Entry corrected"), "checkin": mark("Check-in"),
    "request-bye": mark("Bye asked for"), "withdraw": mark("Withdrawal"), "return": mark("Return"),
    "expel": mark("Expulsion"), "prohibit": mark("Ban on a pairing"), "lot": mark("Lot drawn by hand"),
    "draft": mark("Draft"), "edit": mark("Tables changed by hand"), "publish": mark("Round published"),
    "unpublish": mark("Round withdrawn"), "result": mark("Result"), "confirm": mark("Report confirmed"),
    "start": mark("Round started"), "stop-clock": mark("Clock stopped"), "continue-clock": mark("Clock goes on"),
    "move-clock": mark("Clock moved"), "protest": mark("Protest"), "decide": mark("Protest decided"),
    "dispute": mark("Result disputed"), "pause": mark("Pause"), "close": mark("Round closed"),
    "finish": mark("End of the event"), "undo": mark("Undone"),
}  # fmt: skip
