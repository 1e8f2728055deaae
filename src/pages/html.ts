/**
 * HTML that cannot be injected into. `html` is the only maker of `Html`, and whatever is put into a template is
 * escaped unless it is itself `Html`; there is deliberately no way to declare a string safe.
 *
 * Escaping alone does not help where quotes are missing (`<a ${text}>`), so each template is read once, when it is
 * first used, and the place of every hole is remembered: text and quoted attribute values take anything, the inside of
 * a tag takes `Html` only, and addresses must not be `javascript:`. What can never be right is refused at once.
 */
export type Renderable = Html | string | number | bigint | null | undefined | false | readonly Renderable[]

const maker = Symbol('made by html``')

export class Html {
  readonly #text: string

  constructor(by: typeof maker, text: string) {
    if (by !== maker) throw new TypeError('Html is made by the html`` tag only')
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

type Hole = 'text' | 'value' | 'address' | 'tag'

function render(value: Renderable, hole: Hole): string {
  if (value === null || value === undefined || value === false) return ''
  if (Array.isArray(value)) return value.map(item => render(item, hole)).join('')
  if (Html.is(value)) return value.toString()
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') {
    throw new TypeError(`html\`\` cannot render ${typeof value === 'object' ? 'a plain object' : typeof value}`)
  }
  if (hole === 'tag') throw new TypeError('only html`` may stand inside a tag, outside of quotes')
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
  // A template literal is frozen and has a frozen `raw`; an array that data was parsed into is neither.
  if (!Object.isFrozen(strings) || !Object.isFrozen(strings.raw)) throw new TypeError('html is a tag, not a function')
  const holes = readHoles(strings)
  known.set(strings, holes)
  return holes
}

/** Walks the literal parts as a browser's tokenizer would, as far as it takes to know where each hole stands. */
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
