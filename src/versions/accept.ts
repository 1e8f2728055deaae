/**
 * Which versions an `Accept` header names (RFC 9110 §12.5.1): `application/vnd.<any vendor>.v1+json`, or
 * `application/json; version=1`. Where several are named, the client's own weights say which it likes best.
 * @returns the names with the highest weight, as the client spelled them; more than one means that it did not decide
 */
export function versionsInAccept(accept: string, isLiving: (name: string) => boolean): string[] {
  const named = splitOutsideQuotes(accept, ',').flatMap(versionsInRange)
  // What does not live cannot be sent, whatever its weight; it counts only where nothing else is acceptable.
  const living = named.filter(({ name }) => isLiving(name))
  const candidates = living.length > 0 ? living : named
  const best = Math.max(...candidates.map(({ weight }) => weight))
  return [...new Set(candidates.filter(({ weight }) => weight === best).map(({ name }) => name))]
}

type Named = { name: string; weight: number }

function versionsInRange(range: string): Named[] {
  const [type = '', ...parameters] = splitOutsideQuotes(range, ';').map(part => part.trim())
  const inSuffix = /^application\/vnd\.(?:[^/+]+\.)?v(\d+)\+json$/i.exec(type)?.[1]
  const isJson = /^application\/(?:[^/+]+\+)?json$/i.test(type)
  const names = inSuffix === undefined ? [] : [`v${inSuffix}`]
  let weight = 1
  for (const parameter of parameters) {
    const [, name = '', quoted, token = ''] = /^([^=\s]+)\s*=\s*(?:"(.*)"|(.*))$/.exec(parameter) ?? []
    const value = quoted ?? token
    if (name.toLowerCase() === 'version' && isJson) names.push(`v${value.replace(/^v/i, '')}`)
    if (name.toLowerCase() === 'q' && /^[01](\.\d*)?$/.test(value)) weight = Number(value)
  }
  return weight === 0 ? [] : names.map(name => ({ name, weight }))
}

/** A quoted string (RFC 9110 §5.6.4) may hold the separator. */
function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  if (!text.includes('"')) return text.split(separator)
  const parts: string[] = []
  let start = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '"') quoted = !quoted
    else if (quoted && text[i] === '\\') i++
    else if (!quoted && text[i] === separator) {
      parts.push(text.slice(start, i))
      start = i + 1
    }
  }
  return [...parts, text.slice(start)]
}
