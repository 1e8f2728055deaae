import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../../src/database/migrations/migrate.ts'
import { inSchema } from '../../src/database/shops.ts'
import { chooseDelivery, type TestDatabase } from './database.ts'

/** Says what is missing, by name. @throws Error unless `url` is a coordinator of Citus with two workers */
export async function requireCitus(url: string): Promise<void> {
  await atCoordinator(url, async client => {
    const { rows: extensions } = await client.query(`select from pg_extension where extname = 'citus'`)
    if (extensions.length === 0) {
      throw new Error(
        'The database has no extension citus. docs/deploy.md says how to build it: deploy/citus/cluster.sh starts one.',
      )
    }
    const { rows: settings } = await client.query<{ triggers: string }>(
      `select current_setting('citus.enable_unsafe_triggers') as triggers`,
    )
    if (settings[0]!.triggers !== 'on') throw new Error('Set citus.enable_unsafe_triggers = on at every node.')
    const { rowCount } = await client.query(
      `select from pg_dist_node where isactive and shouldhaveshards and groupid > 0`,
    )
    if (rowCount! < 2) {
      throw new Error(
        `The coordinator knows ${rowCount} workers, and 2 are needed: select citus_add_node('host', port).`,
      )
    }
  })
}

/** A shop in a schema of its own, on one of the workers in turn. */
export async function createShop(url: string): Promise<TestDatabase & { schema: string }> {
  const schema = `test_${randomBytes(6).toString('hex')}`
  const shop = inSchema(url, schema)
  await migrate(shop)
  await chooseDelivery(shop)
  await atCoordinator(url, client => client.query(`select citus_schema_distribute($1)`, [schema]))
  return {
    url: shop,
    schema,
    [Symbol.asyncDispose]: () =>
      atCoordinator(url, async client => void (await client.query(`drop schema ${schema} cascade`))),
  }
}

export async function atCoordinator<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
