import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFitting, isOutdated, verifyPassword } from './hashing.ts'
import { canonicalHash, checkImportedHash } from './imported-hashes.ts'

/** Made by the programs themselves: bcrypt by PHP, phpass by its own test, PBKDF2 by hashlib as Django calls it. */
const HASHES: [kind: string, hash: string, password: string][] = [
  ['bcrypt', '$2y$06$.mQICjkyRGl3GKw7/qijaOz8Pz5x51gWGCIXMdvWybMa5uHzltSrG', 'seven green bottles'],
  ['phpass', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0', 'test12345'],
  ['PBKDF2', 'pbkdf2_sha256$1000$saltsalt$R31ov4UiIPGNi3/KF0TiLPBkqhUyoQlmI+7Z6o72zEg=', 'seven green bottles'],
  ['argon2id', '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc', 'password'],
]

for (const [kind, hash, password] of HASHES) {
  test(`a hash of ${kind} is accepted, fits its password alone, and is outdated`, async () => {
    assert.equal(checkImportedHash(hash), undefined)
    assert.equal(await findFitting([hash], password), hash)
    assert.equal(await verifyPassword(hash, `${password}x`), false)
    assert.equal(isOutdated(hash), true)
  })
}

test('a hash that would cost too much, or nothing, is refused', () => {
  const [bcrypt, phpass, pbkdf2, argon2] = HASHES.map(([, hash]) => hash) as [string, string, string, string]
  for (const hash of [
    bcrypt.replace('$06$', '$13$'),
    bcrypt.replace('$06$', '$03$'),
    phpass.replace('$P$9', '$P$z'),
    phpass.replace('$P$9', '$P$.'),
    pbkdf2.replace('1000', '9999999'),
    pbkdf2.replace('1000', '0'),
    argon2.replace('65536', '999999'),
    argon2.replace('t=2', 't=99'),
    argon2.replace('p=1', 'p=0'),
    argon2.replace('m=65536', 'm=4'),
  ]) {
    assert.equal(checkImportedHash(hash)?.code, 'hash_out_of_bounds', hash)
  }
  for (const text of ['', 'secret', '5f4dcc3b5aa765d61d8327deb882cf99', '$1$salt$hash', `${argon2}x`.repeat(3)]) {
    assert.equal(checkImportedHash(text)?.code, 'unknown_hash', text)
  }
})

test('the prefix of Django before a PHC string is left out', () => {
  const hash = HASHES[3]![1]
  assert.equal(canonicalHash(`argon2${hash}`), hash)
})
