/**
 * Lists the texts that another program may have hashed for a password. Most hash the bytes that they are given, so a letter that was
 * composed on one system and comes in parts from another one has two hashes. Others change the password first: WordPress trims it, phpBB
 * hashes the text of its HTML, and Symfony a digest of what bcrypt would cut. The same forms are tried for each hash, so their
 * number tells nothing of the account.
 */
import { createHash } from 'node:crypto'

/** @returns different texts, first the password as it was typed */
export function formsOf(password: string): string[] {
  // The characters that PHP's trim removes.
  const trimmed = password.replace(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '')
  const forms = [password, password.normalize('NFC'), password.normalize('NFD'), password.normalize('NFKC'), trimmed]
  // ENT_COMPAT, the default of PHP before 8.1, and ENT_QUOTES, the one since.
  const escaped = trimmed
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
  forms.push(escaped, escaped.replaceAll("'", '&#039;'))
  if (isCutByBcrypt(password)) forms.push(createHash('sha512').update(password).digest('base64'))
  return [...new Set(forms)]
}

/** Bcrypt ends at 72 bytes or at a NUL, so NativePasswordHasher of Symfony hashes such a password first. */
function isCutByBcrypt(password: string): boolean {
  return Buffer.byteLength(password) > 72 || password.includes('\0')
}
