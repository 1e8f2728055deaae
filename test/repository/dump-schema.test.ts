import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { dumpOf, SCHEMA_FILE, schemaOfMigrations, withScratchDatabase } from '../../scripts/schema-file.ts'

/** Set by `npm test`. */
const server = process.env.TEST_DATABASE_URL!

test('schema.sql matches the migrations (npm run schema)', async () => {
  assert.equal(await readFile(SCHEMA_FILE, 'utf8'), await schemaOfMigrations(server))
})

test('schema.sql, applied to an empty database, gives the same schema', async () => {
  const schema = await readFile(SCHEMA_FILE, 'utf8')
  assert.equal(dumpBody(schema), await dumpAfter(schema))
})

test('migrations since 280 give each constraint a command of its own: Citus refuses others', async () => {
  const constraint = String.raw`add (constraint|check|unique|primary|foreign)\b`
  const refused = new RegExp(
    String.raw`^alter table[^;]*(${constraint}[^;]*,\s*(add|alter|drop)\b|,\s*${constraint}|add column[^;]*\bcheck\b)`,
    'im',
  )
  for (const clauses of [
    'add column a int,\n add constraint c check (a > 0)',
    'add constraint c check (a > 0), drop column b',
    'add a int, add unique (a)',
    'add column a int check (a > 0)',
  ]) {
    assert.match(`alter table t ${clauses};`, refused)
  }
  assert.doesNotMatch(
    'alter table t add constraint c unique (a, b);\nalter table t add column check_at date, drop b;',
    refused,
  )
  for await (const file of glob('migrations/*.sql')) {
    if (Number.parseInt(basename(file), 10) >= 280) assert.doesNotMatch(await readFile(file, 'utf8'), refused, file)
  }
})

test('every kind of object that a migration may create survives the dump', async () => {
  const dump = await dumpAfter(`
    CREATE TYPE mood AS ENUM ('glad', 'it''s fine');
    CREATE DOMAIN sku AS text COLLATE "C" DEFAULT 'x' NOT NULL CONSTRAINT short CHECK (length(VALUE) < 20);
    CREATE SEQUENCE numbers START WITH 100 INCREMENT BY 5;
    CREATE FUNCTION lowered(text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT lower($1) $$;
    CREATE TABLE parents (
      id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1000) PRIMARY KEY,
      email text COLLATE "C" NOT NULL CHECK (email <> ''),
      low text GENERATED ALWAYS AS (lowered(email)) STORED,
      twice int GENERATED ALWAYS AS (1 + 1) VIRTUAL,
      mood mood DEFAULT 'glad',
      sku sku,
      tags text[] DEFAULT '{}' NOT NULL,
      price numeric(10, 2) DEFAULT 0.5,
      "Odd name" varchar(20),
      made_at timestamptz(3) DEFAULT now() NOT NULL,
      during tstzrange,
      EXCLUDE USING gist (during WITH &&),
      UNIQUE NULLS NOT DISTINCT (email, sku)
    ) WITH (fillfactor = 70);
    CREATE TABLE a_child (
      parent bigint REFERENCES parents ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
      position int,
      number int DEFAULT nextval('numbers'),
      PRIMARY KEY (parent, position)
    );
    CREATE TABLE selfish (id serial PRIMARY KEY, up int REFERENCES selfish, "order" int);
    CREATE TABLE ring_a (id int PRIMARY KEY, b int);
    CREATE TABLE ring_b (id int PRIMARY KEY, a int REFERENCES ring_a);
    ALTER TABLE ring_a ADD FOREIGN KEY (b) REFERENCES ring_b;
    CREATE UNLOGGED TABLE quick (n int);
    CREATE UNIQUE INDEX ON parents (lower(email)) INCLUDE (mood) WHERE mood <> 'glad';
    CREATE INDEX by_made ON parents (made_at DESC NULLS LAST, id);
    CREATE INDEX ON parents USING gin (to_tsvector('simple', email));
    CREATE STATISTICS pairs ON email, mood FROM parents;
    CREATE FUNCTION count_them(p parents) RETURNS SETOF a_child LANGUAGE sql AS $$ SELECT * FROM a_child WHERE parent = p.id $$;
    CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.made_at := now(); RETURN NEW; END $$;
    CREATE TRIGGER touched BEFORE UPDATE OF email ON parents FOR EACH ROW WHEN (OLD.email IS DISTINCT FROM NEW.email) EXECUTE FUNCTION touch();
    CREATE VIEW glad AS SELECT id, email FROM parents WHERE mood = 'glad';
    CREATE MATERIALIZED VIEW counted AS SELECT count(*) AS n FROM glad;
    CREATE UNIQUE INDEX ON counted (n);
    COMMENT ON TABLE parents IS 'It''s a table';
    COMMENT ON COLUMN parents.low IS 'two
lines';
  `)
  assert.equal(await dumpAfter(dump), dump)
  for (const word of [
    'mood',
    'short',
    'numbers',
    'START WITH 1000',
    'VIRTUAL',
    'EXCLUDE',
    'DEFERRABLE',
    'fillfactor',
  ]) {
    assert.match(dump, new RegExp(word))
  }
  assert.doesNotMatch(dump, /public\./)
})

test('the dump throws for objects that it cannot write', async () => {
  await assert.rejects(dumpAfter('CREATE TABLE t (a int) PARTITION BY RANGE (a)'), /cannot write yet: relation t/)
})

function dumpAfter(sql: string): Promise<string> {
  return withScratchDatabase(server, async url => {
    const client = new pg.Client(url)
    await client.connect()
    await client.query(sql).finally(() => client.end())
    return dumpOf(url)
  })
}

/** Without the note at its head. */
function dumpBody(schema: string): string {
  return schema.slice(schema.indexOf('\n\n') + 2)
}
