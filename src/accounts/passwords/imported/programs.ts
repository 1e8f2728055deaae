/** The texts of hashes that programs write, and how each is compared. docs/password-hashes.md names the source of each. */
import { createHash, createHmac } from 'node:crypto'
import {
  argon2Of,
  bcryptOf,
  type Comparison,
  digestOf,
  isSignedBy,
  isSigner,
  LETTERS_OF_PHPASS,
  pbkdf2Of,
  phpassOf,
  scryptOf,
} from './algorithms.ts'
import { readMagento } from './magento.ts'

type Parts = Record<string, string>
type Form = { pattern: RegExp; read: (parts: Parts) => Comparison | undefined }

const BCRYPT = String.raw`(?<bcrypt>\$2[abxy]\$(?<cost>\d\d)\$[./A-Za-z\d]{53})`
const bcryptWith = (prepare?: (password: string) => string) => (parts: Parts) =>
  bcryptOf(parts.bcrypt!, Number(parts.cost), prepare)

const FORMS: Form[] = [
  {
    pattern: new RegExp(
      String.raw`^\$(?<variant>argon2id|argon2i)\$v=19\$m=(?<memory>\d{1,6}),t=(?<passes>\d{1,2}),p=(?<lanes>\d)` +
        String.raw`\$(?<salt>[\w+/]{11,86})\$(?<hash>[\w+/]{22,86})$`,
    ),
    read: ({ variant, memory, passes, lanes, salt, hash }) =>
      argon2Of({
        variant: variant as 'argon2id' | 'argon2i',
        memory: Number(memory),
        passes: Number(passes),
        lanes: Number(lanes),
        salt: base64(salt!),
        hash: base64(hash!),
      }),
  },
  { pattern: new RegExp(`^${BCRYPT}$`), read: bcryptWith() },
  { pattern: new RegExp(String.raw`^\$wp${BCRYPT}$`), read: bcryptWith(shortenAsWordPress) },
  // Django
  { pattern: new RegExp(String.raw`^bcrypt\$${BCRYPT}$`), read: bcryptWith() },
  { pattern: new RegExp(String.raw`^bcrypt_sha256\$${BCRYPT}$`), read: bcryptWith(sha256Hex) },
  {
    pattern: /^pbkdf2_(?<digest>sha1|sha256)\$(?<rounds>\d{1,7})\$(?<salt>[^$]{1,64})\$(?<hash>[\w+/]{27,43}=)$/,
    read: ({ digest, rounds, salt, hash }) => pbkdf2Of(digest!, Number(rounds), Buffer.from(salt!), base64(hash!)),
  },
  {
    pattern: /^scrypt\$(?<N>\d{1,7})\$(?<salt>[^$]{1,64})\$(?<r>\d{1,2})\$(?<p>\d{1,2})\$(?<hash>[\w+/]{86}==)$/,
    read: ({ salt, hash, ...cost }) => plainScrypt(cost, Buffer.from(salt!), base64(hash!)),
  },
  // WordPress to 6.7, phpBB, and Drupal 7 to 9, which writes U before what it made of an MD5 of Drupal 6.
  {
    pattern: /^\$[PH]\$(?<rounds>[./A-Za-z\d])(?<salt>[./A-Za-z\d]{8})(?<hash>[./A-Za-z\d]{22})$/,
    read: ({ rounds, salt, hash }) => phpassOf('md5', LETTERS_OF_PHPASS.indexOf(rounds!), salt!, hash!),
  },
  {
    pattern: /^(?<old>U)?\$S\$(?<rounds>[./A-Za-z\d])(?<salt>[./A-Za-z\d]{8})(?<hash>[./A-Za-z\d]{43})$/,
    read({ old, rounds, salt, hash }) {
      const comparison = phpassOf('sha512', LETTERS_OF_PHPASS.indexOf(rounds!), salt!, hash!)
      return old ? { ...comparison, fits: password => comparison.fits(md5Hex(password)) } : comparison
    },
  },
  // Passlib and Odoo, which write '.' for '+'.
  {
    pattern:
      /^\$pbkdf2(?:-(?<digest>sha256|sha512))?\$(?<rounds>\d{1,7})\$(?<salt>[\w./]{1,86})\$(?<hash>[\w./]{27,86})$/,
    read: ({ digest = 'sha1', rounds, salt, hash }) => pbkdf2Of(digest, Number(rounds), adapted(salt!), adapted(hash!)),
  },
  {
    pattern:
      /^\$scrypt\$ln=(?<ln>\d{1,2}),r=(?<r>\d{1,2}),p=(?<p>\d{1,2})\$(?<salt>[\w+/]{1,86})\$(?<hash>[\w+/]{22,86})$/,
    read: ({ ln, r, p, salt, hash }) =>
      plainScrypt({ N: String(2 ** Number(ln)), r: r!, p: p! }, base64(salt!), base64(hash!)),
  },
  // Werkzeug and Flask
  {
    pattern: /^pbkdf2:(?<digest>sha1|sha256|sha512):(?<rounds>\d{1,7})\$(?<salt>[^$]{1,64})\$(?<hash>[a-f\d]{40,128})$/,
    read: ({ digest, rounds, salt, hash }) => pbkdf2Of(digest!, Number(rounds), Buffer.from(salt!), hex(hash!)),
  },
  {
    pattern: /^scrypt:(?<N>\d{1,7}):(?<r>\d{1,2}):(?<p>\d{1,2})\$(?<salt>[^$]{1,64})\$(?<hash>[a-f\d]{128})$/,
    read: ({ salt, hash, ...cost }) => plainScrypt(cost, Buffer.from(salt!), hex(hash!)),
  },
  // Medusa: the beginning of a file of scrypt, in base64.
  { pattern: /^(?<file>c2NyeXB0[\w+/]{120})$/, read: ({ file }) => scryptFile(base64(file!)) },
  {
    pattern: new RegExp(
      String.raw`^\$fbscrypt\$v=1,n=(?<n>\d{1,2}),r=(?<r>\d{1,2}),p=(?<p>\d),ss=(?<separator>[\w+/]{1,16}={0,2})` +
        String.raw`,sk=(?<key>[\w+/]{20,100}={0,2})\$(?<salt>[\w+/]{1,64}={0,2})\$(?<hash>[\w+/]{20,100}={0,2})$`,
    ),
    read({ n, r, p, separator, key, salt, hash }) {
      const salted = Buffer.concat([base64(salt!), base64(separator!)])
      const isKey = (derived: Buffer) => isSignedBy(derived, base64(key!), base64(hash!))
      return scryptOf({ N: 2 ** Number(n), r: Number(r), p: Number(p), salt: salted, length: 32, isKey })
    },
  },
  // MediaWiki
  {
    pattern:
      /^:pbkdf2:(?<digest>sha1|sha256|sha512):(?<rounds>\d{1,7}):\d{1,3}:(?<salt>[\w+/]{1,86}={0,2}):(?<hash>[\w+/]{22,86}={0,2})$/,
    read: ({ digest, rounds, salt, hash }) => pbkdf2Of(digest!, Number(rounds), base64(salt!), base64(hash!)),
  },
  { pattern: /^(?<file>A[A-Q][\w+/]{42,200}={0,2})$/, read: ({ file }) => identityOfAspNet(base64(file!)) },
  {
    pattern: /^(?<hash>[a-f\d]{32}|[a-f\d]{64}):(?<salt>[^:]{1,64})(?<versions>(?::[\d_]{1,30}){0,3})$/,
    read: readMagento,
  },
  // OpenLDAP, whose modules pw-sha2, pw-pbkdf2 and argon2 write these, and Dovecot.
  {
    pattern: /^\{S(?<kind>SHA|SHA256|SHA512|MD5)\}(?<file>[\w+/]{24,200}={0,2})$/,
    read({ kind, file }) {
      const digest = ({ SHA: 'sha1', SHA256: 'sha256', SHA512: 'sha512', MD5: 'md5' } as const)[kind as 'SHA']
      const [bytes, length] = [base64(file!), createHash(digest).digest().length]
      return bytes.length > length
        ? digestOf(digest, { after: bytes.subarray(length) }, bytes.subarray(0, length))
        : undefined
    },
  },
  {
    pattern: /^\{PBKDF2(?:-SHA(?<bits>1|256|512))?\}(?<rounds>\d{1,7})\$(?<salt>[\w./]{1,86})\$(?<hash>[\w./]{27,86})$/,
    read: ({ bits = '1', rounds, salt, hash }) =>
      pbkdf2Of(`sha${bits}`, Number(rounds), adapted(salt!), adapted(hash!)),
  },
  {
    pattern: /^\{PBKDF2\}\$1\$(?<salt>[^$]{1,64})\$(?<rounds>\d{1,7})\$(?<hash>[a-f\d]{40})$/,
    read: ({ rounds, salt, hash }) => pbkdf2Of('sha1', Number(rounds), Buffer.from(salt!), hex(hash!)),
  },
]

