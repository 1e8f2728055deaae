/**
 * Fills in the words of a shop, by a small part of Liquid, which shopkeepers know. Nothing of it can read a file, loop, or
 * remember: a text is conditions and insertions, so it takes no more time and memory than its length allows. The limits
 * of the library are behind that.
 */
import { Liquid, LiquidError } from 'liquidjs'
import { SECOND } from '../../time.ts'
import type { Placeholder } from './placeholders.ts'

const TAGS = ['if', 'unless', 'case', 'comment']
const FILTERS = [
  'append',
  'capitalize',
  'default',
  'downcase',
  'prepend',
  'remove',
  'replace',
  'strip',
  'truncate',
  'truncatewords',
  'upcase',
]

const engine = new Liquid({
  strictVariables: true,
  strictFilters: true,
  // An empty value counts as false, so `{% if order.tracking %}` is true when there is one.
  jsTruthy: true,
  ownPropertyOnly: true,
  // There are no files: what a text would include is looked for among these.
  templates: {},
  parseLimit: 10_000,
  renderLimit: SECOND,
  memoryLimit: 100_000,
})
for (const tag of Object.keys(engine.tags)) if (!TAGS.includes(tag)) delete engine.tags[tag]
for (const filter of Object.keys(engine.filters)) if (!FILTERS.includes(filter)) delete engine.filters[filter]

export type Values = Partial<Record<Placeholder, string>>

/** @throws when the text is broken, or inserts what `values` does not have */
export function fillIn(text: string, values: Values): string {
  return String(engine.parseAndRenderSync(text, scopeOf(values)))
}

/** `order.id` is the member `id` of `order`. */
function scopeOf(values: Values): Record<string, unknown> {
  const scope: Record<string, Record<string, string> | string> = {}
  for (const [name, value] of Object.entries(values)) {
    const [first, member] = name.split('.') as [string, string?]
    if (member === undefined) scope[first] = value
    else scope[first] = { ...(scope[first] as Record<string, string> | undefined), [member]: value }
  }
  return scope
}

/** `line` and `column` count from 1. */
export type Mistake = { line: number; column: number; reason: string; code: string }

/**
 * Finds a mistake in a text, also in a branch that no email has taken yet.
 * @param values an example of each value that the text may insert
 */
export function findMistake(text: string, values: Values): Mistake | undefined {
  try {
    const { globals } = engine.analyzeSync(engine.parse(text), { partials: false })
    for (const uses of Object.values(globals)) {
      for (const use of uses) {
        const name = use.segments.join('.')
        if (Object.hasOwn(values, name)) continue
        const { row: line, col: column } = use.location
        const reason = `inserts "${name.slice(0, 100)}", which this email does not have. It has ${Object.keys(values).join(', ')}`
        return { line, column, reason, code: 'unknown_placeholder' }
      }
    }
    fillIn(text, values)
    return undefined
  } catch (error) {
    return mistakeOf(error)
  }
}

/** @param error of the library */
export function mistakeOf(error: unknown): Mistake {
  const known = LiquidError.is(error) ? error : undefined
  const [line, column] = (known?.token.getPosition() ?? [1, 1]) as [number, number]
  const said = (error as Error).message.split('\n')[0]!.replace(/(?:, file:[^,]*)?, line:\d+, col:\d+$/, '')
  return { line, column, ...wordsFor(said) }
}

function wordsFor(said: string): { reason: string; code: string } {
  const tag = /^tag "(.+)" not found$/.exec(said)
  if (tag) return { reason: `cannot use the tag "${tag[1]}". Tags are ${TAGS.join(', ')}`, code: 'unknown_tag' }
  const filter = /^undefined filter: (.+)$/.exec(said)
  if (filter) {
    return { reason: `cannot use the filter "${filter[1]}". Filters are ${FILTERS.join(', ')}`, code: 'unknown_filter' }
  }
  if (/limit exceeded$/.test(said)) return { reason: 'is too much work', code: 'too_long' }
  return { reason: `cannot be read: ${said}`, code: 'invalid_format' }
}
