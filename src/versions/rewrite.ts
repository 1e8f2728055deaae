import type { TSchema } from 'typebox'
import type { Change, Resource, Rewrite } from './change.ts'

type Direction = 'answers' | 'requests'
type Node = TSchema & {
  'x-resource'?: Resource
  properties?: Record<string, Node>
  items?: Node
  anyOf?: Node[]
}
type Transform = (value: unknown) => unknown

/** The schema of the older version: every marked resource in it is replaced as the change says. */
export function rewriteSchema(schema: TSchema, change: Change, direction: Direction): TSchema {
  const node = schema as Node
  const rewrite = rewriteOf(node, change, direction)
  if (rewrite) return rewrite.schema(node)
  const inner = (part: Node) => rewriteSchema(part, change, direction)
  return {
    ...node,
    ...(node.properties && {
      properties: Object.fromEntries(Object.entries(node.properties).map(([name, part]) => [name, inner(part)])),
    }),
    ...(node.items && { items: inner(node.items) }),
    ...(node.anyOf && { anyOf: node.anyOf.map(inner) }),
  } as TSchema
}

/**
 * Compiles, once per route, the function that rewrites a value of `schema`. Only the paths that lead to a marked resource
 * are visited, so a version costs nothing where it differs in nothing.
 * @param schema the newer version's schema, which carries the marks
 * @returns undefined when nothing in the schema differs
 */
export function rewriteValue(schema: TSchema, change: Change, direction: Direction): Transform | undefined {
  const node = schema as Node
  const rewrite = rewriteOf(node, change, direction)
  if (rewrite) return value => (isObject(value) ? rewrite.value(value) : value)

  if (node.items) {
    const each = rewriteValue(node.items, change, direction)
    return each && (value => (Array.isArray(value) ? value.map(each) : value))
  }
  if (node.anyOf) {
    // Nullable resources: at most one branch is marked, and the others are not objects.
    return node.anyOf.map(part => rewriteValue(part, change, direction)).find(found => found !== undefined)
  }
  const changing = Object.entries(node.properties ?? {}).flatMap(([name, part]) => {
    const transform = rewriteValue(part, change, direction)
    return transform ? [[name, transform] as const] : []
  })
  if (changing.length === 0) return undefined
  return value => {
    if (!isObject(value)) return value
    const copy = { ...value }
    for (const [name, transform] of changing) if (name in copy) copy[name] = transform(copy[name])
    return copy
  }
}

function rewriteOf(node: Node, change: Change, direction: Direction): Rewrite | undefined {
  const resource = node['x-resource']
  return resource && change[direction][resource]
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
