declare module 'autocannon' {
  type Request = { path?: string; headers?: Record<string, string> }
  export type Options = {
    url: string
    connections: number
    duration?: number
    amount?: number
    headers?: Record<string, string>
    requests?: { setupRequest(request: Request): Request }[]
  }
  type Result = { requests: { total: number }; duration: number; non2xx: number; errors: number }
  export default function autocannon(options: Options): Promise<Result>
}
