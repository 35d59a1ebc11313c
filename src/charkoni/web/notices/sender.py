"""The sender: one process of a server sends what is due, each person's channels apart from those of others."""

import asyncio
import hashlib
import hmac
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from urllib.parse import urlsplit

from charkoni.core.translations import Words
from charkoni.web.engine.background import TaskSet
from charkoni.web.http.texts import words_in
from charkoni.web.live.hub import Hub
from charkoni.web.notices.channels import HOOK, MAIL, PUSH, Channels
from charkoni.web.notices.games import GameNotices
from charkoni.web.notices.kinds import Message, Waiting, ends, message_of
from charkoni.web.notices.outbox import Outbox
from charkoni.web.notices.outgoing import Outcome, post
from charkoni.web.store import StoreError
from charkoni.web.store.tables import ChannelRow, NoticeRow

logger = logging.getLogger(__name__)

EVERY_S = 3.0
WARN_EVERY = 20  # a minute
"""In how many rounds once the games are looked for in which time is short."""

MOST_AT_ONCE = 64
"""For how many people is sent at the same time."""

LOOKED_MS = 10 * 60_000
"""How long a notice waits whose game the person looks at."""

ASKED_S = 0.5
"""How long other processes have to say who looks at a game."""

Send = Callable[[ChannelRow, Message], Awaitable[Outcome]]


