/** The verdict of the failover drill: what was lost, doubled or left in doubt. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TestRelay } from '../../test/support/relay.ts'
import type { ClientLog } from './client-log.ts'

/** Leaves time for the emails that wait for another attempt. */
const LAST_EMAILS = 90_000

type Verdict = { emails: number; inDoubt: number; violations: string[] }

/**
 * Compares the database and the mail server with the answers that clients got.
 * @param mayDoubt processes were killed that had just handed an email over
 */
export async function judge(
  database: string | pg.ClientConfig,
  record: ClientLog,
  relay: TestRelay,
  mayDoubt: boolean,
): Promise<Verdict> {
  const client = new pg.Client(database)
  await client.connect()
  try {
    await untilDelivered(client)
    const emails = await judgeEmails(client, relay, mayDoubt)
    const violations = [
      ...record.violations,
      ...(await judgeOrders(client, record)),
      ...(await judgeSessions(client, record)),
      ...emails.violations,
    ]
    return { ...emails, violations }
  } finally {
    await client.end()
  }
}

async function judgeOrders(client: pg.Client, { orders }: ClientLog): Promise<string[]> {
  const { rows } = await client.query<{ id: string; owner: string; emails: number }>(`
    select o.id, o.owner_id as owner, (
      select count(*)::int from events e join deliveries d on d.event_id = e.id
      where e.type = 'order.placed' and (e.payload ->> 'orderId')::bigint = o.id) as emails
    from orders o`)
  const stored = new Map(rows.map(row => [Number(row.id), row]))
  return [
    ...[...orders].flatMap(([number, owner]) => {
      if (stored.get(number)?.owner === owner) return []
      return [stored.has(number) ? `order ${number} belongs to somebody else` : `order ${number} was lost`]
    }),
    // Every customer repeats until the order is acknowledged, so there is no other one.
    ...rows.filter(({ id }) => !orders.has(Number(id))).map(({ id }) => `order ${id} was placed twice`),
    ...rows.filter(({ emails }) => emails !== 1).map(({ id, emails }) => `order ${id} has ${emails} deliveries`),
  ]
}

async function judgeSessions(client: pg.Client, record: ClientLog): Promise<string[]> {
  const violations: string[] = []
  for (const { userId, token } of record.sessions) {
    const answer = await record.ask('/api/users/me', { token })
    if (answer?.status !== 200) violations.push(`a session of ${userId} was lost (${answer?.status})`)
  }
  const { rows } = await client.query<{ userId: string; count: number }>(
    `select user_id as "userId", count(*)::int as count from sessions group by 1`,
  )
  for (const { userId, count } of rows) {
    const acknowledged = record.sessions.filter(session => session.userId === userId).length
    const possible = acknowledged + (record.openSignIns.get(userId) ?? 0)
    if (count > possible) violations.push(`${userId} has ${count} sessions after ${possible} sign-ins`)
  }
  return violations
}

async function judgeEmails(client: pg.Client, { mails }: TestRelay, mayDoubt: boolean) {
  const received = new Map<string, number>()
  for (const mail of mails) {
    const [, id] = /^Message-ID: <([^@>]+)@/im.exec(mail) ?? []
    received.set(id!, (received.get(id!) ?? 0) + 1)
  }
  const { rows } = await client.query<{ id: string; state: string }>('select id, state from deliveries')
  const known = new Set(rows.map(({ id }) => id))
  const inDoubt = rows.filter(({ state }) => state === 'in_doubt')
  return {
    emails: mails.length,
    inDoubt: inDoubt.length,
    violations: [
      ...[...received].filter(([, count]) => count > 1).map(([id, count]) => `email ${id} arrived ${count} times`),
      ...[...received.keys()].filter(id => !known.has(id)).map(id => `email ${id} belongs to no delivery`),
      ...rows
        .filter(({ id, state }) => state !== 'in_doubt' && !(state === 'sent' && received.has(id)))
        .map(({ id, state }) => `email ${id} is ${state}, and ${received.has(id) ? 'arrived' : 'did not arrive'}`),
      ...(mayDoubt ? [] : inDoubt.map(({ id }) => `email ${id} is in doubt`)),
    ],
  }
}

async function untilDelivered(client: pg.Client): Promise<void> {
  const end = performance.now() + LAST_EMAILS
  while (performance.now() < end) {
    const { rows } = await client.query(
      `select from deliveries where state in ('pending', 'claimed', 'finishing') limit 1`,
    )
    if (rows.length === 0) return
    await sleep(200)
  }
}
