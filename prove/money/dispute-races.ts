/** The races of chargebacks: people decide about money that a bank has taken, while the bank and the customer change their minds. */
import { sql } from 'kysely'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { cancelIfUnpaid } from '../../src/orders/transition.ts'
import { findProvider } from '../../src/payments/providers/find-provider.ts'
import { look } from '../../src/payments/standing.ts'
import { startWorker } from '../../src/worker.ts'
import { hold, lockedOut } from '../../test/support/locks.ts'
import { openedPage, orderOnline, paymentStatus } from '../../test/support/payments.ts'
import { type Person, person } from '../../test/support/people.ts'
import type { Semel } from '../../test/support/semel.ts'
import { until } from '../../test/support/until.ts'
import { sendAll, transfersToMake } from './transfer-races.ts'

type Bed = { semel: Semel; provider: DevProvider }
type Taken = { id: number; staff: Person; paymentId: string; intent: string; disputeId: string }
type Status = Parameters<DevProvider['bank']['dispute']>[1]
type More = Parameters<DevProvider['bank']['dispute']>[2]

const CLAIMED_PRICE = 4800

const expect = (name: string, is: unknown, wanted: unknown) => (is === wanted ? [] : [`${name}: ${is}, not ${wanted}`])

/** A paid order with a dispute. */
async function disputed(bed: Bed, status: Status, more: More = {}): Promise<Taken> {
  const { semel, provider } = bed
  const [buyer, staff] = [await person(semel), await person(semel, 'admin')]
  const { id } = await orderOnline(semel, buyer, CLAIMED_PRICE)
  provider.bank.pay(await openedPage(semel, id, buyer))
  {
    await using _ = startWorker(semel, { databaseUrl: semel.databaseUrl })
    await until(async () => (await paymentStatus(semel, id)) === 'paid', 'paid')
  }
  const { id: paymentId, transaction_id: intent } = await semel.db
    .selectFrom('payments')
    .select(['id', 'transaction_id'])
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  const taken = { id, staff, paymentId, intent: intent! }
  await becomes(bed, taken, status, more)
  const { rows } = await sql<{ id: string }>`select id from disputes where payment_id = ${paymentId}`.execute(semel.db)
  return { ...taken, disputeId: rows[0]!.id }
}

async function becomes(
  { semel, provider }: Bed,
  { intent, paymentId }: Pick<Taken, 'intent' | 'paymentId'>,
  status: Status,
  more: More = {},
) {
  provider.bank.dispute(intent, status, more)
  await provider.events.quiet()
  await look(semel, (await findProvider(semel, 'stripe'))!, { id: paymentId, lease: null }, cancelIfUnpaid)
}

const decide = ({ semel }: Bed, { disputeId, staff }: Taken, decision: string) =>
  semel.client().post(`/api/admin/disputes/${disputeId}/decision`, { decision }, { token: staff.token })
const payAgain = ({ semel }: Bed, { id, staff }: Taken, body: { amount?: number } = {}) =>
  semel.client().post(`/api/orders/${id}/mark-paid`, body, { token: staff.token })

export const statusesOf = (answers: { status: number }[]) =>
  answers
    .map(({ status }) => status)
    .sort()
    .join(' ')

/** The rest that the sale brings: the money that is here, and what the customer owes again. */
async function moneyOf({ semel }: Bed, { id }: Taken) {
  const { rows } = await sql<{ here: number; credited: number; again: number }>`
    select sum(captured - refunded - charged_back)::int as here, coalesce(sum(captured) filter (where for_claim), 0)::int as again,
      (select coalesce(sum(r.amount), 0)::int from refunds r join payments p on p.id = r.payment_id
        where p.order_id = ${id} and r.source = 'chargeback' and r.state = 'done') as credited
    from payments where order_id = ${id}
  `.execute(semel.db)
  return rows[0]!
}

/** All wait for somebody who holds the order. A mutant that does not wait has read by then. */
export async function together(
  bed: Pick<Bed, 'semel'>,
  { id }: Pick<Taken, 'id'>,
  works: (() => Promise<{ status: number }>)[],
) {
  await using held = await hold(bed.semel.databaseUrl, tx =>
    sql`select from orders where id = ${id} for no key update`.execute(tx),
  )
  const all: Promise<{ status: number }>[] = []
  for (const [n, work] of works.entries()) {
    all.push(work())
    await lockedOut(bed.semel.db, n + 1)
  }
  await held.release()
  return Promise.all(all)
}

async function creditedByFour(bed: Bed): Promise<string[]> {
  const taken = await disputed(bed, 'lost')
  const credited = () => decide(bed, taken, 'credited')
  const answers = await together(bed, taken, [credited, credited, credited, credited])
  return [
    ...expect('answers', statusesOf(answers), '200 409 409 409'),
    ...expect('credited', (await moneyOf(bed, taken)).credited, CLAIMED_PRICE),
    ...expect('the order', await paymentStatus(bed.semel, taken.id), 'refunded'),
  ]
}