class Notices:
    """The outbox of a server, the channels of its people, and what sends the one to the others."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.outbox = Outbox(hub.store, hub.time.wall)
        self.games = GameNotices(hub.store, self.outbox, hub.time.wall)
        hub.challenges.consequences.append(self.games.challenge)
        self.channels = Channels(hub.store, hub.time.wall)
        self.ways: Mapping[str, Send] = {HOOK: self._post_hook, PUSH: self._push, MAIL: self._mail}
        """By their kinds how messages are sent on channels; those without one are read."""
        self._busy: set[str] = set()
        self._tasks = TaskSet()

    async def run(self) -> None:
        """Send what is due, for ever; only while this process leads."""
        round_ = 0
        try:
            while True:
                await asyncio.sleep(EVERY_S)
                if self._hub.cluster.is_leader:
                    try:
                        if round_ % WARN_EVERY == 0:
                            await self.games.warn()
                        await self.send_due()
                    except StoreError as error:
                        logger.warning("notices could not be sent: %s", error)
                round_ += 1
        finally:
            self._tasks.cancel()
            await self._tasks.ended()

    async def send_due(self) -> None:
        """Begin to send to everybody who has something due; raise StoreError."""
        for person in (await self.outbox.people_due(self._busy))[: MOST_AT_ONCE - len(self._busy)]:
            self._busy.add(person)
            self._tasks.spawn(self._send_to(person))

    async def _send_to(self, person: str) -> None:
        try:
            await self.send_to(person)
        except StoreError as error:
            logger.warning("notices could not be sent: %s", error)
        finally:
            self._busy.discard(person)

    async def send_to(self, person: str) -> None:
        """Send a person what is due, now or when the time comes for it; raise StoreError."""
        now, rows = self._hub.time.wall(), await self.outbox.due(person)
        channels = [row for row in await self.channels.of(person) if row.kind in self.ways]
        if not channels:  # most people: whether it is still true is seen when they read it
            for row in rows:
                await (self.outbox.drop([row]) if 0 < ends(row) <= now else self.outbox.put_off([row], ends(row)))
            return
        waiting = await self.outbox.waiting(person, rows)
        await self.outbox.drop([row for row in rows if row not in waiting])
        if quiet_until := (await self.channels.quiet_hours(person)).until(now):
            await self.outbox.put_off([*waiting], quiet_until)
            return
        looked_at = await self._looked_at(waiting)
        for row in looked_at:  # news that are seen are told
            await self.outbox.put_off([row], ends(row) or now + LOOKED_MS)
        rows = [row for row in waiting if row not in looked_at]
        await asyncio.gather(*(self._send_on(channel, rows, waiting) for channel in channels if channel.paused <= now))
        # What is left to send waits for the first of the channels that rest.
        channels = [row for row in await self.channels.of(person) if row.kind in self.ways]
        for row in [row for row in await self.outbox.due(person) if row.about in {each.about for each in rows}]:
            left = [each for each in channels if _carries(each, row)]
            await self.outbox.put_off([row], min((max(each.paused, now + 1) for each in left), default=ends(row)))

    async def _send_on(
        self, channel: ChannelRow, rows: Sequence[NoticeRow], waiting: Mapping[NoticeRow, Waiting]
    ) -> None:
        """Send notices on a channel in one message, and note how it went."""
        given = await self.outbox.give([row for row in rows if _carries(channel, row)], channel.id)
        if not given:
            return
        now = self._hub.time.wall()
        message = message_of(words_in(channel.lang), [waiting[row] for row in given], now)
        outcome = await self.ways[channel.kind](channel, message)
        if outcome is Outcome.GONE:
            await self.channels.remove(channel.person, channel.id)
        elif outcome is Outcome.DONE:
            await self.channels.succeeded(channel)
        else:
            await self.channels.failed(channel)
            if outcome is Outcome.REFUSED:
                await self.outbox.take_back(given, channel.id)

    async def _looked_at(self, waiting: Mapping[NoticeRow, Waiting]) -> set[NoticeRow]:
        """Return the notices at whose pages the person looks, those of games in any process."""
        hub, seats = self._hub, {row.about: each.mine for row, each in waiting.items() if each.mine}
        if hub.cluster.peers:
            unknown = [game for game in seats if game not in hub.rooms]
            for game in unknown:
                await hub.room(game)  # it asks the other processes
            if unknown:
                await asyncio.sleep(ASKED_S)
        games = {game for game, mine in seats.items() if game in hub.rooms and hub.rooms[game].online() & mine}
        return {row for row, each in waiting.items() if row.about in games or each.is_seen}

    async def _post_hook(self, channel: ChannelRow, message: Message) -> Outcome:
        """Post a message to a webhook, signed by its key: see docs/serving.md."""
        url = channel.origin + message.path
        sentence = f"{message.title} ({message.text})" if message.text else message.title
        fields = {"title": message.title, "details": message.text, "url": url}
        # The names of the whole message in the messengers that take such requests.
        body = json.dumps(fields | dict.fromkeys(("text", "content"), f"{sentence} {url}"), ensure_ascii=False).encode()
        signature = hmac.new(channel.secret.encode(), body, hashlib.sha256).hexdigest()
        headers = {"content-type": "application/json", "x-charkoni-signature": f"sha256={signature}"}
        return await self.post(channel.address, body, headers)

    async def _push(self, channel: ChannelRow, message: Message) -> Outcome:
        """Send a message to a browser."""
        from charkoni.web.notices import push  # its libraries are large, and nobody may need them

        private = await push.private_key(self._hub.store)
        body, headers = push.encrypted(channel.secret, push.body_of(message)), push.headers(private, channel, message)
        return await self.post(channel.address, body, headers)

    async def _mail(self, channel: ChannelRow, message: Message) -> Outcome:
        """Send a message as an e-mail."""
        text = "\n\n".join(filter(None, (message.text, channel.origin + message.path)))
        return await self.write(channel.address, channel.origin, words_in(channel.lang), message.title, text)

    async def write(self, to: str, origin: str, words: Words, subject: str, text: str) -> Outcome:
        """Send an e-mail, if the settings name a server.  origin: the beginning of the addresses in it."""
        from charkoni.web.notices import mail  # few servers send any

        settings, ending = self._hub.settings, f"{origin}/me/notices"
        if not settings.smtp:
            return Outcome.REFUSED
        ended = words._("You chose this e-mail here: {address}", address=ending)
        sender = settings.mail_from or f"charkoni@{urlsplit(settings.smtp).hostname}"
        body = f"{text}\n\n-- \n{ended}\n"
        return await asyncio.to_thread(mail.send, settings.smtp, sender, to, subject, body, ending)

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> Outcome:
        """Post to a server of somebody else, as far as the settings allow it."""
        allowed = self._hub.settings.notices
        if allowed == "off":
            return Outcome.REFUSED
        return await post(url, body, {"user-agent": "Charkoni", **headers}, allowed == "all")


def _carries(channel: ChannelRow, row: NoticeRow) -> bool:
    """Return whether a notice is still to be given to a channel."""
    return row.kind not in channel.off.split() and channel.id not in row.sent.split()
