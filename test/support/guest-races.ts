/** Races for the orders of guests: their links, their addresses, and the accounts that take them over. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { accountLinkPath } from '../../src/accounts/guests/account-link.ts'
import { findGuest } from '../../src/accounts/guests/order-links.ts'
import type { Db } from '../../src/database/schema.ts'
import { claimOrders } from '../../src/site/guests/claim.ts'
import { correctAddress } from '../../src/site/guests/guest-order.ts'
import { systemClock } from '../../src/time.ts'
import { type Answer, Client } from './client.ts'
import { hold, lockedOut } from './locks.ts'
import { expect } from './order-races.ts'
import { type Person, person } from './people.ts'
import { stockProduct } from './products.ts'
import type { Semel } from './semel.ts'

export const newAddress = () => `${randomUUID()}@example.com`

type Guest = { id: number; email: string; token: string; answer: Answer }

/** Places an order of a guest, in process, so that it can come from anywhere. */
async function placed(semel: Semel, email = newAddress(), more: object = {}): Promise<Guest> {
  const answer = await place(semel.origin, { email, ...more }, await stockProduct(semel.db))
  const token = tokenOf(answer)
  if (token === undefined) throw new Error(`The order was answered ${answer.status} ${answer.text}`)
  return { id: answer.body.id, email, token, answer }
}

/** @param headers such as an Idempotency-Key */
export function place(origin: string, body: object, productId: number, headers = {}): Promise<Answer> {
  const items = [{ productId, quantity: 1 }]
  return new Client(origin).post('/api/guest-orders', { items, ...body }, { headers })
}

export function tokenOf({ body }: Answer): string | undefined {
  return body?.link && (new URL(body.link).searchParams.get('token') ?? undefined)
}

/** An account that has the address. @param inSession its owner has verified it in a session */
export async function accountOf(db: Db, email: string, inSession = true): Promise<Person> {
  const account = await person({ db, clock: systemClock })
  const verified = { email_verified_at: new Date(), email_verified_in_session: inSession }
  await db
    .updateTable('users')
    .set({ email, ...verified })
    .where('id', '=', account.id)
    .execute()
  return { ...account, email }
}

export function claim(origin: string, { token }: Person): Promise<Answer> {
  return new Client(origin).post('/api/users/me/guest-orders', {}, { token })
}

export function correct(origin: string, id: number, token: string, email = newAddress()): Promise<Answer> {
  return new Client(origin).put(`/api/guest-orders/${id}/email`, { email }, { token })
}

/** Says that a link opens an order, or not. */
export async function opens(origin: string, id: number, token: string | undefined, isOpen: boolean): Promise<string[]> {
  const { status } = await new Client(origin).get(`/api/orders/${id}`, token === undefined ? {} : { token })
  return expect(`a link that ${isOpen ? 'lives' : 'has ended'} is answered`, status, isOpen ? 200 : 401)
}

async function claimsAtOnce(semel: Semel): Promise<string[]> {
  const [one, two] = await (async email => [await placed(semel, email), await placed(semel, email)])(newAddress())
  const owner = await accountOf(semel.db, one!.email)
  const claims = await Promise.all(Array.from({ length: 6 }, () => claim(semel.origin, owner)))
  const moved = claims.flatMap(({ body }) => body.orderIds ?? [])
  return [
    ...expect('times that two orders moved', moved.length, 2),
    ...(await opens(semel.origin, one!.id, one!.token, false)),
    ...(await opens(semel.origin, two!.id, owner.token, true)),
  ]
}

async function claimOfStranger(semel: Semel): Promise<string[]> {
  const { id, email, token } = await placed(semel)
  const { body } = await claim(semel.origin, await accountOf(semel.db, email, false))
  return [
    ...expect('orders that moved to an address that no session has verified', body.orderIds.length, 0),
    ...(await opens(semel.origin, id, token, true)),
  ]
}

async function claimDuringCorrection(semel: Semel): Promise<string[]> {
  const { id, email, token } = await placed(semel)
  const guest = (await findGuest(semel.db, token))!
  const owner = await accountOf(semel.db, email)
  await using correction = await hold(semel.databaseUrl, tx =>
    correctAddress(tx, semel.serviceKey, { guest, email: newAddress(), now: new Date() }),
  )
  const claiming = claim(semel.origin, owner)
  await lockedOut(semel.db, 1, claiming)
  await correction.commit()
  const { body } = await claiming
  return [
    ...expect('orders of another address that moved', body.orderIds.length, 0),
    ...(await opens(semel.origin, id, token, false)),
  ]
}

