import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import pg from 'pg'
import { cloneDatabase } from '../support/database.ts'

/** Makes the temporary tables that the other files read. */
const FIRST = 'src/catalogue/import/sql/stage.sql'

const files = globSync('src/**/*.sql')

test('every statement of a .sql file → PostgreSQL prepares it', async () => {
  assert.ok(files.includes(FIRST))
  await using database = await cloneDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    await client.query('begin')
    for (const file of [FIRST, ...files.filter(file => file !== FIRST)])
      for (const statement of statementsOf(file)) await prepare(client, file, statement)
  } finally {
    await client.end()
  }
})

test('every .sql file begins with a comment, without lines over 140 characters', () => {
  for (const file of files) {
    const lines = readFileSync(file, 'utf8').split('\n')
    assert.match(lines[0]!, /^-- [A-Z]/, file)
    assert.deepEqual(
      lines.filter(line => line.length > 140),
      [],
      file,
    )
  }
})

function statementsOf(file: string): string[] {
  const statements = /(?:\$\$.*?\$\$|;(?!\n)|[^;])+/gs
  return readFileSync(file, 'utf8')
    .match(statements)!
    .map(statement => statement.replaceAll(/^ *--.*\n/gm, '').trim())
}

/** Utility statements cannot be prepared, so they run. */
async function prepare(client: pg.Client, file: string, statement: string): Promise<void> {
  const isPlanned = /^(with|select|insert|update|delete)\b/.test(statement)
  try {
    await client.query(isPlanned ? `prepare statement as ${statement}` : statement)
    if (isPlanned) await client.query('deallocate statement')
  } catch (error) {
    assert.fail(`${file}: ${(error as Error).message}\n${statement}`)
  }
}
