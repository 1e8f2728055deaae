/** Rewrites schemas and values between versions, at the marked resources. */
import type { TSchema } from 'typebox'
import type { Resource, Rewrite, VersionChange } from './version-change.ts'

type Direction = 'responses' | 'requests'
type Node = TSchema & {
  type?: string
  'x-resource'?: Resource
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}
type Transform = (value: unknown) => unknown

/**
 * The schema of the older version: the change replaces every marked resource in it.
 * @throws when a mark is in a place where values could not be rewritten. The route would show new names to old
 * clients, so it must not start.
 */
export function rewriteSchema(schema: TSchema, change: VersionChange, direction: Direction): TSchema {
  return remembered(rewritten, schema, change, direction, () => {
    const inner = (part: Node) => rewriteSchema(part, change, direction) as Node
    const node = Object.fromEntries(
      Object.entries(schema as Node).map(([keyword, value]) => {
        if (keyword === 'properties') return [keyword, mapValues(value as Record<string, Node>, inner)]
        if (keyword === 'anyOf') return [keyword, (value as Node[]).map(inner)]
        if (keyword === 'items' && isObject(value)) return [keyword, inner(value as Node)]
        if (holdsMark(value)) throw new Error(`versions cannot rewrite a resource inside "${keyword}"`)
        return [keyword, value]
      }),
    ) as Node
    return rewriteOf(node, change, direction)?.schema(node) ?? node
  })
}

/**
 * Compiles, once per schema, the function that rewrites a value of `schema`. It visits only the paths to marked resources,
 * so a version costs nothing where it does not differ.
 * @param schema the schema of the newer version, which has the marks
 * @returns undefined when nothing in the schema differs
 */
export function rewriteValue(schema: TSchema, change: VersionChange, direction: Direction): Transform | undefined {
  return remembered(transforms, schema, change, direction, () => {
    const node = schema as Node
    const inner = (part: Node) => rewriteValue(part, change, direction)
    const own = rewriteOf(node, change, direction)
    return inOrder([
      node.items && eachOf(inner(node.items)),
      node.properties && membersOf(node.properties, inner),
      node.anyOf && objectBranchOf(node.anyOf, inner),
      own && onObjects(value => own.value(value)),
    ])
  })
}

type Remembered<T> = WeakMap<TSchema, Map<VersionChange, Partial<Record<Direction, { result: T }>>>>

const rewritten: Remembered<TSchema> = new WeakMap()
const transforms: Remembered<Transform | undefined> = new WeakMap()

/** Hundreds of routes share the schemas of their answers. */
function remembered<T>(
  known: Remembered<T>,
  schema: TSchema,
  change: VersionChange,
  direction: Direction,
  work: () => T,
): T {
  const ofSchema = known.getOrInsertComputed(schema, () => new Map())
  const ofChange = ofSchema.getOrInsertComputed(change, () => ({}))
  ofChange[direction] ??= { result: work() }
  return ofChange[direction].result
}

/** Inner values are rewritten before the value that holds them. */
function inOrder(transforms: (Transform | undefined)[]): Transform | undefined {
  const [first, second, ...others] = transforms.filter(transform => transform !== undefined)
  if (!first || !second) return first
  return inOrder([value => second(first(value)), ...others])
}

function eachOf(each: Transform | undefined): Transform | undefined {
  return each && (value => (Array.isArray(value) ? value.map(each) : value))
}

function membersOf(properties: Record<string, Node>, inner: (part: Node) => Transform | undefined) {
  const changing = Object.entries(properties).flatMap(([name, part]) => {
    const transform = inner(part)
    return transform ? [[name, transform] as const] : []
  })
  if (changing.length === 0) return undefined
  return onObjects(value => {
    const copy = { ...value }
    for (const [name, transform] of changing) if (name in copy) copy[name] = transform(copy[name])
    return copy
  })
}

/**
 * Finds the versioned branch of a union such as resource-or-null. Only one branch may be an object or a list, so that the value
 * shows its branch.
 */
function objectBranchOf(branches: Node[], inner: (part: Node) => Transform | undefined): Transform | undefined {
  const transforms = branches.map(inner).filter(transform => transform !== undefined)
  const ambiguous = branches.filter(({ type }) => type === undefined || type === 'object' || type === 'array')
  if (transforms.length > 0 && ambiguous.length > 1) {
    throw new Error('versions cannot tell the branches of a union with a versioned resource apart')
  }
  return transforms[0]
}

function rewriteOf(node: Node, change: VersionChange, direction: Direction): Rewrite | undefined {
  const resource = node['x-resource']
  return resource && change[direction][resource]
}

function onObjects(transform: (value: Record<string, unknown>) => unknown): Transform {
  return value => (isObject(value) ? transform(value) : value)
}

function holdsMark(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return 'x-resource' in value || Object.values(value).some(holdsMark)
}

function mapValues<T, U>(object: Record<string, T>, map: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
