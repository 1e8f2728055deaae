/**
 * Each sentence of docs/security.md outside of the promises, by its beginning. The heading has the reason why its sentences need no list: they
 * describe or advise. What a sentence says of the code has a test all the same. A new sentence fails until it is here.
 */
import type { Shown } from './promised-sentences.ts'

export const DESCRIBED: Record<string, { reason: string; sentences: readonly Shown[] }> = {
  '': {
    reason: 'It says what the page is.',
    sentences: [['What Semel promises, how it keeps that'], ['`docs/asvs.md` has the rules'], ['SECURITY.md says how']],
  },
  Promises: {
    reason: 'It says how to read the promises, and this very test does it.',
    sentences: [
      ['Behind _For each of_ are the lists'],
      ['`test/repository/promises.test.ts` has, for each member'],
      ['It knows each sentence of this page'],
      ['`test/processes/threats.test.ts` has one test'],
    ],
  },
  Capabilities: {
    reason: 'It is about the table below it, which test/api/capabilities.test.ts reads.',
    sentences: [
      [
        'Whoever holds one of these values',
        'test/api/capabilities.test.ts: admin reads every list, event and log line → none contains a capability',
      ],
      [
        'Ids of users, orders, deliveries and events are none',
        'test/api/mail-reports.test.ts: an id that the API shows proves no report',
      ],
      [
        '`test/api/capabilities.test.ts` holds that no list',
        'test/api/capabilities.test.ts: a property of an answer that sounds secret → it is listed',
      ],
    ],
  },
  Limits: {
    reason: 'It says what is not promised, or advises, so there is nothing to range over.',
    sentences: [
      [
        'A role needs an address that somebody has verified',
        'test/api/administration.test.ts: changed address → a role above customer sleeps',
      ],
      ['Only an invitation proves'],
      ['An imported customer has no second factor'],
      ['Until then, who knows the old password'],
      ['Registration tells that an address has an account'],
      [
        'A client may ask 30 times an hour.',
        'test/api/account-budgets.test.ts: 30 registrations an hour, then taken and free → same answer without hashing',
      ],
      ['A code of an authenticator is one of a million'],
      ['docs/decisions/011 has the odds'],
      ['Text messages are the weakest factor'],
      ['A link by email carries its token'],
      [
        'It is worth nothing without the second factor',
        'test/processes/threats.test.ts: a reset link replaces no second factor, and signs a thief out',
        'test/api/reset.test.ts: of 20 simultaneous uses of three links, one succeeds',
      ],
      ['The key of the database cannot be changed'],
      ['A person with a copy of the database'],
      ['A person in the network of a customer'],
      [
        'A reset of the password gives new ones.',
        'test/api/code-guesses.test.ts: password reset → gives the account a new budget, three times a day',
      ],
      ['What programs of the shop note in the metadata'],
      ['Orders, contact messages and the answers'],
      ['Backups hold deleted accounts'],
      [
        'The receiver of a webhook is asked for its consent',
        'test/api/webhook-handshakes.test.ts: answers that are no consent → nothing is sent, with the reason',
      ],
      [
        'The maker of a webhook needs a second factor',
        'test/api/webhooks.test.ts: admins with recent second factor and keys with webhooks:manage manage webhooks',
        'test/api/webhooks.test.ts: webhook with snapshots → things as when sent, as its creator may read',
      ],
      ['Two processes that are asked for one PDF'],
      [
        'One of them keeps it',
        'test/api/kept-pdfs.test.ts: twenty simultaneous requests for a PDF → kept once, equal bytes',
      ],
      ['Queues and turns are those of one process.'],
      ['Semel does not count connections'],
      ['Semel asks for no proof that a client is a person.'],
      ['Many slow clients with leaked passwords'],
      ["`grep -o '_Gap:_.*' docs/asvs.md` lists"],
    ],
  },
  'What the operator does': {
    reason: 'It advises the operator, and says how development differs.',
    sentences: [
      ['TLS and its certificates, a firewall'],
      ['`semel doctor` checks what it can see.'],
      [
        'In development (`npm start`), login codes',
        'test/processes/production.test.ts: loads no development code in production',
      ],
      ['The embedded PostgreSQL then trusts'],
      ['A root shell starts it'],
      ['Keep nothing real in it.'],
    ],
  },
}
