import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { findFitting, isOutdated, verifyPassword } from '../hashing.ts'
import { formsOf } from './forms.ts'
import { canonicalHash, findUnusable, markImported } from './hashes.ts'

const FIXTURES = new URL('../../../../test/fixtures/password-hashes/', import.meta.url)

type Program = { program: string; made: string; hashes: Record<string, Record<string, string>> }

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, FIXTURES), 'utf8')) as T
}

/** Passwords by what is special about them. `NFKC` is one that this normalization changes, and `long` is for bcrypt. */
const PASSWORDS = read<Record<string, string>>('passwords.json')

for (const name of globSync('*.json', { cwd: FIXTURES }).filter(name => name !== 'passwords.json')) {
  const { hashes } = read<Program>(name)
  test(`hashes of ${basename(name, '.json')} → each fits its password alone, however typed`, async () => {
    for (const [kind, byPassword] of Object.entries(hashes)) {
      for (const [special, hash] of Object.entries(byPassword)) {
        assert.equal(findUnusable(hash), undefined, `${kind}, ${special}`)
        const stored = markImported(hash)
        const password = PASSWORDS[special]!
        assert.equal(await findFitting([stored], password), stored, `${kind}, ${special}`)
      }
      const ascii = markImported(byPassword.ASCII!)
      assert.equal(await verifyPassword(ascii, `${PASSWORDS.ASCII}x`), false, kind)
      assert.equal(isOutdated(ascii), true, kind)
      if (!byPassword.NFC || !byPassword.NFD) continue
      // A Mac types é as two characters, and other systems as one.
      assert.equal(await verifyPassword(markImported(byPassword.NFC), PASSWORDS.NFD!), true, `${kind}, NFD typed`)
      assert.equal(await verifyPassword(markImported(byPassword.NFD), PASSWORDS.NFC!), true, `${kind}, NFC typed`)
    }
  })
}

test('a hash of the compatible or escaped letters → the typed password fits', async () => {
  const { hashes } = read<Program>('passlib.json')
  const ascii = markImported(hashes['passlib pbkdf2-sha256']!.ASCII!)
  assert.equal(await verifyPassword(ascii, 'ｓeven green bottles'), true)
  assert.equal(await verifyPassword(ascii, ' seven green bottles\n'), true)
  // Made by passlib 1.7.4 of `Tom &amp; &quot;Jerry&quot;`, as phpBB hands it over.
  const escaped = markImported('$pbkdf2-sha256$1000$s7bW2jvH.H9PScl5LwWgNA$KIrbtpvQEgnr2LTsJ2b0FYCahiRjCim6/D4Mnr7DI6g')
  assert.equal(await verifyPassword(escaped, 'Tom & "Jerry"'), true)
  assert.equal(await verifyPassword(escaped, 'Tom & Jerry'), false)
})

test('forms of a password → each once, the typed one first', () => {
  assert.deepEqual(formsOf('seven green bottles'), ['seven green bottles'])
  assert.deepEqual(formsOf(' a&b '), [' a&b ', 'a&b', 'a&amp;b'])
  assert.deepEqual(formsOf('azerty²1234'), ['azerty²1234', 'azerty21234'])
  assert.equal(formsOf('x'.repeat(73)).length, 2)
  assert.equal(formsOf('<é½ \'"'.normalize('NFD')).length, 5)
})

test('a hash of an import at our own cost → compared as typed', async () => {
  // Made by argon2-cffi 21.1.0 of `azerty²1234`, with m=19456, t=2, p=1.
  const hash = '$argon2id$v=19$m=19456,t=2,p=1$c2FsdCBvZiAxNiBieXRlcw$0lj1LZAodh0F4ayplqMQLjUvsR6hGbWPcsWevzB/POc'
  assert.equal(await verifyPassword(markImported(hash), 'azerty²1234'), true)
})

test('hashes of before the mark → still read', async () => {
  const { hashes } = read<Program>('django.json')
  const stored = hashes['Django pbkdf2_sha256']!.ASCII!
  assert.equal(await findFitting([stored], PASSWORDS.ASCII!), stored)
  const argon2 = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  assert.equal(await findFitting([argon2], 'password'), argon2)
})

test('a hash of Firebase → fits its password', async () => {
  // The hash of internal/crypto/password_test.go of supabase/auth.
  const hash =
    '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=ou9tdYTGyYm8kuR6Dt0Bp0kDuAYoXrK16mbZO4yGwAn3oLspjnN0/c41v8xZnO1n14J3MjKj1b2g6AUCAlFwMw==' +
    '$C0sHCg9ek77hsg==$zKVTMvnWVw5BBOZNUdnsalx4c4c7y/w7IS5p6Ut2+CfEFFlz37J9huyQfov4iizN8dbjvEJlM5tQaJP84+hfTw=='
  assert.equal(findUnusable(hash), undefined)
  assert.equal(await verifyPassword(markImported(hash), 'mytestpassword'), true)
  assert.equal(await verifyPassword(markImported(hash), 'mytestpasswords'), false)
})

