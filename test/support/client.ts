export type Answer = {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into any body
  body: any
}

export type RequestOptions = {
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown
  token?: string
  headers?: Record<string, string>
}

/** An HTTP client with a cookie jar, as a browser or a well-made program behaves. */
export class Client {
  readonly origin: string
  readonly cookies = new Map<string, string>()

  constructor(origin: string) {
    this.origin = origin
  }

  get = (path: string, options?: RequestOptions) => this.request('GET', path, options)
  post = (path: string, body?: unknown, options?: RequestOptions) => this.request('POST', path, { body, ...options })
  patch = (path: string, body?: unknown, options?: RequestOptions) => this.request('PATCH', path, { body, ...options })
  put = (path: string, body?: unknown, options?: RequestOptions) => this.request('PUT', path, { body, ...options })
  delete = (path: string, options?: RequestOptions) => this.request('DELETE', path, options)

  async request(method: string, path: string, { body, token, headers = {} }: RequestOptions = {}): Promise<Answer> {
    const response = await fetch(this.origin + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
        ...(this.cookies.size > 0 && { cookie: [...this.cookies].map(pair => pair.join('=')).join('; ') }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    // A permanent redirect is another name of the same page, such as that of a product.
    const moved = response.status === 301 && response.headers.get('location')
    if (moved) return this.request(method, moved, { ...(token && { token }), headers })
    const text = await response.text()
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    }
  }

  #keep(cookie: string): void {
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (name === undefined) return
    if (!value || /max-age=0|expires=thu, 01 jan 1970/i.test(cookie)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}
