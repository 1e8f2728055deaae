/** One hash of each kind that an import takes, at the cost that its program uses by itself or at our limit. No password is known. */
const BCRYPT_REST = 'abcdefghijklmnopqrstuu5Lowxkr5FZhrfYI5hRR6Q2vd9CUWTfS'

export const HASHES: Record<string, string> = {
  argon2id: `$argon2id$v=19$m=65536,t=4,p=1$${'c2FsdHNhbHRzYWx0c2FsdA'}$${'A'.repeat(43)}`,
  bcrypt: `$2y$12$${BCRYPT_REST}`,
  'bcrypt of WordPress': `$wp$2y$10$${BCRYPT_REST}`,
  phpass: `$P$B${'saltsalt'}${'.'.repeat(22)}`,
  'PBKDF2 of Django': `pbkdf2_sha256$1000000$salt$${'A'.repeat(43)}=`,
}
