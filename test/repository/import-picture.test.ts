import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

/*
 * The layout in ARCHITECTURE.md, checked against the code: imports point down four floors, features import each other
 * only where SIDEWAYS says so, and folders stay small. Imports of types count like imports of values.
 */
const FEATURES = [
  'accounts',
  'catalogue',
  'orders',
  'payments',
  'documents',
  'returns',
  'contact',
  'privacy',
  'notifications',
  'feed',
  'webhooks',
  'console',
  'versions',
  'openapi',
]

/** Floors 1 and 2 know every feature. A file that is in no feature and not listed here is shared code, floor 4. */
const ABOVE_FEATURES = /^src\/(main|web|worker|cleanup)\.ts$|^src\/(cli|dev)\//

/** feature → the files of other features that it may import. */
const SIDEWAYS: Record<string, RegExp[]> = {
  // Every feature guards its routes and shows users the way accounts defines them, and counts the emails that it causes. Where
  // somebody made a thing, the statement that uses it asks accounts whether its maker still may.
  '*': [
    /^src\/accounts\/sessions\/(access|cookies|identify|still-may)\.ts$/,
    /^src\/accounts\/users\/(user|unverified-emails)\.ts$/,
  ],
  // The account page shows which emails its owner wants.
  accounts: [/^src\/accounts\/email-preferences\.ts$/],
  // An email is composed from current data when it is sent.
  notifications: [
    /^src\/(orders|contact|webhooks)\/queries\.ts$/,
    /^src\/orders\/(delivery-address|(edits|notices)\/queries|pricing\/(cost-rows|totals))\.ts$/,
    /^src\/catalogue\/(product|groups\/options|stock-alerts\/alerts)\.ts$/,
    /^src\/accounts\/(passwords\/reset|users\/verify-email|staff\/(invitations|shop-addresses))\.ts$/,
    /^src\/privacy\/former-users\.ts$/,
    /^src\/payments\/(queries|transfers-out\/(account|queries))\.ts$/,
    // Who changes the words of emails is in the audit log.
    /^src\/accounts\/audit-log\.ts$/,
    // An invoice comes with its email.
    /^src\/documents\/(queries|paper\/kept-pdf)\.ts$/,
    /^src\/returns\/(queries|states|withdrawals\/queries)\.ts$/,
  ],
  // Who renames or merges categories is in the audit log.
  // Pictures are fetched by the rules of webhooks.
  catalogue: [/^src\/accounts\/audit-log\.ts$/, /^src\/webhooks\/(addresses|post)\.ts$/],
  // A cart and an order show products; an order page shows its emails. Orders never send any.
  orders: [
    /^src\/catalogue\/(queries|product|product-picture|add-to-cart|groups\/(options|in-words)|stock\/cause|images\/image)\.ts$/,
    /^src\/notifications\/(queries|tables)\.ts$/,
    // Who changes what orders cost is in the audit log. An app of another site has no cookie that would keep a cart.
    /^src\/accounts\/(audit-log|sessions\/csrf)\.ts$/,
    // What happens to an order happens to its money, in one transaction.
    /^src\/payments\//,
    // The page of an order shows its documents.
    /^src\/documents\/(queries|paper\/section)\.ts$/,
    // An order page shows what came back, and so does the time of its last change.
    /^src\/returns\/(components|queries|tables)\.ts$/,
  ],
  // An invoice says what was ordered, as it was priced.
  documents: [
    /^src\/accounts\/audit-log\.ts$/,
    /^src\/orders\/(queries|delivery-address|pricing\/(price-sql|totals))\.ts$/,
  ],
  // Only a payment that ended without money takes a step of an order. Who ends a finding is in the audit log. Where money goes, a
  // stolen session does not say.
  payments: [/^src\/orders\/transition\.ts$/, /^src\/accounts\/(audit-log|second-factors\/step-up)\.ts$/],
  // What comes back is paid back by the rules of all refunds.
  // An accepted withdrawal cancels an order that is not shipped.
  returns: [
    /^src\/catalogue\/stock\/cause\.ts$/,
    /^src\/payments\/(refund|payment|queries)\.ts$/,
    /^src\/orders\/transition\.ts$/,
  ],
  // A copy of all data about a person, and its deletion, concern every feature that keeps some.
  privacy: [
    /^src\/payments\/transfers-in\/(queries|incoming)\.ts$/,
    /^src\/orders\/cart\/store\.ts$/,
    /^src\/documents\/(queries|document)\.ts$/,
    /^src\/payments\/transfers-out\/queries\.ts$/,
    /^src\/returns\/(queries|return|withdrawals\/queries)\.ts$/,
    /^src\/catalogue\/stock-alerts\/alerts\.ts$/,
    /^src\/(orders|contact|notifications)\/(queries|order|notification|former-owner|announcements\/preferences|suppression\/suppressed)\.ts$/,
    /^src\/orders\/past\/(past-order|queries)\.ts$/,
    /^src\/accounts\/(audit-log|passwords\/reset|sessions\/(api-keys|sessions)|second-factors\/(factors|kept-form|step-up))\.ts$/,
  ],
  // Webhooks are events of the feed. The audit log shows what admins do with them.
  webhooks: [/^src\/feed\/(types|event-subjects)\.ts$/, /^src\/accounts\/audit-log\.ts$/],
  // The feed shows each event with its order, user, product or delivery.
  feed: [
    /^src\/(orders|catalogue|notifications)\/queries\.ts$/,
    /^src\/(orders\/order|catalogue\/product|notifications\/notification)\.ts$/,
  ],
  // The console reads what features offer; every change goes through the API.
  console: [
    /^src\/(accounts|catalogue|orders|notifications|contact|versions)\/(queries|tables|states|components)\.ts$/,
    // Lists and orders show the pictures of their products.
    /^src\/catalogue\/product-picture\.ts$/,
    // What staff change in an order, and its history.
    /^src\/orders\/(delivery-address|references\/find|bank\/proposals|(edits|undo|past)\/queries|past\/past-order-table|cart\/address-fields)\.ts$/,
    // What keeps customers from ordering is a finding.
    /^src\/pricing\/(findings|delivery-methods|tax-rates|offered-rates|discount-codes?|totals|cost-rows)\.ts$/,
    /^src\/catalogue\/(list-query|product|product-texts|categories\/(queries|tree)|groups\/(group|options|queries)|states\/queries|stock\/(history|low|section)|images\/(encode|images|section)|import\/(export-products|show-import)|paging\/read-page)\.ts$/,
    /^src\/accounts\/(audit-log|proxy-findings|sessions\/(api-keys|sessions)|second-factors\/(factors|kept-form|step-up))\.ts$/,
    // Who works here, and what each of them may do.
    /^src\/accounts\/staff\/(permissions|change-permissions|invitations|shop-addresses)\.ts$/,
    /^src\/notifications\/(health|open-deliveries|announcements\/(announcements|drafts))\.ts$/,
    /^src\/notifications\/texts\/(built-in|placeholders|preview|texts)\.ts$/,
    /^src\/notifications\/suppression\/suppressed\.ts$/,
    /^src\/contact\/replies\.ts$/,
    /^src\/feed\/(read|types)\.ts$/,
    /^src\/webhooks\/(queries|tables|findings)\.ts$/,
    /^src\/payments\/(queries|payment-section|findings\/findings|providers\/(payable|find-provider)|transfers-in\/(queries|section|tables)|transfer-code|transfers-out\/(queries|file|iban))\.ts$/,
    /^src\/documents\/(queries|paper\/section|findings|series|books)\.ts$/,
    /^src\/returns\/(queries|states|components|withdrawals\/queries)\.ts$/,
  ],
  // The documents describe versions and who may call a route.
  openapi: [/^src\/versions\/table\.ts$/, /^src\/accounts\/staff\/permissions\.ts$/],
}

