/** `semel verify` checks a database, such as a restored backup, against what Semel promises. */
import { type Command, InvalidArgumentError } from 'commander'
import type { Config } from '../config.ts'
import { checkIntegrity, examples } from '../database/integrity.ts'
import { missingMigrations } from '../database/migrations/migrate.ts'
import { connectDirectly } from '../database/pooling/client.ts'
import type { Db } from '../database/schema.ts'
import { opensServiceKey } from '../database/service-key.ts'
import { FORMER_OWNER } from '../orders/queries.ts'
import { loadSecretKey } from '../secrets/secret-key.ts'
import { HOUR, MINUTE, SECOND } from '../time.ts'
import { type Foundation, openFoundation, readConfig } from './open.ts'

export function verifyCommand(program: Command): void {
  program
    .command('verify')
    .description('check the data itself, after a restore: keys, orders, emails, the event feed, numbers')
    .addHelpText(
      'after',
      '\nThe exit code is 1 when a check fails, else 0. Verify changes nothing. It reads every table once, in one snapshot.',
    )
    .option(
      '--sample <percent>',
      'look at about so many of the orders and emails, for a first look at a large database',
      percent,
    )
    .action(async ({ sample }: { sample?: number }) => {
      await using foundation = await openFoundation(readConfig(), { name: 'verify', join: true })
      let isWrong = false
      for await (const { subject, findings } of verify(foundation, { sample, onBegin: showProgress })) {
        isWrong ||= findings.length > 0
        console.log(
          findings.length === 0 ? `✓ ${subject}` : `✗ ${subject}\n${findings.map(text => `    ${text}\n`).join('')}`,
        )
      }
      if (sample !== undefined)
        console.log(`This was a sample of ${sample} percent. Only the whole check says that nothing is wrong.`)
      if (isWrong) process.exitCode = 1
    })
}

function percent(text: string): number {
  const value = Number(text)
  if (value > 0 && value <= 100) return value
  throw new InvalidArgumentError('must be a number above 0, at most 100.')
}

/** Shows which check runs, and for how long: on a large database one takes minutes. @returns ends it */
function showProgress(subject: string): () => void {
  const out = process.stderr
  if (!out.isTTY) return () => {}
  const started = performance.now()
  const draw = () =>
    out.write(`\r\x1b[K… ${subject} (${Math.round((performance.now() - started) / SECOND)} s)`.slice(0, out.columns))
  draw()
  const timer = setInterval(draw, SECOND)
  return () => {
    clearInterval(timer)
    out.write('\r\x1b[K')
  }
}

type Result = { subject: string; findings: string[] }

/** Every check in turn, with what it found. Later ones need the schema. */
export async function* verify(
  { db, config, databaseUrl }: Pick<Foundation, 'db' | 'config' | 'databaseUrl'>,
  { sample, onBegin = () => () => {} }: { sample?: number | undefined; onBegin?: (subject: string) => () => void } = {},
): AsyncGenerator<Result> {
  const missing = await missingMigrations(databaseUrl)
  yield { subject: 'the schema is that of this release', findings: missing.map(name => `${name} is missing`) }
  if (missing.length > 0) return
  yield { subject: 'SECRET_KEY opens the service key', findings: await examineKey(db, config) }
  const client = await connectDirectly(databaseUrl, { name: 'semel verify', deadline: 6 * HOUR })
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    if (sample === undefined) {
      // An index that lost a row would hide it.
      for (const way of ['indexscan', 'indexonlyscan', 'bitmapscan'])
        await client.query(`set local enable_${way} = off`)
      const subject = 'unique keys, foreign keys and sequences hold'
      yield { subject, findings: await during(subject, () => checkIntegrity(client)) }
    }
    for (const { subject, question } of checks(config).filter(({ ofAll }) => sample === undefined || !ofAll)) {
      const asked = sample === undefined ? question : sampled(question, sample)
      const { rows } = await during(subject, () => client.query<{ example: string }>(`${asked} limit 5`))
      yield { subject, findings: rows.length > 0 ? [examples(rows)] : [] }
    }
  } finally {
    await client.end()
  }

  async function during<T>(subject: string, work: () => Promise<T>): Promise<T> {
    const end = onBegin(subject)
    try {
      return await work()
    } finally {
      end()
    }
  }
}

