/** The common part of customers and orders that come from another shop: each line is checked alone, and one report answers for all. */
import { type Static, type TObject, type TProperties, Type } from 'typebox'
import { leaveOutNulls, shapeOf, unknownMembers } from '../../http/input/shape.ts'
import { compileValidator } from '../../http/input/validation.ts'
import { orNull, Uuid } from '../../http/schemas.ts'
import type { FieldError, Problem } from '../../problems.ts'
import { foldAddress } from './addresses.ts'

/** Lines of a request. */
export const MOST_LINES = 1000

/** The list in a request. Each line is validated alone, so that a wrong one does not hold up the others. */
export function listOfLines(documented: TObject, said: { title: string; things: string; examples?: object[] }) {
  const { title, things, examples } = said
  return Type.Array(Type.Object({}, { additionalProperties: true, title, 'x-documented': documented }), {
    minItems: 1,
    maxItems: MOST_LINES,
    description: `Up to ${MOST_LINES} ${things}.`,
    ...(examples && { examples: [examples] }),
  })
}

const OUTCOMES = ['added', 'known', 'refused'] as const
const count = Type.Integer({ minimum: 0 })

/** @param said `thing`: what a line is; `known`: what the outcome of that name means */
export function reportedLine<More extends TProperties>(
  title: string,
  said: { thing: string; known: string },
  more: More,
) {
  return Type.Object(
    {
      index: Type.Integer({ minimum: 0, description: 'The position in the request, from 0.' }),
      id: orNull(Uuid, { description: `null if the ${said.thing} was refused.` }),
      outcome: Type.Enum([...OUTCOMES], { description: said.known }),
      ...more,
      errors: Type.Array(Type.Object({ field: Type.String(), reason: Type.String(), code: Type.String() }), {
        description: 'The reasons of a refusal.',
      }),
    },
    { title },
  )
}

export function importReport<Line extends TObject, More extends TProperties>(title: string, line: Line, more: More) {
  return Type.Object(
    {
      ...{ added: count, known: count, refused: count },
      ...more,
      ignored: Type.Array(Type.String(), {
        description: 'Names in the lines that nobody reads, such as `deliveryAddress.building`; at most 100.',
      }),
      lines: Type.Array(line),
    },
    { title },
  )
}

type Refused = { index: number; errors: FieldError[] }
type Checked<Line> = { accepted: { index: number; line: Line }[]; refused: Refused[]; ignored: string[] }

const MOST_IGNORED = 100

/**
 * Prepares the check of lines.
 * @param addressesOf their addresses with the names under which they are, which other programs write in other ways
 */
export function lineChecker<Schema extends TObject>(
  schema: Schema,
  addressesOf: (line: Record<string, unknown>) => [name: string, address: unknown][],
) {
  type Line = Static<Schema>
  const shape = shapeOf(schema)
  const validate = compileValidator({ schema, httpPart: 'body', method: '', url: '' }) as (
    value: unknown,
  ) => true | { error: Problem }
  /** Takes out what is null, and reads addresses. @returns names that nobody reads */
  const prepare = (line: object): string[] => {
    const unknown = unknownMembers(line, shape).map(({ path }) => path.replaceAll(/\.\d+(?=\.)/g, ''))
    const addresses = addressesOf(line as Record<string, unknown>)
    const parts = addresses.flatMap(([name, address]) => foldAddress(address).map(part => `${name}.${part}`))
    leaveOutNulls(line, shape)
    return [...unknown, ...parts]
  }
  /** @param mistakesIn what the schema cannot say */
  return (lines: readonly object[], mistakesIn: (line: Line) => FieldError[]): Checked<Line> => {
    const ignored = new Set<string>()
    const checked: Checked<Line> = { accepted: [], refused: [], ignored: [] }
    for (const [index, line] of lines.entries()) {
      for (const name of prepare(line)) ignored.add(name)
      const found = validate(line)
      const errors = found === true ? mistakesIn(line as Line) : (found.error.errors ?? [])
      if (errors.length > 0) checked.refused.push({ index, errors })
      else checked.accepted.push({ index, line: line as Line })
    }
    return { ...checked, ignored: [...ignored].slice(0, MOST_IGNORED) }
  }
}

/** Counts the outcomes, and puts the lines into the order of the request. */
export function countLines<Line extends { index: number; outcome: (typeof OUTCOMES)[number] }>(lines: readonly Line[]) {
  const counts = OUTCOMES.map(name => [name, lines.filter(({ outcome }) => outcome === name).length])
  const sorted = lines.toSorted((one, other) => one.index - other.index)
  return { ...(Object.fromEntries(counts) as Record<(typeof OUTCOMES)[number], number>), lines: sorted }
}
