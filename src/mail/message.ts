/** The source of an email: its header, its words and its files. */
import { encodeWord } from 'nodemailer/lib/mime-funcs'
import MimeNode, { type MimeNodeHeaders } from 'nodemailer/lib/mime-node'
import { encode, wrap } from 'nodemailer/lib/qp'
import type { Mail } from './transport.ts'

/** A file of an email. Its name is ASCII, so that every mail program reads it. */
export type Attachment = { name: string; type: string; content: Buffer }

/**
 * Builds an email from a text part and an HTML part (RFC 2046 §5.1.4), and from files (§5.1.3). nodemailer builds the header, where
 * user input could do harm: it encodes, folds and removes line breaks. The parts are joined here, because nodemailer builds
 * bodies through a chain of streams, which takes many times as long.
 */
export function buildMessage(
  headers: MimeNodeHeaders,
  { text, html, files = [] }: { text: string; html: string; files?: readonly Attachment[] },
): Mail {
  const node = new MimeNode(files.length > 0 ? 'multipart/mixed' : 'multipart/alternative')
  node.setHeader(headers)
  const header = node.buildHeaders()
  const { from, to } = node.getEnvelope()
  const boundary = node.boundary as string
  const words = [mimePart('plain', text), mimePart('html', html)]
  const body =
    files.length > 0
      ? joined([alternatives(words, boundary), ...files.map(filePart)], boundary)
      : joined(words, boundary)
  return { from: String(from), to: to[0]!, source: Buffer.from(`${header}\r\n\r\n${body}`) }
}

function joined(parts: readonly string[], boundary: string): string {
  return `${parts.map(content => `--${boundary}\r\n${content}\r\n`).join('')}--${boundary}--\r\n`
}

/** The words as one part beside the files. Neither boundary may begin with the other. */
function alternatives(words: readonly string[], outer: string): string {
  const boundary = `words-${outer}`
  return `Content-Type: multipart/alternative; boundary="${boundary}"\r\n\r\n${joined(words, boundary)}`
}

function filePart({ name, type, content }: Attachment): string {
  const body = content.toString('base64').replaceAll(/.{76}(?=.)/g, '$&\r\n')
  return [
    `Content-Type: ${type}; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    body,
  ].join('\r\n')
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