/** @returns undefined for a text of no program that is known */
export function readHash(text: string): Comparison | undefined {
  for (const { pattern, read } of FORMS) {
    const match = pattern.exec(text)
    const comparison = match && read({ ...match.groups })
    if (comparison) return comparison
  }
  return undefined
}

/** `wp_hash_password` since WordPress 6.8: 64 letters of any password. Its `trim` is that of PHP. */
function shortenAsWordPress(password: string): string {
  const trimmed = password.replace(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '')
  return createHmac('sha384', 'wp-sha384').update(trimmed).digest('base64')
}

function sha256Hex(password: string): string {
  return createHash('sha256').update(password).digest('hex')
}

function md5Hex(password: string): string {
  return createHash('md5').update(password).digest('hex')
}

function plainScrypt(cost: Parts, salt: Buffer, expected: Buffer): Comparison {
  const isKey = (key: Buffer) => key.equals(expected)
  const { N, r, p } = cost
  return scryptOf({ N: Number(N), r: Number(r), p: Number(p), salt, length: expected.length, isKey })
}

/** Six letters, a version, the cost, a salt of 32 bytes and a check sum of 16, then the signature. */
function scryptFile(file: Buffer): Comparison | undefined {
  const header = file.subarray(0, 48)
  if (file[6] !== 0 || !createHash('sha256').update(header).digest().subarray(0, 16).equals(file.subarray(48, 64))) {
    return undefined
  }
  return scryptOf({
    N: 2 ** file[7]!,
    r: file.readUInt32BE(8),
    p: file.readUInt32BE(12),
    salt: file.subarray(16, 48),
    length: 64,
    isKey: key => isSigner(key, file.subarray(0, 64), file.subarray(64)),
  })
}

const PRF_OF_ASP_NET = ['sha1', 'sha256', 'sha512']

/** Version 2 has a fixed cost; version 3 names function, rounds and length of the salt in its first 13 bytes. */
function identityOfAspNet(file: Buffer): Comparison | undefined {
  if (file[0] === 0)
    return file.length === 49 ? pbkdf2Of('sha1', 1000, file.subarray(1, 17), file.subarray(17)) : undefined
  if (file[0] !== 1 || file.length < 45) return undefined
  const digest = PRF_OF_ASP_NET[file.readUInt32BE(1)]
  const end = 13 + file.readUInt32BE(9)
  if (!digest || end > file.length - 16 || end < 29) return undefined
  return pbkdf2Of(digest, file.readUInt32BE(5), file.subarray(13, end), file.subarray(end))
}

function base64(text: string): Buffer {
  return Buffer.from(text, 'base64')
}

function adapted(text: string): Buffer {
  return base64(text.replaceAll('.', '+'))
}

function hex(text: string): Buffer {
  return Buffer.from(text, 'hex')
}
