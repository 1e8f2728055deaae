import { Resolver } from 'node:dns/promises'
import { type BlockList, isIP, type LookupFunction } from 'node:net'
import { networks } from '../../config/networks.ts'
import type { FieldError } from '../../problems.ts'
import { SECOND } from '../../time.ts'

/*
 * The addresses that webhooks may be sent to. A person who creates an endpoint chooses where Semel connects. An address
 * inside our own network would let that person reach services that trust it: databases, the metadata service of a cloud.
 *
 * The check is made where the connection is made: the lookup of the socket resolves the name, refuses if any of its
 * addresses is not public, and returns exactly the checked addresses. So a name that changes between a check and a
 * connection (DNS rebinding) gains nothing. An address in the place of a name is never looked up, and is checked before.
 */

/** IANA's special-purpose registries, and 0.0.0.0/8, multicast and the reserved class E. */
const PRIVATE_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]
/** Public IPv6 addresses are in 2000::/3; outside are mapped and translated IPv4 addresses, and all private ones. */
const PUBLIC_V6 = ['2000::/3']
/** Exceptions in it: IETF assignments with Teredo, documentation, and 6to4, which carries an IPv4 address. */
const PRIVATE_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const privateV4 = networks(PRIVATE_V4)
const privateV6 = networks(PRIVATE_V6)
const publicV6 = networks(PUBLIC_V6)

/** Tests whether everybody on the Internet may reach this address. */
export function isPublic(address: string): boolean {
  if (isIP(address) === 4) return !privateV4.check(address)
  return publicV6.check(address, 'ipv6') && !privateV6.check(address, 'ipv6')
}

class ForbiddenAddress extends Error {
  override name = 'ForbiddenAddress'
}

/** Decides about addresses, with exceptions that the operator has named (WEBHOOK_NETWORKS). */
export class AddressRules {
  #exceptions: BlockList
  #isEmpty: boolean

  constructor(exceptions: readonly string[]) {
    this.#exceptions = networks(exceptions)
    this.#isEmpty = exceptions.length === 0
  }

  /** @throws ForbiddenAddress. Without encryption only the operator's own networks may be reached. */
  check(address: string, { isEncrypted }: { isEncrypted: boolean }): void {
    const isOwn = this.#exceptions.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
    if (isOwn || (isEncrypted && isPublic(address))) return
    throw new ForbiddenAddress(
      isPublic(address) ? 'The address must begin with https.' : `${address} is not a public address.`,
    )
  }

  /** A mistake that is known before any connection; undefined if there is none. */
  mistakeIn(url: string): FieldError | undefined {
    const wrong = (reason: string) => ({ field: 'url', reason, code: 'invalid_url' })
    const text = url.trim()
    // `URL` reads over line breaks, backslashes and missing slashes, so the list would show another address than the one that is called.
    if (!URL.canParse(text) || /[\t\r\n\\]/.test(text))
      return wrong('must be an address like https://example.com/webhooks')
    const { protocol, username, password, hostname, hash } = new URL(text)
    if (protocol !== 'https:' && (protocol !== 'http:' || this.#isEmpty)) return wrong('must begin with https://')
    if (!text.toLowerCase().startsWith(`${protocol}//`)) return wrong(`must begin with ${protocol}//`)
    if (username || password) return wrong('must not contain a user name or password')
    if (hash) return wrong('must not contain a fragment (#)')
    const literal = isLocalhost(hostname) ? LOOPBACK : literalIn(hostname)
    try {
      if (literal) this.check(literal, { isEncrypted: protocol === 'https:' })
    } catch {
      return wrong('must be a public address, not one of a private network')
    }
    return undefined
  }

  /** Makes the `lookup` of a socket. It fails when a name resolves to an address that may not be reached. */
  lookup(scheme: { isEncrypted: boolean }): LookupFunction {
    return (hostname, { all }, done) => {
      resolve(hostname)
        .then(addresses => {
          for (const { address } of addresses) this.check(address, scheme)
          if (all) done(null, addresses)
          else done(null, addresses[0]!.address, addresses[0]!.family)
        })
        .catch(error => done(error, []))
    }
  }
}

/** The IP address that is in the place of a name; undefined for a name. URL has made 0x7f.1 to 127.0.0.1 by now. */
export function literalIn(hostname: string): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) ? bare : undefined
}

const LOOPBACK = '127.0.0.1'

/** RFC 6761 §6.3. */
function isLocalhost(hostname: string): boolean {
  return /(^|\.)localhost\.?$/i.test(hostname)
}

type Resolved = { address: string; family: 4 | 6 }

/**
 * Asks the name servers directly. `dns.lookup` would occupy one of four threads of the process for as long as a slow name
 * server likes, and those threads also hash passwords.
 */
async function resolve(hostname: string): Promise<Resolved[]> {
  if (isLocalhost(hostname)) return [{ address: LOOPBACK, family: 4 }]
  const resolver = new Resolver({ timeout: 2 * SECOND, tries: 2 })
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const found = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled'
      ? answer.value.map(address => ({ address, family: index === 0 ? (4 as const) : (6 as const) }))
      : [],
  )
  if (found.length > 0) return found
  const [refused] = answers as unknown as [PromiseRejectedResult]
  throw Object.assign(new Error(`The name ${hostname} has no address (${refused.reason.code}).`), { code: 'ENOTFOUND' })
}
