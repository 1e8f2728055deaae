/**
 * The address of a server for people on this machine. It uses `localhost` instead of an IP address, because passkeys
 * need a host name. Browsers, Node and curl resolve the name to 127.0.0.1.
 */
export function addressOf(host: string, port: number): string {
  if (LOCALHOST.test(host)) return `http://localhost:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Tests whether a host names this machine for itself. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i

/** The addresses of `localhost`, and the wildcards that include it. */
const LOCALHOST = /^(localhost|127\.0\.0\.1|::1|0\.0\.0\.0|::)$/i
