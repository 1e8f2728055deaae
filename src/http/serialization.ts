import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifySerializerCompiler } from 'fastify/types/schema.ts'

const compile = SerializerSelector()({}, {})
type Route = Parameters<typeof compile>[0] & { schema: object }
type Serializer = ReturnType<typeof compile>

/** Several routes answer with the same schema, and servers in one process have the same routes. */
const compiled = new WeakMap<object, Serializer>()

/** Compiles a serializer when its route first answers: most of a thousand are never used by a process. */
export const compileSerializer: FastifySerializerCompiler<unknown> = route => {
  let serialize: Serializer | undefined
  return data => {
    serialize ??= serializerOf(route as Route)
    return serialize(data)
  }
}

function serializerOf(route: Route): Serializer {
  const known = compiled.get(route.schema) ?? compile({ ...route, schema: withoutNullBranches(route.schema) as object })
  compiled.set(route.schema, known)
  return known
}

/**
 * Says `nullable` in place of a union with null. The serializer compares a value with each branch of a union and fails
 * if none fits. Then one entry that was stored under other rules would make a whole list answer 500.
 */
function withoutNullBranches(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutNullBranches)
  if (typeof schema !== 'object' || schema === null) return schema
  const { anyOf, ...rest } = schema as { anyOf?: { type?: string }[] }
  const others = anyOf?.filter(({ type }) => type !== 'null')
  if (others?.length === 1 && others.length < anyOf!.length) {
    return withoutNullBranches({ ...others[0], ...rest, nullable: true })
  }
  return Object.fromEntries(Object.entries(schema).map(([keyword, part]) => [keyword, withoutNullBranches(part)]))
}
