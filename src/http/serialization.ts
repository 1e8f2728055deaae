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
  const known = compiled.get(route.schema) ?? compile(route)
  compiled.set(route.schema, known)
  return known
}
