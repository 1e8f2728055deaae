import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findFitting, isOutdated, verifyPassword } from './hashing.ts'
import { canonicalHash, findUnusable } from './imported-hashes.ts'

/** Made by the programs themselves: bcrypt by PHP, phpass by its own test, PBKDF2 by hashlib as Django calls it. */
const HASHES: [kind: string, hash: string, password: string][] = [
  ['bcrypt', '$2y$06$.mQICjkyRGl3GKw7/qijaOz8Pz5x51gWGCIXMdvWybMa5uHzltSrG', 'seven green bottles'],
  // Made by PHP's password_hash and hash_hmac as WordPress 6.8 calls them.
  ['WordPress', '$wp$2y$06$I7.vxlkxFrqVtUlSONLvMOMoHHCLTD6aWpKlnyIv9hdj7svWH4yYm', 'seven green bottles'],
  ['phpass', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0', 'test12345'],
  ['PBKDF2', 'pbkdf2_sha256$1000$saltsalt$R31ov4UiIPGNi3/KF0TiLPBkqhUyoQlmI+7Z6o72zEg=', 'seven green bottles'],
  ['argon2id', '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc', 'password'],
]

for (const [kind, hash, password] of HASHES) {
  test(`a hash of ${kind} → accepted, fits its password alone, outdated`, async () => {
    assert.equal(findUnusable(hash), undefined)
    assert.equal(await findFitting([hash], password), hash)
    assert.equal(await verifyPassword(hash, `${password}x`), false)
    assert.equal(isOutdated(hash), true)
  })
}

test('a hash that would cost too much, or nothing, is refused', () => {
  const [bcrypt, wordPress, phpass, pbkdf2, argon2] = HASHES.map(([, hash]) => hash) as [
    string,
    string,
    string,
    string,
    string,
  ]
  for (const hash of [
    bcrypt.replace('$06$', '$13$'),
    bcrypt.replace('$06$', '$03$'),
    wordPress.replace('$06$', '$13$'),
    phpass.replace('$P$9', '$P$z'),
    phpass.replace('$P$9', '$P$.'),
    pbkdf2.replace('1000', '9999999'),
    pbkdf2.replace('1000', '0'),
    argon2.replace('65536', '999999'),
    argon2.replace('t=2', 't=99'),
    argon2.replace('p=1', 'p=0'),
    argon2.replace('m=65536', 'm=4'),
  ]) {
    assert.equal(findUnusable(hash)?.reason, 'hash_out_of_bounds', hash)
  }
})

test('an unknown kind of hash → named by its beginning, never the rest', () => {
  const cases: [given: unknown, kind: string][] = [
    ['', 'empty'],
    ['secret', 'other'],
    ['$ecret$tays', 'other'],
    ['5f4dcc3b5aa765d61d8327deb882cf99', '32 hexadecimal digits'],
    ['5f4dcc3b5aa765d61d8327deb882cf99:salt:1', '32 hexadecimal digits'],
    ['5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8', '40 hexadecimal digits'],
    ['$1$salt$hash', '$1$'],
    ['$6$salt$hash', '$6$'],
    ['$S$DkIkdKLIvRK0iVHm99X7B/M8QC17E1Tp', '$S$'],
    ['$argon2i$v=19$m=65536,t=4,p=1$c29tZXNhbHQ$aGFzaA', '$argon2i$'],
    ['$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ', '$argon2id$'],
    ['$2y$10$tooshort', '$2y$'],
    ['$wp$2y$10$tooshort', '$wp$'],
    ['scrypt:32768:8:1$salt$hash', 'scrypt:'],
    ['{SSHA}deadbeef', '{SSHA}'],
    [`${HASHES.at(-1)![1]}x`.repeat(3), '$argon2id$'],
    [7, 'not a text'],
    [{ hash: 'x' }, 'not a text'],
  ]
  for (const [given, kind] of cases) {
    const found = findUnusable(given)
    assert.equal(found?.reason, 'unknown_hash', String(given))
    assert.equal(found.kind, kind, String(given))
  }
  assert.deepEqual(findUnusable(HASHES[0]![1].replace('$06$', '$13$')), {
    kind: 'bcrypt',
    reason: 'hash_out_of_bounds',
  })
})

test('blanks around a WordPress password or an imported hash → left out', async () => {
  const [, hash] = HASHES[1]!
  assert.equal(await findFitting([hash], ' \tseven green bottles\n'), hash)
  assert.equal(await verifyPassword(hash, 'seven  green bottles'), false)
  assert.equal(findUnusable(` ${hash}\r\n`), undefined)
  assert.equal(canonicalHash(` ${hash}\r\n`), hash)
})

test('the prefix of Django before a PHC string is left out', () => {
  const hash = HASHES.at(-1)![1]
  assert.equal(canonicalHash(`argon2${hash}`), hash)
})
