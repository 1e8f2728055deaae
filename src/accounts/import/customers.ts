/**
 * Customers who come from another shop, with the hashes of their passwords. Nobody is notified by email. An account exists once for each
 * address: one that is there already stays as it is. At the first sign-in the old password shows an authenticator to set up, as
 * after a registration, and its hash is replaced by our own.
 */
import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { type Static, Type } from 'typebox'
import type { AppContext } from '../../context.ts'
import { recordsetSql } from '../../database/rows.ts'
import type { Tx } from '../../database/schema.ts'
import { publishToFeed } from '../../events/publish.ts'
import { Email } from '../../http/input/email.ts'
import { CHECK, directionMark, TRIM } from '../../http/input/keywords.ts'
import { leaveOutNulls, shapeOf } from '../../http/input/shape.ts'
import { compileValidator } from '../../http/input/validation.ts'
import { orNull, Time, Uuid } from '../../http/schemas.ts'
import type { FieldError, Problem } from '../../problems.ts'
import { seal } from '../../secrets/crypto.ts'
import { readShop } from '../../shop/settings.ts'
import { Locale, Phone } from '../input.ts'
import { findUnusable, markImported, NO_PASSWORD, type Unusable } from '../passwords/imported/hashes.ts'
import { newSeed } from '../second-factors/totp.ts'

const MAX_CUSTOMERS = 1000

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
  },
  { title: 'ImportedUser' },
)
type ImportedUser = Static<typeof ImportedUser>

export const UserImport = Type.Object(
  {
    // Each line is validated alone, so that a wrong one does not hold up the others.
    users: Type.Array(
      Type.Object({}, { additionalProperties: true, title: 'ImportedUser', 'x-documented': ImportedUser }),
      {
        minItems: 1,
        maxItems: MAX_CUSTOMERS,
        description: `Up to ${MAX_CUSTOMERS} customers.`,
        examples: [[{ email: 'ada@example.com', name: 'Ada Lovelace' }]],
      },
    ),
  },
  { title: 'UserImport' },
)

const OUTCOMES = ['added', 'known', 'refused'] as const
const count = Type.Integer({ minimum: 0 })
const Line = Type.Object(
  {
    index: Type.Integer({ minimum: 0, description: 'The position in the request, from 0.' }),
    id: orNull(Uuid, { description: 'null if the customer was refused.' }),
    outcome: Type.Enum([...OUTCOMES], {
      description: '`known`: the address had an account already, which stays as it is.',
    }),
    password: orNull(Type.Enum(['kept', 'none', 'unusable']), {
      examples: ['kept'],
      description:
        'What became of the password of an added customer. `unusable`: there was a hash, and nothing can be ' +
        'compared with it. null: nobody was added.',
    }),
    errors: Type.Array(Type.Object({ field: Type.String(), reason: Type.String(), code: Type.String() }), {
      description: 'The reasons of a refusal.',
    }),
  },
  { title: 'UserImportLine' },
)
type Line = Static<typeof Line>
export const UserImportReport = Type.Object(
  {
    added: count,
    known: count,
    refused: count,
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
    lines: Type.Array(Line),
  },
  { title: 'UserImportReport' },
)

const validate = compileValidator({ schema: ImportedUser, httpPart: 'body', method: '', url: '' }) as (
  value: unknown,
) => true | { error: Problem }
const shape = shapeOf(ImportedUser)

type Accepted = { index: number; user: ImportedUser; unusable: Unusable | undefined }

/** Adds the customers in the transaction of the request. A hash that cannot be used costs the password, never the customer. */
export async function importUsers(context: AppContext, tx: Tx, { users }: Static<typeof UserImport>) {
  const { languages } = await readShop(tx)
  const lines: Line[] = []
  const accepted: Accepted[] = []
  for (const [index, user] of users.entries()) {
    const unusable = takeOutUnusable(user)
    const errors = mistakesIn(user, languages)
    if (errors.length > 0) lines.push({ index, id: null, outcome: 'refused', password: null, errors })
    else accepted.push({ index, user: user as ImportedUser, unusable })
  }
  const added = new Set<number>()
  for (const { index, id, is_new } of await addUsers(context, tx, accepted, languages[0]!)) {
    const password = is_new ? passwordOf(accepted.find(one => one.index === index)!) : null
    lines.push({ index, id, outcome: is_new ? 'added' : 'known', password, errors: [] })
    if (is_new) added.add(index)
  }
  lines.sort((one, other) => one.index - other.index)
  const counts = OUTCOMES.map(name => [name, lines.filter(({ outcome }) => outcome === name).length])
  const unusablePasswords = countUnusable(accepted.flatMap(one => (added.has(one.index) && one.unusable) || []))
  return { ...(Object.fromEntries(counts) as Record<(typeof OUTCOMES)[number], number>), unusablePasswords, lines }
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

function mistakesIn(user: object, languages: readonly string[]): FieldError[] {
  leaveOutNulls(user, shape)
  const checked = validate(user)
  if (checked !== true) return checked.error.errors ?? []
  const { locale } = user as ImportedUser
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
    const { email, name = '', phone, locale = language, emailVerified = false, passwordHash, createdAt } = user
    const hash = passwordHash === undefined ? NO_PASSWORD : markImported(passwordHash)
    // As a text, PostgreSQL would refuse offsets and lengths that RFC 3339 allows.
    const created = createdAt && new Date(createdAt)
    return { index, id, email, name, phone, locale, emailVerified, hash, createdAt: created, factorId, secret }
  })
  const given = sql`${recordsetSql(rows)} as g (
    index int, id uuid, email text, name text, phone text, locale text, "emailVerified" boolean, hash text,
    "createdAt" timestamptz, "factorId" uuid, secret text
  )`
  await sql`
    with given as (select * from ${given}), added as (
      insert into users (
        id, email, email_verified_at, user_name, phone, locale, role, password_hash, created_at, confirmed_at
      )
      select id, email, case when "emailVerified" then ${now}::timestamptz end, name, phone, locale, 'customer', hash,
        least("createdAt", ${now}::timestamptz), ${now}::timestamptz
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
