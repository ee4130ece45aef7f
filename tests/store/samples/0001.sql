-- A store of revision 0001, as `iterdump` of sqlite3 writes it.
BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE chores (
	name VARCHAR NOT NULL,
	mark VARCHAR NOT NULL,
	CONSTRAINT pk_chores PRIMARY KEY (name)
);
CREATE TABLE events (
	stream_id VARCHAR NOT NULL,
	position INTEGER NOT NULL,
	id VARCHAR NOT NULL,
	kind VARCHAR NOT NULL,
	version INTEGER NOT NULL,
	body TEXT NOT NULL,
	at VARCHAR NOT NULL,
	CONSTRAINT pk_events PRIMARY KEY (stream_id, position),
	CONSTRAINT uq_events_stream_id_id UNIQUE (stream_id, id),
	CONSTRAINT fk_events_stream_id FOREIGN KEY(stream_id) REFERENCES streams (id) ON DELETE CASCADE
);
INSERT INTO "events" VALUES('Jqg0Lj-TLJPl0aAVLcgdcg',1,'1','started',1,'{"puzzle":{"kind":"sudoku","puzzle":"1.....3..4.....2","title":"Tiny","story":"","author":""},"origin":"library","name":"tiny","entries":[],"notes":{}}','2026-11-16T15:28:55.353Z');
INSERT INTO "events" VALUES('Jqg0Lj-TLJPl0aAVLcgdcg',2,'2','changed',1,'{"changes":[["r1c2","digit",4],["r1c3","centre",[2]]],"by":"me"}','2026-11-16T15:28:55.357Z');
INSERT INTO "events" VALUES('Jqg0Lj-TLJPl0aAVLcgdcg',3,'3','changed',1,'{"changes":[["r2c2","digit",3]],"by":"auto"}','2026-11-16T15:28:55.357Z');
INSERT INTO "events" VALUES('Jqg0Lj-TLJPl0aAVLcgdcg',4,'4','undone',1,'{}','2026-11-16T15:28:55.357Z');
INSERT INTO "events" VALUES('Jqg0Lj-TLJPl0aAVLcgdcg',5,'5','hinted',1,'{"level":4,"number":1,"derived":"r2c2=3"}','2026-11-16T15:28:55.357Z');
INSERT INTO "events" VALUES('Jqg0Lj-TLJPl0aAVLcgdcg',6,'6','checked',1,'{"sound":true}','2026-11-16T15:28:55.357Z');
INSERT INTO "events" VALUES('Jqg0Lj-TLJPl0aAVLcgdcg',7,'7','set',1,'{"helps":{"conflicts":true}}','2026-11-16T15:28:55.357Z');
INSERT INTO "events" VALUES('Jqg0Lj-TLJPl0aAVLcgdcg',8,'8','ticked',1,'{"seconds":30}','2026-11-16T15:28:55.357Z');
INSERT INTO "events" VALUES('Jqg0Lj-TLJPl0aAVLcgdcg',9,'9','solved',1,'{"seconds":61}','2026-11-16T15:28:55.357Z');
INSERT INTO "events" VALUES('Hc1MSm_NXICVU1uk2mCEeQ',1,'1','begun',1,'{"head":{},"puzzles":[]}','2026-11-16T15:28:55.365Z');
INSERT INTO "events" VALUES('hdUIKaoJabwwrkiehS7gCA',1,'1','settings',1,'{"language":"de"}','2026-11-16T15:28:55.368Z');
CREATE TABLE kept (
	stream_id VARCHAR NOT NULL,
	name VARCHAR NOT NULL,
	position INTEGER NOT NULL,
	document TEXT NOT NULL,
	CONSTRAINT pk_kept PRIMARY KEY (stream_id, name),
	CONSTRAINT fk_kept_stream_id FOREIGN KEY(stream_id) REFERENCES streams (id) ON DELETE CASCADE
);
INSERT INTO "kept" VALUES('Jqg0Lj-TLJPl0aAVLcgdcg','summary',9,'{"filled":1}');
CREATE TABLE people (
	id VARCHAR NOT NULL,
	made_at VARCHAR NOT NULL,
	CONSTRAINT pk_people PRIMARY KEY (id)
);
INSERT INTO "people" VALUES('person-of-the-sample-0','2026-11-16T15:30:00.000Z');
CREATE TABLE shared (
	id VARCHAR NOT NULL,
	person_id VARCHAR NOT NULL,
	made_at VARCHAR NOT NULL,
	version INTEGER NOT NULL,
	document TEXT NOT NULL,
	CONSTRAINT pk_shared PRIMARY KEY (id),
	CONSTRAINT fk_shared_person_id FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE
);
INSERT INTO "shared" VALUES('aBcDeF0123','person-of-the-sample-0','2026-11-16T15:30:00.000Z',1,'{"title": "Tiny"}');
CREATE TABLE streams (
	id VARCHAR NOT NULL,
	person_id VARCHAR NOT NULL,
	kind VARCHAR NOT NULL,
	label VARCHAR,
	position INTEGER NOT NULL,
	begun_at VARCHAR NOT NULL,
	changed_at VARCHAR NOT NULL,
	CONSTRAINT pk_streams PRIMARY KEY (id),
	CONSTRAINT uq_streams_person_id_label UNIQUE (person_id, label),
	CONSTRAINT fk_streams_person_id FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE
);
INSERT INTO "streams" VALUES('Jqg0Lj-TLJPl0aAVLcgdcg','person-of-the-sample-0','game',NULL,9,'2026-11-16T15:28:55.353Z','2026-11-16T15:28:55.357Z');
INSERT INTO "streams" VALUES('Hc1MSm_NXICVU1uk2mCEeQ','person-of-the-sample-0','lesson','main:sudoku',1,'2026-11-16T15:28:55.365Z','2026-11-16T15:28:55.365Z');
INSERT INTO "streams" VALUES('hdUIKaoJabwwrkiehS7gCA','person-of-the-sample-0','person','person',1,'2026-11-16T15:28:55.368Z','2026-11-16T15:28:55.368Z');
CREATE TABLE tokens (
	hash VARCHAR NOT NULL,
	person_id VARCHAR NOT NULL,
	made_at VARCHAR NOT NULL,
	CONSTRAINT pk_tokens PRIMARY KEY (hash),
	CONSTRAINT fk_tokens_person_id FOREIGN KEY(person_id) REFERENCES people (id) ON DELETE CASCADE
);
INSERT INTO "tokens" VALUES('e3316e2bafebb6103a3418e8778c0adc960d40213a03a7e7f4fcd3426ed807bf','person-of-the-sample-0','2026-11-16T15:30:00.000Z');
CREATE INDEX ix_tokens_person_id ON tokens (person_id);
CREATE INDEX ix_streams_person_id_kind ON streams (person_id, kind);
CREATE INDEX ix_shared_person_id ON shared (person_id);
COMMIT;