test('a hash that would cost too much, or nothing, is refused', () => {
  const bcrypt = '$2y$06$.mQICjkyRGl3GKw7/qijaOz8Pz5x51gWGCIXMdvWybMa5uHzltSrG'
  const phpass = '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'
  const pbkdf2 = 'pbkdf2_sha256$1000$saltsalt$R31ov4UiIPGNi3/KF0TiLPBkqhUyoQlmI+7Z6o72zEg='
  const argon2 = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  const scrypt = `scrypt:32768:8:1$saltsalt$${'a'.repeat(128)}`
  for (const hash of [
    bcrypt.replace('$06$', '$14$'),
    bcrypt.replace('$06$', '$03$'),
    `$wp${bcrypt.replace('$06$', '$14$')}`,
    `bcrypt$${bcrypt.replace('$06$', '$14$')}`,
    phpass.replace('$P$9', '$P$I'),
    phpass.replace('$P$9', '$P$z'),
    phpass.replace('$P$9', '$P$.'),
    `$S$G${'a'.repeat(51)}`,
    pbkdf2.replace('1000', '9999999'),
    pbkdf2.replace('1000', '0'),
    argon2.replace('65536', '999999'),
    argon2.replace('argon2id', 'argon2i').replace('65536', '999999'),
    argon2.replace('t=2', 't=99'),
    argon2.replace('p=1', 'p=0'),
    argon2.replace('m=65536', 'm=4'),
    scrypt.replace('32768', '131072'),
    scrypt.replace('32768', '32767'),
    scrypt.replace(':1$', ':99$'),
    `${'a'.repeat(64)}:salt:3_32_2_65537`,
    `scrypt:65536:1:1$saltsalt$${'a'.repeat(128)}`,
    `$pbkdf2-sha512$1000001$c2FsdA$${'a'.repeat(86)}`,
    `${'a'.repeat(64)}:salt:3_32_9_67108864`,
    `${'a'.repeat(64)}:salt:3_32_2_671088640`,
  ]) {
    assert.equal(findUnusable(hash)?.reason, 'hash_out_of_bounds', hash)
  }
  // The default costs of programs (docs/password-hashes.md).
  for (const hash of [
    bcrypt.replace('$06$', '$13$'),
    phpass.replace('$P$9', '$P$H'),
    `$S$E${'a'.repeat(51)}`,
    pbkdf2.replace('1000', '1800000'),
    argon2.replace('m=65536,t=2,p=1', 'm=65536,t=4,p=1'),
    argon2.replace('m=65536,t=2,p=1', 'm=102400,t=2,p=8'),
    `scrypt$16384$salt$8$5$${'a'.repeat(86)}==`,
    scrypt,
  ]) {
    assert.equal(findUnusable(hash), undefined, hash)
  }
})

test('an unknown kind of hash → named by its beginning, never the rest', () => {
  const cases: [given: unknown, kind: string][] = [
    ['', 'empty'],
    ['secret', 'other'],
    ['$ecret$tays', 'other'],
    ['5f4dcc3b5aa765d61d8327deb882cf99', '32 hexadecimal digits'],
    ['5f4dcc3b5aa765d61d8327deb882cf99:salt:1', '32 hexadecimal digits'],
    ['5f4dcc3b5aa765d61d8327deb882cf99:salt:9_9', '32 hexadecimal digits'],
    ['5baa61e4c9b93f3f0682250b6cf8331b7ee68fd8', '40 hexadecimal digits'],
    ['$1$salt$hash', '$1$'],
    ['$6$salt$hash', '$6$'],
    ['{CRYPT}$6$salt$hash', '$6$'],
    ['$y$j9T$salt$hash', '$y$'],
    ['$S$tooshort', '$S$'],
    ['$argon2d$v=19$m=65536,t=4,p=1$c29tZXNhbHQ$aGFzaA', '$argon2d$'],
    ['$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ', '$argon2id$'],
    ['$2y$10$tooshort', '$2y$'],
    ['$wp$2y$10$tooshort', '$wp$'],
    ['scrypt:32768:8:1$salt$hash', 'scrypt:'],
    ['{SSHA}deadbeef', '{SSHA}'],
    ['{"secretData":"{}","credentialData":"no"}', 'other'],
    ['{"secretData":{"value":[]},"credentialData":"{\\"algorithm\\":\\"bcrypt\\"}"}', 'other'],
    [`$fbscrypt$${'x'.repeat(600)}`, '$fbscrypt$'],
    [7, 'not a text'],
    [{ hash: 'x' }, 'not a text'],
  ]
  for (const [given, kind] of cases) {
    const found = findUnusable(given)
    assert.equal(found?.reason, 'unknown_hash', String(given))
    assert.equal(found.kind, kind, String(given))
  }
  assert.deepEqual(findUnusable('$2y$14$.mQICjkyRGl3GKw7/qijaOz8Pz5x51gWGCIXMdvWybMa5uHzltSrG'), {
    kind: 'bcrypt',
    reason: 'hash_out_of_bounds',
  })
})

test('blanks around an imported hash → left out', () => {
  const hash = '$2y$06$.mQICjkyRGl3GKw7/qijaOz8Pz5x51gWGCIXMdvWybMa5uHzltSrG'
  assert.equal(findUnusable(` ${hash}\r\n`), undefined)
  assert.equal(canonicalHash(` ${hash}\r\n`), hash)
})
