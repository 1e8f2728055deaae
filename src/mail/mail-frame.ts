/** Shows the HTML of an email in a frame of a page. It is untrusted: it runs no script and loads nothing. */
import type { FastifyReply } from 'fastify'
import { type Html, html } from '../html/html.ts'
import { t } from '../words/words.ts'

const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'

/** @param width `phone` as on a small screen */
export function mailFrame(address: string, width: 'wide' | 'phone' = 'wide'): Html {
  return html`<iframe src="${address}" title="${t('The email as mail programs show it')}" class="mail ${width}"
      sandbox="${SANDBOX}"></iframe>`
}

/** Allows the page to contain the frame. */
export function allowFrame(reply: FastifyReply): void {
  reply.header('content-security-policy', `${reply.getHeader('content-security-policy')};frame-src 'self'`)
}

/** Sends the content of the frame. It does not count as a page of this site. @param text where there is no HTML */
export function sendMailBody(reply: FastifyReply, body: string, text = ''): FastifyReply {
  return reply
    .type(body ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('x-frame-options', 'SAMEORIGIN')
    .header(
      'content-security-policy',
      `sandbox ${SANDBOX}; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'`,
    )
    .send(body ? `<base target="_blank">${body}` : text)
}
