import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'

/*
 * A registration that no code has confirmed is a row of `users` too, but no user. So queries begin with `accounts(db)`, and
 * a file that names the table itself says here why it may.
 */
const OF_REGISTRATIONS = 'registers, confirms, resets or deletes registrations'
const BY_REFERENCE = 'reaches the row from one that only an account has: a session, an order, an announcement'
const SAYS_SO = 'has the condition confirmed_at in its SQL'
const CHANGES_FOUND = 'changes a row that it has found with accounts(db) or locked'

const MAY: Record<string, string> = {
  'src/accounts/users/user.ts': 'defines accounts(db)',
  'src/accounts/users/registration.ts': OF_REGISTRATIONS,
  'src/accounts/sign-in/first-step.ts': OF_REGISTRATIONS,
  'src/accounts/sign-in/second-step.ts': OF_REGISTRATIONS,
  'src/accounts/sign-in/pending-registration.ts': OF_REGISTRATIONS,
  'src/accounts/passwords/reset.ts': OF_REGISTRATIONS,
  'src/accounts/delete-expired.ts': OF_REGISTRATIONS,
  'src/accounts/lost-key.ts': OF_REGISTRATIONS,
  'src/dev/current-codes.ts': OF_REGISTRATIONS,
  'src/accounts/users/unverified-emails.ts': 'counts the emails to registrations too',
  'src/notifications/messages/recipients.ts': 'writes the reset emails of registrations',
  'src/notifications/ledger.ts': 'sends the reset emails of registrations',
  'src/notifications/queries.ts': 'shows the reset emails of registrations',
  'src/notifications/workers/set-back.ts': 'looks at the addresses of emails that were sent',
  'src/notes/subject.ts': SAYS_SO,
  'src/notes/notes.ts': BY_REFERENCE,
  'src/notes/tags.ts': BY_REFERENCE,
  'src/orders/moving/customers.ts': SAYS_SO,
  'src/orders/moving/export.ts': SAYS_SO,
  'src/orders/moving/past-orders.ts': SAYS_SO,
  'src/notifications/suppression/suppressed.ts': BY_REFERENCE,
  'src/dev/seed.ts': 'asks whether the database is empty',
  'src/accounts/sessions/sessions.ts': BY_REFERENCE,
  'src/accounts/sessions/credentials.ts': BY_REFERENCE,
  'src/accounts/second-factors/enrollment.ts': BY_REFERENCE,
  'src/accounts/second-factors/sms-codes.ts': BY_REFERENCE,
  'src/orders/queries.ts': BY_REFERENCE,
  'src/orders/bank/proposals.ts': BY_REFERENCE,
  'src/orders/drafts/queries.ts': BY_REFERENCE,
  'src/orders/drafts/confirm.ts': BY_REFERENCE,
  'src/orders/drafts/commands.ts': CHANGES_FOUND,
  'src/payments/transfers-out/queries.ts': BY_REFERENCE,
  'src/accounts/sessions/still-may.ts': BY_REFERENCE,
  'src/catalogue/stock/history.ts': BY_REFERENCE,
  'src/orders/notices/queries.ts': BY_REFERENCE,
  'src/accounts/recovery/requests.ts': BY_REFERENCE,
  'src/accounts/recovery/links.ts': BY_REFERENCE,
  'src/accounts/recovery/decide.ts': BY_REFERENCE,
  'src/accounts/recovery/due.ts': BY_REFERENCE,
  'src/accounts/recovery/recover.ts': CHANGES_FOUND,
  'src/accounts/recovery/queries.ts': BY_REFERENCE,
  'src/accounts/staff/invitations.ts': SAYS_SO,
  'src/accounts/staff/shop-addresses.ts': BY_REFERENCE,
  'src/accounts/staff/change-permissions.ts': CHANGES_FOUND,
  'src/contact/queries.ts': BY_REFERENCE,
  'src/contact/replies.ts': BY_REFERENCE,
  'src/orders/placing/place-sql.ts': BY_REFERENCE,
  'src/documents/facts/invoiceable.ts': BY_REFERENCE,
  'src/documents/findings.ts': BY_REFERENCE,
  'src/returns/queries.ts': BY_REFERENCE,
  'src/returns/withdrawals/queries.ts': BY_REFERENCE,
  'src/returns/withdrawals/receive.ts': SAYS_SO,
  'src/accounts/sign-in/refusal-time.ts': 'asks whether any hash is of another program',
  'src/notifications/request-confirmation.ts': BY_REFERENCE,
  'src/accounts/email-preferences.ts': BY_REFERENCE,
  'src/console/orders/order-history.ts': BY_REFERENCE,
  'src/accounts/sign-in/passkey-alone.ts': SAYS_SO,
  'src/accounts/sign-in/guesses.ts': SAYS_SO,
  'src/notifications/announcements/fan-out.ts': SAYS_SO,
  'src/notifications/announcements/drafts.ts': SAYS_SO,
  'src/console/search/user-search.ts': SAYS_SO,
  'src/cli/verify.ts': SAYS_SO,
  'src/accounts/users/create-account.ts': CHANGES_FOUND,
  'src/accounts/users/administration.ts': CHANGES_FOUND,
  'src/accounts/users/profile.ts': CHANGES_FOUND,
  'src/accounts/users/verify-email.ts': CHANGES_FOUND,
  'src/accounts/passwords/change.ts': CHANGES_FOUND,
  'src/dev/demo-users.ts': CHANGES_FOUND,
  'src/privacy/delete-account.ts': CHANGES_FOUND,
  'src/privacy/guests.ts': 'deletes guests, who are no accounts',
  'src/orders/former-owner.ts': CHANGES_FOUND,
  'src/accounts/guests/guest.ts': 'creates guests, who are no accounts',
  'src/accounts/guests/order-links.ts': BY_REFERENCE,
  'src/accounts/guests/account-link.ts': 'reads guests, who are no accounts',
  'src/site/guests/claim.ts': SAYS_SO,
  'src/site/guests/guest-order.ts': BY_REFERENCE,
}

const NAMES_USERS =
  /\b(?:from|join|into|update) users\b|(?:selectFrom|innerJoin|leftJoin|insertInto|updateTable|deleteFrom)\(\s*'users|InBatches\(\s*db,\s*'users'/

test('a query on users begins with accounts(db), or says why not', async () => {
  const found: string[] = []
  for await (const file of glob('src/**/*.ts')) {
    if (!file.endsWith('.test.ts') && NAMES_USERS.test(await readFile(file, 'utf8'))) found.push(file)
  }
  assert.deepEqual(found.sort(), Object.keys(MAY).sort())
})
