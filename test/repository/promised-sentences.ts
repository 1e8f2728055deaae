/**
 * Each sentence of the promises of docs/security.md, by its beginning, with what shows it: the name of a list of its promise, whose members
 * have proofs in promises.test.ts, or a test. A new sentence fails until it is here.
 */
export type Shown = readonly [beginning: string, ...shownBy: string[]]

const ACCESS = (name: string) => `test/proofs/access.test.ts: ${name}`
const THREATS = (name: string) => `test/processes/threats.test.ts: ${name}`
const WITHDRAWALS =
  'test/api/withdrawals.test.ts: stranger uses up receipts → statements count, the signed-in owner gets one'
const RECOVERY = 'test/api/recovery-requests.test.ts: '
const RELEASED = (name: string) => `test/api/released-addresses.test.ts: ${name}`
const CONFIG = (name: string) => `src/config.test.ts: ${name}`

export const SENTENCES: Record<string, readonly Shown[]> = {
  'Nobody signs in with one factor.': [
    ['A password and a second factor, or a passkey', 'kinds of second factors', 'files that open sessions'],
    ['A link by email sets a password', THREATS('a reset link replaces no second factor, and signs a thief out')],
    [
      'A user who has lost all factors',
      'test/api/lost-factors.test.ts: code and password → sign in once, new authenticator replaces',
    ],
    [
      'That link needs the approval of a person',
      `${RECOVERY}password set by a link since → no link without approval, ever`,
      `${RECOVERY}objection by link or in a session → its link opens nothing`,
    ],
  ],
  'A code, a link or a signature works once.': [
    ['A unique key or one conditional statement', 'kinds of second factors', 'values derived from the service key'],
    [
      'A wrong guess is committed',
      'test/api/code-guesses.test.ts: 200 simultaneous wrong codes from each side → ten of each checked',
    ],
  ],
  'A guess does not pay.': [
    ['Second factors: 10 wrong ones', 'limits of clients and accounts'],
    [
      'Passwords: common ones are refused',
      'limits of clients and accounts',
      'files that take a new password',
      'src/accounts/passwords/breached.test.ts: a breached password → recognized by its hash, of which five digits leave',
    ],
  ],
  'A stranger locks nobody out.': [
    ['Wrong codes count only after', 'limits of clients and accounts'],
    [
      'Limits for resets refill steadily.',
      'limits of clients and accounts',
      'test/api/reset.test.ts: strangers, many networks → 15 resets',
    ],
    ['A statement of withdrawal always counts', WITHDRAWALS],
  ],
  'Sign-in and reset do not tell who has an account.': [
    ['The same answer after the same work', 'columns of an account', 'kinds of password hashes'],
    ['While the shop has password hashes of another program', 'kinds of password hashes'],
    [
      'When a check takes longer',
      'src/accounts/sign-in/refusal-time.test.ts: a check takes longer than a step → later refusals wait as long',
    ],
  ],
  'The owner hears of it.': [
    ['By email: a first sign-in from a new device', 'changes of credentials', 'emails about an account'],
  ],
  'A stolen session is not the account.': [
    [
      'What would keep the account, give rights',
      'settings',
      'test/api/step-up.test.ts: an old second factor → 403 reauthentication_required',
      'test/api/step-up.test.ts: own data or announcement page: old second factor → step-up, then the file',
    ],
    [
      'Each operation of staff and each setting says',
      'settings',
      'reasons for no second factor',
      'test/api/effects.test.ts: undeclared changing operation of staff → Semel does not start',
    ],
    [
      'API keys have no second factor',
      'scopes',
      'test/api/effects.test.ts: an API key has no second factor → its scopes are its guard',
    ],
    [
      'After the code, a page sends the form',
      'test/api/step-up.test.ts: old second factor without JavaScript → code above typed text',
    ],
    [
      'Sessions of staff end after an hour',
      'test/api/second-factors.test.ts: idle sessions expire → customers after a week',
    ],
    [
      'Ended sessions and keys stop at once',
      'test/api/disabled-accounts.test.ts: disabled → sessions, sign-ins, links and keys end',
    ],
  ],
  'No right outlives its maker.': [
    ['A webhook, an invitation, an API key', 'things with a maker'],
    ['Its maker disabled or demoted', 'things with a maker'],
    [
      'The page of the user lists them',
      'things with a maker',
      'test/api/makers.test.ts: admin is demoted → what they made is listed',
    ],
  ],
  'Everybody sees and does what is theirs.': [
    ['Each route declares who may call it', 'permissions', 'scopes', ACCESS('the routes cover every kind of access')],
    ['Orders of others are "not found".', ACCESS('a resource of another user → 404 on every route with an id')],
    ['Response schemas let out only', 'test/proofs/contract.test.ts: answers as documented'],
    ['Staff have permissions', 'permissions'],
    [
      'API keys have scopes, networks and an end.',
      'scopes',
      'test/api/api-keys.test.ts: a key works only from its networks',
    ],
    [
      'A setting needs, beside `settings`',
      'settings',
      'test/api/setting-addresses.test.ts: another address entered → the former stays',
    ],
    [
      'Moving money has a permission',
      'permissions',
      'scopes',
      ACCESS('route mixes permission money with other scopes or permissions'),
    ],
    [
      'A role needs a verified address.',
      'test/api/administration.test.ts: changed address → a role above customer sleeps',
    ],
  ],
  'An address belongs to the reader of its mailbox.': [
    [
      'An account that a stranger registered',
      RELEASED('stranger’s account, verified by click → address back on reset request, however late'),
      RELEASED('link in a reset email → takes unverified address from account, nothing else'),
    ],
    ['Emails to an address that nobody has verified', 'kinds of emails'],
    [
      'Emails to it are not stopped by a report',
      'test/api/mail-reports.test.ts: an id that the API shows proves no report',
    ],
  ],
  'A copy of the database opens nothing.': [
    ['Passwords are argon2id', 'values derived from the service key', 'columns that keep a secret'],
    [
      'The key for them is encrypted',
      'test/processes/secret-key.test.ts: SECRET_KEY changed → authenticators and recovery codes work',
    ],
  ],
  'Text stays text.': [
    [
      'The tag `html` escapes every value',
      'files that write SQL or HTML as it is',
      'src/html/html.test.ts: hostile text cannot leave its text node or attribute',
      'test/browser/reference-page.test.ts: only the reference allows inline styles, and nothing allows inline scripts',
    ],
    ['Pictures are decoded and written anew.', 'files that read pictures'],
  ],
  'Other sites cannot act for a visitor.': [
    [
      '`__Host-` cookies',
      'files that set cookies',
      ACCESS('session cookie from another site or without CSRF token → refused'),
    ],
    ['CORS is closed', 'test/api/cors.test.ts: other origin, page or missing setting → no CORS header'],
  ],
  'A flood of one client does not stop the shop.': [
    ['Networks take turns at everything', 'queues with turns'],
    [
      'A PDF is drawn once',
      'queues with turns',
      'test/api/kept-pdfs.test.ts: a PDF is drawn → the thread of requests hardly works',
    ],
    [
      'The tests measure the processor time',
      'test/browser/route-costs.test.ts: every GET route → ten times the cheapest page, or a reason',
    ],
    [
      'Large bodies are bounded',
      'files with a limit of their own for bodies',
      'test/api/slow-bodies.test.ts: a file that takes too long gets 408',
    ],
  ],
  'Free accounts are no weapon.': [
    ['Budgets by recipient, phone number', 'budgets of a day', 'limits of clients and accounts'],
  ],
  'Semel calls only where it was told to.': [
    ['The settings name all services.', 'files that make connections'],
    [
      'Webhooks go to public addresses',
      'src/http/outgoing/addresses.test.ts: a name resolves to a private address → the connection is refused',
    ],
  ],
  'Production takes no weak setting unnamed.': [
    [
      'The start refuses connections',
      'guarded settings',
      'test/processes/production.test.ts: demo account with the published password',
    ],
    [
      '`ALLOW_INSECURE` names what is meant.',
      'guarded settings',
      CONFIG('production refuses weak keys and unencrypted addresses'),
    ],
    ['Development code is not loaded.', 'test/processes/production.test.ts: loads no development code in production'],
  ],
  'Data goes with its owner.': [
    [
      'A customer gets a copy of all data',
      'references to users',
      'columns about a person',
      'test/api/privacy.test.ts: export → everything about the person',
    ],
    [
      'Logs hold no body, address or secret',
      'test/api/log.test.ts: docs/logging.md lists exactly the lines that are logged',
      'test/api/log.test.ts: log of registrations, sign-ins, orders, errors → no secret, address or body',
      'test/api/administration.test.ts: audit log entries older than AUDIT_LOG_KEPT → deleted by the cleanup',
    ],
  ],
}
