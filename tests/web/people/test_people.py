"""Persons, credentials, sessions and tickets, on SQLite and PostgreSQL."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import String, insert, select, update
from tests.web.conftest import Work

from charkoni.web.http.errors import Refused
from charkoni.web.http.sessions import Access, new_id, now_ms
from charkoni.web.people import People, personal_data
from charkoni.web.people.complaints import BLOCK
from charkoni.web.people.credentials import PASSKEY, PASSPHRASE, TOKEN
from charkoni.web.people.persons import MOST_NAMES, matching
from charkoni.web.store import Store
from charkoni.web.store.tables import (
    METADATA,
    PERSON,
    ComplaintRow,
    CredentialRow,
    PersonRow,
    games,
    holders,
    house,
    seats,
    tickets,
)

Inside = Callable[[Work], Any]
SHARED_OR_DERIVED = {"challenges", "holders", "pupils", "ratings", "rating_changes"}
"""Tables of which both may have the same row, and those that are computed again."""

NOT_PERSONS = {
    "games.reason",
    "games.match",
    "house.name",
    "tickets.browser",
    "explored.move",
    "move_counts.move",
    "pupils.answer",
}
"""Columns as long as those of persons that hold none."""


def credential(person: str, kind: str = PASSKEY) -> CredentialRow:
    return CredentialRow(new_id(20), person, kind, "Firefox", 5, "secret")


def people_of(store: Store) -> People:
    return People(store, Access("secret"))


def test_a_name_belongs_to_one_member_with_all_that_look_like_it(inside: Inside) -> None:
    async def work(store: Store) -> None:
        people, ann, bob = people_of(store), new_id(20), new_id(20)
        name = f"Ann {new_id(8)}"
        assert await people.persons.find(ann) == PersonRow(ann)
        await people.credentials.add(credential(ann), name)
        assert (await people.persons.find(ann)).name == name
        with pytest.raises(Refused, match="NAME_TAKEN"):
            await people.credentials.add(credential(bob), name.upper().replace("A", "А", 1))
        assert await people.credentials.of(bob) == [], "without the name there is no credential either"
        for number in range(MOST_NAMES):
            assert await people.persons.named(name) == ann, "the old name is kept from others"
            await people.persons.rename(ann, f"{name} {'abcdefgh'[number]}")
        assert await people.persons.named(name) == "", "the oldest is free again"
        await people.credentials.add(credential(bob), name)

    inside(work)


def test_of_two_who_take_a_name_at_once_one_gets_it(inside: Inside) -> None:
    async def work(store: Store) -> None:
        people, name = people_of(store), f"Eve {new_id(8)}"
        tries = [people.credentials.add(credential(new_id(20)), name) for _ in range(4)]
        done = await asyncio.gather(*tries, return_exceptions=True)
        assert done.count(None) == 1

    inside(work)


def test_a_member_keeps_one_credential_and_has_one_sentence(inside: Inside) -> None:
    async def work(store: Store) -> None:
        people, ann = people_of(store), new_id(20)
        first, second = credential(ann, PASSPHRASE), credential(ann, PASSPHRASE)
        token, key = credential(ann, TOKEN), credential(ann)
        await people.credentials.add(first)
        await people.credentials.add(token)
        with pytest.raises(Refused, match="LAST_CREDENTIAL"):
            await people.credentials.remove(ann, first.id)
        await people.credentials.add(second)
        await people.credentials.remove(new_id(20), second.id)
        assert {row.id for row in await people.credentials.of(ann)} == {token.id, second.id}
        await people.credentials.add(key)
        await people.credentials.remove(ann, second.id)
        await people.credentials.remove(ann, token.id)
        assert await people.credentials.of(ann) == [key]
        assert await people.credentials.token(key.id) is None, "a passkey is no token"

    inside(work)


def test_a_ticket_is_redeemed_once_in_time_and_as_it_was_read(inside: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(store: Store) -> None:
        box = people_of(store).tickets
        one = await box.issue("device", 60, person="ann")
        assert await box.find("device", one.id) == one
        assert await box.find("passkey", one.id) is None, "of another kind"
        claimed = replace(one, browser="b1")
        assert await box.change(one, claimed) and not await box.change(one, replace(one, browser="b2"))
        assert not await box.redeem(one), "it was changed meanwhile"
        assert sorted(await asyncio.gather(*(box.redeem(claimed) for _ in range(4)))) == [False, False, False, True]
        late = await box.issue("device", -1)
        assert await box.find("device", late.id) is None
        await box.issue("device", 60)
        assert await store.scalars(select(tickets.c.id).where(tickets.c.id == late.id)) == []

    inside(work)


def test_a_session_ends_alone_or_with_all_of_its_person(inside: Inside) -> None:
    async def work(store: Store) -> None:
        access, other = Access("secret"), Access("secret")
        people, elsewhere = People(store, access), People(store, other)
        ann, bob = new_id(20), new_id(20)
        one, two = [await people.sessions.begin(ann, label) for label in ("phone", "desk")]
        cookies = [access.cookie(ann, "Ann", session) for session in (one, two)]
        guest = access.cookie(ann, "Ann")
        assert [other.person(cookie)[:3] for cookie in cookies] == [(ann, "Ann", one), (ann, "Ann", two)]
        await asyncio.sleep(0.002)
        await people.sessions.end(bob, one)
        assert len(await people.sessions.of(ann)) == 2, "nobody ends the sessions of others"
        await people.sessions.end(ann, one)
        await elsewhere.sessions.read_ends()
        assert [other.person(cookie) is None for cookie in cookies] == [True, False]
        assert other.ended_at(ann, one) and not other.ended_at(ann, two)
        await people.persons.rename(ann, f"Anna {ann[:8]}")
        await elsewhere.sessions.read_ends()
        assert other.person(cookies[1]).name == f"Anna {ann[:8]}", "cookies of other browsers have the new name"
        await people.sessions.end(ann)
        await elsewhere.sessions.read_ends()
        assert [other.person(cookie) for cookie in (*cookies, guest)] == [None] * 3
        assert await people.sessions.of(ann) == []
        await asyncio.sleep(0.002)
        assert access.person(access.cookie(ann, "Ann")), "a new cookie is good"

    inside(work)


def test_sessions_note_when_they_were_seen(inside: Inside) -> None:
    async def work(store: Store) -> None:
        access = Access("secret")
        people, ann = People(store, access), new_id(20)
        await people.persons.keep(ann, name="Ann")
        session = await people.sessions.begin(ann, "phone")
        access.seen[ann, session] = 4_000_000_000_000
        await people.sessions.note_seen()
        assert access.seen == {}
        assert [row.seen for row in await people.sessions.of(ann)] == [4_000_000_000_000]
        assert (await people.persons.find(ann)).seen == 4_000_000_000_000

    inside(work)


def test_every_column_of_persons_is_known() -> None:
    """A column that holds persons has the type `PERSON`: export, deletion and merging follow from it."""
    long = {
        f"{table.name}.{column.name}"
        for table in METADATA.sorted_tables
        for column in table.c
        if isinstance(column.type, String) and column.type.length == PERSON.length
    }
    known = {f"{column.table.name}.{column.name}" for column in personal_data.columns()}
    assert long - NOT_PERSONS == known
    assert {"holders.person", "works.person", "credentials.person", "seats.owner", "persons.id"} <= known


def filled(person: str, table: Any, column: Any) -> dict[str, Any]:
    """Return a row of a table that belongs to a person."""
    row = {each.name: new_id(min(8, each.type.length or 8)) if each.type.python_type is str else 1 for each in table.c}
    return row | ({"name": "mangala"} if "name" in row else {}) | {column.name: person}


async def fill(store: Store, *people: str) -> str:
    """Give each person a row in every table, in one common game, and return its id."""
    game = new_id(10)
    commands = [insert(games).values(filled(game, games, games.c.id) | {"state": "over"})]
    for seat, person in enumerate(people):
        known: dict[Any, Any] = {}
        for column in personal_data.columns():
            row = filled(person, column.table, column)
            row |= {each.parent.name: known.get(each.column) for each in column.table.foreign_keys}
            row |= {name: value for name, value in {"game": game, "seat": seat}.items() if name in column.table.c}
            known |= {each: row[each.name] for each in column.table.c}
            commands.append(insert(column.table).values(row))
        commands.append(insert(house).values(name=f"ban {person}", value="x"))
    await store.execute(*commands)
    return game


async def places(store: Store, text: str) -> set[str]:
    """Return the columns of the database in which a text stands."""
    found = set()
    for table in METADATA.sorted_tables:
        for column in table.c:
            if any(text in str(value) for value in await store.scalars(select(column))):
                found.add(f"{table.name}.{column.name}")
    return found


def test_an_export_has_a_row_of_every_table_and_no_secret(inside: Inside) -> None:
    async def work(store: Store) -> None:
        ann, bob = new_id(20), new_id(20)
        await fill(store, ann, bob)
        exported = await personal_data.export(store, ann)
        everywhere = {table.name for table in (*personal_data.owners(), house)}
        assert {name: len(rows) for name, rows in exported.items()} == dict.fromkeys(everywhere, 1)
        assert bob not in str(exported)
        assert "secret" not in exported["credentials"][0] and "id" not in exported["tickets"][0]

    inside(work)


def test_nothing_is_left_of_a_person_who_is_erased(inside: Inside) -> None:
    async def work(store: Store) -> None:
        ann, bob = new_id(20), new_id(20)
        game = await fill(store, ann, bob)
        of_bob = await places(store, bob)
        assert len(await places(store, ann)) == len(personal_data.columns()) + 1
        await personal_data.erase(store, ann)
        assert await places(store, ann) == set()
        assert await places(store, bob) == of_bob
        owners = await store.pairs(select(seats.c.seat, seats.c.owner).where(seats.c.game == game))
        assert owners == {0: "", 1: bob}, "the seat stays for the others"

    inside(work)


def test_everything_of_a_guest_goes_to_the_member_he_turns_out_to_be(inside: Inside) -> None:
    async def work(store: Store) -> None:
        guest, ann = new_id(20), new_id(20)
        game = await fill(store, guest, ann)
        shared = insert(holders).values(game=game, seat=0, person=ann)
        await store.execute(shared, update(seats).where(seats.c.owner == guest).values(name="", program=0))
        before = {table.name: len(rows) for table, rows in (await _rows(store, ann)).items()}
        assert await personal_data.move(store, guest, ann) == [game]
        assert await places(store, guest) == set()
        after = {table.name: len(rows) for table, rows in (await _rows(store, ann)).items()}
        stays = {table.name for table in personal_data.STAYING}
        assert {name for name, count in after.items() if count > before[name]} == set(after) - stays - SHARED_OR_DERIVED
        assert await store.held(game, ann) == {0, 1}
        name = (await people_of(store).persons.find(ann)).name
        assert {place.name for place in (await store.seats_of([game]))[game] if place.owner == ann} == {name}

    inside(work)


async def _rows(store: Store, person: str) -> dict[Any, list[Any]]:
    return {
        table: await store.rows(select(table).where(column == person), dict)
        for table, column in personal_data.owners().items()
    }


# --- complaints and the owner of the server ---------------------------------------------------------------------------


def test_a_block_is_of_one_person_about_another_until_it_is_withdrawn(inside: Inside) -> None:
    async def work(store: Store) -> None:
        complaints, (ann, bob, eve) = people_of(store).complaints, [new_id(20) for _ in range(3)]
        block = ComplaintRow(ann, bob, BLOCK, "", "Bob", 5)
        await complaints.add(block)
        await complaints.add(replace(block, at=6))
        await complaints.add(ComplaintRow(ann, eve, "name", "", "Eve", 7))
        assert await complaints.blocks(ann) == [replace(block, at=6)], "once, and a report is none"
        assert await complaints.is_blocked(bob, by=ann)
        for person, by in ((ann, bob), (eve, ann), (bob, eve), ("", ann), (bob, "")):
            assert not await complaints.is_blocked(person, by)
        assert (await complaints.blockers(bob), await complaints.blockers(ann)) == ({ann}, set())
        await complaints.withdraw(replace(block, person=eve))
        assert await complaints.is_blocked(bob, by=ann), "nobody withdraws the block of another"
        await complaints.withdraw(block)
        assert not await complaints.is_blocked(bob, by=ann)
        assert [row.kind for row in await complaints.of(ann)] == ["name"]

    inside(work)


def test_who_turns_out_to_be_himself_does_not_block_himself(inside: Inside) -> None:
    async def work(store: Store) -> None:
        complaints, guest, ann = people_of(store).complaints, new_id(20), new_id(20)
        await complaints.add(ComplaintRow(guest, ann, BLOCK, "", "Ann", 5))
        await personal_data.move(store, guest, ann)
        assert await complaints.blockers(ann) == set()

    inside(work)


def test_reports_are_open_until_they_are_closed_and_then_kept_for_a_while(inside: Inside) -> None:
    async def work(store: Store) -> None:
        complaints, ann, bob, eve = people_of(store).complaints, *[new_id(20) for _ in range(3)]
        old, new = [ComplaintRow(ann, bob, "name", game, "Bob", at) for game, at in (("g1", 5), ("g2", 9))]
        other = ComplaintRow(bob, eve, "computer", "g3", "Eve", 7)
        for row in (new, other, old, replace(old, kind=BLOCK, game="")):
            await complaints.add(row)
        assert await complaints.reports() == [old, other, new]
        assert await complaints.reports(bob) == [new, old]
        await people_of(store).moderate(bob, "close")
        assert await complaints.reports() == [other]
        assert {row.closed for row in await complaints.reports(bob)} == {1}
        assert await complaints.is_blocked(bob, by=ann), "a block is not the owner's affair"
        await complaints.add(replace(old, at=8))
        assert [row.at for row in await complaints.reports()] == [7, 8], "the same report again is open again"
        await store.removal.delete_rows("report", 10)
        assert await complaints.reports() == [other, replace(old, at=8)], "open ones are kept"
        assert await complaints.reports(bob) == [replace(old, at=8)], "closed ones are not"
        assert await complaints.is_blocked(bob, by=ann), "nor is a block a report that was closed"
        assert [row["kind"] for row in (await personal_data.export(store, bob))["complaints"]] == ["computer"]

    inside(work)


def test_a_name_that_the_owner_takes_away_is_nobodys_for_a_year(inside: Inside) -> None:
    async def work(store: Store) -> None:
        people, ann, bob, guest = people_of(store), *[new_id(20) for _ in range(3)]
        name, other, nick = (f"{each} {new_id(8)}" for each in ("Bad", "Good", "Worse"))
        await people.credentials.add(credential(ann), name)
        row = filled(guest, seats, seats.c.owner) | {"game": new_id(10), "name": nick, "program": 0}
        await store.execute(insert(games).values(filled(row["game"], games, games.c.id)), insert(seats).values(row))
        await people.moderate(ann, "rename", other)
        await people.moderate(guest, "rename", f"{other} 2")
        assert ((await people.persons.find(ann)).name, await people.persons.named(other)) == (other, ann)
        assert [seat.name for seat in (await store.seats_of([row["game"]]))[row["game"]]] == [f"{other} 2"]
        assert (await people.persons.find(guest)).name == "", "a guest stays one"
        for taken in (name, nick):
            for person in (ann, bob, guest, ""):
                with pytest.raises(Refused, match="NAME_TAKEN"):
                    await people.persons.require_free(taken.upper(), person)
                with pytest.raises(Refused, match="NAME_TAKEN"):
                    await people.persons.rename(person, taken)
        await store.removal.delete_rows("name", now_ms() - 1000)
        with pytest.raises(Refused, match="NAME_TAKEN"):
            await people.persons.require_free(name, bob)
        await store.removal.delete_rows("name", now_ms() + 1000)
        await people.persons.require_free(name, bob)
        assert await people.persons.named(other) == ann, "the names of members stay"

    inside(work)


def test_who_is_removed_has_no_way_in_and_his_name_is_nobodys(inside: Inside) -> None:
    async def work(store: Store) -> None:
        access = Access("secret")
        people, ann, bob, name = People(store, access), new_id(20), new_id(20), f"Ann {new_id(8)}"
        await fill(store, ann, bob)
        await store.execute(update(seats).where(seats.c.owner == ann).values(name=name, program=0))
        await people.credentials.add(credential(ann), name)
        cookie = access.cookie(ann, name, await people.sessions.begin(ann, "phone"))
        await asyncio.sleep(0.002)
        await people.moderate(ann, "remove")
        assert access.person(cookie) is None
        entries = {"credentials", "sessions", "tickets", "channels"}
        rows = {table.name: len(found) for table, found in (await _rows(store, ann)).items()}
        assert {table for table in entries if rows[table]} == set() and rows["seats"] == 1
        assert all(found for table, found in (await _rows(store, bob)).items())
        assert (await people.persons.named(name), await people.persons.names_of([ann])) == ("", {})
        with pytest.raises(Refused, match="NAME_TAKEN"):
            await people.persons.require_free(name, bob)
        assert await store.read(lambda connection: matching(connection, name)) == [ann], "by the name at his seats"

    inside(work)


def test_a_person_is_meant_by_a_name_or_the_beginning_of_the_id(inside: Inside) -> None:
    async def work(store: Store) -> None:
        people, ann, guest = people_of(store), f"aa{new_id(18)}", f"ab{new_id(18)}"
        name = f"Ann {new_id(8)}"
        await people.credentials.add(credential(ann), name)
        for owner, nick in ((guest, "Nick"), (f"ab{new_id(18)}", "Nock")):
            row = filled(owner, seats, seats.c.owner) | {"game": new_id(10), "name": nick}
            await store.execute(insert(games).values(filled(row["game"], games, games.c.id)), insert(seats).values(row))

        async def meant(text: str) -> list[str]:
            return await store.read(lambda connection: matching(connection, text))

        assert [await meant(text) for text in (name.upper(), ann, guest, guest[:9], "Nick")] == [
            [ann], [ann], [guest], [guest], [guest]
        ]  # fmt: skip
        assert (await meant(""), await meant("Nobody"), len(await meant("ab"))) == ([], [], 2)

    inside(work)


def test_an_act_of_the_owner_that_is_not_known_does_nothing(inside: Inside) -> None:
    async def work(store: Store) -> None:
        people, ann = people_of(store), new_id(20)
        for muted, act in ((1, "mute"), (0, "unmute")):
            await people.moderate(ann, act)
            assert (await people.persons.find(ann)).muted == muted
        with pytest.raises(Refused, match="BAD_MESSAGE"):
            await people.moderate(ann, "delete")

    inside(work)


def test_of_two_answers_of_a_passkey_with_one_count_one_is_good(inside: Inside) -> None:
    async def work(store: Store) -> None:
        people, row = people_of(store), credential(new_id(20))
        await people.credentials.add(row)
        done = await asyncio.gather(*(people.credentials.note_use(row, 1) for _ in range(4)))
        assert sorted(done) == [False, False, False, True]

    inside(work)
