-- The statements of migrations 0001 to 0014 as they were executed on SQLite, and the tables of 0018: databases of old programs, for the tests.

-- 0001
CREATE TABLE games ( id VARCHAR(32) NOT NULL, name VARCHAR(120) NOT NULL, start TEXT DEFAULT '' NOT NULL, clock VARCHAR(12) NOT NULL, base INTEGER NOT NULL, increment INTEGER NOT NULL, invite VARCHAR(32) NOT NULL, open INTEGER NOT NULL, dice_key VARCHAR(64) NOT NULL, previous VARCHAR(32) DEFAULT '' NOT NULL, created BIGINT NOT NULL, changed BIGINT NOT NULL, state VARCHAR(12) NOT NULL, result VARCHAR(60) DEFAULT '' NOT NULL, reason VARCHAR(40) DEFAULT '' NOT NULL, ply INTEGER DEFAULT '0' NOT NULL, PRIMARY KEY (id), UNIQUE (invite) );
CREATE INDEX games_by_state ON games (state, changed);
CREATE TABLE seats ( game VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, kind VARCHAR(12) NOT NULL, name VARCHAR(60) NOT NULL, owner VARCHAR(40) NOT NULL, level INTEGER NOT NULL, PRIMARY KEY (game, seat), FOREIGN KEY(game) REFERENCES games (id) );
CREATE INDEX seats_by_owner ON seats (owner);
CREATE TABLE holders ( game VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, guest VARCHAR(40) NOT NULL, PRIMARY KEY (game, seat, guest), FOREIGN KEY(game) REFERENCES games (id) );
CREATE INDEX holders_by_guest ON holders (guest);
CREATE TABLE log ( game VARCHAR(32) NOT NULL, seq INTEGER NOT NULL, kind VARCHAR(12) NOT NULL, seat INTEGER NOT NULL, text TEXT NOT NULL, salt VARCHAR(32) NOT NULL, clocks TEXT NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (game, seq), FOREIGN KEY(game) REFERENCES games (id) );
CREATE TABLE tokens ( digest VARCHAR(64) NOT NULL, guest VARCHAR(40) NOT NULL, name VARCHAR(60) NOT NULL, created BIGINT NOT NULL, PRIMARY KEY (digest) );
CREATE TABLE house ( name VARCHAR(40) NOT NULL, value TEXT NOT NULL, PRIMARY KEY (name) );
-- 0002
ALTER TABLE seats ADD COLUMN watch INTEGER DEFAULT '0' NOT NULL;
-- 0003
ALTER TABLE games ADD COLUMN turn INTEGER DEFAULT '-1' NOT NULL;
ALTER TABLE games ADD COLUMN due BIGINT DEFAULT '0' NOT NULL;
UPDATE games SET due = changed + base WHERE state = 'open' AND clock = 'daily';
-- 0004
ALTER TABLE log ADD COLUMN uptime BIGINT DEFAULT '0' NOT NULL;
-- 0005
ALTER TABLE games ADD COLUMN listed INTEGER DEFAULT '0' NOT NULL;
UPDATE games SET listed = 1 WHERE EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND seats.kind = 'human' AND seats.watch = 1) AND NOT EXISTS (SELECT 1 FROM seats WHERE seats.game = games.id AND seats.kind = 'human' AND seats.watch = 0);
CREATE INDEX games_listed ON games (listed, state, changed);
CREATE INDEX games_by_clock ON games (state, clock, changed);
CREATE INDEX games_joinable ON games (state, open, changed);
CREATE TABLE works ( kind VARCHAR(12) NOT NULL, id VARCHAR(32) NOT NULL, guest VARCHAR(40) NOT NULL, address VARCHAR(60) NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (kind, id) );
CREATE INDEX works_by_guest ON works (guest, kind);
CREATE INDEX works_by_address ON works (address, kind);
-- 0006
ALTER TABLE games ADD COLUMN "match" VARCHAR(40) DEFAULT '' NOT NULL;
-- 0007
CREATE INDEX games_by_name ON games (name, state, changed);
-- 0008
CREATE TABLE persons ( id VARCHAR(40) NOT NULL, name VARCHAR(60) NOT NULL, created BIGINT NOT NULL, seen BIGINT NOT NULL, kept TEXT NOT NULL, PRIMARY KEY (id) );
CREATE TABLE names ( "key" VARCHAR(60) NOT NULL, person VARCHAR(40) NOT NULL, name VARCHAR(60) NOT NULL, since BIGINT NOT NULL, PRIMARY KEY ("key") );
CREATE TABLE credentials ( id VARCHAR(64) NOT NULL, person VARCHAR(40) NOT NULL, kind VARCHAR(12) NOT NULL, label VARCHAR(60) NOT NULL, created BIGINT NOT NULL, secret TEXT NOT NULL, count BIGINT NOT NULL, used BIGINT NOT NULL, PRIMARY KEY (id) );
CREATE TABLE sessions ( id VARCHAR(20) NOT NULL, person VARCHAR(40) NOT NULL, created BIGINT NOT NULL, seen BIGINT NOT NULL, label VARCHAR(60) NOT NULL, PRIMARY KEY (id) );
CREATE TABLE tickets ( id VARCHAR(64) NOT NULL, kind VARCHAR(12) NOT NULL, person VARCHAR(40) NOT NULL, browser VARCHAR(40) NOT NULL, data TEXT NOT NULL, expires BIGINT NOT NULL, PRIMARY KEY (id) );
CREATE TABLE session_ends ( name VARCHAR(24) NOT NULL, at BIGINT NOT NULL, renamed VARCHAR(60) NOT NULL, PRIMARY KEY (name) );
CREATE INDEX names_by_person ON names (person);
CREATE INDEX credentials_by_person ON credentials (person, kind);
CREATE INDEX sessions_by_person ON sessions (person);
CREATE INDEX tickets_by_person ON tickets (person);
CREATE INDEX session_ends_by_time ON session_ends (at);
INSERT INTO credentials (id, person, kind, label, created, secret, count, used) SELECT digest, guest, 'token', name, created, '', 0, 0 FROM tokens;
DROP TABLE tokens;
INSERT INTO session_ends (name, at, renamed) SELECT substr(name, 7), CAST(value AS BIGINT), '' FROM house WHERE name LIKE 'ended %';
DELETE FROM house WHERE name LIKE 'ended %';
DROP INDEX holders_by_guest;
ALTER TABLE holders RENAME COLUMN guest TO person;
CREATE INDEX holders_by_person ON holders (person);
DROP INDEX works_by_guest;
ALTER TABLE works RENAME COLUMN guest TO person;
CREATE INDEX works_by_person ON works (person, kind);
-- 0009
ALTER TABLE games ADD COLUMN rated INTEGER DEFAULT '0' NOT NULL;
CREATE TABLE ratings ( person VARCHAR(40) NOT NULL, name VARCHAR(120) NOT NULL, time_class VARCHAR(8) NOT NULL, rating DOUBLE NOT NULL, deviation DOUBLE NOT NULL, volatility DOUBLE NOT NULL, played INTEGER NOT NULL, at BIGINT NOT NULL, PRIMARY KEY (person, name, time_class) );
CREATE INDEX ratings_by_rating ON ratings (name, time_class, rating);
CREATE TABLE rating_changes ( game VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, person VARCHAR(40) NOT NULL, name VARCHAR(120) NOT NULL, time_class VARCHAR(8) NOT NULL, at BIGINT NOT NULL, rating DOUBLE NOT NULL, deviation DOUBLE NOT NULL, volatility DOUBLE NOT NULL, was DOUBLE NOT NULL, was_deviation DOUBLE NOT NULL, was_volatility DOUBLE NOT NULL, PRIMARY KEY (game, seat) );
CREATE INDEX rating_changes_by_person ON rating_changes (person, name, time_class, at);
-- 0010
CREATE INDEX seats_by_name ON seats (name, kind);
CREATE TABLE explored ( position BIGINT NOT NULL, at BIGINT NOT NULL, game VARCHAR(32) NOT NULL, ply INTEGER NOT NULL, move VARCHAR(40) NOT NULL, winner SMALLINT NOT NULL, rating INTEGER NOT NULL, PRIMARY KEY (position, at, game, ply) ) WITHOUT ROWID;
CREATE TABLE move_counts ( position BIGINT NOT NULL, move VARCHAR(40) NOT NULL, winner SMALLINT NOT NULL, games BIGINT NOT NULL, ratings BIGINT NOT NULL, rated BIGINT NOT NULL, PRIMARY KEY (position, move, winner) ) WITHOUT ROWID;
-- 0011
CREATE INDEX games_by_due ON games (state, clock, due);
CREATE TABLE conditional_moves ( game VARCHAR(32) NOT NULL, seat INTEGER NOT NULL, person VARCHAR(40) NOT NULL, ply INTEGER NOT NULL, tree TEXT NOT NULL, due INTEGER NOT NULL, PRIMARY KEY (game, seat) );
CREATE INDEX conditional_moves_by_person ON conditional_moves (person);
CREATE INDEX conditional_moves_due ON conditional_moves (due);
-- 0012
CREATE TABLE notices ( person VARCHAR(40) NOT NULL, kind VARCHAR(12) NOT NULL, about VARCHAR(32) NOT NULL, at BIGINT NOT NULL, due BIGINT NOT NULL, sent TEXT NOT NULL, PRIMARY KEY (person, kind, about) );
CREATE INDEX notices_by_due ON notices (due);
CREATE INDEX notices_by_cause ON notices (about);
CREATE TABLE channels ( id VARCHAR(20) NOT NULL, person VARCHAR(40) NOT NULL, kind VARCHAR(12) NOT NULL, address TEXT NOT NULL, secret TEXT NOT NULL, label VARCHAR(60) NOT NULL, origin VARCHAR(120) NOT NULL, lang VARCHAR(8) NOT NULL, created BIGINT NOT NULL, off VARCHAR(120) NOT NULL, failures INTEGER NOT NULL, paused BIGINT NOT NULL, PRIMARY KEY (id) );
CREATE INDEX channels_by_person ON channels (person);
-- 0013
CREATE TABLE vacations ( id VARCHAR(20) NOT NULL, person VARCHAR(40) NOT NULL, begins BIGINT NOT NULL, ends BIGINT NOT NULL, begun INTEGER NOT NULL, PRIMARY KEY (id) );
CREATE INDEX vacations_by_person ON vacations (person, ends);
CREATE INDEX vacations_begun ON vacations (begun, begins);
-- 0014
ALTER TABLE seats ADD COLUMN program INTEGER DEFAULT '0' NOT NULL;
UPDATE seats SET program = 1 WHERE owner IN (SELECT person FROM credentials WHERE kind = 'token');
-- 0018
CREATE TABLE classrooms ( id VARCHAR(10) NOT NULL, word VARCHAR(4) NOT NULL, teacher VARCHAR(40) NOT NULL, game VARCHAR(120) NOT NULL, stopped INTEGER NOT NULL, screen VARCHAR(120) NOT NULL, question VARCHAR(120) NOT NULL, event VARCHAR(32) NOT NULL, used BIGINT NOT NULL, PRIMARY KEY (id), UNIQUE (word) );
CREATE INDEX classrooms_by_teacher ON classrooms (teacher);
CREATE TABLE pupils ( person VARCHAR(40) NOT NULL, room VARCHAR(10) NOT NULL, name VARCHAR(60) NOT NULL, place INTEGER NOT NULL, level INTEGER NOT NULL, state VARCHAR(8) NOT NULL, task VARCHAR(120) NOT NULL, done INTEGER NOT NULL, wrong INTEGER NOT NULL, answer VARCHAR(40) NOT NULL, refused TEXT NOT NULL, PRIMARY KEY (person), FOREIGN KEY(room) REFERENCES classrooms (id) ON DELETE CASCADE );
CREATE INDEX pupils_by_room ON pupils (room);
