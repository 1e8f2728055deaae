const settings = { baseUrl: '', token: '' }

export function connect(baseUrl: string, token: string): void {
  Object.assign(settings, { baseUrl, token })
}

export async function send<T>(path: string, options: RequestInit): Promise<T> {
  const headers = new Headers(options.headers)
  headers.set('authorization', `Bearer ${settings.token}`)
  const response = await fetch(settings.baseUrl + path, { ...options, headers })
  return { data: await response.json(), status: response.status, headers: response.headers } as T
}
