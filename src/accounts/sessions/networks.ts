import { BlockList, isIP } from 'node:net'
import { Type } from 'typebox'
import { invalidInput } from '../../problems.ts'

/** The networks that an API key works from, in CIDR notation (RFC 4632, RFC 4291 §2.3). */
export const Networks = Type.Array(Type.String({ maxLength: 50, examples: ['203.0.113.0/24'] }), {
  maxItems: 20,
  description: 'The networks that the key works from, like `203.0.113.0/24` or `2001:db8::/32`. None: from anywhere.',
})

/** @throws Problem 422 that names the entry that is no network */
export function checkNetworks(networks: readonly string[]): void {
  const wrong = networks.findIndex(network => parse(network) === undefined)
  if (wrong < 0) return
  throw invalidInput({
    field: `networks.${wrong}`,
    reason: 'must be a network like 203.0.113.0/24 or 2001:db8::/32',
    code: 'invalid_network',
  })
}

/** @param networks none: every address is inside */
export function isInside(ip: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true
  const list = new BlockList()
  for (const { address, bits, family } of networks.flatMap(network => parse(network) ?? [])) {
    list.addSubnet(address, bits, family)
  }
  // An IPv4 client of a socket that also takes IPv6 has an address like ::ffff:203.0.113.7.
  return list.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4')
}

function parse(network: string) {
  const [, address = '', prefix] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(network.trim()) ?? []
  const kind = isIP(address)
  const most = kind === 4 ? 32 : 128
  const bits = prefix === undefined ? most : Number(prefix)
  if (kind === 0 || bits > most || address.includes('%')) return undefined
  return { address, bits, family: kind === 4 ? ('ipv4' as const) : ('ipv6' as const) }
}