async function correctionDuringClaim(semel: Semel): Promise<string[]> {
  const { id, email, token } = await placed(semel)
  const owner = await accountOf(semel.db, email)
  await using claiming = await hold(semel.databaseUrl, tx => claimOrders(tx, { userId: owner.id, now: new Date() }))
  const correction = correct(semel.origin, id, token)
  await lockedOut(semel.db, 1, correction)
  await claiming.commit()
  return [
    ...expect('a correction after a claim is answered', (await correction).status, 404),
    ...(await opens(semel.origin, id, owner.token, true)),
  ]
}

async function linkDuringClaim(semel: Semel): Promise<string[]> {
  const { id, email, token } = await placed(semel)
  await new Client(semel.origin).delete(`/api/guest-orders/${id}/link`, { token })
  await semel.db.updateTable('deliveries').set({ state: 'skipped' }).execute()
  const guest = (await semel.db.selectFrom('orders').select('owner_id').where('id', '=', id).executeTakeFirstOrThrow())
    .owner_id
  const owner = await accountOf(semel.db, email)
  await using claiming = await hold(semel.databaseUrl, tx => claimOrders(tx, { userId: owner.id, now: new Date() }))
  const asked = new Client(semel.origin).post('/api/guest-orders/link', { orderId: id, email })
  await lockedOut(semel.db, 1, asked)
  await claiming.commit()
  await asked
  return [
    ...expect('links of a claimed order', await countRows(semel.db, sql`order_links where order_id = ${id}`), 0),
    ...expect(
      'emails to a guest without an order',
      await countRows(semel.db, sql`deliveries where user_id = ${guest}`),
      0,
    ),
  ]
}

async function correctionsAtOnce(semel: Semel): Promise<string[]> {
  const { id, token } = await placed(semel)
  const answers = await Promise.all(Array.from({ length: 4 }, () => correct(semel.origin, id, token)))
  const made = answers.filter(({ status }) => status === 200)
  return [
    ...expect('corrections with one link', made.length, 1),
    ...(await opens(semel.origin, id, token, false)),
    ...(await opens(semel.origin, id, made[0] && tokenOf(made[0]), true)),
  ]
}

async function linkAskedFor(semel: Semel): Promise<string[]> {
  const { id, email, token } = await placed(semel)
  const ask = () => new Client(semel.origin).post('/api/guest-orders/link', { orderId: id, email })
  await ask()
  const before = await opens(semel.origin, id, token, true)
  await new Client(semel.origin).delete(`/api/guest-orders/${id}/link`, { token })
  await ask()
  return [
    ...before,
    ...(await opens(semel.origin, id, token, false)),
    ...expect('links after one was asked for', await countRows(semel.db, sql`order_links where order_id = ${id}`), 1),
  ]
}

/** The phone changes its network and its program between two tries. */
async function retries(semel: Semel): Promise<string[]> {
  const [email, productId, key] = [newAddress(), await stockProduct(semel.db), randomUUID()]
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      place(semel.origin, { email }, productId, { 'idempotency-key': key, 'user-agent': `phone ${n % 3}` }),
    ),
  )
  const made = answers.filter(({ status }) => status === 201)
  return [
    ...expect('orders of one key', new Set(made.map(({ body }) => body.id)).size, 1),
    ...expect('guests of one key', await countRows(semel.db, sql`users where email = ${email}`), 1),
  ]
}

/** Five customers could hold all stock, each with a hundred orders that nobody pays. */
async function openOrders(semel: Semel): Promise<string[]> {
  const [email, productId] = [newAddress(), await stockProduct(semel.db)]
  const answers = await Promise.all(
    Array.from({ length: MOST_OPEN + 3 }, () => place(semel.origin, { email }, productId)),
  )
  const refused = answers.filter(({ body }) => body.code === 'too_many_open_orders')
  return expect('orders refused beyond the open ones', refused.length, 3)
}

/** Limits the open orders of an address in these races. */
export const MOST_OPEN = 3

