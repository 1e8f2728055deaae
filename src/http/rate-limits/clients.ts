/* The client that an attempt is counted for: its network. */
import { isIPv6 } from 'node:net'
import type { FastifyInstance } from 'fastify'

import { digest } from '../../secrets/crypto.ts'
import { currentRequest } from '../current-request.ts'

/** A subject that would identify a person, such as an email address with a client address. Only its hash is stored. */
export function hashedSubject(...parts: string[]): string {
  return digest(parts.map(part => part.toLowerCase()).join('\0')).toString('base64url')
}

/**
 * The /64 of an IP address, as a subject. Loopback is exempt (undefined): behind a proxy that does not forward the
 * address, it would represent every client.
 */
export function hashedNetwork64(ip: string): string | undefined {
  return isThisMachine(ip) ? undefined : hashedSubject(network64(ip))
}

/** The /48 that shares connections and the queue for hashes; undefined for loopback. One IPv6 contract brings thousands of /64. */
export function remoteNetwork48(ip: string): string | undefined {
  return isThisMachine(ip) ? undefined : network48(ip)
}

/**
 * Tests whether the present request is spared a limit, so that a test suite on this machine never meets it: outside production one of a
 * client, from this machine; and one of emails, also while they go to the embedded inbox.
 */
export function isSpared(of: 'client' | 'emails'): boolean {
  const { isLocal = false, keepsEmails = false } = currentRequest() ?? {}
  return isLocal || (of === 'emails' && keepsEmails)
}

export function isThisMachine(ip: string): boolean {
  return network64(ip).startsWith('127.') || ip === '::1'
}

/** The network that counts as one client: an IPv4 address, or the /64 of an IPv6 address, which has one owner. */
export function network64(ip: string): string {
  return networkOf(ip, 64)
}

/** An IPv4 address, or the /48 of an IPv6 address, which is one contract. */
export function network48(ip: string): string {
  return networkOf(ip, 48)
}

/** A network that tells two places apart and not two people: an IPv4 /24 or an IPv6 /48. */
export function coarseNetwork(ip: string): string {
  const network = network48(ip)
  return network.includes(':') ? `${network}::/48` : `${network.replace(/\.\d+$/, '.0')}/24`
}

function networkOf(ip: string, bits: 64 | 48): string {
  if (!isIPv6(ip)) return ip
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  const [head, tail] = ip.split('::').map(part => part.split(':').filter(Boolean)) as [string[], string[]?]
  const gap = tail ? Array.from({ length: 8 - head.length - tail.length }, () => '0') : []
  const groups = [...head, ...gap, ...(tail ?? [])].slice(0, bits / 16)
  return groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')
}

/** Some proxies write ports behind the addresses that they forward. With them, each connection would be another client. */
export function leaveOutPorts({ server }: FastifyInstance): void {
  server.prependListener('request', ({ headers }) => {
    const forwarded = headers['x-forwarded-for']
    if (forwarded !== undefined) headers['x-forwarded-for'] = String(forwarded).replaceAll(WITH_PORT, '$1$2')
  })
}

/** `203.0.113.7:4711` or `[2001:db8::7]:4711` */
const WITH_PORT = /\b((?:\d{1,3}\.){3}\d{1,3}):\d+|\[([\da-f:.]+)\](?::\d+)?/gi
