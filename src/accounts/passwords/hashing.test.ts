import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { findFitting, hashPassword, verifyPassword } from './hashing.ts'

test('a hash → a salted PHC string that fits its own password only', async () => {
  const stored = await hashPassword('correct horse battery staple')
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  assert.equal(await verifyPassword(stored, 'correct horse battery staple'), true)
  assert.equal(await verifyPassword(stored, 'correct horse battery stapl'), false)
  assert.notEqual(await hashPassword('correct horse battery staple'), stored)
})

test('a hash of the reference implementation is verified', async () => {
  const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  assert.equal(await verifyPassword(reference, 'password'), true)
})

test('composed and decomposed letters are the same password', async () => {
  assert.equal(await verifyPassword(await hashPassword('caf\u00e9 au lait'), 'cafe\u0301 au lait'), true)
})

test('no password fits an unknown account', async () => {
  assert.equal(await verifyPassword(undefined, ''), false)
  assert.equal(await verifyPassword('', ''), false)
  assert.equal(await verifyPassword('$2b$12$no.argon2.hash', 'x'), false)
  assert.equal(await verifyPassword(undefined, 'correct horse battery staple'), false)
})

test('a test may make its hashes cheap; nothing in src does', async () => {
  const cost = { memory: 8, passes: 1, parallelism: 1 }
  const stored = await hashPassword('correct horse battery staple', cost)
  assert.match(stored, /^\$argon2id\$v=19\$m=8,t=1,p=1\$/)
  assert.equal(await verifyPassword(stored, 'correct horse battery staple', cost), true)
  assert.equal(await verifyPassword(undefined, 'correct horse battery staple', cost), false)
  for await (const file of glob('src/**/*.ts')) {
    assert.doesNotMatch(await readFile(file, 'utf8'), /passwordCost\s*[:=]/, file)
  }
})

test('several hashes of one salt → only the one that fits is found', async () => {
  const cost = { memory: 8, passes: 1, parallelism: 1 }
  const salt = Buffer.alloc(16, 1)
  const hashes = await Promise.all(['one', 'two', 'three'].map(password => hashPassword(password, cost, salt)))
  assert.equal(await findFitting(hashes, 'three', cost), hashes[2])
  assert.equal(await findFitting(hashes, 'four', cost), undefined)
  assert.equal(await findFitting([...hashes, await hashPassword('five', cost)], 'five', cost), undefined)
  assert.equal(await findFitting([], 'one', cost), undefined)
})