async function codeOfCustomer(semel: Semel): Promise<string[]> {
  const code = randomUUID().slice(0, 20).toUpperCase()
  await sql`
    insert into discount_codes (code, kind, value, max_uses_per_customer, created_at) values (${code}, 'percent', 10, 1, now())
  `.execute(semel.db)
  const [email, productId] = [newAddress(), await stockProduct(semel.db)]
  const order = () => place(semel.origin, { email, discountCode: code }, productId)
  const answers = await Promise.all([order(), order(), order()])
  return expect('uses of a code by one address', answers.filter(({ status }) => status === 201).length, 1)
}

/** @param rows a table, and a condition */
export async function countRows(db: Db, rows: ReturnType<typeof sql>): Promise<number> {
  const found = await sql<{ n: number }>`select count(*)::int as n from ${rows}`.execute(db)
  return found.rows[0]!.n
}

async function accountDuringClaim(semel: Semel): Promise<string[]> {
  const { id, email, token } = await placed(semel)
  const guest = (await findGuest(semel.db, token))!.userId
  const owner = await accountOf(semel.db, email)
  const before = await countRows(semel.db, sql`deliveries where user_id = ${guest}`)
  await using claiming = await hold(semel.databaseUrl, tx => claimOrders(tx, { userId: owner.id, now: new Date() }))
  const asked = new Client(semel.origin).post(`/api/guest-orders/${id}/account`, {}, { token })
  await lockedOut(semel.db, 1, asked)
  await claiming.commit()
  return [
    ...expect('emails of a guest before a claim', before, 1),
    ...expect('an account asked for during a claim is answered', (await asked).status, 404),
    ...expect(
      'emails to a guest without an order',
      await countRows(semel.db, sql`deliveries where user_id = ${guest}`),
      0,
    ),
  ]
}

/** Starts an account by the link that the guest of an order would get at this moment. */
async function accountLink(semel: Semel, token: string, email: string): Promise<string> {
  const { userId: id } = (await findGuest(semel.db, token))!
  return accountLinkPath(semel.serviceKey, { id, email }, new Date()).split('token=')[1]!
}

async function accountAfterCorrection(semel: Semel): Promise<string[]> {
  const { id, email, token } = await placed(semel)
  const link = await accountLink(semel, token, email)
  await correct(semel.origin, id, token)
  const { status } = await new Client(semel.origin).post('/api/auth/register/link/options', { token: link })
  return expect('the link of an account in a mailbox that was corrected is answered', status, 422)
}

async function accountOfAnother(semel: Semel): Promise<string[]> {
  const [mine, theirs] = [await placed(semel), newAddress()]
  const accountLinkOfMine = await accountLink(semel, mine.token, mine.email)
  const body = { email: theirs, userName: 'Eve', password: randomUUID(), accountLink: accountLinkOfMine }
  await new Client(semel.origin).post('/api/auth/register', body)
  const verified = sql`users where email = ${theirs} and email_verified_at is not null`
  return expect('addresses verified by the link of another', await countRows(semel.db, verified), 0)
}

type Race = { name: string; requests: number; race: (semel: Semel) => Promise<string[]> }

export const GUEST_RACES: readonly Race[] = [
  { name: 'six claims of two orders', requests: 6, race: claimsAtOnce },
  { name: 'a claim by an address that no session has verified', requests: 1, race: claimOfStranger },
  { name: 'a claim during a correction', requests: 2, race: claimDuringCorrection },
  { name: 'a correction during a claim', requests: 2, race: correctionDuringClaim },
  { name: 'a link asked for during a claim', requests: 2, race: linkDuringClaim },
  { name: 'an account asked for during a claim', requests: 2, race: accountDuringClaim },
  { name: 'the link of an account after a correction', requests: 2, race: accountAfterCorrection },
  { name: 'the link of an account, for another address', requests: 1, race: accountOfAnother },
  { name: 'four corrections with one link', requests: 4, race: correctionsAtOnce },
  { name: 'a link asked for, before and after its end', requests: 3, race: linkAskedFor },
  { name: 'six tries with one key from three programs', requests: 6, race: retries },
  { name: 'open orders of one address', requests: MOST_OPEN + 3, race: openOrders },
  { name: 'a code for one use by each customer', requests: 3, race: codeOfCustomer },
]
