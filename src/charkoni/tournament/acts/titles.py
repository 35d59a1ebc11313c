"""The kinds of acts as people call them."""

from charkoni.core.errors import N_

TITLES = {
    "set": N_("Settings"), "import": N_("Taken from a file"), "enter": N_("Entry"), "late": N_("Late entry"),
    "numbers": N_("Pairing numbers given"), "correct": N_("Entry corrected"), "checkin": N_("Check-in"),
    "request-bye": N_("Bye asked for"), "withdraw": N_("Withdrawal"), "return": N_("Return"),
    "expel": N_("Expulsion"), "prohibit": N_("Ban on a pairing"), "lot": N_("Lot drawn by hand"),
    "draft": N_("Draft"), "edit": N_("Tables changed by hand"), "publish": N_("Round published"),
    "unpublish": N_("Round withdrawn"), "result": N_("Result"), "confirm": N_("Report confirmed"),
    "start": N_("Round started"), "stop-clock": N_("Clock stopped"), "continue-clock": N_("Clock goes on"),
    "move-clock": N_("Clock moved"), "protest": N_("Protest"), "decide": N_("Protest decided"),
    "dispute": N_("Result disputed"), "pause": N_("Pause"), "close": N_("Round closed"),
    "finish": N_("End of the event"), "undo": N_("Undone"),
}  # fmt: skip
