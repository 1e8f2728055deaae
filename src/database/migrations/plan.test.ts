import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { cloneDatabase } from '../../../test/support/database.ts'
import { inSchema } from '../shops.ts'
import { missingMigrations } from './migrate.ts'
import { type Effect, effectOf, planMigrations } from './plan.ts'

const CASES: [string, Effect['work'], Effect['waiting']][] = [
  ['alter table orders add column note text', 'definition', 'reads and writes'],
  ["alter table orders add column note text not null default ''", 'definition', 'reads and writes'],
  ['alter table orders add column secret uuid default gen_random_uuid()', 'rewrite', 'reads and writes'],
  ['alter table orders alter column total type numeric', 'rewrite', 'reads and writes'],
  ['alter table orders add column n int generated always as (1 + 1) stored', 'rewrite', 'reads and writes'],
  ['alter table orders add constraint least check (total >= 0)', 'check', 'reads and writes'],
  ['alter table orders add constraint least check (total >= 0) not valid', 'definition', 'reads and writes'],
  ['alter table orders validate constraint least', 'check', 'nobody'],
  ['alter table orders alter column note set not null', 'check', 'reads and writes'],
  ['alter table orders add unique (note)', 'index', 'reads and writes'],
  ['-- why\ncreate unique index orders_note\n  on orders (note)', 'index', 'writes'],
  ['create index concurrently orders_note on orders (note)', 'index', 'nobody'],
  ["update orders set note = '' where note is null", 'rows', 'nobody'],
  ['drop table orders', 'definition', 'reads and writes'],
]

for (const [statement, work, waiting] of CASES) {
  test(`${statement.replaceAll('\n', ' ')} → ${work}, ${waiting}`, () =>
    assert.deepEqual(effectOf(statement), { table: 'orders', work, waiting }))
}

test('a function and a new type touch no table', () => {
  assert.equal(effectOf('create or replace function f() returns int language sql as $$ select 1 $$'), undefined)
})

test('a plan of pending files → existing tables with dearest work, changes nothing', async () => {
  await using database = await cloneDatabase()
  const directory = await mkdtemp(join(tmpdir(), 'semel-plan-'))
  try {
    const client = new pg.Client(database.url)
    await client.connect()
    await client.query(
      'create schema plan; set search_path to plan; create table orders as select n from generate_series(1, 5000) n; analyze orders',
    )
    await client.end()
    const url = inSchema(database.url, 'plan')
    const sql =
      "alter table orders add column note text not null default '';\ncreate index orders_note on orders " +
      '(note);\ncreate table lines (n int);\nupdate lines set n = 1;\n'
    await writeFile(join(directory, '001_notes.sql'), sql)
    const files = pathToFileURL(`${directory}/`)
    const [plan, ...others] = await planMigrations(url, { contract: false }, files)
    assert.deepEqual(others, [])
    const [orders, ...tables] = plan!.effects
    assert.deepEqual(tables, [])
    const { table, work, waiting, rows, bytes, seconds } = orders!
    assert.deepEqual(
      { table, work, waiting, rows },
      { table: 'orders', work: 'index', waiting: 'reads and writes', rows: 5000 },
    )
    assert.ok(bytes > 100_000 && seconds > 0 && seconds < 1, `${bytes} bytes, ${seconds} s`)
    assert.deepEqual(await missingMigrations(url, files), ['001_notes.sql'])
  } finally {
    await rm(directory, { recursive: true })
  }
})
