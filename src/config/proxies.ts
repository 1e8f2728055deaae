/** The setting TRUSTED_PROXIES: the proxies whose forwarded headers count. */
import type { Said } from '../words/text.ts'
import { t } from '../words/words.ts'
import { network } from './addresses.ts'
import { isIn, networks } from './networks.ts'

/**
 * Number of proxies that a request passes, or their addresses and networks; without any, forwarded headers count from
 * nobody.
 */
export type TrustedProxies = number | readonly string[]

/** Names of networks to which clients belong, too. In one of these only the peer that has connected can be a proxy. */
const WITH_CLIENTS = ['uniquelocal', 'linklocal']

/**
 * Networks from which a proxy of ours connects: this machine, or a network of machines or containers (the last one:
 * RFC 6598).
 */
const NEAR = networks(['loopback', ...WITH_CLIENTS, '100.64.0.0/10'])

const MOST_HOPS = 9

/** @returns the reason, if it is no value of TRUSTED_PROXIES */
export function proxies(value: string): string | undefined {
  if (value === 'none' || isHops(value)) return undefined
  const items = itemsOf(value)
  return items.length > 0 && items.every(network)
    ? undefined
    : `must be none, a number of proxies from 1 to ${MOST_HOPS}, or a list of addresses, networks, loopback, linklocal or uniquelocal`
}

export function asProxies(value: string | undefined): TrustedProxies {
  if (value === undefined || value === 'none') return []
  return isHops(value) ? Number(value) : itemsOf(value)
}

function isHops(value: string): boolean {
  return /^[1-9]$/.test(value)
}

function itemsOf(value: string): string[] {
  return value.split(/[\s,]+/).filter(Boolean)
}

/**
 * Tells whether an address is believed about the one before it: the peer (hop 0), then the last address of
 * `X-Forwarded-For`, and so on. The search for the client never goes on past an address that could be a client's, or
 * that client would choose its own address.
 */
export function trustOf(trusted: TrustedProxies): (address: string | undefined, hop: number) => boolean {
  if (typeof trusted === 'number') {
    return (address = '', hop) => hop < trusted && (hop > 0 || isIn(NEAR, address))
  }
  const peers = networks(trusted)
  const anywhere = networks(trusted.filter(name => !WITH_CLIENTS.includes(name)))
  return (address = '', hop) => isIn(hop === 0 ? peers : anywhere, address)
}

/**
 * Tests whether a peer that sends forwarded headers is likely a proxy of ours. Clients on the Internet can send them,
 * too.
 */
export function couldBeProxy(address: string | undefined): boolean {
  return isIn(NEAR, address ?? '')
}

/** @returns what is dangerous about a value that is accepted */
export function doubtfulProxies(trusted: TrustedProxies): Said | undefined {
  const name = typeof trusted === 'number' ? undefined : trusted.find(name => WITH_CLIENTS.includes(name))
  if (name === undefined) return undefined
  return t(
    'TRUSTED_PROXIES={name} believes everybody in such a network who reaches this port. Name the addresses of the proxies, or say how many a request passes: TRUSTED_PROXIES=1',
    { name },
  )
}
