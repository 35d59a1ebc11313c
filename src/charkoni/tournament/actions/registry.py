"""The table of all actions, by the name that every door uses."""

from collections.abc import Mapping

from charkoni.tournament.actions.entries import CheckInAll, CheckInEntries, CorrectPerson, EnterPerson, Erase
from charkoni.tournament.actions.event import SetSettings, UndoAct
from charkoni.tournament.actions.rounds import (
    CloseList,
    EditTables,
    EnterResults,
    Lot,
    Pair,
    PairLate,
    PublishRound,
    SwapSides,
    SwapTables,
)
from charkoni.tournament.acts.declaration import Action
from charkoni.tournament.acts.entries import Expel, Prohibit, RequestBye, Return, Withdraw
from charkoni.tournament.acts.event import Finish, Pause
from charkoni.tournament.acts.protests import DecideProtest, FileProtest
from charkoni.tournament.acts.results import ConfirmReport, Dispute
from charkoni.tournament.acts.round_clock import ContinueClock, MoveClock, StartRound, StopClock
from charkoni.tournament.acts.rounds import Close, Unpublish

_ALL: tuple[type[Action], ...] = (
    SetSettings, EnterPerson, CorrectPerson, CheckInEntries, CheckInAll, RequestBye, Withdraw, Return, Expel, Prohibit,
    Erase, CloseList, Pair, EditTables, PairLate, SwapTables, SwapSides, Lot, PublishRound, Unpublish, StartRound,
    StopClock, ContinueClock, MoveClock, EnterResults, ConfirmReport, Dispute, FileProtest, DecideProtest, Close, Pause,
    Finish, UndoAct,
)  # fmt: skip

ACTIONS: Mapping[str, type[Action]] = {action.command.name: action for action in _ALL}
"""The actions by name, in the order of help and reference."""
