/**
 * The address under which people on this machine reach a server: `localhost` in place of its IP addresses, because a
 * passkey belongs to a host name. Both work; browsers, Node and curl find 127.0.0.1 behind the name by themselves.
 */
export function addressOf(host: string, port: number): string {
  if (LOCALHOST.test(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** What `localhost` means, and "every address of this machine", which it is one of. */
const LOCALHOST = /^(localhost|127\.0\.0\.1|::1|0\.0\.0\.0|::)$/i
