/*
 * The address book of a customer: at most twenty addresses, of which one is the default for deliveries and one for invoices.
 *
 * Every change locks the account first, so the changes of one book come one after the other, and each sees what the others have left. A
 * unique key keeps the same address once, and a unique index one default of each kind. An order has a copy of its addresses, so no change
 * here reaches it.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { lockUser } from '../../accounts/users/user.ts'
import { violatesUnique } from '../../database/errors.ts'
import { recordsetSql } from '../../database/rows.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { Problem } from '../../problems.ts'
import { digest } from '../../secrets/crypto.ts'
import { type DeliveryAddress, tidyAddress } from '../delivery-address.ts'
import { type KeptAddress, type KeptAddressChange, MOST_ADDRESSES, type NewKeptAddress } from './kept-address.ts'
import './tables.ts'

/** The addresses of a book in the order in which they were added. */
export async function listBook(db: Db, userId: string): Promise<KeptAddress[]> {
  const rows = await addressesOf(db, userId).orderBy('number').execute()
  return rows.map(showKept)
}

export async function findInBook(db: Db, userId: string, id: string): Promise<KeptAddress | undefined> {
  const row = await addressesOf(db, userId).where('id', '=', id).executeTakeFirst()
  return row && showKept(row)
}

/**
 * Adds an address, in a transaction that has locked the account. The same address is kept once: adding it again takes over its new
 * spelling, phone and label.
 * @throws Problem `address_book_full`
 */
export async function addToBook(
  tx: Tx,
  userId: string,
  { address, label = null, ...defaults }: NewKeptAddress,
  now: Date,
): Promise<KeptAddress> {
  const id = await keep(tx, userId, { address: tidyAddress(address), label }, now)
  if (!id) throw new Problem('address_book_full')
  await setDefaults(tx, userId, id, defaults)
  return (await findInBook(tx, userId, id))!
}

/** Keeps addresses of an order that is being placed. A full book keeps nobody from ordering. */
export async function keepOrdered(
  tx: Tx,
  userId: string,
  addresses: readonly DeliveryAddress[],
  now: Date,
): Promise<void> {
  if (addresses.length === 0) return
  await lockUser(tx, userId)
  for (const address of addresses) await keep(tx, userId, { address, label: null }, now)
}

type FilledBook = { userId: string; entries: readonly GivenEntry[] }
type GivenEntry = { address: Parameters<typeof tidyAddress>[0]; label?: string | null } & Defaults

/** Fills the books of accounts that the same transaction has added. The same address is kept once, and the first default counts. */
export async function fillBooks(tx: Tx, books: readonly FilledBook[], now: Date): Promise<void> {
  const rows = books.flatMap(rowsOfBook)
  if (rows.length === 0) return
  await sql`
    insert into kept_addresses (id, user_id, label, address, address_key, is_delivery_default, is_billing_default, created_at)
    select id, user_id, label, address, decode(key, 'hex'), is_delivery, is_billing, ${now}::timestamptz
    from ${recordsetSql(rows)} as g (
      place int, id uuid, user_id uuid, label text, address jsonb, key text, is_delivery boolean, is_billing boolean
    )
    order by user_id, place
  `.execute(tx)
}

function rowsOfBook({ userId, entries }: FilledBook) {
  const kept = new Map<string, GivenEntry & { address: DeliveryAddress }>()
  for (const entry of entries) {
    const address = tidyAddress(entry.address)
    const key = keyOf(address).toString('hex')
    if (!kept.has(key)) kept.set(key, { ...entry, address })
  }
  const all = [...kept]
  const delivery = all.findIndex(([, { isDeliveryDefault }]) => isDeliveryDefault)
  const billing = all.findIndex(([, { isBillingDefault }]) => isBillingDefault)
  return all.map(([key, { address, label = null }], place) => ({
    ...{ place, id: randomUUIDv7(), user_id: userId, label, address, key },
    is_delivery: place === Math.max(delivery, 0),
    is_billing: place === billing,
  }))
}

/**
 * Changes an address, in a transaction that has locked the account.
 * @param check throws if the client has not seen this state of the address
 * @throws Problem `not_found`; `address_kept` when another entry has the new address
 */
