import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

/*
 * ARCHITECTURE.md's picture, held against the code: imports point down only, sideways only where it is written here.
 */
const FEATURES = ['accounts', 'catalogue', 'orders', 'notifications', 'contact', 'console', 'versions', 'dev']

/** Floor 2 knows all features; floor 1 is main.ts. Whatever is in no feature and not listed here is the ground. */
const ABOVE_FEATURES = /^src\/(main|web|worker|housekeeping)\.ts$|^src\/cli\//

/** feature → what it may import of other features. */
const SIDEWAYS: Record<string, RegExp[]> = {
  // What an e-mail says is read when it is sent.
  notifications: [/^src\/(orders|contact)\/queries\.ts$/, /^src\/accounts\/(reset|verify-email)\.ts$/],
  // The authenticators of the demo accounts.
  dev: [/^src\/accounts\/demo\.ts$/],
  // Every feature guards its routes and names users as accounts defines them.
  '*': [/^src\/accounts\/(access|user)\.ts$/],
  // How much one client may write.
  contact: [/^src\/accounts\/budgets\.ts$/],
  // What is ordered is looked up where it is sold.
  orders: [/^src\/catalogue\/queries\.ts$/],
  // The operator sees everything: by queries, in the words and looks that each feature gives its things. What is to be
  // done goes through the API.
  console: [
    /^src\/(accounts|catalogue|orders|notifications|contact|versions)\/(queries|tables|states|parts)\.ts$/,
    /^src\/catalogue\/(paging|browse)\.ts$/,
    /^src\/accounts\/(api-keys|audit|factors|sessions)\.ts$/,
    /^src\/notifications\/announcements\.ts$/,
  ],
}

const imports = await readImports()

test('features do not import each other, except where the picture says so', () => {
  const wrong = imports.filter(({ from, to }) => {
    const [feature, other] = [featureOf(from), featureOf(to)]
    if (!feature || !other || feature === other) return false
    return ![...(SIDEWAYS[feature] ?? []), ...SIDEWAYS['*']!].some(allowed => allowed.test(to))
  })
  assert.deepEqual(wrong, [])
})

test('the ground imports no feature, and nobody imports what stands above', () => {
  const wrong = imports.filter(({ from, to }) => {
    if (ABOVE_FEATURES.test(from)) return false
    return ABOVE_FEATURES.test(to) || (!featureOf(from) && featureOf(to) !== undefined)
  })
  assert.deepEqual(wrong, [])
})

test('nobody imports notifications: features announce an event', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      featureOf(to) === 'notifications' &&
      !ABOVE_FEATURES.test(from) &&
      !['notifications', 'console'].includes(featureOf(from)!),
  )
  assert.deepEqual(wrong, [])
})

test('there is no circle of imports between files', () => {
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

type Import = { from: string; to: string }

/** Imports of values; a type that is imported leaves no trace when the program runs. */
async function readImports(): Promise<Import[]> {
  const found: Import[] = []
  for await (const from of glob('src/**/*.ts')) {
    if (from.endsWith('.test.ts')) continue
    const text = await readFile(from, 'utf8')
    for (const [, specifier] of text.matchAll(
      /^(?:import|export) (?!type\b)[^'"]*?from '(\.[^']+)'|^import '(\.[^']+)'/gms,
    )) {
      if (specifier) found.push({ from, to: normalize(join(dirname(from), specifier)) })
    }
    for (const [, specifier] of text.matchAll(/\bimport\('(\.[^']+)'\)/g)) {
      found.push({ from, to: normalize(join(dirname(from), specifier!)) })
    }
  }
  return found
}

function featureOf(file: string): string | undefined {
  return FEATURES.find(feature => file.startsWith(`src/${feature}/`))
}