async function claimedThenCredited(bed: Bed): Promise<string[]> {
  const taken = await disputed(bed, 'needs_response')
  const early = [await decide(bed, taken, 'claimed'), await decide(bed, taken, 'credited')]
  await becomes(bed, taken, 'lost')
  const claimed = () => decide(bed, taken, 'claimed')
  const answers = await together(bed, taken, [claimed, claimed, claimed])
  const credited = await decide(bed, taken, 'credited')
  return [
    ...expect('while the bank decides', statusesOf(early), '409 409'),
    ...expect('answers', statusesOf(answers), '200 409 409'),
    ...expect('a claim that is given up', credited.status, 200),
    ...expect('claimed after that', (await claimed()).status, 409),
  ]
}

/** Whichever comes first, the customer does not owe it anymore. */
async function paidAndCredited(bed: Bed): Promise<string[]> {
  const found: string[] = []
  for (const isPaidFirst of [true, false]) {
    const taken = await disputed(bed, 'lost')
    const works = [() => payAgain(bed, taken), () => decide(bed, taken, 'credited')]
    const answers = await together(bed, taken, isPaidFirst ? works : works.reverse())
    const { credited, again } = await moneyOf(bed, taken)
    found.push(
      ...expect('answers', statusesOf(answers), '200 409'),
      ...expect('settled', credited + again, CLAIMED_PRICE),
    )
  }
  return found
}

async function creditedThenWon(bed: Bed): Promise<string[]> {
  const taken = await disputed(bed, 'lost')
  await decide(bed, taken, 'credited')
  await becomes(bed, taken, 'won')
  const won = { ...(await moneyOf(bed, taken)), order: await paymentStatus(bed.semel, taken.id) }
  await becomes(bed, taken, 'lost')
  const again = await decide(bed, taken, 'credited')
  return [
    ...expect('after it was won', `${won.order} ${won.here} ${won.credited}`, `paid ${CLAIMED_PRICE} 0`),
    ...expect('decided anew', again.status, 200),
    ...expect('credited', (await moneyOf(bed, taken)).credited, CLAIMED_PRICE),
  ]
}

/** The customer has paid again, and then the bank gives the first money back. */
async function wonAfterPaidAgain(bed: Bed): Promise<string[]> {
  const taken = await disputed(bed, 'lost')
  await payAgain(bed, taken)
  await Promise.all([becomes(bed, taken, 'won'), becomes(bed, taken, 'won')])
  const { rows } = await sql<{ n: number; amount: number }>`
    select count(*)::int as n, sum(r.amount)::int as amount from refunds r join payments p on p.id = r.payment_id
    where p.order_id = ${taken.id} and r.source = 'surplus'
  `.execute(bed.semel.db)
  await sendAll(bed, taken)
  return [
    ...expect('goes back', `${rows[0]!.n} times, ${rows[0]!.amount}`, `1 times, ${CLAIMED_PRICE}`),
    // The customer has paid the whole order, and nothing of that went back.
    ...expect('the order', await paymentStatus(bed.semel, taken.id), 'paid'),
  ]
}

/** Two chargebacks are paid again with one transfer. The bank gives one of them back, so a part of the transfer is too much. */
async function oneOfTwoWon(bed: Bed): Promise<string[]> {
  const taken = await disputed(bed, 'lost', { amount: 2000 })
  await becomes(bed, taken, 'lost', { amount: CLAIMED_PRICE - 2000, again: true })
  await payAgain(bed, taken)
  await becomes(bed, taken, 'won')
  await sendAll(bed, taken)
  return [
    ...expect('money', (await moneyOf(bed, taken)).here, CLAIMED_PRICE),
    ...expect('asked again', (await paymentStatus(bed.semel, taken.id)) === 'charged_back', false),
  ]
}

/** The provider is asked again between two transfers, and the last one comes twice. */
async function claimPaidInParts(bed: Bed): Promise<string[]> {
  const taken = await disputed(bed, 'lost')
  const first = 1000
  await payAgain(bed, taken, { amount: first })
  await becomes(bed, taken, 'lost')
  const early = (await transfersToMake(bed, taken)).length
  const rest = () => payAgain(bed, taken, { amount: CLAIMED_PRICE - first })
  await together(bed, taken, [rest, rest])
  const back = (await transfersToMake(bed, taken)).length
  return [
    ...expect('transfers to make for the part', early, 0),
    ...expect('transfers to make in the end', back, 1),
    ...expect('paid again', (await moneyOf(bed, taken)).again, CLAIMED_PRICE),
    ...expect('the order', await paymentStatus(bed.semel, taken.id), 'paid'),
  ]
}

export const DISPUTE_RACES: { name: string; race: (bed: Bed) => Promise<string[]> }[] = [
  { name: 'four credit one chargeback', race: creditedByFour },
  { name: 'three claim one chargeback, and give it up', race: claimedThenCredited },
  { name: 'a chargeback is paid again and credited at once', race: paidAndCredited },
  { name: 'a chargeback that was credited is won', race: creditedThenWon },
  { name: 'a chargeback that was paid again is won', race: wonAfterPaidAgain },
  { name: 'one of two chargebacks that were paid again is won', race: oneOfTwoWon },
  { name: 'a chargeback is paid again in parts, and asked about', race: claimPaidInParts },
]
