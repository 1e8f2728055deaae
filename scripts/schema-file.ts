import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../src/database/migrate.ts'
import { dumpSchema } from './dump-schema.ts'

/** The committed dump. Readers open it to see the tables, and reviews show changes to them. */
export const SCHEMA_FILE = new URL('../schema.sql', import.meta.url)

/** The expected content of schema.sql: the dump of a new database after all migrations. */
export function schemaOfMigrations(serverUrl: string): Promise<string> {
  return withScratchDatabase(serverUrl, async url => {
    await migrate(url)
    return `${NOTE}\n\n${await dumpOf(url)}`
  })
}

const NOTE = '-- Derived from migrations/ by `npm run schema`. Do not edit.'

export async function dumpOf(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await dumpSchema(client)
  } finally {
    await client.end()
  }
}

export async function withScratchDatabase<T>(serverUrl: string, use: (url: string) => Promise<T>): Promise<T> {
  const name = `scratch_${randomBytes(6).toString('hex')}`
  const server = new pg.Client(serverUrl)
  await server.connect()
  try {
    await server.query(`CREATE DATABASE ${name} TEMPLATE template0`)
    const url = new URL(serverUrl)
    url.pathname = name
    return await use(url.href)
  } finally {
    await server.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
    await server.end()
  }
}
