type Address = {
  /** The path segment in the place of a version: `v1`, or an unknown version such as `v9`. */
  segment: string | undefined
  /** The path after prefix and version: empty, or beginning with a slash. */
  rest: string
  /** Query with its question mark, without `api-version`; or empty. */
  query: string
  /** The values of `api-version`. */
  dates: string[]
}

/**
 * Splits the target of a request. `/api/v1/x`, `/v1/x` and `/v1/api/x` mean the same, and `/api/x` has no version. It
 * must read every address as the router does. Otherwise a request could reach a mount whose version the client did not
 * choose.
 * @returns undefined when the address is not part of the API
 */
export function splitAddress(target: string): Address | undefined {
  const url = originForm(target)
  const mark = url.indexOf('?')
  const path = unescaped(mark < 0 ? url : url.slice(0, mark))
  const match = /^\/api(?:\/([vV]\d[^/]*))?(\/.*)?$/s.exec(path) ?? /^\/([vV]\d[^/]*)(?:\/api)?(\/.*)?$/s.exec(path)
  if (!match) return undefined
  const [, segment, rest = ''] = match
  const parameters =
    mark < 0
      ? []
      : url
          .slice(mark + 1)
          .split('&')
          .filter(Boolean)
  const kept: string[] = []
  const dates: string[] = []
  for (const text of parameters) {
    const [[name, value] = ['', '']] = new URLSearchParams(text)
    if (name === 'api-version') dates.push(value)
    else kept.push(text)
  }
  return { segment, rest, query: kept.length > 0 ? `?${kept.join('&')}` : '', dates }
}

/** Requests to a proxy contain scheme and host, and a server must accept that form too (RFC 9112 §3.2.2). */
export function originForm(target: string): string {
  const absolute = /^https?:\/\/[^/?#]*(.*)$/is.exec(target)
  if (!absolute) return target
  const rest = absolute[1]!
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Escaped letters and digits are equivalent to plain ones (RFC 3986 §2.3): `/%61pi` is `/api`. */
function unescaped(path: string): string {
  if (!path.includes('%')) return path
  return path.replace(/%([0-9a-f]{2})/gi, (octet, code) => {
    const character = String.fromCharCode(Number.parseInt(code, 16))
    return /[\w.~-]/.test(character) ? character : octet
  })
}
