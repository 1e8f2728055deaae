/** Finds out when the certificate of a server ends, and warns an operator before that. */
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect, TLSSocket } from 'node:tls'
import { DAY, SECOND } from '../time.ts'

/** @returns undefined when the connection is not encrypted */
export function certificateEnd(socket: Duplex | undefined): Date | undefined {
  if (!(socket instanceof TLSSocket)) return undefined
  const { valid_to: end } = socket.getPeerCertificate() ?? {}
  return end === undefined ? undefined : new Date(end)
}

/** Looks at what a server shows, also when nobody should trust it. @returns undefined when it cannot be reached */
export function publicCertificateEnd({ hostname, port }: URL): Promise<Date | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const servername = isIP(host) ? {} : { servername: host }
  const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false, ...servername })
  return new Promise<Date | undefined>(resolve => {
    socket.once('secureConnect', () => resolve(certificateEnd(socket)))
    socket.once('error', () => resolve(undefined))
    socket.setTimeout(3 * SECOND, () => resolve(undefined))
  }).finally(() => socket.destroy())
}

/** Notifies an operator this early. Authorities give certificates for 90 days, and renew them 30 days before. */
export const CERTIFICATE_SOON = 14 * DAY

/** @param left milliseconds; undefined when no certificate was seen */
export function describeCertificate(
  whose: string,
  left: number | undefined,
): { level: 'warn' | 'bad'; text: string }[] {
  if (left === undefined || left > CERTIFICATE_SOON) return []
  if (left <= 0) return [{ level: 'bad', text: `The certificate of ${whose} has ended. Renew it.` }]
  const days = Math.floor(left / DAY)
  const when = days === 0 ? 'within a day' : days === 1 ? 'in 1 day' : `in ${days} days`
  return [{ level: 'warn', text: `The certificate of ${whose} ends ${when}. Renew it.` }]
}
