import createFetchClient from 'openapi-fetch'

/** @type {typeof import('./index.d.ts').createClient} */
export function createClient({ baseUrl, version = /** @type {any} */ ('v3'), token, apiKey, fetch }) {
  const client = createFetchClient({
    baseUrl: `${baseUrl.replace(/\/+$/, '')}/api/${version}`,
    ...(fetch && { fetch }),
  })
  client.use({
    async onRequest({ request }) {
      const bearer = typeof token === 'function' ? await token() : token
      // A header of the call itself takes precedence.
      if (bearer && !request.headers.has('authorization')) request.headers.set('authorization', `Bearer ${bearer}`)
      if (apiKey) request.headers.set('x-api-key', apiKey)
      return request
    },
  })
  return /** @type {any} */ (client)
}

/** @type {typeof import('./index.d.ts').orThrow} */
export async function orThrow(call) {
  const { data, error, response } = await call
  if (response.ok) return /** @type {any} */ (data)
  throw new SemelProblem(/** @type {any} */ (error), response)
}

/** @type {typeof import('./index.d.ts').SemelProblem} */
export const SemelProblem = class extends Error {
  /**
   * @param {import('./index.d.ts').Problem | string | undefined} problem undefined or text if a proxy answered instead of Semel
   * @param {Response} response
   */
  constructor(problem, response) {
    const known = typeof problem === 'object' ? problem : undefined
    super(known?.detail ?? `${response.status} ${response.statusText}`.trim())
    this.name = 'SemelProblem'
    this.status = response.status
    this.code = known?.code
    this.errors = known?.errors ?? []
    this.requestId = known?.requestId
    this.problem = known
    const seconds = response.headers.get('retry-after')
    this.retryAfter = seconds === null ? undefined : Number(seconds)
  }
}
