/** Finds out when the certificate of a server ends, and warns an operator before that. */
import { isIP } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect, TLSSocket } from 'node:tls'
import { DAY, SECOND } from '../time.ts'
import type { Finding } from '../words/text.ts'
import { t } from '../words/words.ts'

/** Time from which and until which a certificate is valid. */
export type Validity = { from: Date; end: Date }

/** @returns undefined when the connection is not encrypted */
export function certificateValidity(socket: Duplex | undefined): Validity | undefined {
  if (!(socket instanceof TLSSocket)) return undefined
  const { valid_from: from, valid_to: end } = socket.getPeerCertificate() ?? {}
  return from === undefined || end === undefined ? undefined : { from: new Date(from), end: new Date(end) }
}

/** Looks at what a server shows, also when nobody should trust it. @returns undefined when it cannot be reached */
export function publicCertificate({ hostname, port }: URL): Promise<Validity | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const servername = isIP(host) ? {} : { servername: host }
  const socket = connect({ host, port: Number(port || 443), rejectUnauthorized: false, ...servername })
  return new Promise<Validity | undefined>(resolve => {
    socket.once('secureConnect', () => resolve(certificateValidity(socket)))
    socket.once('error', () => resolve(undefined))
    socket.setTimeout(3 * SECOND, () => resolve(undefined))
  }).finally(() => socket.destroy())
}

/**
 * Notifies an operator this early, or in the last sixth of a short certificate. Certificates of 90 days are renewed 30 days before their
 * end. Let's Encrypt gives them for 64 days from February 2027 and for 45 days from February 2028, renewed with 21 and 15 days left.
 */
export const CERTIFICATE_SOON = 14 * DAY
const LAST_SHARE = 1 / 6

/** Time before its end by which a certificate should have been renewed, in milliseconds. */
export function renewedBefore({ from, end }: Validity): number {
  return Math.min(CERTIFICATE_SOON, (end.getTime() - from.getTime()) * LAST_SHARE)
}

/**
 * @param left milliseconds; undefined when no certificate was seen
 * @param soon how long before the end it is reported
 */
export function describeCertificate(
  whose: keyof typeof CERTIFICATES,
  left: number | undefined,
  soon = CERTIFICATE_SOON,
): Finding[] {
  if (left === undefined || left > soon) return []
  const [ended, ends] = CERTIFICATES[whose]
  if (left <= 0) return [{ level: 'bad', text: t(ended) }]
  const count = Math.floor(left / DAY)
  const when = count === 0 ? t('within a day') : t('in {count} days', { count })
  return [{ level: 'warn', text: t(ends, { when }) }]
}

const CERTIFICATES = {
  database: [
    'The certificate of the database has ended. Renew it.',
    'The certificate of the database ends {when}. Renew it.',
  ],
  relay: ['The certificate of the relay has ended. Renew it.', 'The certificate of the relay ends {when}. Renew it.'],
  BASE_URL: ['The certificate of BASE_URL has ended. Renew it.', 'The certificate of BASE_URL ends {when}. Renew it.'],
} as const
