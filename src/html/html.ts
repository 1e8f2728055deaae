/**
 * HTML that is safe from injection. Only the tag `html` creates `Html`, and it escapes every value that is not `Html`
 * itself. There is deliberately no way to mark a string as safe.
 *
 * Escaping alone does not help where quotes are missing (`<a ${text}>`). So each template is parsed once, on first use,
 * and the context of every hole is remembered: text and quoted attributes accept any value, the inside of a tag accepts
 * only `Html`, and an address must not be `javascript:`. Templates that can never be safe throw on first use.
 */
export type Renderable = Html | string | number | bigint | null | undefined | false | readonly Renderable[]

const maker = Symbol('made by html``')

export class Html {
  readonly #text: string

  constructor(by: typeof maker, text: string) {
    if (by !== maker) throw new TypeError('only the html`` tag creates Html')
    this.#text = text
  }

  static is(value: unknown): value is Html {
    return typeof value === 'object' && value !== null && #text in value
  }

  toString(): string {
    return this.#text
  }
}

export function html(strings: TemplateStringsArray, ...values: Renderable[]): Html {
  const holes = holesOf(strings)
  let text = strings[0]!
  for (let i = 0; i < values.length; i++) text += render(values[i], holes[i]!) + strings[i + 1]
  return new Html(maker, text)
}

/**
 * Data for programs that read the page. Browsers do not run it, so the Content-Security-Policy allows it. No text in it can
 * end the element.
 */
export function dataBlock(type: 'application/ld+json', value: unknown): Html {
  const json = JSON.stringify(value).replaceAll('<', String.raw`\u003c`)
  return new Html(maker, `<script type="${type}">${json}</script>`)
}

type Hole = 'text' | 'value' | 'address' | 'tag'

function render(value: Renderable, hole: Hole): string {
  // An empty text is allowed in every hole: `typed && html` yields one when a visitor leaves a field empty.
  if (value === null || value === undefined || value === false || value === '') return ''
  if (Array.isArray(value)) return value.map(item => render(item, hole)).join('')
  if (Html.is(value)) return value.toString()
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') {
    throw new TypeError(`html\`\` cannot render ${typeof value === 'object' ? 'a plain object' : typeof value}`)
  }
  if (hole === 'tag') throw new TypeError('only html`` is allowed inside a tag, outside of quotes')
  if (hole === 'address' && !SAFE_ADDRESS.test(String(value))) return '#'
  return escaped(String(value))
}

const SAFE_ADDRESS = /^(?:https?:\/\/|mailto:|tel:|otpauth:|data:image\/(?:svg\+xml|png)[;,]|[/#?]|$)/i

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character]!)
}

const known = new WeakMap<TemplateStringsArray, Hole[]>()

function holesOf(strings: TemplateStringsArray): Hole[] {
  const before = known.get(strings)
  if (before) return before
  // A template literal is frozen and has a frozen `raw`. An array parsed from data is not.
  if (!Object.isFrozen(strings) || !Object.isFrozen(strings.raw)) throw new TypeError('html is a tag, not a function')
  const holes = readHoles(strings)
  known.set(strings, holes)
  return holes
}

/** Tokenizes the literal parts like a browser, far enough to know the context of each hole. */
function readHoles(strings: readonly string[]): Hole[] {
  const holes: Hole[] = []
  let state: 'text' | 'tag' | '"' | "'" = 'text'
  let tag = ''
  for (const [index, part] of strings.entries()) {
    for (const character of part) {
      if (state === 'text') {
        if (character !== '<') continue
        state = 'tag'
        tag = ''
      } else if (state === 'tag') {
        if (character === '>') state = 'text'
        else if ((character === '"' || character === "'") && tag.endsWith('=')) state = character
        tag += character
      } else if (character === state) {
        state = 'tag'
        tag = ''
      }
    }
    if (/^(?:script|style)\b/i.test(tag) && index < strings.length - 1) throw new TypeError(`no holes near <${tag}`)
    if (index < strings.length - 1) holes.push(holeAt(state, tag, part))
  }
  return holes
}

function holeAt(state: string, tag: string, before: string): Hole {
  if (state === 'tag' || state === 'text') {
    if (/[\w-]=$/.test(before)) throw new TypeError(`put quotes around the attribute after: ${before.slice(-30)}`)
    return state
  }
  const attribute = /([\w:-]+)=["']$/.exec(tag)?.[1]?.toLowerCase() ?? ''
  if (attribute === 'style' || attribute.startsWith('on')) throw new TypeError(`no ${attribute} attribute in a page`)
  const atStart = before.endsWith(state)
  return atStart && ['href', 'src', 'action', 'formaction', 'data'].includes(attribute) ? 'address' : 'value'
}
