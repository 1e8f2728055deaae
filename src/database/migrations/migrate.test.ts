import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { cloneDatabase } from '../../../test/support/database.ts'
import { StartError } from '../../config.ts'
import { migrate, missingMigrations } from './migrate.ts'

const FIRST = { '001_first.sql': 'CREATE TABLE one (n int); INSERT INTO one VALUES (1);' }
const SECOND = { ...FIRST, '002_second.sql': 'ALTER TABLE one ADD m int; UPDATE one SET m = n + 1;' }

test('migrate applies only new files, in order', () =>
  inEmptyDatabase(async url => {
    await withMigrations(FIRST, async directory => assert.deepEqual(await migrate(url, directory), ['001_first.sql']))
    await withMigrations(SECOND, async directory => {
      assert.deepEqual(await migrate(url, directory), ['002_second.sql'])
      assert.deepEqual(await migrate(url, directory), [])
    })
    assert.deepEqual(await rowsOf(url), [{ n: 1, m: 2 }])
  }))

test('ten processes start at once → one of them applies each file', () =>
  inEmptyDatabase(url =>
    withMigrations(SECOND, async directory => {
      const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(url, directory)))
      assert.deepEqual(applied.flat().sort(), Object.keys(SECOND))
      assert.deepEqual(await rowsOf(url), [{ n: 1, m: 2 }])
    }),
  ))

test('a file fails → nothing is left behind; the message names the line', () =>
  inEmptyDatabase(async url => {
    const broken = { ...FIRST, '002_broken.sql': 'INSERT INTO one VALUES (2);\nINSERT INTO none VALUES (1);' }
    await withMigrations(broken, directory =>
      assert.rejects(migrate(url, directory), /^StartError: Migration 002_broken.sql, line 2: .*"none" does not exist/),
    )
    await withMigrations(SECOND, async directory => {
      assert.deepEqual(await migrate(url, directory), ['002_second.sql'])
    })
  }))

test('migrate fails when a file was changed after it was applied', () =>
  inEmptyDatabase(async url => {
    await withMigrations(FIRST, directory => migrate(url, directory))
    const changed = { '001_first.sql': `${FIRST['001_first.sql']} -- later` }
    await withMigrations(changed, directory => assert.rejects(migrate(url, directory), startError(/001_first.sql/)))
    const sameOnWindows = { '001_first.sql': FIRST['001_first.sql'].replaceAll('\n', '\r\n') }
    await withMigrations(sameOnWindows, async directory => assert.deepEqual(await migrate(url, directory), []))
  }))

test('a newer release has migrated → accepted until it removes something', () =>
  inEmptyDatabase(async url => {
    const third = { ...SECOND, '003_third.contract.sql': 'ALTER TABLE one DROP n;' }
    await withMigrations(FIRST, directory => migrate(url, directory))
    await withMigrations(third, directory => migrate(url, directory))
    await withMigrations(FIRST, async directory => assert.deepEqual(await migrate(url, directory), []))
    await withMigrations(third, directory => migrate(url, directory, undefined, { contract: true }))
    await withMigrations(FIRST, directory =>
      assert.rejects(migrate(url, directory), startError(/newer Semel has removed.*003_third.contract.sql/)),
    )
  }))

test('a database whose first migration is foreign → refused, saying what to do', () =>
  inEmptyDatabase(async url => {
    await withMigrations({ '001_events.sql': 'SELECT 1;', '002_more.sql': 'SELECT 2;' }, directory =>
      migrate(url, directory),
    )
    const refusal = startError(
      /^This version cannot use the database.*\(001_events\.sql is applied\): delete DATA_DIR or choose another/,
    )
    await withMigrations(SECOND, async directory => {
      await assert.rejects(migrate(url, directory), refusal)
      await assert.rejects(missingMigrations(url, directory), refusal)
    })
  }))

test('a contract migration → applied on demand, to an empty database at once', () =>
  inEmptyDatabase(async url => {
    await withMigrations({ '001_first.contract.sql': 'SELECT 1;', '002_second.sql': 'SELECT 2;' }, async directory =>
      assert.deepEqual(await migrate(url, directory), ['001_first.contract.sql', '002_second.sql']),
    )
    const files = {
      '001_first.contract.sql': 'SELECT 1;',
      '002_second.sql': 'SELECT 2;',
      '003_third.contract.sql': 'SELECT 3;',
    }
    await withMigrations(files, async directory => {
      assert.deepEqual(await migrate(url, directory), [])
      assert.deepEqual(await missingMigrations(url, directory), [])
      const contract = { contract: true }
      assert.deepEqual(await missingMigrations(url, directory, contract), ['003_third.contract.sql'])
      assert.deepEqual(await migrate(url, directory, undefined, contract), ['003_third.contract.sql'])
    })
  }))

