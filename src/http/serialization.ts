import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifySerializerCompiler } from 'fastify/types/schema.ts'

const compile = SerializerSelector()({}, {})

/** Compiles a serializer when its route first answers: most of a thousand are never used by a process. */
export const compileSerializer: FastifySerializerCompiler<unknown> = route => {
  let serialize: ReturnType<typeof compile> | undefined
  return data => {
    serialize ??= compile(route as Parameters<typeof compile>[0])
    return serialize(data)
  }
}
