"""The challenges of a ladder, by which its next round is paired."""

from dataclasses import replace
from typing import Annotated

from charkoni.core.errors import N_
from charkoni.core.translations import Words
from charkoni.tournament.acts.base import EntryAct, entry_of, name_of
from charkoni.tournament.acts.declaration import Command, Written
from charkoni.tournament.acts.fields import AT, ENTRY
from charkoni.tournament.model.errors import WrongPhase, refusal
from charkoni.tournament.model.event import Tournament
from charkoni.tournament.pairing.ladder import REACH, open_to
from charkoni.tournament.pairing.systems import system_of

_CHALLENGE = N_("{who} challenges {opponent}")
_NO_LADDER = N_("there are challenges only on a ladder")
_TOO_FAR = N_("{who} may challenge players up to {most} places above, not {opponent}")
_TAKEN = N_("{opponent} already has a challenge for the next round")


class Challenge(EntryAct):
    """Challenge somebody above for the next round of a ladder, in place of an earlier challenge.

    opponent: the id of the challenged entry.  at: UTC, as in `model.times`.  carried: made on the ladder of the year
    before, by its places.
    """

    kind = "challenge"
    path = "challenge {opponent}"
    label = N_("Challenge")
    command = Command("challenge", N_("Challenge a player up to three places above, for the next round of a ladder."))

    opponent: Annotated[int, Written(ENTRY, help=N_("the challenged player"))]
    at: AT
    carried: bool = False

    def apply(self, state: Tournament, fresh: bool) -> Tournament:
        """Return the state with the challenge; raise BadEntry, WrongPhase."""
        who, opponent = entry_of(state, self.entry).id, entry_of(state, self.opponent).id
        others = tuple(each for each in state.challenges if each[0] != who)
        if fresh and (state.phase != "playing" or not system_of(state.settings).is_ladder):
            raise refusal(WrongPhase, who, _NO_LADDER)
        if fresh and not self.carried and opponent not in open_to(state, who):
            for id_ in {id_ for each in others for id_ in each[:2]} & {who, opponent}:
                raise refusal(WrongPhase, state.name(opponent), _TAKEN, opponent=state.name(id_))
            names = {"who": state.name(who), "opponent": state.name(opponent)}
            raise refusal(WrongPhase, names["opponent"], _TOO_FAR, **names, most=REACH)
        return replace(state, challenges=(*others, (who, opponent, self.at)))

    def about(self, words: Words, state: Tournament) -> str:
        """Return who challenges whom."""
        return words._(_CHALLENGE, who=name_of(state, self.entry), opponent=name_of(state, self.opponent))
