/*
 * Addresses to which the shop sends data of customers: settings that name a mailbox.
 *
 *   entered ──▶ waits: an email with a link goes to the mailbox, and the former address stays ──▶ its reader presses the button: it counts
 *      │
 *      └──▶ counts at once: the address of the caller's own account that its owner has verified, or the operator's support address
 *
 * An address counts only while the person who entered it may set it; otherwise the data goes to the support address. Another
 * member of staff can take the address over. Every command locks the settings first, so of two at once one is later.
 */
import { randomUUIDv7 } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import type { Db, Tx } from '../../database/schema.ts'
import { announce } from '../../events/announce.ts'
import { consume } from '../../http/rate-limits/attempts.ts'
import { hashedSubject } from '../../http/rate-limits/clients.ts'
import { Problem } from '../../problems.ts'
import { derive, sameSecret } from '../../secrets/crypto.ts'
import { type AddressSetting, changeShop, forgetShop, loadShop } from '../../shop/settings.ts'
import { after, DAY } from '../../time.ts'
import type { Finding, Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { audit, type Visit } from '../audit-log.ts'
import { mayStillSql } from '../sessions/still-may.ts'
import type { Permission } from '../tables.ts'

/** The settings that send data to a mailbox, with the permission for that data. */
export const ADDRESS_SETTINGS: Readonly<Record<AddressSetting, Permission>> = {
  replyTo: 'customers',
  orderEmail: 'orders',
}

export function isAddressSetting(name: string): name is AddressSetting {
  return Object.hasOwn(ADDRESS_SETTINGS, name)
}

/** Long enough for a weekend. */
const LINK_LIFETIME = 3 * DAY

export function addressToken(key: Buffer, id: string): string {
  return `${id}.${derive(key, 'setting-address', id)}`
}

type By = { actorId: string; visit: Visit; now: Date }
type Entered = { setting: AddressSetting; address: string }

/**
 * Notes an address that somebody has entered, in a transaction that has locked the settings.
 * @returns whether it counts at once, so that the caller sets it
 */
export async function enterAddress(
  tx: Tx,
  { config }: Pick<AppContext, 'config'>,
  { setting, address }: Entered,
  by: By,
): Promise<boolean> {
  const isOperators = address === '' || address.toLowerCase() === config.supportEmail.toLowerCase()
  const isOwn = !isOperators && (await isOwnAddress(tx, by.actorId, address))
  const counts = isOperators || isOwn
  const rows = tx.deleteFrom('setting_addresses').where('setting', '=', setting)
  await rows.$if(!counts, query => query.where('confirmed_at', 'is', null)).execute()
  if (isOperators) return true
  const id = randomUUIDv7()
  const times = { asked_at: by.now, sent_at: by.now, confirmed_at: counts ? by.now : null }
  await tx
    .insertInto('setting_addresses')
    .values({ id, setting, address, asked_by: by.actorId, ...times })
    .execute()
  if (!counts) await send(tx, { id, address }, by.now)
  return counts
}

async function isOwnAddress(tx: Tx, userId: string, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where id = ${userId} and email_key = lower(${address}) and email_verified_in_session
  `.execute(tx)
  return rows.length > 0
}

/** @throws Problem `rate_limited` after some emails to one address: its reader has not asked for any */
async function send(tx: Tx, { id, address }: { id: string; address: string }, now: Date): Promise<void> {
  await consume(tx, 'setting-addresses', hashedSubject(address.toLowerCase()), now)
  const payload = { settingAddressId: id }
  await announce(tx, { type: 'setting.address_entered', payload, to: [payload], at: now })
}

/** Condition that the person who entered the address may set it now. */
function mayCountSql(row: string): RawBuilder<boolean> {
  const askedBy = sql.ref(`${row}.asked_by`)
  const each = Object.entries(ADDRESS_SETTINGS).map(
    ([setting, permission]) =>
      sql`(${sql.ref(`${row}.setting`)} = ${sql.lit(setting)} and ${mayStillSql(askedBy, permission)})`,
  )
  return sql<boolean>`(${mayStillSql(askedBy, 'settings')} and (${sql.join(each, sql` or `)}))`
}

/** Replaces each address that does not count by ''. */
export async function addressesInForce(db: Db, entered: Entered[]): Promise<string[]> {
  const { rows } = await sql<Entered>`
    select setting, address from setting_addresses a where confirmed_at is not null and not ${mayCountSql('a')}
  `.execute(db)
  const isPaused = ({ setting, address }: Entered) =>
    rows.some(row => row.setting === setting && row.address === address)
  return entered.map(one => (isPaused(one) ? '' : one.address))
}

/** Finds confirmed addresses that no longer count, because the person who entered them may no longer set them. */
export async function findAddressFindings(db: Db): Promise<Finding[]> {
  const rows = await listed(db).where('a.confirmed_at', 'is not', null).orderBy('a.setting').execute()
  return rows
    .filter(({ mayCount }) => !mayCount)
    .map(({ setting, address }) => ({
      level: 'warn',
      text: t(NOT_SENT[setting], { address }),
      see: { href: '/admin/settings/emails', label: 'Show the address' },
    }))
}

const NOT_SENT = {
  replyTo:
    '{address} gets no answers of customers any more, because whoever entered it may no longer change it. They go to the address for questions of customers until somebody takes it over.',
  orderEmail:
    '{address} gets no new orders any more, because whoever entered it may no longer change it. They go to the address for questions of customers until somebody takes it over.',
} as const satisfies Record<AddressSetting, Text>

export async function listAddresses(db: Db, { by }: { by?: string } = {}) {
  return listed(db)
    .$if(by !== undefined, query => query.where('a.asked_by', '=', by!))
    .orderBy('a.setting')
    .orderBy('a.id')
    .execute()
}

export async function findAddress(db: Db, id: string) {
  return listed(db).where('a.id', '=', id).executeTakeFirst()
}

function listed(db: Db) {
  return db
    .selectFrom('setting_addresses as a')
    .leftJoin('users as u', 'u.id', 'a.asked_by')
    .select(['a.id', 'a.setting', 'a.address', 'a.asked_at as askedAt', 'a.sent_at as sentAt'])
    .select(['a.confirmed_at as confirmedAt', 'u.user_name as askedBy'])
    .select(mayCountSql('a').as('mayCount'))
}

export function expiryOf({ sentAt }: { sentAt: Date }): Date {
  return after(sentAt, LINK_LIFETIME)
}

/** Tests whether the link in its email works. */
export function isWaiting(row: NonNullable<Awaited<ReturnType<typeof findAddress>>>, now: Date): boolean {
  return row.confirmedAt === null && row.mayCount && expiryOf(row) > now
}

/** The address of a link. Looking changes nothing, so a mail scanner that opens the link does not confirm it. */
export async function addressOfToken({ db, serviceKey }: Pick<AppContext, 'db' | 'serviceKey'>, token: string) {
  const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=\.)/.exec(token)?.[0]
  if (!id || !sameSecret(token, addressToken(serviceKey, id))) return undefined
  return findAddress(db, id)
}

/** The address counts from now on. The same press again changes nothing. @throws Problem `invalid_verification_token` */
export async function confirmAddress(context: AppContext, token: string, visit: Visit): Promise<void> {
  const { db, clock } = context
  const found = await addressOfToken(context, token)
  if (!found) throw invalidLink()
  const { id } = found
  const now = clock.now()
  await db.transaction().execute(async tx => {
    await loadShop(tx, { lock: true })
    const row = await findAddress(tx, id)
    if (row?.confirmedAt) return
    if (!row || !isWaiting(row, now)) throw invalidLink()
    const { setting, address } = row
    await tx
      .deleteFrom('setting_addresses')
      .where('setting', '=', setting)
      .where('confirmed_at', 'is not', null)
      .execute()
    const { rows } = await sql`
      update setting_addresses a set confirmed_at = ${now} where id = ${id} and confirmed_at is null and ${mayCountSql('a')}
      returning id
    `.execute(tx)
    if (rows.length === 0) throw invalidLink()
    await changeShop(tx, { [setting]: address })
    await audit(tx, 'setting_address_confirmed', { at: now, visit, detail: { setting } })
  })
  await forgetShop(db)
}

type Step = By & { id: string; permit: (setting: AddressSetting) => void }

/** Makes it the address of the caller, and sends the email again if nobody has confirmed it. @throws Problem `not_found` */
export async function renewAddress(tx: Tx, { id, permit, actorId, visit, now }: Step) {
  await loadShop(tx, { lock: true })
  const row = await findAddress(tx, id)
  if (!row) throw noSuchAddress()
  permit(row.setting)
  await tx.updateTable('setting_addresses').set({ asked_by: actorId, sent_at: now }).where('id', '=', id).execute()
  if (row.confirmedAt === null) await send(tx, row, now)
  await audit(tx, 'setting_address_renewed', { at: now, visit, actorId, detail: { setting: row.setting } })
  return (await findAddress(tx, id))!
}

/** Its link stops working. If it counts, the data goes to the support address again. @throws Problem `not_found` */
export async function withdrawAddress({ db }: AppContext, { id, permit, actorId, visit, now }: Step): Promise<void> {
  await db.transaction().execute(async tx => {
    const shop = await loadShop(tx, { lock: true })
    const row = await findAddress(tx, id)
    if (!row) throw noSuchAddress()
    const { setting, address, confirmedAt } = row
    permit(setting)
    await tx.deleteFrom('setting_addresses').where('id', '=', id).execute()
    await changeShop(tx, confirmedAt && shop[setting] === address ? { [setting]: '' } : {})
    await audit(tx, 'setting_address_withdrawn', { at: now, visit, actorId, detail: { setting } })
  })
  await forgetShop(db)
}

function noSuchAddress(): Problem {
  return new Problem('not_found', 'There is no such address, or it was withdrawn.')
}

function invalidLink(): Problem {
  const reason = 'is unknown, expired or for an earlier address'
  return new Problem('invalid_verification_token', `The link ${reason}.`, {
    errors: [{ field: 'token', reason, code: 'invalid_token' }],
  })
}
