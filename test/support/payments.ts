/** A shop with the payment provider of development, for tests that pay. */
import { sql } from 'kysely'
import type { Session } from '../../src/dev/payments/objects.ts'
import { type DevProvider, openDevProvider } from '../../src/dev/payments/provider.ts'
import type { Person } from './people.ts'
import { stockProduct } from './products.ts'
import type { Semel } from './semel.ts'
import { until } from './until.ts'

export async function openProvider(semel: Pick<Semel, 'db' | 'origin'>): Promise<DevProvider> {
  return openDevProvider({ shop: () => semel.origin, db: semel.db })
}

/** An order that is to be paid online. */
export async function orderOnline(
  { db, client }: Pick<Semel, 'db' | 'client'>,
  buyer: Pick<Person, 'token'>,
  price = 4800,
) {
  const productId = await stockProduct(db, { name: 'Lamp', price })
  const { body, status, text } = await client().post(
    '/api/orders',
    { items: [{ productId, quantity: 1 }], payment: { method: 'online' } },
    { token: buyer.token },
  )
  if (status !== 201) throw new Error(text)
  return { id: body.id as number, productId, body }
}

/** The page of the provider for an order, once it is open. */
export async function openedPage(
  { client }: Pick<Semel, 'client'>,
  orderId: number,
  { token }: Pick<Person, 'token'>,
): Promise<string> {
  const { body, status, text } = await client().post(`/api/orders/${orderId}/payment`, {}, { token })
  if (status !== 201 || !body.redirect) throw new Error(`${status} ${text}`)
  return body.redirect.split('/').at(-1)
}

export async function paymentStatus({ db }: Pick<Semel, 'db'>, orderId: number): Promise<string> {
  const { payment_status } = await db
    .selectFrom('orders')
    .select('payment_status')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return payment_status
}

/** Nothing is left to call or to look at. */
export async function settled({ db }: Pick<Semel, 'db'>): Promise<void> {
  await until(async () => {
    const { rows } = await sql<{ open: number }>`
      select (select count(*) from payment_calls where state in ('pending', 'sending'))
        + (select count(*) from payments where case
            when state in ('authorized', 'cancelling') then true
            when state = 'pending' then look_at <= now()
            else look_at < now() + interval '50 seconds' end)
        + (select count(*) from refunds r join payments p on p.id = r.payment_id
            where r.state = 'pending' and r.source not in ('external', 'chargeback') and provider <> 'transfer'
              and not exists (select from payment_calls c where c.refund_id = r.id and c.state = 'in_doubt')) as open
    `.execute(db)
    return Number(rows[0]!.open) === 0
  }, 'settled')
}

export function capturedFor({ bank }: DevProvider, orderId: number) {
  const intents = bank.sessionsOf(orderId).flatMap(({ payment_intent: id }: Session) => (id ? [bank.intent(id)] : []))
  return {
    captures: intents.reduce((sum, { captures }) => sum + captures, 0),
    captured: intents.reduce((sum, { amount_received }) => sum + amount_received, 0),
    refunded: intents.reduce((sum, { id }) => sum + bank.refundedOf(id), 0),
    refunds: intents.flatMap(({ id }) => bank.refundsOf(id)).length,
    sessions: bank.sessionsOf(orderId).length,
  }
}