const imports = await readImports()

test('a feature imports another feature only where the picture allows it', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [feature, other] = [featureOf(from), featureOf(to)]
    if (!feature || !other || feature === other) return false
    return ![...(SIDEWAYS[feature] ?? []), ...SIDEWAYS['*']!].some(allowed => allowed.test(to))
  })
  assert.deepEqual(wrong, [])
})

test('shared code imports no feature, and nothing imports the floors above it', () => {
  const wrong = imports.filter(({ from, to }) => {
    if (ABOVE_FEATURES.test(from)) return false
    return ABOVE_FEATURES.test(to) || (!featureOf(from) && featureOf(to) !== undefined)
  })
  assert.deepEqual(wrong, [])
})

test('development code is loaded only by a dynamic import of the command line', () => {
  const wrong = imports.filter(
    ({ from, to, dynamic }) =>
      to.startsWith('src/dev/') && !from.startsWith('src/dev/') && !(dynamic && from.startsWith('src/cli/')),
  )
  assert.deepEqual(wrong, [])
})

test('files do not import each other in a circle', () => {
  const edges = new Map<string, string[]>()
  for (const { from, to } of imports) edges.set(from, [...(edges.get(from) ?? []), to])
  const done = new Set<string>()
  const visit = (file: string, path: string[]): string[] | undefined => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const next of edges.get(file) ?? []) {
      const circle = visit(next, [...path, file])
      if (circle) return circle
    }
    done.add(file)
    return undefined
  }
  for (const file of edges.keys()) assert.equal(visit(file, []), undefined)
})

test('folders hold at most 16 code files, src itself at most 10', async () => {
  const folders = new Map<string, number>()
  for await (const file of glob('{src,packages,scripts}/**/*.ts', { exclude: ['**/node_modules/**'] })) {
    if (!/\.(test|d)\.ts$/.test(file)) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1)
  }
  const crowded = [...folders].filter(([folder, files]) => files > (folder === 'src' ? 10 : 16))
  assert.deepEqual(crowded, [])
})

test('no feature keeps its routes or pages in a folder apart from their rules', async () => {
  const drawers = await Array.fromAsync(glob('src/**/{routes,pages,utils,helpers,common}/'))
  assert.deepEqual(
    drawers.filter(folder => folder !== 'src/pages'),
    [],
  )
})

type Import = { from: string; to: string; dynamic: boolean }

async function readImports(): Promise<Import[]> {
  const found: Import[] = []
  for await (const from of glob('{src,packages}/**/*.ts', { exclude: ['**/node_modules/**', '**/dist/**'] })) {
    if (from.endsWith('.test.ts')) continue
    const text = await readFile(from, 'utf8')
    const add = (specifier: string | undefined, dynamic: boolean) => {
      if (specifier) found.push({ from, to: normalize(join(dirname(from), specifier)), dynamic })
    }
    for (const [, named, bare] of text.matchAll(/^(?:import|export) [^'"]*?from '(\.[^']+)'|^import '(\.[^']+)'/gms)) {
      add(named ?? bare, false)
    }
    for (const [, specifier] of text.matchAll(/\bimport\('(\.[^']+)'\)/g)) add(specifier, true)
  }
  return found
}

function featureOf(file: string): string | undefined {
  return FEATURES.find(feature => file.startsWith(`src/${feature}/`))
}
