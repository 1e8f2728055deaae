import type { TSchema } from 'typebox'
import type { Change, Resource, Rewrite } from './version-change.ts'

type Direction = 'answers' | 'requests'
type Node = TSchema & {
  type?: string
  'x-resource'?: Resource
  properties?: Record<string, Node>
  items?: Node
  additionalProperties?: Node | boolean
  anyOf?: Node[]
  allOf?: Node[]
}
type Transform = (value: unknown) => unknown

/**
 * The schema of the older version: every marked resource in it is replaced as the change says.
 * @throws when a mark stands where values could not be rewritten; a route that would show a new name to an old client
 * must not start
 */
export function rewriteSchema(schema: TSchema, change: Change, direction: Direction): TSchema {
  const inner = (part: Node) => rewriteSchema(part, change, direction) as Node
  const node = Object.fromEntries(
    Object.entries(schema as Node).map(([keyword, value]) => {
      if (keyword === 'properties') return [keyword, mapValues(value as Record<string, Node>, inner)]
      if (keyword === 'anyOf' || keyword === 'allOf') return [keyword, (value as Node[]).map(inner)]
      if (isObject(value) && (keyword === 'items' || keyword === 'additionalProperties')) {
        return [keyword, inner(value as Node)]
      }
      if (holdsMark(value)) throw new Error(`versions cannot rewrite a resource inside "${keyword}"`)
      return [keyword, value]
    }),
  ) as Node
  return rewriteOf(node, change, direction)?.schema(node) ?? node
}

/**
 * Compiles, once per route, the function that rewrites a value of `schema`. Only the paths that lead to a marked resource
 * are visited, so a version costs nothing where it differs in nothing.
 * @param schema the newer version's schema, which carries the marks
 * @returns undefined when nothing in the schema differs
 */
export function rewriteValue(schema: TSchema, change: Change, direction: Direction): Transform | undefined {
  const node = schema as Node
  const inner = (part: Node) => rewriteValue(part, change, direction)
  const own = rewriteOf(node, change, direction)
  return inOrder([
    node.items && eachOf(inner(node.items)),
    isObject(node.additionalProperties) ? eachMemberOf(inner(node.additionalProperties)) : undefined,
    node.properties && membersOf(node.properties, inner),
    node.anyOf && theObjectOf(node.anyOf, inner),
    inOrder(node.allOf?.map(inner) ?? []),
    own && onObjects(value => own.value(value)),
  ])
}

/** What is inside first, then what holds it. */
function inOrder(transforms: (Transform | undefined)[]): Transform | undefined {
  const [first, second, ...others] = transforms.filter(transform => transform !== undefined)
  if (!first || !second) return first
  return inOrder([value => second(first(value)), ...others])
}

function eachOf(each: Transform | undefined): Transform | undefined {
  return each && (value => (Array.isArray(value) ? value.map(each) : value))
}

function eachMemberOf(each: Transform | undefined): Transform | undefined {
  return each && onObjects(value => mapValues(value, each))
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

/** A resource or null, say: the value itself must tell which branch it is of, so only one may be an object or a list. */
function theObjectOf(branches: Node[], inner: (part: Node) => Transform | undefined): Transform | undefined {
  const transforms = branches.map(inner).filter(transform => transform !== undefined)
  const ambiguous = branches.filter(({ type }) => type === undefined || type === 'object' || type === 'array')
  if (transforms.length > 0 && ambiguous.length > 1) {
    throw new Error('versions cannot tell the branches of a union apart that holds a versioned resource')
  }
  return transforms[0]
}

function rewriteOf(node: Node, change: Change, direction: Direction): Rewrite | undefined {
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
