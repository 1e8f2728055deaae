/**
 * Reads a report about an email: that it could not be delivered (RFC 3464), or that its reader complained (RFC 5965). Reports come from
 * strangers, so nothing in them is believed but the Message-ID of the email, which only its recipient and the relays on the way know.
 */
import type { Attachment } from 'postal-mime'
import { findOurMessageId, withoutReportKeys } from '../../mail/message-id.ts'
import { isAboutAddress } from '../../mail/replies.ts'

export type MailReport = {
  kind: 'bounced' | 'complained'
  /** Our emails are named after their delivery, and by a key that only those who have seen the email know. */
  deliveryId: string
  key: string
  /** The reply of the receiving side. */
  detail: string
  /** The address itself is at fault, and not the content, a full mailbox or our reputation. */
  isAboutAddress: boolean
}

/** Reports quote the email, which may have files. What is said of it comes first. */
export const LARGEST_REPORT = 512 * 1024

/** @returns undefined when it is no report about an email of ours that failed for good, such as a notice of delay or of an absence */
export async function readReport(source: string): Promise<MailReport | undefined> {
  const { parts, words } = await partsOf(source.slice(0, LARGEST_REPORT))
  const email = emailNamedIn(parts)
  if (!email) return undefined
  const complaint = parts.find(({ type }) => type === 'message/feedback-report')
  if (complaint) return readComplaint(complaint.text, email)
  const status = parts.find(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type))
  return status && readBounce(status.text, email, words)
}

type Part = { type: string; text: string }

/** @returns the parts of a report, and its words for people */
async function partsOf(source: string): Promise<{ parts: Part[]; words: string }> {
  try {
    const { default: PostalMime } = await import('postal-mime')
    const parsed = await PostalMime.parse(source, { forceRfc822Attachments: true, maxNestingDepth: 10 })
    const parts = parsed.attachments.map(({ mimeType, content }) => ({
      type: mimeType.toLowerCase(),
      text: textOf(content),
    }))
    return { parts, words: parsed.text ?? '' }
  } catch {
    // Nested too deeply, or no email at all.
    return { parts: [], words: '' }
  }
}

function textOf(content: Attachment['content']): string {
  const bytes = typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('latin1')
  // A long line of a header continues on the next one.
  return bytes.replaceAll(/\r\n?/g, '\n').replaceAll(/\n[ \t]+/g, ' ')
}

type Email = { deliveryId: string; key: string }

/** The email that was returned, or its headers. */
function emailNamedIn(parts: readonly Part[]): Email | undefined {
  const returned = parts.filter(({ type }) => /^(?:message\/(?:rfc822|global)|text\/rfc822)/.test(type))
  for (const { text } of returned) {
    // Leaves out what a body quotes.
    const email = findOurMessageId(text.split('\n\n', 1)[0]!)
    if (email) return email
  }
  return undefined
}

function readComplaint(text: string, email: Email): MailReport | undefined {
  const kind = fieldOf(text, 'Feedback-Type')
  if (!kind || !/^(?:abuse|fraud|opt-out|other)$/i.test(kind)) return undefined
  const who = fieldOf(text, 'User-Agent')
  return { kind: 'complained', ...email, detail: clean(`${kind}${who ? `, by ${who}` : ''}`), isAboutAddress: true }
}

/** One group of fields for each recipient. Our emails have one. */
function readBounce(text: string, email: Email, words: string): MailReport | undefined {
  const failed = text.split(/\n{2,}/).find(group => hasFailed(group, words))
  if (failed === undefined) return undefined
  const said = fieldOf(failed, 'Diagnostic-Code')?.replace(/^[\w-]+; */, '') ?? saidInWords(failed, words)
  // A comment may be behind the code.
  const [status = ''] = (fieldOf(failed, 'Status') ?? '').split(' ')
  return {
    kind: 'bounced',
    ...email,
    detail: clean(said ?? status),
    isAboutAddress: isAboutAddress(said ?? '', status),
  }
}

/** OpenSMTPD (bounce.c) reports an email that it gave up as "delayed", seen with 6.8: no report of its failure follows. */
function hasFailed(group: string, words: string): boolean {
  const action = fieldOf(group, 'Action') ?? ''
  return /^failed$/i.test(action) || (/^delayed$/i.test(action) && saidInWords(group, words) === 'Envelope expired')
}

/** The reply as OpenSMTPD writes it: it has no Diagnostic-Code, but a line "recipient: reply" for people. */
function saidInWords(group: string, words: string): string | undefined {
  const recipient = fieldOf(group, 'Final-Recipient')?.replace(/^[\w-]+; */, '')
  const line = recipient && words.split(/\r?\n/).find(each => each.trim().startsWith(`${recipient}: `))
  return line ? line.trim().slice(recipient.length + 2) : undefined
}

function fieldOf(text: string, name: string): string | undefined {
  return new RegExp(`^${name}: *(.*)$`, 'im').exec(text)?.[1]?.trim() || undefined
}

/** Any bytes may be there. PostgreSQL refuses NUL, and a page should not turn round. */
function clean(text: string): string {
  return withoutReportKeys(text)
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 500)
}
