/** Lists the members that a schema knows: what a request may leave out, and what nobody reads. */

/** A schema without `members` takes any. */
export type Shape = {
  members?: Map<string, Member>
  items?: Shape
}
type Member = Shape & { isOptional: boolean; takesNull: boolean }

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  additionalProperties?: unknown
  patternProperties?: unknown
  'x-documented'?: Schema
}

/** The members of all branches of a union are known, because a value need not show its branch. */
export function shapeOf(written: object): Shape {
  return shapes.getOrInsertComputed(written, readShape)
}

/** The routes of every version share most schemas. */
const shapes = new WeakMap<object, Shape>()

function readShape(written: object): Shape {
  // An operation that validates by itself has an open schema, so its documented one counts.
  const { 'x-documented': documented, ...schema } = written as Schema
  if (documented?.properties) return shapeOf(documented)
  const { properties, required = [], items, anyOf } = schema
  if (anyOf) return anyOf.some(isOpenObject) ? {} : anyOf.map(shapeOf).reduce(merged, {})
  return {
    ...(properties &&
      !isOpenObject(schema) && { members: new Map(Object.entries(properties).map(memberOf(required))) }),
    ...(items && { items: shapeOf(items) }),
  }
}

function memberOf(required: string[]) {
  return ([name, schema]: [string, Schema]): [string, Member] => [
    name,
    { ...shapeOf(schema), isOptional: !required.includes(name), takesNull: takesNull(schema) },
  ]
}

function takesNull({ type, anyOf, ...rest }: Schema): boolean {
  if (anyOf) return anyOf.some(takesNull)
  return type === undefined ? !('enum' in rest || 'const' in rest) : [type].flat().includes('null')
}

function isOpenObject({ type, properties, additionalProperties, patternProperties }: Schema): boolean {
  if (patternProperties !== undefined || (additionalProperties ?? false) !== false) return true
  return type === 'object' && properties === undefined
}

function merged(a: Shape, b: Shape): Shape {
  const items = a.items && b.items ? merged(a.items, b.items) : (a.items ?? b.items)
  const members = a.members && b.members ? mergedMembers(a.members, b.members) : (a.members ?? b.members)
  return { ...(members && { members }), ...(items && { items }) }
}

function mergedMembers(a: Map<string, Member>, b: Map<string, Member>): Map<string, Member> {
  const all = new Map([...a, ...b])
  for (const [name, second] of b) {
    const first = a.get(name)
    if (!first) continue
    const isOptional = first.isOptional || second.isOptional
    all.set(name, { ...merged(first, second), isOptional, takesNull: first.takesNull || second.takesNull })
  }
  return all
}

const MOST_NAMES = 20

/** @returns the paths of members that the shape does not know, such as `items.0.colour`; at most MOST_NAMES */
export function unknownMembers(value: unknown, shape: Shape, path = ''): { path: string; known: Iterable<string> }[] {
  const found: { path: string; known: Iterable<string> }[] = []
  for (const [name, inner, known] of innerValues(value, shape)) {
    if (found.length >= MOST_NAMES) break
    const place = path === '' ? name : `${path}.${name}`
    if (known) found.push(...unknownMembers(inner, known, place))
    else found.push({ path: place, known: shape.members!.keys() })
  }
  return found.slice(0, MOST_NAMES)
}

/** Takes out each member that may be absent, is null, and cannot be null. */
export function leaveOutNulls(value: unknown, shape: Shape): void {
  for (const [name, inner, known] of innerValues(value, shape)) {
    if (!known) continue
    const member = known as Partial<Member>
    if (inner === null && member.isOptional && !member.takesNull) delete (value as Record<string, unknown>)[name]
    else leaveOutNulls(inner, known)
  }
}

/** The members that a shape describes, or could; without a shape if it does not know the name. */
function innerValues(value: unknown, { members, items }: Shape): [name: string, inner: unknown, shape?: Shape][] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return items ? value.map((inner, index) => [String(index), inner, items]) : []
  if (!members) return []
  return Object.entries(value).map(([name, inner]) => {
    const known = members.get(name)
    return known ? [name, inner, known] : [name, inner]
  })
}
