export type Address = {
  /** What stands where a version is named: `v1`, or something like it that is none. */
  segment: string | undefined
  /** The path behind prefix and version; empty, or it begins with a slash. */
  rest: string
  /** With its question mark, without `api-version`; or empty. */
  query: string
  /** The values of `api-version`. */
  dates: string[]
}

/**
 * Takes the target of a request apart: `/api/v1/x`, `/v1/x` and `/v1/api/x` mean the same; so does `/api/x` without a
 * version. It must see every address as the router will: one that reached a mount unseen would be answered in a version
 * that nobody chose.
 * @returns undefined when it is not of the API
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

/** A request to a proxy names scheme and host too, and a server must take that as well (RFC 9112 §3.2.2). */
export function originForm(target: string): string {
  const absolute = /^https?:\/\/[^/?#]*(.*)$/is.exec(target)
  if (!absolute) return target
  const rest = absolute[1]!
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Letters and digits mean the same escaped (RFC 3986 §2.3): `/%61pi` is `/api`. */
function unescaped(path: string): string {
  if (!path.includes('%')) return path
  return path.replace(/%([0-9a-f]{2})/gi, (octet, code) => {
    const character = String.fromCharCode(Number.parseInt(code, 16))
    return /[\w.~-]/.test(character) ? character : octet
  })
}