test('the first migration was interrupted → empty until a process uses the database', () =>
  inEmptyDatabase(async url => {
    const files = { '001_first.sql': 'CREATE TABLE service_key (sealed text);' }
    const later = { ...files, '002_second.contract.sql': 'SELECT 2;' }
    const last = { ...later, '003_third.contract.sql': 'SELECT 3;' }
    await withMigrations(files, directory => migrate(url, directory))
    await withMigrations(later, async directory =>
      assert.deepEqual(await migrate(url, directory), ['002_second.contract.sql']),
    )
    const client = new pg.Client(url)
    await client.connect()
    await client.query(`INSERT INTO service_key VALUES ('used')`)
    await client.end()
    await withMigrations(last, async directory => assert.deepEqual(await migrate(url, directory), []))
  }))

test('a role that may not create tables → starts on an up-to-date database', () =>
  inEmptyDatabase(async url => {
    await withMigrations(FIRST, directory => migrate(url, directory))
    const client = new pg.Client(url)
    await client.connect()
    const role = `runtime_${process.pid}`
    await client.query(`CREATE ROLE ${role} LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`)
    const restricted = new URL(url)
    restricted.username = role
    try {
      await withMigrations(FIRST, async directory => assert.deepEqual(await migrate(restricted.href, directory), []))
      await withMigrations(SECOND, directory =>
        assert.rejects(migrate(restricted.href, directory), startError(/may not change.*semel migrate.*another role/)),
      )
    } finally {
      await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
      await client.end()
    }
  }))

test('a migration finds its table locked → readers pass, blocker named, tries again', () =>
  inEmptyDatabase(url =>
    withMigrations(FIRST, async directory => {
      await migrate(url, directory)
      const [holder, reader] = [new pg.Client(url), new pg.Client(url)]
      await Promise.all([holder.connect(), reader.connect()])
      await holder.query(`set application_name = 'a long report'`)
      await holder.query('begin')
      await holder.query('select * from one')
      await writeFile(new URL('002_second.sql', directory), SECOND['002_second.sql'])

      const announced = Promise.withResolvers<string>()
      let isDone = false
      const migrated = migrate(url, directory, announced.resolve).finally(() => {
        isDone = true
      })
      let isAnnounced = false
      void announced.promise.then(() => {
        isAnnounced = true
      })
      let longest = 0
      while (!isAnnounced) {
        const started = performance.now()
        await reader.query('select * from one')
        longest = Math.max(longest, performance.now() - started)
      }
      assert.match(
        await announced.promise,
        /002_second\.sql could not get a lock.*\(a long report\).*Trying again in 1 s/,
      )
      assert.ok(longest > 100, 'a reader met the waiting migration')
      assert.ok(longest < 2000, `${longest} ms`)
      assert.equal(isDone, false)
      await holder.query('commit')
      assert.deepEqual(await migrated, ['002_second.sql'])
      await Promise.all([holder.end(), reader.end()])
    }),
  ))

const CONCURRENT = {
  ...FIRST,
  '002_index.sql':
    '-- no transaction\ndrop index concurrently if exists one_n;\ncreate unique index concurrently one_n on one (n);\n',
  '003_third.sql': 'INSERT INTO one VALUES (3);',
}

test('ten processes, a file without transaction → one concurrent build of its index', () =>
  inEmptyDatabase(url =>
    withMigrations(CONCURRENT, async directory => {
      const applied = await Promise.all(Array.from({ length: 10 }, () => migrate(url, directory)))
      assert.deepEqual(applied.flat().sort(), Object.keys(CONCURRENT))
    }),
  ))

test('an index could not be built → the next migration builds it', () =>
  inEmptyDatabase(async url => {
    await withMigrations(FIRST, directory => migrate(url, directory))
    const client = new pg.Client(url)
    await client.connect()
    await client.query('insert into one values (1)')
    await withMigrations(CONCURRENT, async directory => {
      await assert.rejects(migrate(url, directory), startError(/002_index\.sql.*could not create unique index/))
      await client.query('delete from one where ctid = (select max(ctid) from one)')
      assert.deepEqual(await migrate(url, directory), ['002_index.sql', '003_third.sql'])
      const { rows } = await client.query(`select indisvalid from pg_index where indexrelid = 'one_n'::regclass`)
      assert.deepEqual(rows, [{ indisvalid: true }])
    })
    await client.end()
  }))

function startError(pattern: RegExp) {
  return (error: unknown) => error instanceof StartError && pattern.test(error.message)
}

async function inEmptyDatabase(use: (url: string) => Promise<unknown>) {
  await using database = await cloneDatabase('template0')
  await use(database.url)
}

async function withMigrations(files: Record<string, string>, use: (directory: URL) => Promise<unknown>) {
  const directory = await mkdtemp(join(tmpdir(), 'migrations-'))
  try {
    for (const [name, sql] of Object.entries(files)) await writeFile(join(directory, name), sql)
    await use(pathToFileURL(`${directory}/`))
  } finally {
    await rm(directory, { recursive: true })
  }
}

async function rowsOf(url: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query('SELECT * FROM one')
  await client.end()
  return rows
}
