import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../src/database/schema.ts'

/**
 * Fills a database with `size` products and users, 5 × `size` orders, 10 × `size` ended and `size` waiting deliveries, as
 * SQL alone. Orders and deliveries came once a second and end now; the waiting ones came within the last minute. One
 * customer has a fiftieth of all orders, and one announcement a tenth of all deliveries. 500 products were sold in the last
 * ten minutes. No more than 3,000 of the waiting deliveries are bulk, because the fan-out does not run further ahead.
 */
export async function fill(db: Db, size: number, onProgress: (text: string) => void): Promise<void> {
  // Triggers and foreign keys are left out, and indexes follow the rows, as in a restored dump.
  await db.connection().execute(async connection => {
    const run = async (what: string, statement: RawBuilder<unknown>) => {
      onProgress(what)
      await statement.execute(connection)
    }
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`set maintenance_work_mem = '1GB'`.execute(connection)
    const indexes = await plainIndexes(connection)
    for (const { name } of indexes) await sql`drop index ${sql.table(name)}`.execute(connection)
    for (const [what, statement] of steps(size)) await run(what, statement)
    for (const { name, definition } of indexes) await run(name, sql.raw(definition))
    await sql`reset maintenance_work_mem`.execute(connection)
    await sql`reset session_replication_role`.execute(connection)
    for (let tables = TABLES; tables.length > 0; tables = await notVisible(connection)) {
      // Otherwise pages with few dead rows stay as they are while they are less than a fiftieth of all.
      for (const table of tables)
        await run(`vacuum ${table}`, sql`vacuum (analyze, index_cleanup on) ${sql.table(table)}`)
    }
  })
}

