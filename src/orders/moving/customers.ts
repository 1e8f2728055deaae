/**
 * Customers who come from another shop, with the hashes of their passwords. Nobody is notified by email. An account exists once for each
 * address: one that is there already stays as it is. At the first sign-in the old password shows an authenticator to set up, as
 * after a registration, and its hash is replaced by our own.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import { Locale, Phone } from '../../accounts/input.ts'
import { findUnusable, markImported, NO_PASSWORD, type Unusable } from '../../accounts/passwords/imported/hashes.ts'
import { newSeed } from '../../accounts/second-factors/totp.ts'
import type { AppContext } from '../../context.ts'
import { recordsetSql } from '../../database/rows.ts'
import type { Tx } from '../../database/schema.ts'
import { publishToFeed } from '../../events/publish.ts'
import { Email } from '../../http/input/email.ts'
import { CHECK, directionMark, TRIM } from '../../http/input/keywords.ts'
import { orNull, Time } from '../../http/schemas.ts'
import type { FieldError } from '../../problems.ts'
import { seal } from '../../secrets/crypto.ts'
import { readShop } from '../../shop/settings.ts'
import { fillBooks } from '../address-book/book.ts'
import { KEPT_WITH, MOST_ADDRESSES } from '../address-book/kept-address.ts'
import { ImportedAddress } from '../delivery-address.ts'
import { countLines, importReport, lineChecker, listOfLines, reportedLine } from './lines.ts'

const ImportedUser = Type.Object(
  {
    email: Email,
    name: Type.Optional(
      Type.String({
        maxLength: 100,
        [CHECK]: directionMark,
        [TRIM]: 'words',
        description: 'Newsletters and orders of guests leave customers without one. Emails then greet with "Hello,".',
      }),
    ),
    phone: Type.Optional(Phone),
    locale: Type.Optional(Locale),
    emailVerified: Type.Optional(
      Type.Boolean({ description: 'Whether the other shop has seen that the customer reads this mailbox.' }),
    ),
    passwordHash: Type.Optional(
      Type.String({
        description:
          'As the other program wrote it: argon2, bcrypt, scrypt, PBKDF2 or phpass, and the salted digests of Magento and ' +
          'OpenLDAP. docs/password-hashes.md names the programs. Without one, or with one that cannot be used, the customer ' +
          'gets a link at the first try to sign in.',
      }),
    ),
    createdAt: Type.Optional(Time),
    newsSince: Type.Optional(
      Type.String({
        ...Time,
        description: 'When the customer asked for news. Leave it out where you cannot prove it.',
      }),
    ),
    announcements: Type.Optional(
      Type.Boolean({ description: 'false: the customer has unsubscribed from announcements. Default: true.' }),
    ),
    disabled: Type.Optional(Type.Boolean({ description: 'true: nobody can sign in. Default: false.' })),
    addresses: Type.Optional(
      Type.Array(Type.Object({ ...KEPT_WITH, address: ImportedAddress }, { title: 'ImportedKeptAddress' }), {
        maxItems: MOST_ADDRESSES,
        description: 'The address book. The first is the default for deliveries unless one says so.',
      }),
    ),
  },
  { title: 'ImportedUser' },
)
type ImportedUser = Static<typeof ImportedUser>

export const UserImport = Type.Object(
  {
    users: listOfLines(ImportedUser, {
      title: 'ImportedUser',
      things: 'customers',
      examples: [{ email: 'ada@example.com', name: 'Ada Lovelace' }],
    }),
  },
  { title: 'UserImport' },
)

const Line = reportedLine(
  'UserImportLine',
  { thing: 'customer', known: '`known`: the address had an account already, which stays as it is.' },
  {
    password: orNull(Type.Enum(['kept', 'none', 'unusable']), {
      examples: ['kept'],
      description:
        'What became of the password of an added customer. `unusable`: there was a hash, and nothing can be ' +
        'compared with it. null: nobody was added.',
    }),
  },
)
type Line = Static<typeof Line>
export const UserImportReport = importReport('UserImportReport', Line, {
  unusablePasswords: Type.Array(
    Type.Object({
      kind: Type.String({ description: 'How the hash begins, or what it looks like.', examples: ['$S$'] }),
      reason: Type.Enum(['unknown_hash', 'hash_out_of_bounds']),
      count: Type.Integer({ minimum: 1 }),
    }),
    {
      description:
        'Added customers whose hash cannot be used, by its kind. `hash_out_of_bounds`: it would cost too much ' +
        'to check, or too little to be safe.',
    },
  ),
})

const check = lineChecker(ImportedUser, ({ addresses }) =>
  Array.isArray(addresses) ? addresses.map(entry => ['addresses.address', entry?.address]) : [],
)

type Accepted = { index: number; user: ImportedUser; unusable: Unusable | undefined }

/** Adds the customers in the transaction of the request. A hash that cannot be used costs the password, never the customer. */
export async function importUsers(context: AppContext, tx: Tx, { users }: Static<typeof UserImport>) {
  const { languages } = await readShop(tx)
  const unusable = users.map(takeOutUnusable)
  const { accepted, refused, ignored } = check(users, user => mistakesIn(user, languages))
  const customers = accepted.map(({ index, line }) => ({ index, user: line, unusable: unusable[index] }))
  const lines: Line[] = refused.map(line => ({ ...line, id: null, outcome: 'refused', password: null }))
  const added: (Accepted & { id: string })[] = []
  const byIndex = new Map(customers.map(customer => [customer.index, customer]))
  const now = context.clock.now()
  for (const { index, id, is_new } of await addUsers(context, tx, customers, languages[0]!)) {
    const customer = byIndex.get(index)!
    lines.push({
      ...{ index, id, errors: [] },
      outcome: is_new ? 'added' : 'known',
      password: is_new ? passwordOf(customer) : null,
    })
    if (is_new) added.push({ ...customer, id })
  }
  await fillBooks(
    tx,
    added.map(({ id, user }) => ({ userId: id, entries: user.addresses ?? [] })),
    now,
  )
  await keepWishes(tx, added, now)
  const unusablePasswords = countUnusable(added.flatMap(customer => customer.unusable ?? []))
  return { ...countLines(lines), unusablePasswords, ignored }
}

