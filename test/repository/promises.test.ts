/*
 * Names the range of each promise of docs/security.md: a list that the code itself has, and for each member the test that proves the
 * promise for it, or the reason why it needs no test. A new member fails here until somebody has proved it.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ALGORITHMS } from '../../src/accounts/passwords/imported/algorithms.ts'
import { SCOPES } from '../../src/accounts/sessions/access.ts'
import { PERMISSIONS } from '../../src/accounts/tables.ts'
import { GUARDED } from '../../src/config/settings.ts'
import { MADE_KINDS } from '../../src/console/people/made.ts'
import { LIMITS } from '../../src/http/rate-limits/attempts.ts'
import { WITHOUT_STEP_UP } from '../../src/http/step-up-reasons.ts'
import { EVENT_TYPES } from '../../src/notifications/tables.ts'
import { SETTING_EFFECTS } from '../../src/site/setting-effects.ts'
import { NOT_BY_STRANGERS } from '../support/strangers-emails.ts'
import { DESCRIBED } from './described-sentences.ts'
import { PERSONAL_PROOFS, personalColumns, REFERENCE_PROOFS, referencesToUsers } from './personal-columns.ts'
import { SENTENCES, type Shown } from './promised-sentences.ts'

/** `<file>: <name of a test>`, or a part of the name, as its source has it; or a reason, which begins with a dash. */
type Proof = string
type Range = { members: readonly string[]; proofs: Record<string, Proof> }

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** The members of `type Name = 'a' | 'b'`. */
function unionOf(path: string, name: string): string[] {
  const [, union] = new RegExp(`type ${name} =([^\\n]*(?:\\n +\\|[^\\n]*)*)`).exec(read(path))!
  return [...union!.matchAll(/'([^']+)'/g)].map(([, member]) => member!)
}

/** The columns of `table: { … }`. */
function columnsOf(path: string, table: string): string[] {
  const [, body] = new RegExp(`^    ${table}: \\{\\n([\\s\\S]*?)^    \\}`, 'm').exec(read(path))!
  return [...body!.matchAll(/^ {6}(\w+):/gm)].map(([, column]) => column!)
}

