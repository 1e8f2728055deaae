import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'

/*
 * The line of ARCHITECTURE.md, checked against the code: a module imports only what is before it, types included. A module is a
 * folder or a file directly in src/, or all packages.
 */
const LINE = [
  // Know no business.
  ...['packages', 'time', 'encoding', 'csv', 'problems', 'threads', 'words', 'config'],
  ...['html', 'world', 'secrets'],
  // The ground.
  ...['database', 'observability', 'mail', 'context', 'http', 'sms', 'shop', 'pages'],
  ...['events', 'metadata', 'notes', 'versions'],
  // The business, in order.
  ...['accounts', 'webhooks', 'catalogue', 'payments', 'pricing', 'returns', 'orders', 'documents'],
  ...['contact', 'notifications', 'privacy', 'feed', 'site', 'console', 'openapi'],
  // The top.
  ...['web', 'worker', 'cleanup', 'dev', 'cli', 'main'],
]

const BUSINESS = LINE.slice(LINE.indexOf('accounts'), LINE.indexOf('web'))

/** Files that import against the line, one by one; five at most. First move what is imported, or hand a function in. */
const EXCEPTIONS = [
  {
    from: 'packages/client/generate.ts',
    to: 'scripts/openapi-files.ts',
    because: 'It writes the types when the client is built, from the documents that only the scripts can read.',
  },
]

/** The packages that code imports by a name of package.json. */
const PACKAGES: Record<string, string> = JSON.parse(await readFile('package.json', 'utf8')).imports

const imports = await readImports()

test('a module imports only what stands before it in the line', () => {
  const against = imports.filter(({ from, to }) => placeOf(to) > placeOf(from) && !exceptionOf(from, to))
  assert.deepEqual(against, [])
})

test('at most five imports are excepted, and each says why', () => {
  const unused = EXCEPTIONS.filter(({ from, to }) => !imports.some(found => found.from === from && found.to === to))
  assert.deepEqual(unused, [])
  assert.ok(EXCEPTIONS.length <= 5 && EXCEPTIONS.every(({ because }) => because !== ''))
})

test('every module has one place in the line', async () => {
  const modules = new Set(['packages'])
  for await (const file of glob('src/**/*.{ts,js}')) modules.add(moduleOf(file))
  assert.deepEqual([...modules].sort(), LINE.toSorted())
})

test('ARCHITECTURE shows the same line and what each business module knows', async () => {
  const [, part = ''] = /\n## The line\n([\s\S]*?)\n## /.exec(await readFile('ARCHITECTURE.md', 'utf8')) ?? []
  const [, shown = ''] = /```\n([\s\S]*?)```/.exec(part) ?? []
  assert.deepEqual(shown.split(/[\s·]+/).filter(Boolean), LINE)
  const rows = [...part.matchAll(/^\| `src\/(\w+)\/` +\|.*\| ([^|]*?) +\|$/gm)].filter(([, name]) =>
    BUSINESS.includes(name!),
  )
  assert.deepEqual(Object.fromEntries(rows.map(([, name, knows]) => [name, knows])), whatEachKnows())
})

test('development code is loaded only by the command line, dynamically', () => {
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

test('no feature keeps routes or pages apart from their rules', async () => {
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
      if (!specifier) return
      const isInside = specifier.startsWith('./packages/')
      found.push({ from, to: normalize(isInside ? specifier : join(dirname(from), specifier)), dynamic })
    }
    for (const [, named, bare] of text.matchAll(/^(?:import|export) [^'"]*?from '(\.[^']+)'|^import '(\.[^']+)'/gms)) {
      add(named ?? bare, false)
    }
    for (const [, specifier] of text.matchAll(/\bimport\('(\.[^']+)'\)/g)) add(specifier, true)
    for (const [, name] of text.matchAll(/\b(?:from |import\()'(#[\w-]+)'/g)) add(PACKAGES[name!], false)
  }
  return found
}

function moduleOf(file: string): string {
  const [top = '', name = ''] = file.split('/')
  return top === 'src' ? name.replace(/(\.test)?\.ts$/, '') : top
}

/** Finds the place of a file's module in the line. A file outside of all modules, such as in scripts/, comes last. */
function placeOf(file: string): number {
  const place = LINE.indexOf(moduleOf(file))
  return place < 0 ? LINE.length : place
}

function exceptionOf(from: string, to: string) {
  return EXCEPTIONS.find(known => known.from === from && known.to === to)
}

/** Lists for each module of the business the others that it imports, as the map writes them. */
function whatEachKnows(): Record<string, string> {
  return Object.fromEntries(
    BUSINESS.map(name => {
      const known = imports.filter(({ from }) => moduleOf(from) === name).map(({ to }) => moduleOf(to))
      return [name, BUSINESS.filter(other => other !== name && known.includes(other)).join(', ') || '–']
    }),
  )
}
