/** Addresses of routes: which methods they take, and how they name a version. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '../problems.ts'

/**
 * The methods of each address. The router searches the routes of one method at a time, so `GET /a/b` would reach
 * `GET /a/:id` although `/a/b` only takes POST. Here the most specific address decides, independent of the method.
 */
export class Addresses {
  readonly #known = new Map<string, Address>()
  readonly #rivals = new Map<string, Address[]>()

  /** Records every route that is added to `app` from now on. */
  constructor(app: FastifyInstance) {
    app.addHook('onRoute', ({ method, url }) => {
      const shape = shapeOf(url)
      const address = this.#known.get(shape) ?? new Address(shape)
      this.#known.set(shape, address)
      for (const name of [method].flat()) address.methods.add(name)
    })
  }

  /** @returns the methods of this path, sorted; empty when no route has it */
  methodsOf(path: string): string[] {
    const wanted = withoutVersion(path)
    const [address] = [...this.#known.values()].filter(({ pattern }) => pattern.test(wanted)).sort(bySpecificity)
    return [...(address?.methods ?? [])].sort()
  }

  /** @returns the reason why the request must not reach the route that the router found, if there is one */
  refusal(request: FastifyRequest): Problem | undefined {
    const { url } = request.routeOptions
    if (url === undefined || !url.includes(':')) return undefined
    const rivals = this.#rivals.get(url) ?? this.#rivalsOf(url)
    if (rivals.length === 0) return undefined
    const path = withoutVersion(requestPathOf(request))
    const rival = rivals.find(({ pattern }) => pattern.test(path))
    return rival && !rival.methods.has(request.method)
      ? methodNotAllowed(request.method, [...rival.methods])
      : undefined
  }

  #rivalsOf(url: string): Address[] {
    const shape = shapeOf(url)
    const rivals = [...this.#known.values()].filter(other => isMoreSpecific(other.shape, shape)).sort(bySpecificity)
    this.#rivals.set(url, rivals)
    return rivals
  }
}

class Address {
  readonly shape: string
  readonly methods = new Set<string>()
  #pattern: RegExp | undefined

  constructor(shape: string) {
    this.shape = shape
  }

  /** Compiled when it is needed: most addresses have no rivals. */
  get pattern(): RegExp {
    this.#pattern ??= patternOf(this.shape)
    return this.#pattern
  }
}

export function methodNotAllowed(method: string, allowed: string[]): Problem {
  const [last = '', ...others] = allowed.toSorted().reverse()
  const use = others.length > 0 ? `${others.reverse().join(', ')} or ${last}` : last
  return new Problem('method_not_allowed', `Method ${method} is not allowed. Use ${use}.`, {
    headers: { allow: allowed.toSorted().join(', ') },
  })
}

export function requestPathOf(request: FastifyRequest): string {
  return request.url.split('?')[0]!
}

/** The part of an address that can name a version. `splitAddress` reads it in every spelling. */
const PREFIX = /^\/(?:api\/v\d+|v\d+\/api|v\d+|api)(?=\/)/

/** An address of the API, for `Location`, in the version that the client named in its path. */
export function inNamedVersion(request: FastifyRequest, address: string): string {
  const [prefix = '/api'] = PREFIX.exec(request.originalUrl) ?? []
  return address.replace(PREFIX, prefix)
}

/** Parameters with different names make the same address, and so do versions of the API. */
function shapeOf(url: string): string {
  return withoutVersion(url).replaceAll(/:\w+/g, ':')
}

function withoutVersion(path: string): string {
  return path.replace(/^\/api\/v\d+(?=\/|$)/, '/api')
}

function patternOf(shape: string): RegExp {
  const escaped = shape.replaceAll(/[.+^$()|[\]{}]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll(':', '[^/]+')}/?$`)
}

function isMoreSpecific(shape: string, than: string): boolean {
  const [mine, theirs] = [shape.split('/'), than.split('/')]
  return shape !== than && mine.length === theirs.length && theirs.every((part, i) => part === ':' || part === mine[i])
}

/** Segment by segment from the left: fixed before parameter before wildcard. */
function bySpecificity(a: Address, b: Address): number {
  const order = ({ shape }: Address) =>
    shape.replaceAll(/[^/]+/g, part => (part === '*' ? '2' : part === ':' ? '1' : '0'))
  return order(a) < order(b) ? -1 : 1
}
