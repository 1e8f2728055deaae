/** How the console's lists are asked for: a wrong wish is passed over, not refused. */
import type { FastifyRequest } from 'fastify'

export function pageOf(request: FastifyRequest): number {
  return Number(/^[1-9]\d{0,8}$/.exec(asked(request, 'page') ?? '')?.[0] ?? 1)
}

/** A query parameter as it was typed; undefined when it is empty. */
export function asked(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 200) : undefined
}