export async function changeInBook(
  tx: Tx,
  userId: string,
  id: string,
  { address, label, ...defaults }: KeptAddressChange,
  check?: (kept: KeptAddress) => void,
): Promise<KeptAddress> {
  const before = await findInBook(tx, userId, id)
  if (!before) throw noSuchAddress()
  check?.(before)
  const tidy = address && tidyAddress(address)
  const changes = {
    ...(tidy && { address: JSON.stringify(tidy), address_key: keyOf(tidy) }),
    ...(label !== undefined && { label }),
  }
  if (Object.keys(changes).length > 0) {
    await tx
      .updateTable('kept_addresses')
      .set(changes)
      .where('id', '=', id)
      .execute()
      .catch(error => {
        throw violatesUnique(error, 'kept_addresses_same') ? new Problem('address_kept') : error
      })
  }
  await setDefaults(tx, userId, id, defaults)
  return (await findInBook(tx, userId, id))!
}

/** Removes an address, in a transaction that has locked the account. @throws Problem `not_found` */
export async function removeFromBook(tx: Tx, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await tx
    .deleteFrom('kept_addresses')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw noSuchAddress()
}

export function noSuchAddress(): Problem {
  return new Problem('not_found', 'There is no such address in your address book.')
}

type Entry = { address: DeliveryAddress; label: string | null }

/**
 * Makes the first address of a book the default for deliveries. An address that comes again without its phone keeps it: that of an
 * invoice never has one.
 * @returns the id of its entry; undefined when the book is full
 */
async function keep(tx: Tx, userId: string, { address, label }: Entry, now: Date): Promise<string | undefined> {
  const key = keyOf(address)
  const { rows } = await sql<{ id: string }>`
    insert into kept_addresses as k
      (id, user_id, label, address, address_key, is_delivery_default, is_billing_default, created_at)
    select ${randomUUIDv7()}::uuid, ${userId}::uuid, ${label}::text, ${JSON.stringify(address)}::jsonb, ${key}::bytea, count(*) = 0, false,
      ${now}::timestamptz
    from kept_addresses where user_id = ${userId}
    having count(*) < ${MOST_ADDRESSES} or bool_or(address_key = ${key}::bytea)
    on conflict (user_id, address_key) do update
    set address = jsonb_strip_nulls(
        excluded.address || jsonb_build_object('phone', coalesce(excluded.address -> 'phone', k.address -> 'phone'))
      ),
      label = coalesce(excluded.label, k.label)
    returning id
  `.execute(tx)
  return rows[0]?.id
}

type Defaults = { isDeliveryDefault?: boolean; isBillingDefault?: boolean }

/** Ends the default before first, because the unique index looks at each row as it is written. */
async function setDefaults(tx: Tx, userId: string, id: string, defaults: Defaults): Promise<void> {
  const columns = { is_delivery_default: defaults.isDeliveryDefault, is_billing_default: defaults.isBillingDefault }
  for (const [column, isDefault] of Object.entries(columns)) {
    if (isDefault === undefined) continue
    const own = tx.updateTable('kept_addresses').where('user_id', '=', userId)
    if (isDefault)
      await own
        .set({ [column]: false })
        .where('id', '<>', id)
        .execute()
    await own
      .set({ [column]: isDefault })
      .where('id', '=', id)
      .execute()
  }
}

/** Two spellings that differ in case or width alone are the same address. */
function keyOf({ phone: _, ...parts }: DeliveryAddress): Buffer {
  return digest(JSON.stringify(parts).normalize('NFKC').toLowerCase())
}

function addressesOf(db: Db, userId: string) {
  return db
    .selectFrom('kept_addresses')
    .select(['id', 'label', 'address', 'is_delivery_default as isDeliveryDefault'])
    .select(['is_billing_default as isBillingDefault', 'created_at as createdAt'])
    .where('user_id', '=', userId)
}

function showKept({ createdAt, ...kept }: Omit<KeptAddress, 'createdAt'> & { createdAt: Date }): KeptAddress {
  return { ...kept, createdAt: createdAt.toISOString() }
}
