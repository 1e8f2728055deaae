/** Events of providers. An event is a reason to look at a payment, and nothing else: what it says is not believed. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { wakeWorkers } from '../../database/news/wake.ts'
import { one } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import { isUuid } from '../../http/input/validation.ts'
import { Problem } from '../../problems.ts'
import { SECOND } from '../../time.ts'
import { findProvider } from './find-provider.ts'
import { ProviderError, type ProviderEvent } from './provider.ts'

const LARGEST = 256 * 1024

/** The address that a provider sends its events to. The body stays as it came, because it is signed. */
export function providerEventRoutes(app: FastifyInstance, context: AppContext): void {
  const countRefused = refusedEvents(context)
  void app.register(async hooks => {
    hooks.removeAllContentTypeParsers()
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LARGEST }, (_, body, done) => done(null, body))
    hooks.post('/hooks/payments/:provider', { bodyLimit: LARGEST }, async (request, reply) => {
      const { provider: name } = request.params as { provider: string }
      const provider = await findProvider(context, name)
      if (!provider) throw new Problem('not_found', 'This shop has no such provider of payments.')
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const event = read(
        () => provider.readEvent(body, request.headers, context.clock.now()),
        () => countRefused(name, 'signature'),
      )
      if (!event) {
        // It is signed, so it is from the provider. A refusal would only make it come again for days.
        request.log.warn({ provider: name }, 'an event of the provider has an unknown shape')
        return reply.header('cache-control', 'no-store').send({ received: true })
      }
      const payment = await receiveEvent(context.db, name, event)
      if (payment === null)
        request.log.info({ provider: name, event: event.id, type: event.type }, 'an event about no payment of ours')
      else wakeWorkers(context.db)
      return reply.header('cache-control', 'no-store').send({ received: true })
    })
  })
}

function read(work: () => ProviderEvent | undefined, refused: () => void): ProviderEvent | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'invalid_signature') throw error
    refused()
    throw new Problem('invalid_signature', undefined, { cause: error })
  }
}

const FLUSH = 10 * SECOND

/** Counts refused events. Anybody can send them, so the row of a provider's day is written every few seconds at most. */
function refusedEvents({ db, log }: AppContext): (provider: string, reason: string) => void {
  /** Refusals to be written later, of each row that was written a moment ago. */
  const waiting = new Map<string, number>()
  const write = (provider: string, reason: string, number: number) => {
    noteRefused(db, { provider, reason, number }).catch(error =>
      log.warn({ err: error }, 'refused events were not counted'),
    )
  }
  return (provider, reason) => {
    const row = `${provider} ${reason}`
    const more = waiting.get(row)
    waiting.set(row, (more ?? -1) + 1)
    if (more !== undefined) return
    write(provider, reason, 1)
    setTimeout(() => {
      const number = waiting.get(row)!
      waiting.delete(row)
      if (number > 0) write(provider, reason, number)
    }, FLUSH).unref()
  }
}

async function noteRefused(db: Db, { provider, reason, number }: { provider: string; reason: string; number: number }) {
  await sql`
    insert into refused_events as r (provider, reason, day, number, last_at)
    values (${provider}, ${reason}, current_date, ${number}, now())
    on conflict (provider, reason, day) do update set number = r.number + excluded.number, last_at = excluded.last_at
  `.execute(db)
}

/**
 * Keeps the event, and has its payment looked at. The primary key makes a repeat change nothing.
 * @param isFound it did not come, and was found in the provider's list
 * @returns the payment; null for an unknown one, and for a repeat undefined
 */
export async function receiveEvent(
  db: Db,
  provider: string,
  event: ProviderEvent,
  { isFound = false } = {},
): Promise<string | null | undefined> {
  const { id, type, names, isOurs } = event
  const { rows } = await sql<{ isNew: boolean; payment: string | null }>`
    with payment as materialized (
      select id from payments
      where provider = ${provider} and (id = any(${names.filter(isUuid)}::uuid[])
        or provider_id = any(${names}::text[]) or transaction_id = any(${names}::text[]))
      order by id desc limit 1
    ), fresh as (
      insert into provider_events (provider, event_id, type, payment_id, is_lost, is_found)
      select ${provider}, ${id.slice(0, 255)}, ${type.slice(0, 100)}, (select id from payment),
        ${isOurs}::boolean and not exists (select from payment), ${isFound}
      on conflict do nothing
      returning payment_id
    ), late as (
      -- It was found, and came after all
      update provider_events set is_found = false
      where provider = ${provider} and event_id = ${id.slice(0, 255)} and is_found and not ${isFound}
    ), due as (
      update payments p set look_at = now() from fresh where p.id = fresh.payment_id and p.provider_id is not null
    )
    select exists (select from fresh) as "isNew", (select payment_id from fresh) as payment
  `.execute(db)
  const { isNew, payment } = one(rows)
  return isNew ? payment : undefined
}

/** Called by the cleanup. Providers repeat an event for some days. */
export async function deleteOldProviderEvents(db: Db): Promise<void> {
  await sql`delete from refused_events where day < current_date - 90`.execute(db)
  await sql`delete from provider_events where received_at < now() - interval '90 days'`.execute(db)
}