/** The files of the program, but for development code, whose text matches. */
function filesWith(pattern: RegExp): string[] {
  const files = globSync('src/**/*.ts', { cwd: new URL('../..', import.meta.url) })
  return files.filter(file => !/\.test\.ts$|^src\/dev\//.test(file) && pattern.test(read(file))).toSorted()
}

/** Their purposes. A file that takes the purpose from its callers has a type of that name. */
function derivedValues(): string[] {
  const purposes = filesWith(/\bderive\(/).flatMap(file => {
    const calls = [...read(file).matchAll(/\bderive\([\w.]+, *(?:'([^']+)'|(purpose)\b)/g)]
    return calls.flatMap(([, purpose, taken]) => (taken ? unionOf(file, 'Purpose') : [purpose!]))
  })
  return [...new Set(purposes)]
}

/** The columns that hold a hash or an encrypted value. */
function secretColumns(): string[] {
  const files = globSync('src/**/tables.ts', { cwd: new URL('../..', import.meta.url) })
  const found = files.flatMap(file =>
    [...read(file).matchAll(/^ {4}(\w+): \{([\s\S]*?)\}$/gm)].flatMap(([, table, body]) =>
      [...body!.matchAll(/\b(secret|sealed|(?:token|key|code|password)_hash): /g)].map(
        ([, name]) => `${table}.${name}`,
      ),
    ),
  )
  return found.toSorted()
}

/** Calls by which a program begins a connection; those to the database are behind DATABASE_URL. */
const CALLS = /\bfetch\(|\.lookup\(|\.request\(url|new Stripe\(|smtp\.connect\(|startNodeSdk\(/

/** The same proof for many members. */
const all = (members: readonly string[], proof: Proof) => Object.fromEntries(members.map(member => [member, proof]))

const REFUSED = 'test/api/refused-sign-ins.test.ts: imported hashes → each refused sign-in is answered at a full step'
const COLUMNS =
  'test/api/refused-sign-ins.test.ts: account column has another value → sign-in and reset answer as for nobody'
const RESETS =
  'test/api/unverified-budgets.test.ts: reset requests for known, verified, unknown addresses → same answers and 429 headers'
const STRANGERS_TEXT =
  'test/api/unverified-addresses.test.ts: each email to an unverified address → no word of a stranger'
const FLOODS = (name: string) => `test/proofs/account-floods.test.ts: ${name}`
const BUDGETS = (name: string) => `test/api/account-budgets.test.ts: ${name}`
const BY_CLIENT = (name: string) => `test/api/client-rate-limits.test.ts: ${name}`
const GUESSES = (name: string) => `test/api/code-guesses.test.ts: ${name}`
const CAPABILITIES =
  'test/api/capabilities.test.ts: admin reads every list, event and log line → none contains a capability'
const RECOVERED =
  'test/api/recovery-requests.test.ts: asked, waited, link used → new password and factor, nothing old opens'
const OBJECTED = 'test/api/recovery-requests.test.ts: objection by link or in a session → its link opens nothing'
const ONE_CODE =
  'test/proofs/one-code-one-session.test.ts: R1: one code from 50 sign-ins, over two processes → one session'
const ONE_SIGNATURE =
  'test/api/strange-passkeys.test.ts: counter up to 2^32 - 1 → accepted, but opens no second session'
const RELEASED_ONCE =
  'test/api/released-addresses.test.ts: verify link does not release, nor vice versa; simultaneous uses release once'
const DUMP = 'test/repository/no-secrets.test.ts: a dump of the database contains no usable secret'
const LARGE_BODY = 'test/api/large-bodies.test.ts: far too large body → server reads only some tens of megabytes'
const COOKIES = 'test/api/sign-in.test.ts: https → cookies are Secure and, except the language, prefixed __Host-'
/** A test for each writable setting, by its name. */
const EACH_SETTING = 'test/api/effects.test.ts: second factor, permission '
const MAKERS = (name: string) => `test/api/makers.test.ts: ${name}`
const ROUTES = (name: string) => `test/proofs/access.test.ts: ${name}`

/** Tests that each limit refuses, and that a stranger who uses it up does not lock out the owner. */
const LIMIT_PROOFS: Record<string, Proof> = {
  codes: GUESSES('200 simultaneous wrong codes from each side → ten of each checked'),
  'codes-daily': GUESSES('stranger uses up 30 guesses → owner signs in from the usual device'),
  'renewed-guesses': GUESSES('password reset → gives the account a new budget, three times a day'),
  'refused-codes-emails': GUESSES('fifth wrong code after the right password → owner notified once a day'),
  passwords: 'test/processes/threats.test.ts: a stranger who knows the address cannot lock its owner out',
  'client-passwords': BY_CLIENT('known user at the blocked address → signs in without resetting the limit'),
  'client-passkeys': '- It counts by client alone, as `client-passwords` does, and an account has none.',
  'contact-messages': BY_CLIENT('support messages of a client → 60 an hour; repeats do not count'),
  withdrawals: '- A bound of storage, which counts by client alone.',
  'withdrawal-receipts':
    'test/api/withdrawals.test.ts: stranger uses up receipts → statements count, the signed-in owner gets one',
  'own-withdrawals':
    'test/api/withdrawals.test.ts: stranger uses up receipts → statements count, the signed-in owner gets one',
  recoveries: 'test/api/recovery-requests.test.ts: fourth request of a day → refused; the next day it is accepted',
  resets: 'test/api/reset.test.ts: stranger uses many resets → owner not refused, each accepted one sends email',
  'client-resets': BY_CLIENT('one client → resets for 100 addresses an hour, known or not'),
  registrations: BUDGETS('30 registrations an hour, then taken and free → same answer without hashing'),
  'registrations-daily': '- The same statement counts it as `registrations`.',
  'email-changes': BUDGETS('30 address changes a day, then taken and free → the same answer'),
  'client-email-changes': '- The same statement counts it as `email-changes`, by client.',
  'profile-changes': FLOODS('an account changes its profile 200 times a day'),
  'credential-changes': FLOODS('an account adds 50 factors a day, and can still remove them'),
  'client-credential-changes': FLOODS('accounts of one client share 500 factors and 500 confirmations a day'),
  'new-device-emails': FLOODS('new device → the owner is told; the 101st a day is refused'),
  confirmations: FLOODS('customers ask for 100 confirmations a day, sent or not; staff more'),
  'client-confirmations': FLOODS('accounts of one client share 500 factors and 500 confirmations a day'),
  'setting-addresses':
    'test/api/setting-addresses.test.ts: link sent repeatedly → five emails a day, and the former address stays',
  exports: FLOODS('an account gets one data copy at a time, and 20 daily'),
  'logged-replays': FLOODS('replays of an account → refused, and at most 100 audit lines hourly'),
  'order-links': 'test/api/guest-orders.test.ts: 31st request for a link in an hour → refused',
  'new-carts': 'test/api/cart.test.ts: thousand new carts a day from one network → only existing ones continue',
  'discount-codes':
    'test/api/discount-codes.test.ts: 31 simultaneous wrong codes of a network → the last learns nothing afterwards',
  'vat-id-checks': 'test/api/vies.test.ts: client asks 60 times an hour → VAT from then on',
  'stock-alerts':
    'test/api/unverified-budgets.test.ts: confirmations, cancellations and wishes count with orders; staff are never refused',
  sms: 'test/api/second-factors.test.ts: sixth text in an hour, or no phone → no text message',
  'sms-hourly': 'test/api/second-factors.test.ts: sixth text in an hour, or no phone → no text message',
  'sms-number': 'test/api/sms-budgets.test.ts: twelve accounts, one number → five text messages an hour, ten a day',
  'sms-number-daily': 'test/api/sms-budgets.test.ts: stranger adds the phone of another → its owner still gets codes',
  'client-sms': 'test/api/sms-budgets.test.ts: a client asks for 30 text messages an hour',
  'unverified-emails':
    'test/api/unverified-budgets.test.ts: 31st unverified order in a day → 429, nothing stored; resets still work',
  'unverified-mailbox':
    'test/api/unverified-budgets.test.ts: other spellings of a mailbox → 60 a day together, beside the original',
}

const SETTINGS: Range = {
  members: Object.keys(SETTING_EFFECTS),
  proofs: {
    ...all(Object.keys(SETTING_EFFECTS), EACH_SETTING),
    ...all(
      ['logo', 'homePicture'],
      'test/api/effects.test.ts: settings → each declared; a missing second factor has a reason',
    ),
  },
}

/** The proofs of each promise, by its bold sentence. The ranges have the names that docs/security.md gives to the lists. */
const PROMISES: Record<string, { always: Proof[]; ranges?: Record<string, Range> }> = {
  'Nobody signs in with one factor.': {
    always: ['test/api/sign-in.test.ts: sign-in takes password and code; the partial token does nothing else'],
    ranges: {
      'files that open sessions': {
        members: filesWith(/\b(?:openSession\(|startSession\(tx)/),
        proofs: {
          'src/accounts/sessions/sessions.ts': '- It defines how, and is called by the next two.',
          'src/accounts/sign-in/second-step.ts':
            'test/api/sign-in.test.ts: sign-in takes password and code; the partial token does nothing else',
          'src/accounts/sign-in/passkey-alone.ts': ONE_SIGNATURE,
        },
      },
      'kinds of second factors': {
        members: unionOf('src/accounts/tables.ts', 'FactorKind'),
        proofs: {
          totp: 'test/processes/threats.test.ts: a reset link replaces no second factor, and signs a thief out',
          sms: 'test/api/second-factors.test.ts: newest text code signs in once, for its attempt, within five minutes',
          hardware:
            'test/api/second-factors.test.ts: serial and two consecutive codes → hardware token assigned, its drift learned',
          passkey: 'test/api/first-passkey.test.ts: password alone → adds no passkey beside an existing second factor',
        },
      },
    },
  },
  'A code, a link or a signature works once.': {
    always: [
      'test/proofs/one-code-one-session.test.ts: R1: one code from 50 sign-ins, over two processes → one session',
      'test/api/reset.test.ts: of 20 simultaneous uses of three links, one succeeds',
      'test/processes/threats.test.ts: a recovery code that is sent many times at once works once',
      'test/api/strange-passkeys.test.ts: counter up to 2^32 - 1 → accepted, but opens no second session',
    ],
    ranges: {
      'kinds of second factors': {
        members: unionOf('src/accounts/tables.ts', 'FactorKind'),
        proofs: {
          ...all(['totp', 'hardware'], ONE_CODE),
          sms: 'test/api/second-factors.test.ts: newest text code signs in once, for its attempt, within five minutes',
          passkey: ONE_SIGNATURE,
        },
      },
      'values derived from the service key': {
        members: derivedValues(),
        proofs: {
          ...all(
            ['registration-salt', 'renewed-password-salt', 'order network', 'idempotency fingerprint', 'message'],
            '- It grants nothing.',
          ),
          ...all(
            ['cart', 'device', 'order link', 'unsubscribe', 'mail report', 'refund-account', 'demo-api-key'],
            '- It is for as often as its holder likes, and grants the same each time.',
          ),
          recovery: RECOVERED,
          'recovery-objection': OBJECTED,
          reset: 'test/api/reset.test.ts: of 20 simultaneous uses of three links, one succeeds',
          'verify-email': RELEASED_ONCE,
          'release-email': RELEASED_ONCE,
          'recovery-code': 'test/processes/threats.test.ts: a recovery code that is sent many times at once works once',
          'sms-code':
            'test/api/second-factors.test.ts: newest text code signs in once, for its attempt, within five minutes',
          'passkey-challenge': ONE_SIGNATURE,
          invitation: 'test/api/invitations.test.ts: two registrations with one link → one staff, the other no account',
          'draft order link':
            'test/api/draft-orders.test.ts: confirmation repeated and doubled → one order, once its stock',
          'account of a guest':
            'test/api/guest-accounts.test.ts: two touches at once → one account, the other attempt has ended',
          'setting-address':
            'test/api/setting-addresses.test.ts: another address entered → the former stays, and old links confirm nothing',
        },
      },
    },
  },
  'A guess does not pay.': {
    always: ['test/processes/threats.test.ts: of many wrong passwords at once, ten are checked'],
    ranges: {
      'limits of clients and accounts': { members: Object.keys(LIMITS), proofs: LIMIT_PROOFS },
      'files that take a new password': {
        members: filesWith(/: NewPassword\b/),
        proofs: all(
          [
            'src/accounts/passwords/reset-routes.ts',
            'src/accounts/recovery/routes.ts',
            'src/accounts/sign-in/routes.ts',
            'src/accounts/users/profile-routes.ts',
          ],
          'test/api/bad-input.test.ts: common password → 422 wherever one is chosen',
        ),
      },
    },
  },
  'A stranger locks nobody out.': {
    always: ['test/processes/threats.test.ts: a stranger who knows the address cannot lock its owner out'],
    ranges: { 'limits of clients and accounts': { members: Object.keys(LIMITS), proofs: LIMIT_PROOFS } },
  },
  'Sign-in and reset do not tell who has an account.': {
    always: [
      'test/proofs/oracle.test.ts: ORACLE proof, small run: known and unknown addresses get equal answers',
      REFUSED,
    ],
    ranges: {
      'kinds of password hashes': { members: ALGORITHMS, proofs: all(ALGORITHMS, REFUSED) },
      'columns of an account': {
        members: columnsOf('src/accounts/tables.ts', 'users'),
        proofs: {
          ...all(columnsOf('src/accounts/tables.ts', 'users'), COLUMNS),
          email: RESETS,
          email_key: '- It is generated from `email`.',
          email_verified_at: RESETS,
          password_hash: REFUSED,
          confirmed_at:
            'test/api/pending-registrations.test.ts: reset requested while its registration is deleted → the same answer as ever',
          disabled_at:
            'test/api/disabled-accounts.test.ts: disabled account → right password treated as wrong; forgot-password sends nothing',
        },
      },
    },
  },
  'The owner hears of it.': {
    always: ['test/api/owner-notices.test.ts: device unknown by cookie, network and browser signs in → told once'],
    ranges: {
      'emails about an account': {
        members: EVENT_TYPES.filter(type => type.startsWith('user.')),
        proofs: {
          'user.registered': 'test/api/unverified-addresses.test.ts: unverified address → emails without the note',
          'user.email_changed':
            'test/api/verify-email.test.ts: link verifies its address for three days, or until the address changes',
          'user.password_reset_requested':
            'test/api/reset.test.ts: email is due after a random half second to four seconds',
          'user.credentials_changed':
            'test/api/owner-notices.test.ts: password, second factors or recovery codes changed → owner told',
          'user.factors_reset': 'test/api/lost-factors.test.ts: code and password → sign in once',
          'user.deleted': 'test/api/privacy.test.ts: account page and last email say that unconfirmed addresses',
          'user.recovery_asked': RECOVERED,
          'user.recovery_linked': RECOVERED,
          'user.recovery_ended': OBJECTED,
          'user.verification_requested': 'test/api/privacy.test.ts: unverified address → its link is sent again',
          'user.account_requested':
            'test/api/guest-accounts.test.ts: guest asks for an account → link makes a verified one',
          'user.signed_in_on_new_device':
            'test/api/owner-notices.test.ts: device unknown by cookie, network and browser signs in → told once',
          'user.codes_refused':
            'test/api/code-guesses.test.ts: fifth wrong code after the right password → owner notified once a day',
          'user.factors_disabled':
            'test/api/code-guesses.test.ts: hundredth consecutive wrong code → factor disabled, owner notified',
        },
      },
      'changes of credentials': {
        members: unionOf('src/accounts/tables.ts', 'CredentialChange'),
        proofs: {
          ...all(
            ['password_changed', 'factor_added', 'factor_removed', 'recovery_codes_renewed'],
            'test/api/owner-notices.test.ts: password, second factors or recovery codes changed → owner told, unless it failed',
          ),
          password_reset: 'test/api/owner-notices.test.ts: a password reset is told to the owner',
        },
      },
    },
  },
  'A stolen session is not the account.': {
    always: [
      'test/api/step-up.test.ts: an old second factor → 403 reauthentication_required',
      'test/api/disabled-accounts.test.ts: disabled → sessions, sign-ins, links and keys end in every process, for good',
    ],
    ranges: {
      'reasons for no second factor': {
        members: Object.keys(WITHOUT_STEP_UP),
        proofs: all(
          Object.keys(WITHOUT_STEP_UP),
          'test/api/effects.test.ts: undeclared changing operation of staff → Semel does not start',
        ),
      },
      scopes: { members: SCOPES, proofs: all(SCOPES, ROUTES('a key with all but')) },
      settings: SETTINGS,
    },
  },
  'No right outlives its maker.': {
    always: [
      MAKERS('a demoted admin is admin again → the webhook goes on by itself'),
      MAKERS('admin is demoted → what they made is listed, one press ends each'),
    ],
    ranges: {
      'things with a maker': {
        members: MADE_KINDS,
        proofs: {
          api_key: MAKERS('→ the key is refused'),
          invitation: MAKERS('→ nobody accepts until another admin sends it again'),
          webhook: MAKERS('→ paused until taken over'),
          announcement: MAKERS('→ nobody else gets it until taken over'),
          address:
            'test/api/setting-addresses.test.ts: whoever entered it is demoted → unused until somebody else takes it over',
        },
      },
    },
  },
  'Everybody sees and does what is theirs.': {
    always: [
      ROUTES('the routes cover every kind of access'),
      ROUTES('a resource of another user → 404 on every route with an id'),
    ],
    ranges: {
      settings: SETTINGS,
      permissions: {
        members: PERMISSIONS,
        proofs: all(
          PERMISSIONS,
          ROUTES('console pages redirect guests, and refuse customers and unpermitted staff with 403'),
        ),
      },
      scopes: {
        members: SCOPES,
        proofs: all(SCOPES, ROUTES('a key with all but')),
      },
    },
  },
  'An address belongs to the reader of its mailbox.': {
    always: [
      'test/api/released-addresses.test.ts: stranger’s account, verified by click → address back on reset request, however late',
      'test/api/mail-reports.test.ts: an id that the API shows proves no report',
    ],
    ranges: {
      'kinds of emails': {
        members: EVENT_TYPES,
        proofs: {
          ...all(EVENT_TYPES, STRANGERS_TEXT),
          ...Object.fromEntries(Object.entries(NOT_BY_STRANGERS).map(([type, reason]) => [type, `- ${reason}`])),
          ...all(
            ['user.recovery_asked', 'user.recovery_linked', 'user.recovery_ended'],
            'test/api/recovery-requests.test.ts: unverified address, staff, no second factor → refused, with the reason',
          ),
          'withdrawal.received':
            'test/api/withdrawals.test.ts: no such order → the receipt repeats no word of a stranger',
        },
      },
    },
  },
  'A copy of the database opens nothing.': {
    always: [
      CAPABILITIES,
      'test/processes/secret-key.test.ts: SECRET_KEY changed → authenticators and recovery codes work; old key no longer starts',
    ],
    ranges: {
      'columns that keep a secret': {
        members: secretColumns(),
        proofs: all(
          [
            'api_keys.key_hash',
            'hardware_tokens.secret',
            'draft_orders.token_hash',
            'order_links.token_hash',
            'partial_sessions.token_hash',
            'password_resets.token_hash',
            'recovery_codes.code_hash',
            'second_factors.secret',
            'sessions.token_hash',
            'sms_codes.code_hash',
            'users.password_hash',
            'webhook_secrets.secret',
          ],
          DUMP,
        ),
      },
      'values derived from the service key': {
        members: derivedValues(),
        proofs: {
          ...all(
            [
              'mail report',
              'unsubscribe',
              'refund-account',
              'invitation',
              'setting-address',
              'reset',
              'recovery',
              'recovery-objection',
              'cart',
              'draft order link',
              'order link',
              'device',
              'recovery-code',
              'verify-email',
              'release-email',
              'account of a guest',
            ],
            CAPABILITIES,
          ),
          ...all(
            ['sms-code', 'order network', 'idempotency fingerprint'],
            '- A keyed hash of what was entered, which opens nothing.',
          ),
          ...all(['registration-salt', 'renewed-password-salt'], '- A salt, which is no secret.'),
          'passkey-challenge':
            'test/api/strange-passkeys.test.ts: counter up to 2^32 - 1 → accepted, but opens no second session',
          'demo-api-key': '- Only the embedded database has it.',
          message: '- It signs the words of a page, such as "Saved.", for the next one.',
        },
      },
    },
  },
  'Text stays text.': {
    always: [
      'src/html/html.test.ts: hostile text cannot leave its text node or attribute',
      'test/proofs/fuzz.test.ts: odd guest requests → no 5xx, no markup back, nothing of others changed',
      'test/api/product-images.test.ts: files that are no photographs are refused with the reason',
    ],
    ranges: {
      'files that write SQL or HTML as it is': {
        members: filesWith(/\bsql\.raw\(|new Html\(/),
        proofs: {
          ...all(
            [
              'src/catalogue/paging/page-sql.ts',
              'src/catalogue/search/suggestions.ts',
              'src/database/delete-in-batches.ts',
              'src/database/history.ts',
              'src/database/lists/keyset.ts',
              'src/database/prepared.ts',
              'src/database/shops.ts',
              'src/notifications/ledger.ts',
              'src/notifications/queries.ts',
              'src/notifications/workers/registry.ts',
              'src/orders/bank/keep-statement.ts',
              'src/returns/value.ts',
              'src/webhooks/endpoints.ts',
              'src/webhooks/handshake.ts',
              'src/webhooks/ledger.ts',
            ],
            '- Names and numbers of the code: its parts come from no request.',
          ),
          'src/html/html.ts': 'src/html/html.test.ts: hostile text cannot leave its text node or attribute',
        },
      },
      'files that read pictures': {
        members: filesWith(/from 'sharp'/),
        proofs: all(
          ['src/catalogue/images/encode.ts'],
          'test/api/product-images.test.ts: files that are no photographs are refused with the reason',
        ),
      },
    },
  },
  'Other sites cannot act for a visitor.': {
    always: [
      ROUTES('session cookie from another site or without CSRF token → refused'),
      'test/api/credentials.test.ts: form from another site → refused on every page, signed in or not',
      'test/api/cors.test.ts: browser app of a listed origin → may call the API without cookies',
    ],
    ranges: {
      'files that set cookies': {
        members: filesWith(/\bsetCookie\(/),
        proofs: all(
          [
            'src/accounts/recovery/routes.ts',
            'src/accounts/sessions/cookies.ts',
            'src/accounts/sessions/visitor.ts',
            'src/accounts/sign-in/sign-in-response.ts',
            'src/orders/cart/owner.ts',
            'src/pages/language.ts',
          ],
          COOKIES,
        ),
      },
    },
  },
  'A flood of one client does not stop the shop.': {
    always: ['test/browser/route-costs.test.ts: every GET route → ten times the cheapest page, or a reason'],
    ranges: {
      'files with a limit of their own for bodies': {
        members: filesWith(/\bbodyLimit: |\.\.\.TAKES_PICTURE/),
        proofs: all(
          [
            'src/catalogue/images/image.ts',
            'src/catalogue/images/routes.ts',
            'src/catalogue/import/preview-routes.ts',
            'src/catalogue/import/route.ts',
            'src/catalogue/routes.ts',
            'src/notifications/suppression/routes.ts',
            'src/orders/bank/routes.ts',
            'src/orders/batches/routes.ts',
            'src/orders/moving/import-once.ts',
            'src/payments/providers/events-in.ts',
            'src/site/blocks/picture-routes.ts',
            'src/site/settings-routes.ts',
            'src/web.ts',
          ],
          LARGE_BODY,
        ),
      },
      'queues with turns': {
        members: filesWith(/new FairQueue\(/),
        proofs: {
          'src/accounts/passwords/hashing.ts':
            'test/proofs/exhaustion.test.ts: flood of passwords from one network → partly refused; others sign in',
          'src/catalogue/paging/page-batches.ts':
            'src/database/pooling/fair-queue.test.ts: a network uses its places → others wait for none of its callers',
          'src/catalogue/paging/read-page.ts':
            'src/database/pooling/fair-queue.test.ts: a network uses its places → others wait for none of its callers',
          'src/database/coalesce.ts': '- It has no keys: calls that are shared by all.',
          'src/database/pooling/own-places.ts':
            'src/database/pooling/pool.test.ts: a network floods → five connections, and others wait behind those only',
          'src/database/pooling/pool.ts':
            'src/database/pooling/pool.test.ts: networks share an area → a person waits for one request of each',
          'src/database/pooling/row-queues.ts':
            'src/database/pooling/row-queues.test.ts: others wait behind five at most',
          'src/documents/paper/kept-pdf.ts':
            'test/api/kept-pdfs.test.ts: a PDF is drawn → the thread of requests hardly works',
          'src/http/rate-limits/door.ts':
            'test/proofs/exhaustion.test.ts: requests of one network wait their turn; those of others begin meanwhile',
          'src/shop/markdown/kept-markdown.ts':
            'src/database/pooling/fair-queue.test.ts: a network floods → a person waits for one of its callers',
          'src/site/product-feed/routes.ts':
            'src/database/pooling/fair-queue.test.ts: a network uses its places → others wait for none of its callers',
        },
      },
    },
  },
  'Free accounts are no weapon.': {
    always: [BUDGETS('accounts of one network at once → together five times the open orders')],
    ranges: {
      'limits of clients and accounts': { members: Object.keys(LIMITS), proofs: LIMIT_PROOFS },
      'budgets of a day': {
        members: unionOf('src/http/rate-limits/wide-budgets.ts', 'WideBudget'),
        proofs: {
          orders: BUDGETS('60 simultaneous orders of an account → only the daily limit; steady refill'),
          'client-orders': BUDGETS('accounts of one network at once → together five times the open orders'),
          cancellations: BUDGETS('cancellations of an account → a budget of their own; staff have none'),
          'sign-ins': FLOODS('an account signs in or steps up 3000 times a day'),
          'sms-all':
            'test/api/sms-budgets.test.ts: SMS_PER_DAY → limits the service; a quarter is for confirmed phones only',
          'network-resets': 'test/api/reset.test.ts: 10 resets, then one every 144 minutes, some left for owner',
          'address-resets':
            'test/api/reset.test.ts: strangers, many networks → 15 resets, then one every 96 minutes, 30 daily',
          'mailbox-resets':
            'test/api/unverified-budgets.test.ts: other spellings of a mailbox → 60 a day together, beside the original',
        },
      },
    },
  },
  'Semel calls only where it was told to.': {
    always: ['src/http/outgoing/addresses.test.ts: a name resolves to a private address → the connection is refused'],
    ranges: {
      'files that make connections': {
        members: filesWith(CALLS),
        proofs: {
          'src/accounts/passwords/breached.ts': '- BREACHED_PASSWORDS_URL names it.',
          'src/catalogue/pictures-by-address/download.ts':
            'test/api/pictures-by-address.test.ts: no exception by operator → no private network asked, nothing goes out unencrypted',
          'src/cli/listen.ts': '- A command, which calls the address that its caller types.',
          'src/mail/transport.ts': '- SMTP_URL names it.',
          'src/observability/telemetry.ts': '- OTEL_EXPORTER_OTLP_ENDPOINT names it.',
          'src/payments/providers/stripe-api.ts': '- STRIPE_URL, or the address of the provider.',
          'src/pricing/vies/ask.ts': 'test/api/vies.test.ts: domestic sale, setting off → VIES is not asked',
          'src/sms/transport.ts': '- SMS_URL names it.',
          'src/http/outgoing/post.ts':
            'test/api/webhooks.test.ts: redirects are not followed, and 429 takes no step of the schedule',
        },
      },
    },
  },
  'Production takes no weak setting unnamed.': {
    always: [
      'src/config.test.ts: production refuses weak keys and unencrypted addresses, unless ALLOW_INSECURE names them',
      'test/processes/production.test.ts: demo account with the published password → production refuses to start',
      'test/processes/production.test.ts: loads no development code in production',
    ],
    ranges: {
      'guarded settings': {
        members: GUARDED,
        proofs: all(
          GUARDED,
          'src/config.test.ts: production refuses weak keys and unencrypted addresses, unless ALLOW_INSECURE names them',
        ),
      },
    },
  },
  'Data goes with its owner.': {
    always: [
      'test/api/privacy.test.ts: export → everything about the person, in the request’s version, and no secret',
      'test/api/privacy.test.ts: account with an open order → kept; afterwards personal data goes, order stays',
      'test/api/log.test.ts: log of registrations, sign-ins, orders, errors → no secret, address or body',
    ],
    ranges: {
      'references to users': { members: referencesToUsers(), proofs: REFERENCE_PROOFS },
      'columns about a person': { members: personalColumns(), proofs: PERSONAL_PROOFS },
    },
  },
}

const page = read('docs/security.md')
const [, promised] = /^## Promises\n([\s\S]*?)^## /m.exec(page)!

/** Splits a text without the bold sentence and the lists of a promise. A sentence begins with anything but a small letter, or with a path. */
const sentencesOf = (part: string) =>
  part
    .replace(/_For each of: [\s\S]*?\._/g, '')
    .replace(/^\*\*[\s\S]*?\*\*/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.?!)]["”`*_]?) (?=[^a-z(]|[a-z]+\/)/)

/** The sentences by their beginnings, where those are known. */
const beginningsOf = (sentences: readonly string[], shown: readonly Shown[]) =>
  sentences.map((sentence, n) => {
    const [beginning] = shown[n] ?? ['']
    return beginning !== '' && sentence.startsWith(beginning) ? beginning : sentence
  })

/** Everything but the promises, by heading; the table of capabilities is read by test/api/capabilities.test.ts. */
function describedOn(markdown: string): Record<string, string[]> {
  const parts = markdown.replace(/^# .*$/m, '').split(/^## /m)
  return Object.fromEntries(
    parts.map((part, n) => {
      const [, heading, text] = n === 0 ? ['', '', part] : /^(.*)\n([\s\S]*)$/.exec(part)!
      const blocks = text!.split(/\n\n|^- /m).filter(block => !/^(?:\*\*|\|)|^\s*$/.test(block))
      return [heading!, blocks.flatMap(sentencesOf)]
    }),
  )
}

test('sentence of another section → its test, or a reason', () => {
  const described = describedOn(page)
  assert.deepEqual(Object.keys(described), Object.keys(DESCRIBED))
  for (const [heading, { reason, sentences }] of Object.entries(DESCRIBED)) {
    assert.match(reason, /\.$/)
    assert.deepEqual(
      beginningsOf(described[heading]!, sentences),
      sentences.map(([beginning]) => beginning),
      heading,
    )
  }
})

test('a sentence is added anywhere on the page → it is found', () => {
  const count = (text: string) => Object.values(describedOn(text)).flat().length
  const capabilities = page.indexOf('## Capabilities')
  const ends = [...page.matchAll(/[.!?](?=\n(?:- |\n))/g)]
    .map(({ index }) => index + 1)
    .filter(end => end > capabilities)
  assert.ok(ends.length > 12)
  for (const end of ends)
    for (const added of ['Nobody reads this.', '`semel` does it.', '30 of them.', '"So" it is.', '_Never_ does it.'])
      assert.equal(count(`${page.slice(0, end)} ${added}${page.slice(end)}`), count(page) + 1, added)
})

test('sentence of a promise → its list or test', () => {
  const parts = promised!.split(/^- (?=\*\*)/m).slice(1)
  assert.deepEqual(Object.keys(SENTENCES), Object.keys(PROMISES))
  for (const [index, [promise, shown]] of Object.entries(SENTENCES).entries()) {
    const [own] = parts[index]!.split('\n\n')
    assert.deepEqual(
      beginningsOf(sentencesOf(own!), shown),
      shown.map(([beginning]) => beginning),
      promise,
    )
    const lists = Object.keys(PROMISES[promise]!.ranges ?? {})
    const named = shown.flatMap(([, ...by]) => by)
    for (const list of lists) assert.ok(named.includes(list), `${promise}: no sentence ranges over ${list}`)
    for (const by of named) assert.ok(lists.includes(by) || by.includes('.test.ts: '), `${promise}: ${by}`)
    for (const [beginning, ...by] of shown) assert.ok(by.length > 0, beginning)
  }
})

test('promise of docs/security.md → in this file, with its lists', () => {
  const promises = [...promised!.matchAll(/^- \*\*([\s\S]*?)\*\*/gm)].map(([, sentence]) =>
    sentence!.replace(/\s+/g, ' '),
  )
  assert.deepEqual(promises, Object.keys(PROMISES))
  const parts = promised!.split(/^- (?=\*\*)/m).slice(1)
  for (const [index, [sentence, { ranges = {} }]] of Object.entries(PROMISES).entries()) {
    const [, listed] = /_For each of: ([\s\S]*?)\._/.exec(parts[index]!) ?? []
    const lists = listed?.replace(/\s+/g, ' ').split('; ') ?? []
    assert.deepEqual(lists.toSorted(), Object.keys(ranges).toSorted(), sentence)
  }
})

for (const [sentence, { ranges = {} }] of Object.entries(PROMISES)) {
  for (const [list, { members, proofs }] of Object.entries(ranges)) {
    test(`${sentence} ${list}: each member has its proof or reason`, () => {
      assert.ok(members.length > 0)
      assert.deepEqual(Object.keys(proofs).toSorted(), [...members].toSorted())
    })
  }
}

test('a proof names a test → its file has that test', () => {
  const ofSentences = Object.values(SENTENCES).flatMap(shown => shown.flatMap(([, ...by]) => by))
  const ofMembers = Object.values(PROMISES).flatMap(({ always, ranges = {} }) => [
    ...always,
    ...Object.values(ranges).flatMap(({ proofs }) => Object.values(proofs)),
  ])
  const ofOthers = Object.values(DESCRIBED).flatMap(({ sentences }) => sentences.flatMap(([, ...by]) => by))
  const named = [...ofMembers, ...ofOthers, ...ofSentences.filter(by => by.includes('.test.ts: '))]
  for (const proof of new Set(named.filter(proof => !proof.startsWith('- ')))) {
    const [, file, name] = /^(\S+\.test\.ts): (.+)$/s.exec(proof)!
    assert.ok(read(file!).includes(name!), proof)
  }
})
