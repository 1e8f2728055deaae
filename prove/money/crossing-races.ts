/** The races of an order whose money comes by transfer and at the page of a provider, and of people who end a finding about one. */
import { sql } from 'kysely'
import type { DevProvider } from '../../src/dev/payments/provider.ts'
import { cancelIfUnpaid } from '../../src/orders/transition.ts'
import { findProvider } from '../../src/payments/providers/find-provider.ts'
import { TO_LOOK_AT } from '../../src/payments/queries.ts'
import { look } from '../../src/payments/standing.ts'
import { adoptTransfers } from '../../src/payments/transfers-out/adopt.ts'
import { openedPage, orderOnline, paymentStatus } from '../../test/support/payments.ts'
import { type Person, person } from '../../test/support/people.ts'
import type { Semel } from '../../test/support/semel.ts'
import { statusesOf, together } from './dispute-races.ts'
import { forgetTransfer, transfersToMake } from './transfer-races.ts'

type Bed = { semel: Semel; provider: DevProvider }
type Paid = { id: number; staff: Person; paymentId: string; intent: string }

const PAGE_PRICE = 4800

const expect = (name: string, is: unknown, wanted: unknown) => (is === wanted ? [] : [`${name}: ${is}, not ${wanted}`])

/** The provider has the money, and nobody has asked it yet. */
async function paidUnheard({ semel, provider: { bank, events } }: Bed, amount = PAGE_PRICE): Promise<Paid> {
  const [buyer, staff] = [await person(semel), await person(semel, 'staff')]
  const { id } = await orderOnline(semel, buyer, PAGE_PRICE)
  const page = await openedPage(semel, id, buyer)
  bank.session(page).capturesLater = false
  events.lost = 1
  const { payment_intent: intent } = bank.pay(page, { amount })
  events.lost = 0
  const { id: paymentId } = await semel.db
    .selectFrom('payments')
    .select('id')
    .where('order_id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, staff, paymentId, intent: intent! }
}

const post = ({ semel }: Bed, path: string, body: object, { staff }: Paid) =>
  semel.client().post(path, body, { token: staff.token })
const note = (bed: Bed, paid: Paid, amount: number) => post(bed, `/api/orders/${paid.id}/mark-paid`, { amount }, paid)
const refund = async (bed: Bed, paid: Paid, amount: number): Promise<string> =>
  (await post(bed, `/api/orders/${paid.id}/refunds`, { amount }, paid)).body.id
const lookAt = async ({ semel }: Bed, { paymentId }: Paid) =>
  look(semel, (await findProvider(semel, 'stripe'))!, { id: paymentId, lease: null }, cancelIfUnpaid)

/** The amount that came, and how much of it goes back. */
async function moneyOf({ semel }: Bed, { id }: Paid): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select format('%s %s, %s back', case provider when 'transfer' then 'transfer' else 'online' end, captured, refund_reserved) as text
    from payments where order_id = ${id} order by 1
  `.execute(semel.db)
  return rows.map(({ text }) => text).join('; ')
}

async function partFirst(bed: Bed): Promise<string[]> {
  const paid = await paidUnheard(bed)
  await note(bed, paid, 1000)
  await Promise.all([lookAt(bed, paid), lookAt(bed, paid)])
  return [
    ...expect('money', await moneyOf(bed, paid), 'online 4800, 0 back; transfer 1000, 1000 back'),
    ...expect('the order', await paymentStatus(bed.semel, paid.id), 'paid'),
  ]
}

async function wholeFirst(bed: Bed): Promise<string[]> {
  const paid = await paidUnheard(bed)
  await note(bed, paid, PAGE_PRICE)
  await lookAt(bed, paid)
  return [
    ...expect('money', await moneyOf(bed, paid), 'online 4800, 4800 back; transfer 4800, 0 back'),
    ...expect('the order', await paymentStatus(bed.semel, paid.id), 'paid'),
  ]
}

/** The order costs less now, and the customer has paid what it cost before. */
async function partGoesBack(bed: Bed): Promise<string[]> {
  const paid = await paidUnheard(bed)
  await note(bed, paid, 2000)
  await refund(bed, paid, 500)
  await lookAt(bed, paid)
  return [
    ...expect('money', await moneyOf(bed, paid), 'online 4800, 4800 back; transfer 2000, 500 back'),
    ...expect('the order', await paymentStatus(bed.semel, paid.id), 'partly_paid'),
  ]
}

/** The provider sends one refund, and somebody has to transfer the other one, which a process of the release before has written. */
async function adoptedBeside(bed: Bed): Promise<string[]> {
  const paid = await paidUnheard(bed)
  await note(bed, paid, 1000)
  await lookAt(bed, paid)
  await refund(bed, paid, 700)
  const [transfer] = await transfersToMake(bed, paid)
  await forgetTransfer(bed, transfer!)
  await adoptTransfers(bed.semel.db)
  return expect('transfers to make', String(await transfersToMake(bed, paid)), transfer)
}

const end = (bed: Bed, paid: Paid, as: string) =>
  post(bed, `/api/admin/payments/${paid.paymentId}/end-finding`, { as }, paid)

async function findingOf({ semel }: Bed, { paymentId }: Paid) {
  const { rows } = await sql<{ finding: string | null; captured: number; isToLookAt: boolean }>`
    select finding, captured, ${TO_LOOK_AT} as "isToLookAt" from payments where id = ${paymentId}
  `.execute(semel.db)
  return rows[0]!
}

async function endedByThree(bed: Bed): Promise<string[]> {
  const paid = await paidUnheard(bed, PAGE_PRICE - 100)
  await lookAt(bed, paid)
  const { finding } = await findingOf(bed, paid)
  const book = () => end(bed, paid, 'booked')
  const answers = await together(bed, paid, [book, book, () => end(bed, paid, 'closed')])
  const after = await findingOf(bed, paid)
  return [
    ...(finding ? [] : ['there is no finding']),
    ...expect('answers', statusesOf(answers), '200 409 409'),
    ...expect('captured', after.captured, PAGE_PRICE - 100),
    ...expect('finding', after.finding, null),
  ]
}

/** Pressed twice. The provider still shows the same, so the finding would come again. */
async function knownTwice(bed: Bed): Promise<string[]> {
  const other = await paidUnheard(bed, PAGE_PRICE - 100)
  await lookAt(bed, other)
  for (let n = 0; n < 2; n++) await end(bed, other, 'known')
  await lookAt(bed, other)
  const sentThere = await paidUnheard(bed)
  await lookAt(bed, sentThere)
  bed.provider.bank.refund(sentThere.intent, 700)
  await lookAt(bed, sentThere)
  const { isToLookAt } = await findingOf(bed, sentThere)
  await end(bed, sentThere, 'known')
  return [
    ...expect('another amount', (await findingOf(bed, other)).finding, null),
    ...expect('a refund made there, to look at', isToLookAt, true),
    ...expect('after that', (await findingOf(bed, sentThere)).isToLookAt, false),
  ]
}

export const CROSSING_RACES: { name: string; race: (bed: Bed) => Promise<string[]> }[] = [
  { name: 'a whole payment at the provider after a part by transfer', race: partFirst },
  { name: 'a payment at the provider after transfers of all that was due', race: wholeFirst },
  { name: 'a payment at the provider while a part of a transfer goes back', race: partGoesBack },
  { name: 'a transfer is taken over beside a refund at the provider', race: adoptedBeside },
  { name: 'a finding is booked by two and closed by one', race: endedByThree },
  { name: 'a finding that is known does not come again', race: knownTwice },
]
