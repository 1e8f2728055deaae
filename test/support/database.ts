import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../../src/database/migrations/migrate.ts'
import { createShop } from './citus.ts'

const TEMPLATE = 'semel_template'
/** Copying files takes half of the processor time of copying pages through the log, and dropping the copy takes half as well. */
const COPY = 'strategy file_copy'

/**
 * Migrates a template database once for a whole run.
 * @returns the address of the server, for `cloneDatabase`
 */
export async function makeTemplate(serverUrl: string): Promise<string> {
  await withServer(serverUrl, async server => {
    const { rows } = await server.query(`select datname from pg_database where datname like 'semel\\_test\\_%'`)
    for (const { datname } of rows) await server.query(`drop database ${datname} with (force)`)
    await server.query(`drop database if exists ${TEMPLATE} with (force)`)
    await server.query(`create database ${TEMPLATE} template template0`)
  })
  await migrate(onServer(serverUrl, TEMPLATE))
  await chooseDelivery(onServer(serverUrl, TEMPLATE))
  return serverUrl
}

/** A new shop delivers nothing until somebody has chosen a method, and nearly every test orders. */
export async function chooseDelivery(url: string): Promise<void> {
  await withServer(url, server => server.query('update delivery_methods set active = true'))
}

export type TestDatabase = { url: string; [Symbol.asyncDispose](): Promise<void> }

/**
 * A database of one's own, as the migrations leave it: a clone takes some 20 ms.
 * @param template `template0`: an empty one
 * With TEST_CITUS_URL it is a shop on a worker of Citus.
 */
export async function cloneDatabase(template = TEMPLATE): Promise<TestDatabase> {
  if (process.env.TEST_CITUS_URL) return createShop(process.env.TEST_CITUS_URL)
  const serverUrl = serverOf()
  const name = `semel_test_${randomBytes(6).toString('hex')}`
  await withServer(serverUrl, server => server.query(`create database ${name} template ${template} ${COPY}`))
  return {
    url: onServer(serverUrl, name),
    [Symbol.asyncDispose]: async () => {
      await withServer(serverUrl, server => server.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** A database of this name, which stays on the server. */
export async function keptDatabase(name: string): Promise<TestDatabase> {
  const serverUrl = serverOf()
  await withServer(serverUrl, async server => {
    const { rowCount } = await server.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await server.query(`create database ${name} template ${TEMPLATE} ${COPY}`)
  })
  return { url: onServer(serverUrl, name), [Symbol.asyncDispose]: async () => {} }
}

function serverOf(): string {
  const serverUrl = process.env.TEST_DATABASE_URL
  if (!serverUrl) throw new Error('Run tests by `npm test`, or `npm test -- <part of the path>`.')
  return serverUrl
}

async function withServer(url: string, use: (server: pg.Client) => Promise<unknown>): Promise<void> {
  const server = new pg.Client(url)
  await server.connect()
  try {
    await use(server)
  } finally {
    await server.end()
  }
}

function onServer(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = database
  return url.href
}
