/** Chooses the API version of each request, and names it in the response. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../problems.ts'
import type { Clock } from '../time.ts'
import { originForm } from './address.ts'
import { type Selection, selectVersion } from './select.ts'
import { CURRENT, VERSIONS, type Version } from './table.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The version of the API that serves the request. */
    version: Version
  }
}

type Chosen = Selection & {
  /** The `Link` to the same resource in the successor of a deprecated version (RFC 5829 §3.3). */
  successor: string | undefined
}

/** Chooses the version of each request before it is routed, and names it in each response. */
export function negotiateVersions(clock: Clock) {
  const chosen = new WeakMap<IncomingMessage, Chosen>()
  return {
    /** Runs before any error handler, so it must not throw on any request. */
    rewriteUrl(raw: IncomingMessage): string {
      const url = raw.url ?? '/'
      const selection = selectVersion({ url, accept: raw.headers.accept, now: clock.now() })
      if (!selection) return originForm(url)
      chosen.set(raw, { ...selection, successor: successorLink(selection) })
      // All versions share the routes of the current one.
      return selection.url.replace(`/api/${selection.version.name}`, `/api/${CURRENT.name}`)
    },

    /** Tells each request of `app` its version before any other hook runs, and gives it the address in that version back. */
    choose(app: FastifyInstance): void {
      app.addHook('onRequest', (request, _, done) => {
        const choice = chosen.get(request.raw)
        request.version = choice?.version ?? CURRENT
        if (choice) request.raw.url = choice.url
        done()
      })
    },

    /** @returns the reason to refuse the request, if there is one */
    begin(request: FastifyRequest, reply: FastifyReply): Problem | undefined {
      const choice = chosen.get(request.raw)
      request.version = choice?.version ?? CURRENT
      reply.header('semel-version', request.version.name)
      if (!choice) return undefined
      reply.header('vary', 'Accept')
      const { deprecated, sunset } = request.version
      if (choice.successor) reply.header('link', choice.successor)
      if (deprecated) reply.header('deprecation', `@${deprecated.getTime() / 1000}`) // RFC 9745 §2
      if (sunset) reply.header('sunset', sunset.toUTCString()) // RFC 8594 §3
      return choice.problem
    },

    /** Completes the headers of a route, which knows one version only and may overwrite the ones above. */
    end(request: FastifyRequest, reply: FastifyReply): void {
      const choice = chosen.get(request.raw)
      if (!choice) return
      const vary = reply.getHeader('vary') ?? 'Accept'
      if (!/\baccept\b/i.test(String(vary))) reply.header('vary', `Accept, ${vary}`)
      const link = reply.getHeader('link')
      if (link !== choice.successor) reply.header('link', completed(String(link ?? ''), choice))
      const location = reply.getHeader('location')
      if (choice.named && typeof location === 'string') reply.header('location', inVersion(location, choice.version))
    },
  }
}

function successorLink({ version, url }: Selection): string | undefined {
  if (!version.deprecated) return undefined
  const successor = VERSIONS[VERSIONS.indexOf(version) + 1]
  const mark = url.indexOf('?')
  const path = url.slice(`/api/${version.name}`.length, mark < 0 ? undefined : mark)
  return successor && `</api/${successor.name}${path}>; rel="successor-version"`
}

function completed(link: string, { named, version, successor }: Chosen): string {
  const own = named ? link.replace(/(?<=<)[^>]*/g, address => inVersion(address, version)) : link
  if (!successor || own.includes('rel="successor-version"')) return own
  return own ? `${own}, ${successor}` : successor
}

/** Addresses in a response keep the version that the client named. */
function inVersion(address: string, { name }: Version): string {
  return address.replace(/^\/api\/(?!v\d)/, `/api/${name}/`)
}
