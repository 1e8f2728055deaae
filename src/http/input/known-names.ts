/**
 * Tells clients which names of a request nobody reads. A misspelled filter would otherwise return everything, and a
 * misspelled member would have no effect, and both would look like success.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { nearestName } from '../../config/edit-distance.ts'
import { type FieldError, invalidInput, invalidQuery } from '../../problems.ts'
import { leaveOutNulls, type Shape, shapeOf, unknownMembers } from './shape.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route ignores query parameters that it does not know, and names them. */
    ignoresUnknownQuery?: boolean
  }
}

/**
 * Names what is ignored in `Semel-Ignored`. The current version refuses unknown query parameters, and unknown members too
 * if the client asks for it (`Prefer: handling=strict`, RFC 7240 §4.4). Earlier versions have always ignored both.
 * In the body of a POST, `null` for an optional member means that it is absent: many clients send what was not set so.
 */
export function tellUnknownNames(
  api: FastifyInstance,
  { isCurrent }: { isCurrent: (request: FastifyRequest) => boolean },
): void {
  api.addHook('preValidation', async (request, reply) => {
    const { inVersion, ignoresUnknownQuery } = request.routeOptions.config
    const schema = inVersion?.(request.version).schema
    if (!schema) return
    const names = known.getOrInsertComputed(schema, namesIn)
    const isStrict = isCurrent(request) && asksForStrictness(request, reply)
    const refuses = isStrict || (isCurrent(request) && !ignoresUnknownQuery)
    const parameters = unknownParameters(request, names.query)
    if (refuses && parameters.length > 0) throw invalidQuery(...parameters.map(name => notKnown(name, names.query)))
    nameIgnored(reply, [...parameters, ...readMembers(request, names.body, isStrict)])
  })
}

type Names = { query: Set<string>; body: Shape }

/** The names of the routes that have been asked. */
const known = new WeakMap<object, Names>()

function namesIn(schema: { querystring?: unknown; body?: unknown }): Names {
  const { querystring, body } = schema as { querystring?: { properties?: object }; body?: object }
  return { query: new Set(Object.keys(querystring?.properties ?? {})), body: body ? shapeOf(body) : NO_BODY }
}

/** An operation without a body takes the empty one: whatever a client sends there has no effect either. */
const NO_BODY: Shape = { members: new Map(), items: { members: new Map() } }

/** @returns the members that nobody reads */
function readMembers({ method, body }: FastifyRequest, shape: Shape, isStrict: boolean): string[] {
  const members = unknownMembers(body, shape)
  if (isStrict && members.length > 0) throw invalidInput(...members.map(unknown))
  if (method === 'POST') leaveOutNulls(body, shape)
  return members.map(({ path }) => path)
}

/** A header is ASCII, and a comma separates its names. */
function nameIgnored(reply: FastifyReply, names: string[]): void {
  const texts = names.map(name => encodeURIComponent(name.slice(0, 100).toWellFormed()))
  if (texts.length > 0) reply.header('semel-ignored', texts.join(', '))
}

function asksForStrictness(request: FastifyRequest, reply: FastifyReply): boolean {
  const isStrict = /(^|[,\s])handling\s*=\s*"?strict"?\s*(,|;|$)/i.test(String(request.headers.prefer ?? ''))
  if (isStrict) reply.header('preference-applied', 'handling=strict')
  return isStrict
}

const MOST_NAMES = 20

/** Programs that measure campaigns, and those that keep answers out of caches, add parameters to every address. */
const OF_OTHERS = /^(_|utm_)/

function unknownParameters({ query }: FastifyRequest, known: Set<string>): string[] {
  const unknown: string[] = []
  for (const name of Object.keys(query as object)) {
    if (!known.has(name) && !OF_OTHERS.test(name) && unknown.length < MOST_NAMES) unknown.push(name)
  }
  return unknown
}

function notKnown(name: string, known: Set<string>): FieldError {
  const others = known.size === 0 ? 'This operation takes no parameters' : `Known are ${[...known].join(', ')}`
  const nearest = nearestName(name, known)
  const hint = nearest ? `Did you mean ${nearest}?` : others
  return { field: shortened(name), reason: `is not known. ${hint}`, code: 'unknown_parameter' }
}

function unknown({ path, known }: { path: string; known: Iterable<string> }): FieldError {
  const nearest = nearestName(path.split('.').at(-1)!, known)
  const hint = nearest ? `. Did you mean ${nearest}?` : ''
  return { field: shortened(path), reason: `is not known${hint}`, code: 'unknown_property' }
}

function shortened(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name
}
