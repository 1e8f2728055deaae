/** The mutants of guests: one for each statement that decides about their orders, links and addresses. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: source text
import type { Mutant } from './mutate.ts'

const CLAIM = 'src/site/guests/claim.ts'
const ACCOUNT = 'src/accounts/guests/account-link.ts'
const ADDRESS = 'src/site/guests/guest-order.ts'
const LINKS = 'src/accounts/guests/order-links.ts'
const MIGRATION = 'migrations/181_guests.sql'
const rule = 'GUESTS'

export const GUEST_MUTANTS: Mutant[] = [
  {
    name: 'GUESTS: a claim needs no address that a session has verified',
    rule,
    plays: 'no session has verified',
    edits: [
      { file: CLAIM, from: 'where id = ${userId} and email_verified_in_session and', to: 'where id = ${userId} and' },
    ],
  },
  {
    name: 'GUESTS: a claim does not look at an earlier one',
    rule,
    plays: 'six claims',
    edits: [
      {
        file: CLAIM,
        from: 'email_verified_in_session and confirmed_at is not null and disabled_at is null\n    for no key update',
        to: 'email_verified_in_session and confirmed_at is not null and disabled_at is null',
      },
      { file: CLAIM, from: 'order by o.id for no key update of o', to: 'order by o.id' },
      { file: CLAIM, from: 'and email_key = ${key} and claimed_at is null\n', to: 'and email_key = ${key}\n' },
    ],
  },
  {
    name: 'GUESTS: a claim does not look at a correction',
    rule,
    plays: 'claim during a correction',
    edits: [{ file: CLAIM, from: ' and email_key = ${key} and claimed_at is null\n', to: ' and claimed_at is null\n' }],
  },
  {
    name: 'GUESTS: a claim leaves the links',
    rule,
    plays: 'six claims',
    edits: [
      { file: CLAIM, from: 'await sql`delete from order_links where order_id = ${orderIds}`.execute(tx)', to: '' },
    ],
  },
  {
    name: 'GUESTS: a correction leaves the link',
    rule,
    plays: 'four corrections',
    edits: [
      {
        file: LINKS,
        from: '.set({ id, token_hash: digest(token), created_at: now })',
        to: '.set({ created_at: now })',
      },
    ],
  },
  {
    name: 'GUESTS: a correction does not look at its link',
    rule,
    plays: 'four corrections',
    edits: [
      {
        file: LINKS,
        from: ".where('id', '=', linkId)\n    .executeTakeFirst()",
        to: ".where('id', 'is not', linkId === '' ? '' : null)\n    .executeTakeFirst()",
      },
    ],
  },
  {
    name: 'GUESTS: a correction does not look at a claim',
    rule,
    plays: 'correction during a claim',
    edits: [
      { file: ADDRESS, from: 'if (token === undefined) throw', to: 'if (token === null) throw' },
      { file: ADDRESS, from: "    .where('claimed_at', 'is', null)\n", to: '' },
    ],
  },
  {
    name: 'GUESTS: an account is asked for while one takes over the order',
    rule,
    plays: 'account asked for during a claim',
    edits: [
      { file: ACCOUNT, from: ' and l.guest_id = o.owner_id', to: '' },
      { file: ACCOUNT, from: '    for no key update of o\n', to: '' },
    ],
  },
  {
    name: 'GUESTS: the link of an account outlives a correction of its address',
    rule,
    plays: 'after a correction',
    edits: [
      {
        file: ACCOUNT,
        from: '${id}\\0${email.toLowerCase()}\\0${until}',
        to: '${id}\\0${email.length < 0}\\0${until}',
      },
    ],
  },
  {
    name: 'GUESTS: the link of an account verifies another address',
    rule,
    plays: 'for another address',
    edits: [
      {
        file: ACCOUNT,
        from: 'return guest !== undefined && (await emailKey(context.db, guest.email)) === (await emailKey(context.db, email))',
        to: 'return guest !== undefined && email !== (await emailKey(context.db, ""))',
      },
    ],
  },
  {
    name: 'GUESTS: a link is given while an account takes over the order',
    rule,
    plays: 'asked for during a claim',
    edits: [{ file: ADDRESS, from: '      for no key update of o\n', to: '' }],
  },
  {
    name: 'GUESTS: who asks for a link ends the one that there is',
    rule,
    plays: 'before and after its end',
    edits: [
      {
        file: LINKS,
        from: 'on conflict (order_id) do nothing',
        to: 'on conflict (order_id) do update set id = excluded.id, token_hash = excluded.token_hash',
      },
    ],
  },
  {
    name: 'GUESTS: an order whose link has ended gets no other',
    rule,
    plays: 'before and after its end',
    edits: [{ file: ADDRESS, from: 'await giveLinkIfNone(tx, serviceKey, { userId, orderId }, now)', to: '' }],
  },
  {
    name: 'GUESTS: an Idempotency-Key belongs to a network and a program',
    rule,
    plays: 'six tries',
    edits: [{ file: 'src/orders/placing/guest-route.ts', from: '...(!forShop && { keysOf: keysOf(email) }),', to: '' }],
  },
  {
    name: 'GUESTS: each guest has open orders of its own',
    rule,
    plays: 'open orders',
    edits: [
      {
        file: 'src/orders/placing/place-sql.ts',
        from: 'open_orders_of_guest(${userId}::uuid, ${network ?? null}::text, ${most.orders}::int)',
        to: 'open_orders_of(${userId}::uuid, ${most.orders}::int)',
      },
    ],
  },
  {
    name: 'GUESTS: each guest has uses of a code of its own',
    rule,
    plays: 'one use by each customer',
    edits: [
      {
        file: MIGRATION,
        from: 'where code = which and (user_id = customer or user_id in (',
        to: 'where code = which and (user_id = customer or false and user_id in (',
      },
    ],
  },
]