/** Keeps who has asked for news, and who wants no announcements. */
async function keepWishes(tx: Tx, added: readonly (Accepted & { id: string })[], now: Date): Promise<void> {
  const wishes = added
    .map(({ id, user: { newsSince, announcements = true } }) => ({
      ...{ id, announcements },
      since: newsSince === undefined ? null : new Date(newsSince),
    }))
    .filter(({ since, announcements }) => since !== null || !announcements)
  if (wishes.length === 0) return
  await sql`
    with given as (
      select * from ${recordsetSql(wishes)} as g (id uuid, since timestamptz, announcements boolean)
    ), asked as (
      insert into news_consents (user_id, given_at)
      select id, least(since, ${now}::timestamptz) from given where since is not null
    )
    insert into unsubscriptions (user_id, at) select id, ${now}::timestamptz from given where not announcements
  `.execute(tx)
}

function passwordOf({ user, unusable }: Accepted) {
  if (unusable) return 'unusable'
  return user.passwordHash === undefined ? 'none' : 'kept'
}

function takeOutUnusable(user: object): Unusable | undefined {
  const given = user as { passwordHash?: unknown }
  const unusable = given.passwordHash == null ? undefined : findUnusable(given.passwordHash)
  if (unusable) delete given.passwordHash
  return unusable
}

/** The most frequent kind first. */
function countUnusable(all: readonly Unusable[]) {
  const byKind = Map.groupBy(all, ({ kind, reason }) => `${reason} ${kind}`)
  return [...byKind.values()]
    .map(same => ({ ...same[0]!, count: same.length }))
    .toSorted((one, other) => other.count - one.count)
}

function mistakesIn({ locale }: ImportedUser, languages: readonly string[]): FieldError[] {
  if (locale === undefined || languages.includes(locale)) return []
  return [{ field: 'locale', reason: `must be one of ${languages.join(', ')}`, code: 'not_allowed' }]
}

/** The unique index on addresses decides who is new, also between two imports and within one. */
async function addUsers(
  context: AppContext,
  tx: Tx,
  accepted: readonly Accepted[],
  language: string,
): Promise<{ index: number; id: string; is_new: boolean }[]> {
  if (accepted.length === 0) return []
  const now = context.clock.now()
  const rows = accepted.map(({ index, user }) => {
    const [id, factorId] = [randomUUIDv7(), randomUUIDv7()]
    const secret = seal(context.serviceKey, newSeed().toString('base64'), factorId).toString('hex')
    const { email, name = '', phone, locale = language, passwordHash, createdAt } = user
    const { emailVerified = false, disabled = false } = user
    const hash = passwordHash === undefined ? NO_PASSWORD : markImported(passwordHash)
    // PostgreSQL would refuse a text with offsets and lengths that RFC 3339 allows.
    const created = createdAt && new Date(createdAt)
    const person = { email, name, phone, locale, emailVerified, disabled, hash, createdAt: created }
    return { index, id, ...person, factorId, secret }
  })
  const given = sql`${recordsetSql(rows)} as g (
    index int, id uuid, email text, name text, phone text, locale text, "emailVerified" boolean, disabled boolean, hash text,
    "createdAt" timestamptz, "factorId" uuid, secret text
  )`
  await sql`
    with given as (select * from ${given}), added as (
      insert into users (
        id, email, email_verified_at, user_name, phone, locale, role, password_hash, created_at, confirmed_at,
        disabled_at
      )
      select id, email, case when "emailVerified" then ${now}::timestamptz end, name, phone, locale, 'customer', hash,
        least("createdAt", ${now}::timestamptz), ${now}::timestamptz, case when disabled then ${now}::timestamptz end
      from given
      on conflict (email_key) where confirmed_at is not null do nothing
      returning id
    )
    insert into second_factors (id, user_id, kind, name, secret, created_at)
    select "factorId", id, 'totp', 'Authenticator app', decode(secret, 'hex'), ${now}::timestamptz
    from given join added using (id)
  `.execute(tx)
  const { rows: found } = await sql<{ index: number; id: string; is_new: boolean }>`
    select g.index, u.id, u.id = g.id as is_new
    from ${given} join users u on u.email_key = lower(g.email) and u.confirmed_at is not null
  `.execute(tx)
  const registered = found.filter(({ is_new }) => is_new)
  await publishToFeed(
    tx,
    now,
    ...registered.map(({ id }) => ({ type: 'user.registered' as const, data: { userId: id } })),
  )
  return found
}
