/**
 * Credentials of a realm that Keycloak has exported: JSON with two texts of JSON in it, `secretData` (value and salt) and `credentialData`
 * (algorithm and cost). Its PBKDF2 and Argon2id are those of everybody, so they are kept in the form of passlib or as a PHC string.
 */

/** @returns undefined for a text that is no such credential, or has another algorithm */
export function readKeycloak(text: string): string | undefined {
  const credential = text.startsWith('{"') ? objectIn(text) : undefined
  const secret = objectIn(credential?.secretData)
  const data = objectIn(credential?.credentialData)
  if (!secret || !data) return undefined
  const { value, salt } = secret
  const { algorithm, hashIterations: rounds } = data
  if (typeof value !== 'string' || typeof salt !== 'string' || !Number.isInteger(rounds)) return undefined
  const [hash, salted] = [unpadded(value), unpadded(salt)]
  if (algorithm === 'argon2') {
    const { memory, parallelism, type, version } = parametersOf(data)
    if (version !== '1.3') return undefined
    return `$argon2${type}$v=19$m=${memory},t=${rounds},p=${parallelism}$${salted}$${hash}`
  }
  const [, bits] = /^pbkdf2(?:-sha(256|512))?$/.exec(String(algorithm)) ?? []
  const name = algorithm === 'pbkdf2' ? 'pbkdf2' : bits && `pbkdf2-sha${bits}`
  return name && `$${name}$${rounds}$${salted.replaceAll('+', '.')}$${hash.replaceAll('+', '.')}`
}

/** Each parameter is a list of one text. */
function parametersOf({ additionalParameters }: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries((additionalParameters ?? {}) as Record<string, unknown>)
  return Object.fromEntries(entries.map(([name, values]) => [name, String(values)]))
}

function objectIn(text: unknown): Record<string, unknown> | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function unpadded(text: string): string {
  return text.replace(/=+$/, '')
}
