import { pino } from 'pino'
import type { Access } from '../src/accounts/sessions/access.ts'
import { loadConfig } from '../src/config.ts'
import { openDatabase } from '../src/database/open.ts'
import { ReadRouter } from '../src/database/replicas/reader.ts'
import { createMetrics } from '../src/observability/metrics.ts'
import type { Document } from '../src/openapi/types.ts'
import { systemClock } from '../src/time.ts'
import { createWeb } from '../src/web.ts'

/** The documents of all supported versions, by name. They are made from the routes alone and need no database. */
export async function describeAll(): Promise<Map<string, Document>> {
  return (await describeRoutes()).documents
}

/** The documents, and who may call each route. */
export async function describeRoutes(): Promise<{
  documents: Map<string, Document>
  accessOf: ReadonlyMap<string, Access>
}> {
  const databaseUrl = 'postgres://nobody@localhost/nothing'
  await using database = openDatabase(databaseUrl)
  const config = loadConfig({ LOG_LEVEL: 'silent' })
  const log = pino({ level: 'silent' })
  const web = await createWeb({
    config,
    db: database.db,
    reader: new ReadRouter(database.db, [], { log, name: 'semel', max: 1 }),
    databaseUrl,
    clock: systemClock,
    log,
    metrics: createMetrics(),
    serviceKey: Buffer.alloc(32),
    baseUrl: () => 'http://localhost',
  })
  await web.ready()
  const documents = new Map([...web.documents].map(([name, describe]) => [name, describe()]))
  await web.close()
  return { documents, accessOf: web.accessOf }
}