/** Indexes that no constraint needs. To make them after the rows takes a fraction of the time. */
async function plainIndexes(db: Db): Promise<{ name: string; definition: string }[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid in (select to_regclass(name) from unnest(${TABLES}::text[]) as name)
      and not exists (select from pg_constraint where conindid = indexrelid)
    order by 1
  `.execute(db)
  return rows
}

/** Tables that were vacuumed beside a snapshot, such as an autovacuum's. Until then, an index alone cannot answer from them. */
async function notVisible(db: Db): Promise<string[]> {
  const { rows } = await sql<{ relname: string }>`
    select relname from pg_class
    where oid in (select to_regclass(name) from unnest(${TABLES}::text[]) as name) and relallvisible < relpages
  `.execute(db)
  return rows.map(({ relname }) => relname)
}

const TABLES = [
  'users',
  'products',
  'product_groups',
  'product_words',
  'orders',
  'order_items',
  'order_steps',
  'order_payments',
  'order_tracking_numbers',
  'events',
  'deliveries',
].concat(
  ['announcements', 'delivery_attempts', 'contact_messages', 'audit_log', 'used_codes', 'sessions'],
  ['event_feed', 'event_head', 'webhook_deliveries'],
)

/** A UUIDv7 of the nth thing of a kind, one a second since 2025. */
const id = (kind: number, n: RawBuilder<unknown>) => sql`(
  lpad(to_hex(1735689600000 + ${n}::bigint * 1000), 12, '0') || '7' || ${sql.lit(`00${kind}`)} || '8' || lpad(to_hex(${n}::bigint), 15, '0')
)::uuid`
const time = (n: RawBuilder<unknown>) => sql`(timestamptz '2025-01-01' + ${n} * interval '1 second')`
/** A UUIDv7 of that time. */
const idAt = (at: RawBuilder<unknown>) => sql`(
  lpad(to_hex((extract(epoch from ${at}) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(n), 15, '0')
)::uuid`
const n = sql`n`

function steps(size: number): [string, RawBuilder<unknown>][] {
  const upTo = (count: number) => sql`generate_series(1, ${sql.lit(count)}::bigint) as n`
  const [users, orders, ended] = [size, 5 * size, 10 * size]
  const owner = sql`case when n % 50 = 0 then 1 else 1 + n * 7919 % ${sql.lit(users)} end`
  const product = sql`1 + n * 104729 % ${sql.lit(size)}`
  const now = sql`timestamptz ${sql.lit(new Date().toISOString())}`
  const ordered = sql`(${now} - (${sql.lit(orders)} - n) * interval '1 second')`
  // Marks orders older than ten minutes as paid, except those in process and those that were cancelled.
  const isPaid = sql`(n % 5 <> 1 and n % 20 <> 7 and n < ${sql.lit(orders)} - 600)`
  const happened = sql`(${now} - (${sql.lit(ended)} - n) * interval '1 second')`
  const type = sql`case n % 10 when 0 then 'user.registered' else 'order.placed' end`
  const typeOfOld = sql`case when n % 1000 = 1 then 'order.shipped' else ${type} end`
  const lately = sql`(${now} - interval '1 minute' + n * interval '1 minute' / ${sql.lit(size)})`
  return [
    [
      `${users} users`,
      sql`insert into users (id, email, user_name, role, password_hash, created_at, confirmed_at)
        select ${id(1, n)}, 'person' || n || '@example.test', (array['Ada','Grace','Edsger','Barbara','Alan'])[1 + n % 5] || ' ' || n,
          'customer', '', ${time(n)}, ${time(n)} from ${upTo(users)}`,
    ],
    [
      `${size} products`,
      sql`with grouped as (
          insert into product_groups (id, name, options) overriding system value
          select n, 'Group ' || n, '[{"name":"Size","values":["S","M","L","XL"]}]' from ${upTo(size / 20 + 1)}
        )
        insert into products (sku, name, "group", options, is_listed, description, category, status, price, stock,
        created_at, updated_at, images)
        select 'SKU-' || n,
        (array['Wool','Oak','Steel','Linen'])[1 + n % 4] || ' ' || (array['camp','desk','garden'])[1 + n % 3] || ' mug ' || n % 5000,
          case when n % 20 < 4 then 1 + n / 20 end,
          case when n % 20 < 4 then jsonb_build_array(jsonb_build_object('name', 'Size', 'value',
          (array['S','M','L','XL'])[1 + n % 20])) else '[]' end,
          n % 20 not in (1, 2, 3), 'From our range', 'Category ' || n % 20,
          (array['active','active','active','out_of_stock','discontinued'])[1 + n % 5],
          (n * 37 % 100000)::int, 10, ${time(n)}, ${time(n)},
          case when n % 10 = 1 then jsonb_build_array(jsonb_build_object('url', '/assets/images/' || n || '/800.jpg',
          'alt', 'A thing', 'width', 800, 'height', 600)) else '[]' end from ${upTo(size)}`,
    ],
    [
      'products that were sold lately',
      sql`update products set stock = stock - 1, updated_at = ${now} - (2 + n % 7) * interval '1 minute'
        from ${upTo(500)} where id = ${product}`,
    ],
    [
      'pictures that were removed from one product and are shown by another',
      sql`insert into image_files (hash, name, content, unused_since)
        select ${sql.lit(size)} - 10 * n + 1, '800.jpg', '', now() - interval '1 year' from ${upTo(5)}`,
    ],
    [
      'words',
      sql`insert into product_words select word from ts_stat('select to_tsvector(''simple'', name) from products')`,
    ],
    [
      `${orders} orders`,
      sql`insert into orders (owner_id, delivery_address, status, payment_status, total, currency, placed_at)
        select ${id(1, sql`(${owner})`)},
          case when n % 5 = 0 then jsonb_build_object('name', 'Person ' || n, 'line1', n || ' Elm Street', 'postcode', 10000 + n % 80000,
            'city', (array['Berlin','Paris','Lyon','Hamburg','Vienna'])[1 + n % 7 % 5], 'country', 'DE') end,
            case when n % 20 = 7 then 'cancelled' else (array['placed','processing','delivered','delivered','delivered'])[1 + n % 5] end,
          case when ${isPaid} then 'paid' else 'open' end, n * 31 % 100000, 'EUR', ${ordered} from ${upTo(orders)}`,
    ],
    [
      'order lines',
      sql`insert into order_items (order_id, line, product_id, sku, name, unit_price, quantity)
        select n, 1::smallint, ${product}, 'SKU', 'Thing', 100, 1 from ${upTo(orders)}`,
    ],
    [
      'order steps',
      sql`insert into order_steps (order_id, status, by_user, at)
        select n, 'placed', ${id(1, sql`(${owner})`)}, ${ordered} from ${upTo(orders)}
        union all select n, 'cancelled', ${id(1, sql`(${owner})`)}, ${ordered} + interval '1 hour' from ${upTo(orders)} where n % 20 = 7`,
    ],
    [
      'payments',
      sql`insert into order_payments (order_id, status, by_user, at)
        select n, 'paid', ${id(1, sql`1`)}, ${ordered} from ${upTo(orders)} where ${isPaid}`,
    ],
    [
      'tracking numbers',
      sql`insert into order_tracking_numbers (order_id, tracking_number, by_user, at)
        select n, 'T' || n, ${id(1, sql`1`)}, ${ordered} from ${upTo(orders)} where n % 50 = 3`,
    ],
    [
      'events',
      sql`insert into events (id, type, payload, created_at)
        select ${idAt(happened)}, ${typeOfOld},
          jsonb_build_object('orderId', 1 + n % ${sql.lit(orders)}), ${happened} from ${upTo(ended)}`,
    ],
    [
      // First, so that they lie side by side, as a fan-out writes them.
      `${size} waiting deliveries`,
      sql`with happened as (
          insert into events (id, type, payload, created_at)
          select ${idAt(lately)}, ${type}, jsonb_build_object('orderId', n), ${lately} from ${upTo(size)} where n > 3000
        )
        insert into deliveries (id, event_id, kind, recipient, user_id, created_at, due_at, bulk)
        select ${idAt(lately)}, case when n <= 3000 then ${id(4, sql`1`)} else ${idAt(lately)} end,
          case when n <= 3000 then 'announcement.published' else ${type} end,
          'user:' || ${id(1, n)}, ${id(1, n)}, ${lately}, ${lately}, n <= 3000
        from ${upTo(size)}`,
    ],
    [
      `${ended} ended deliveries`,
      sql`insert into deliveries (id, event_id, recipient, user_id, state, created_at, due_at, attempts, ended_at, reply, address, bulk,
          kind)
        select ${idAt(happened)}, case when is_bulk then ${id(4, sql`0`)}
        else ${idAt(happened)} end, 'user:' || ${id(1, n)}, ${id(1, sql`(${owner})`)},
          case when n % 1000 = 0 then 'failed' else 'sent' end, ${happened}, ${happened}, 1,
          ${happened} + n % 100 * interval '30 milliseconds', '250 OK',
          'person@example.test', is_bulk, case when is_bulk then 'announcement.published' else ${typeOfOld} end
        from (select n, n % 10 = 5 as is_bulk from ${upTo(ended)}) as numbers`,
    ],
    [
      'attempts',
      sql`insert into delivery_attempts (delivery_id, number, worker, started_at, ended_at, outcome)
        select id, 1, 1, created_at, ended_at, case state when 'sent' then state else 'refused' end from deliveries where attempts > 0`,
    ],
    [
      'an announcement',
      sql`with event as (
          insert into events (id, type, payload, created_at)
          values (${id(4, sql`0`)}, 'announcement.published', '{}', ${time(sql`0`)}), (${id(4, sql`1`)},
          'announcement.published', '{}', now())
        )
        insert into announcements (id, event_id, subject, message, created_at, fanned_out_at, recipients)
        values (${id(5, sql`${sql.lit(size)}`)}, ${id(4, sql`0`)}, 'News', 'Hello.', ${time(sql`0`)},
        ${time(sql`${sql.lit(ended)}`)}, ${sql.lit(size)}),
          (${id(5, sql`${sql.lit(size + 1)}`)}, ${id(4, sql`1`)}, 'More news', 'Hello.', now(), now(), ${sql.lit(Math.min(size, 3000))})`,
    ],
    [
      'older announcements',
      sql`with event as (
          insert into events (id, type, payload, created_at)
          select ${id(9, n)}, 'announcement.published', '{}', ${time(n)} from ${upTo(size / 500)}
        )
        , delivery as (
          insert into deliveries (id, event_id, kind, recipient, user_id, state, created_at, due_at, attempts, ended_at, bulk)
          select ${id(9, n)}, ${id(9, n)}, 'announcement.published', 'user:1', ${id(1, sql`1`)}, 'sent', ${time(n)},
          ${time(n)}, 1, ${time(n)}, true
          from ${upTo(size / 500)}
        )
        insert into announcements (id, event_id, subject, message, created_at, fanned_out_at, recipients)
        select ${id(5, n)}, ${id(9, n)}, 'Old news', 'Hello.', ${time(n)}, ${time(n)}, 1 from ${upTo(size / 500)}`,
    ],
    [
      'sessions',
      sql`insert into sessions (id, token_hash, user_id, created_at, second_factor_at, last_seen_at, expires_at)
        select ${id(6, n)}, sha256(n::text::bytea), ${id(1, n)}, ${now}, ${now}, ${now}, ${now} + interval '30 days' from ${upTo(users)}`,
    ],
    [
      'the event feed',
      sql`insert into event_feed (position, id, type, data, at)
        select n, ${id(2, n)}, 'order.placed', jsonb_build_object('orderId', n), ${ordered} from ${upTo(orders)}`,
    ],
    ['the head of the feed', sql`update event_head set position = ${sql.lit(orders)}`],
    [
      'a webhook',
      sql`with endpoint as (
          insert into webhook_endpoints (id, url, description, types, created_at, position)
          values (${id(7, sql`0`)}, 'https://example.test', '', '{order.placed}', ${now}, ${sql.lit(orders)})
        )
        insert into webhook_deliveries (endpoint_id, position, state, created_at, due_at, attempts, ended_at)
        select ${id(7, sql`0`)}, n, case when n % 1000 = 0 then 'failed' else 'delivered' end, ${ordered}, ${ordered}, 1, ${ordered}
        from ${upTo(orders)}`,
    ],
    [
      'messages',
      sql`insert into contact_messages (id, name, email, message, received_at)
        select ${id(7, n)}, 'Person ' || n, 'person' || n || '@example.test', 'Where is my parcel T' || n || '?',
        ${time(n)} from ${upTo(size)}`,
    ],
    [
      'audit log',
      sql`insert into audit_log (id, at, action, user_id)
        select ${id(8, n)}, now(), case when n % 5000 = 0 then 'role_changed' else 'signed_in' end, ${id(1, n)} from ${upTo(size)}`,
    ],
    [
      'used codes',
      sql`insert into used_codes (user_id, step, code, used_at) select ${id(1, n)}, n, '123456', now() from ${upTo(size)}`,
    ],
  ]
}

/** The nth user that `fill` made. */
export function userId(n: number): string {
  return idText(1, n)
}

/** The endpoint of all webhook deliveries. */
export const WEBHOOK = idText(7, 0)

/** The event of the announcement whose deliveries have ended. */
export const ANNOUNCED = idText(4, 0)

/** The event of the announcement whose deliveries wait. */
export const ANNOUNCING = idText(4, 1)

function idText(kind: number, n: number): string {
  const head = (1_735_689_600_000 + n * 1000).toString(16).padStart(12, '0')
  const tail = n.toString(16).padStart(15, '0')
  return `${head.slice(0, 8)}-${head.slice(8)}-700${kind}-8${tail.slice(0, 3)}-${tail.slice(3)}`
}
