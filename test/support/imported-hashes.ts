/** One hash for each algorithm that an import takes, at the highest cost that is taken. No password is known. */
import { markImported } from '../../src/accounts/passwords/imported/hashes.ts'

const HASHES_AT_OUR_LIMIT: Record<string, string> = {
  argon2: `$argon2id$v=19$m=65536,t=4,p=1$${'c2FsdHNhbHRzYWx0c2FsdA'}$${'A'.repeat(43)}`,
  bcrypt: '$2y$13$abcdefghijklmnopqrstuu5Lowxkr5FZhrfYI5hRR6Q2vd9CUWTfS',
  phpass: `$P$H${'saltsalt'}${'.'.repeat(22)}`,
  PBKDF2: `pbkdf2_sha256$2000000$salt$${'A'.repeat(43)}=`,
  scrypt: `scrypt$65536$salt$8$2$${'A'.repeat(86)}==`,
  'salted digest': `${'a'.repeat(32)}:salt`,
}

export const HASHES = Object.fromEntries(
  Object.entries(HASHES_AT_OUR_LIMIT).map(([algorithm, hash]) => [algorithm, markImported(hash)]),
)
