/**
 * Reads the versions that an `Accept` header names (RFC 9110 §12.5.1): `application/vnd.<any vendor>.v1+json` in its usual
 * spellings, or a parameter: `application/json; version=1`. If it names several, the weights of the client decide. Answers of every
 * version are `application/json`, so a plain range beside a version matches that version too and takes nothing away from it.
 */
type Named = {
  /** The spellings with the highest weight, in lower case; more than one means that the client did not decide. */
  wanted: string[]
  /** The spellings with the weight 0: "not acceptable" (RFC 9110 §12.4.2). */
  refused: string[]
}

/** @param isKnown whether a spelling (`v1`, `2023-06-01`) means a supported version */
export function versionsInAccept(accept: string, isKnown: (spelling: string) => boolean): Named {
  const ranges = splitOutsideQuotes(accept, ',').map(readRange)
  const named = ranges.flatMap(({ spellings, weight }) => spellings.map(spelling => ({ spelling, weight })))
  const refused = named.filter(({ weight }) => weight === 0).map(({ spelling }) => spelling)
  const accepted = named.filter(({ weight }) => weight > 0)
  const known = accepted.filter(({ spelling }) => isKnown(spelling))
  // An unknown version cannot be served at any weight. It counts only if no other range matches what can be served.
  if (known.length === 0 && takesPlainJson(ranges)) return { wanted: [], refused }
  const candidates = known.length > 0 ? known : accepted
  const best = Math.max(...candidates.map(({ weight }) => weight))
  const wanted = [...new Set(candidates.filter(({ weight }) => weight === best).map(({ spelling }) => spelling))]
  return { wanted, refused }
}

type Range = { type: string; spellings: string[]; weight: number }

function readRange(range: string): Range {
  const [type = '', ...parameters] = splitOutsideQuotes(range, ';').map(part => part.trim().toLowerCase())
  const inType = versionInType(type)
  const spellings = inType === undefined ? [] : [inType]
  let weight = 1
  for (const parameter of parameters) {
    const [, name = '', quoted, token = ''] = /^([^=\s]+)\s*=\s*(?:"(.*)"|(.*))$/.exec(parameter) ?? []
    const value = quoted?.replace(/\\(.)/g, '$1') ?? token
    if ((name === 'version' || name === 'v') && MAY_BE_JSON.test(type)) spellings.push(canonical(value))
    if (name === 'q' && /^[01](\.\d*)?$/.test(value)) weight = Number(value)
  }
  return { type, spellings, weight }
}

/**
 * Goes from the most specific to the least; of the ranges that match, the most specific decides (RFC 9110 §12.5.1).
 * Java sends `*`.
 */
const MATCH_JSON = [/^application\/json$/, /^application\/\*$/, /^\*(\/\*)?$/]

/**
 * Tests whether JSON without a version is accepted. A type of a vendor counts if it is wanted; refused, it is another
 * type.
 */
function takesPlainJson(ranges: Range[]): boolean {
  const plain = ranges.filter(({ spellings }) => spellings.length === 0)
  const [exactly, ...wider] = MATCH_JSON.map(pattern => plain.filter(({ type }) => pattern.test(type)))
  const ofVendors = plain.filter(({ type, weight }) => weight > 0 && /^application\/[^/+]+\+json$/.test(type))
  const [deciding] = [exactly!, ofVendors, ...wider].filter(({ length }) => length > 0)
  return deciding?.some(({ weight }) => weight > 0) ?? false
}

/** Only these types may have a version parameter. Browsers send `application/signed-exchange;v=b3`, which means nothing here. */
const MAY_BE_JSON = /^(application\/([^/+]+\+)?json|application\/(vnd|x|prs)\.[^/+]+|application\/\*|\*\/\*)$/

/**
 * The version at the end of a vendor's type: `vnd.semel.v1+json`, `vnd.semel-v1`, `x.semel.2023-06-01+json`, and
 * `vnd.semel.1+json`. A bare number needs `+json`, because registered types end in one:
 * `vnd.ms-excel.sheet.macroenabled.12`. Facets may follow, as in `vnd.semel.v1.user+json`. Some clients write the version
 * behind everything else: `vnd.semel+json.v1`, `json.v1`, `json-v1`.
 */
function versionInType(type: string): string | undefined {
  // RFC 6838 §4.2 allows 127 characters on each side. The expressions below would be slow on longer input.
  if (type.length > 255) return undefined
  const atTheEnd = /^application\/(?:[^/+]+\+)?json[.+_-](v\d.*|\d{4}-\d\d-\d\d)$/.exec(type)?.[1]
  if (atTheEnd) return canonical(atTheEnd)
  const [, name, isJson] = /^application\/([^/+]+)(\+json)?$/.exec(type) ?? []
  if (name === undefined || !(isJson || /^(vnd|x|prs)[.-]/.test(name))) return undefined
  const date = /[._-](\d{4}-\d\d-\d\d)$/.exec(name)?.[1]
  if (date) return date
  const marked = /^(?:.*[._-])?v(\d.*|)$/.exec(name)?.[1]
  if (marked !== undefined) return canonical(marked.replace(/^(\d+(?:\.0+)?)(\.[a-z][\w-]*)+$/, '$1'))
  const bare = isJson && /^(?:vnd|x|prs)\..*?[._-](\d[\d.]*)$/.exec(name)?.[1]
  return bare ? canonical(bare) : undefined
}

/** A date unchanged; anything else as `v…`, so that `1`, `v1` and `1.0` are the same. */
function canonical(value: string): string {
  return /^\d{4}-/.test(value) ? value : `v${value.replace(/^v/, '').replace(/^(\d+)\.0+$/, '$1')}`
}

/** A quoted string (RFC 9110 §5.6.4) may contain the separator. */
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