/** Limits a question to a sample of the table's blocks. The rows that belong to these are still looked up in full. */
function sampled(question: string, percent: number): string {
  return question.replace(/\bfrom (orders|deliveries|sessions) (\w)\b/, `from $1 $2 tablesample system (${percent})`)
}

async function examineKey(db: Db, config: Config): Promise<string[]> {
  try {
    return (await opensServiceKey(db, await loadSecretKey(config))) ? [] : ['there is no service key']
  } catch (error) {
    return [(error as Error).message.trim()]
  }
}

/** The promises of the business. Each question finds the rows that break one, with an example as text. */
function checks({ deliveriesKept: kept }: Config): { subject: string; question: string; ofAll?: true }[] {
  // The cleanup has deleted older emails, with their events.
  const isKept = kept === undefined ? 'true' : `o.placed_at > now() - interval '${kept / MINUTE} minutes'`
  return [
    {
      subject: 'nobody is signed in who has not confirmed an account (R1)',
      question: `
      select 'session ' || s.id as example
      from sessions s join users u on u.id = s.user_id where u.confirmed_at is null`,
    },
    {
      subject: 'every order has its lines, and they add up to its total',
      question: `
      select 'order ' || o.id as example
      from orders o left join order_items i on i.order_id = o.id
      group by o.id having o.items_total is distinct from sum(coalesce(i.line_total, i.unit_price * i.quantity))
        or o.discount_total <> sum(i.discount)`,
    },
    {
      subject: 'the VAT of every order adds up to its total',
      question: `
      select 'order ' || o.id as example
      from orders o join order_taxes t on t.order_id = o.id
      group by o.id having o.total <> sum(t.gross)`,
    },
    {
      subject: 'every discount code counts the orders that use it',
      ofAll: true,
      question: `
      select 'code ' || c.code as example
      from discount_codes c left join discount_uses u on u.code = c.code
      group by c.code having c.used <> count(u.order_id)`,
    },
    {
      subject: 'every order was placed, and is in the state of its latest step',
      question: `
      select 'order ' || o.id as example
      from orders o left join order_steps s on s.order_id = o.id
      group by o.id having count(*) filter (where s.status = 'placed') <> 1 or count(*) filter (where s.status = o.status) <> 1
        or (o.status <> 'cancelled' and count(*) filter (where s.status = 'cancelled') > 0)`,
    },
    {
      subject: 'every order has announced itself to its owner once (R2)',
      question: `
      select 'order ' || o.id as example
      from orders o
      left join events e on e.type = 'order.placed' and e.payload = jsonb_build_object('orderId', o.id)
      -- The orders of a deleted account have got another owner.
      left join deliveries d on d.event_id = e.id and (d.user_id = o.owner_id or o.owner_id = '${FORMER_OWNER}')
      group by o.id having count(d.id) > 1 or (count(d.id) = 0 and ${isKept})`,
    },
    {
      subject: 'every email that was sent says when and where to, and its attempts are in order (R2, R3)',
      question: `
      select 'delivery ' || d.id as example
      from deliveries d left join delivery_attempts a on a.delivery_id = d.id
      group by d.id having (d.state = 'sent' and (d.address is null or d.ended_at is null)) or max(a.number) > d.attempts
        or count(*) filter (where a.outcome = 'sent') > 1`,
    },
    {
      subject: 'the event feed has every position once, up to its head',
      ofAll: true,
      question: `
      select 'positions ' || h.oldest || ' to ' || h.position || ' have ' || count(f.position) || ' events' as example
      from event_head h left join event_feed f on true
      group by h.oldest, h.position
      having count(f.position) <> h.position - h.oldest + 1 or min(f.position) < h.oldest or max(f.position) > h.position`,
    },
    {
      subject: 'no webhook has read further than the feed goes',
      question: `
      select 'endpoint ' || w.id as example from webhook_endpoints w cross join event_head h where w.position > h.position`,
    },
    {
      subject: 'the sales of each quarter of an hour are those of its orders',
      ofAll: true,
      question: `
      select s.quarter || ' ' || s.currency as example
      from sales_quarters s
      left join orders o on date_bin('15 minutes', o.placed_at, '2000-01-01Z') = s.quarter and o.currency = s.currency
      group by s.quarter, s.currency having s.orders <> count(o.id) or s.total <> coalesce(sum(o.total), 0)`,
    },
  ]
}
