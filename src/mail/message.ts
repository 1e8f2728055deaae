import { encodeWord } from 'nodemailer/lib/mime-funcs'
import MimeNode, { type MimeNodeHeaders } from 'nodemailer/lib/mime-node'
import { encode, wrap } from 'nodemailer/lib/qp'
import type { Mail } from './transport.ts'

/**
 * Builds an email from a text part and an HTML part (RFC 2046 §5.1.4). nodemailer builds the header, where user input
 * could do harm: it encodes, folds and removes line breaks. The two parts are joined here, because nodemailer builds
 * bodies through a chain of streams, which takes many times as long.
 */
export function buildMessage(headers: MimeNodeHeaders, { text, html }: { text: string; html: string }): Mail {
  const node = new MimeNode('multipart/alternative')
  node.setHeader(headers)
  const header = node.buildHeaders()
  const { from, to } = node.getEnvelope()
  const { boundary } = node
  const parts = [mimePart('plain', text), mimePart('html', html)].map(content => `--${boundary}\r\n${content}\r\n`)
  const source = Buffer.from(`${header}\r\n\r\n${parts.join('')}--${boundary}--\r\n`)
  return { from: String(from), to: to[0]!, source }
}

/** A name in front of an address of a header that nodemailer does not know (RFC 5322 §3.2.5, RFC 2047). */
export function encodePhrase(name: string): string {
  return /^[\x20-\x7e]*$/.test(name) ? `"${name.replaceAll(/["\\]/g, String.raw`\$&`)}"` : encodeWord(name, 'Q', 52)
}

/** Quoted-printable (RFC 2045 §6.7) passes every relay, and people can read it in the source. */
function mimePart(kind: 'plain' | 'html', content: string): string {
  const body = wrap(encode(content.replaceAll(/\r\n?|\n/g, '\r\n')))
  return `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${body}`
}
