import type { FastifyInstance, RouteOptions } from 'fastify'
import type { TSchema } from 'typebox'
import { rewriteSchema, rewriteValue } from './rewrite.ts'
import { VERSIONS, type Version } from './table.ts'

type Transform = (value: unknown) => unknown

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on routes whose requests or answers differ in this version. */
    versioning?: { body: Transform | undefined; answers: Map<number, Transform> }
  }
}

/**
 * Makes every route registered on `api` speak one version. The route is written for the current version; here its
 * schemas are rewritten once, when it is added, so an old version validates, serialises and documents natively, and a
 * request costs at most two small functions more.
 */
export function speak(api: FastifyInstance, version: Version): void {
  api.addHook('onRoute', route => translate(route, version))
  api.addHook('preHandler', async request => {
    const upgrade = request.routeOptions.config.versioning?.body
    if (upgrade) request.body = upgrade(request.body)
  })
  api.addHook('preSerialization', async (request, reply, payload) => {
    const downgrade = request.routeOptions.config.versioning?.answers.get(reply.statusCode)
    return downgrade ? downgrade(payload) : payload
  })
}

function translate(route: RouteOptions, version: Version): void {
  const changes = changesDownTo(version)
  const schema = { ...route.schema, response: { ...(route.schema?.response as Record<string, TSchema>) } }
  const upgrades: Transform[] = []
  const answers = new Map<number, Transform>()
  for (const change of changes) {
    if (schema.body) {
      const upgrade = rewriteValue(schema.body as TSchema, change, 'requests')
      if (upgrade) upgrades.unshift(upgrade)
      schema.body = rewriteSchema(schema.body as TSchema, change, 'requests')
    }
    for (const [status, answer] of Object.entries(schema.response)) {
      if (!/^[1-5]\d\d$/.test(status)) throw new Error(`${route.url}: name each status of the answer, not ${status}`)
      const downgrade = rewriteValue(answer, change, 'answers')
      const earlier = answers.get(Number(status))
      if (downgrade) answers.set(Number(status), earlier ? value => downgrade(earlier(value)) : downgrade)
      schema.response[status] = rewriteSchema(answer, change, 'answers')
    }
  }
  route.schema = schema
  if (upgrades.length === 0 && answers.size === 0) return
  const body =
    upgrades.length === 0 ? undefined : (value: unknown) => upgrades.reduce((v, upgrade) => upgrade(v), value)
  route.config = { ...route.config, versioning: { body, answers } } as NonNullable<typeof route.config>
}

/** The names of fields as the client's version spells them, in the words of an error. */
export function inWordsOf(version: Version, text: string): string {
  return changesDownTo(version)
    .flatMap(change => Object.entries(change.fields))
    .reduce((words, [newer, older]) => words.replaceAll(new RegExp(`\\b${newer}\\b`, 'g'), older), text)
}

/** From the newest change to the one that makes `version`. */
function changesDownTo(version: Version) {
  return VERSIONS.slice(VERSIONS.indexOf(version))
    .reverse()
    .flatMap(({ change }) => change ?? [])
}
