import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../problems.ts'
import type { Clock } from '../time.ts'
import { originForm } from './address.ts'
import { type Selection, selectVersion } from './select.ts'
import { CURRENT, VERSIONS, type Version } from './table.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The version of the API that answers. */
    version: Version
  }
}

/** Finds the version of each request before it is routed, and says on each answer which one it was. */
export function negotiateVersions(clock: Clock) {
  const selections = new WeakMap<IncomingMessage, Selection>()
  return {
    /** Runs before everything that catches errors: it must not throw, whatever stands in the request. */
    rewriteUrl(raw: IncomingMessage): string {
      const url = raw.url ?? '/'
      const selection = selectVersion({ url, accept: raw.headers.accept, now: clock.now() })
      if (!selection) return originForm(url)
      selections.set(raw, selection)
      return selection.url
    },

    /** @returns why the request is to be refused, if it is */
    begin(request: FastifyRequest, reply: FastifyReply): Problem | undefined {
      const selection = selections.get(request.raw)
      request.version = selection?.version ?? CURRENT
      reply.header('semel-version', request.version.name)
      if (!selection) return undefined
      reply.header('vary', 'Accept')
      sayDeprecation(request, reply)
      return selection.problem
    },

    /** Completes what a route said: it knows one version only, and sets headers without regard to ours. */
    end(request: FastifyRequest, reply: FastifyReply): void {
      const selection = selections.get(request.raw)
      if (!selection) return
      const vary = String(reply.getHeader('vary') ?? '')
      if (!/\baccept\b/i.test(vary)) reply.header('vary', vary ? `Accept, ${vary}` : 'Accept')
      if (selection.named) stayInVersion(reply, selection.version)
      const link = String(reply.getHeader('link') ?? '')
      const successor = successorLink(request)
      if (successor && !link.includes('rel="successor-version"')) {
        reply.header('link', link ? `${link}, ${successor}` : successor)
      }
    },
  }
}

/** `Deprecation` (RFC 9745 §2), `Sunset` (RFC 8594 §3) and where the successor is (RFC 5829 §3.3). */
function sayDeprecation(request: FastifyRequest, reply: FastifyReply): void {
  const { deprecated, sunset } = request.version
  const successor = successorLink(request)
  if (successor) reply.header('link', successor)
  if (deprecated) reply.header('deprecation', `@${deprecated.getTime() / 1000}`)
  if (sunset) reply.header('sunset', sunset.toUTCString())
}

function successorLink({ version, url }: FastifyRequest): string | undefined {
  const successor = VERSIONS[VERSIONS.indexOf(version) + 1]
  const path = url.split('?')[0]!.slice(`/api/${version.name}`.length)
  return version.deprecated && successor && `</api/${successor.name}${path}>; rel="successor-version"`
}

/** Where an answer leads to, there the client that asked for this version must find it too. */
function stayInVersion(reply: FastifyReply, { name }: Version): void {
  for (const header of ['location', 'link']) {
    const value = reply.getHeader(header)
    if (typeof value !== 'string') continue
    const pattern = header === 'link' ? /(?<=<)\/api\/(?!v\d)/g : /^\/api\/(?!v\d)/
    reply.header(header, value.replace(pattern, `/api/${name}/`))
  }
}
