/**
 * Reads what mail servers reply: whether it concerns this shop as a sender, the message, or the address of its recipient. Words are
 * read only where the codes do not tell.
 */

/** RFC 5321 §4.2: three digits, then a space, a hyphen or the end. Only such a reply says what became of a message. */
export const REFUSAL = /^([45])\d\d(?:[ -]|$)/
export const ACCEPTANCE = /^2\d\d(?:[ -]|$)/

/** Replies 5xx to MAIL FROM that are about the message: its size, or characters that the relay cannot take (RFC 1870, RFC 6531). */
const ABOUT_MESSAGE = /^(?:552|555)\b|^5\d\d[ -]5\.(?:2\.3|3\.4|6\.\d+)\b/
/**
 * The words in which relays say that they do nothing for us, each from the source of the program. Postfix of Debian 12 says so with
 * 454, too (defer_unauth_destination).
 */
const NO_RELAYING = new RegExp(
  [
    // Postfix (smtpd_check.c), sendmail (proto.m4, confRELAY_MSG), Courier (513), Exim of Debian (acl_check_rcpt), Exchange (5.7.64).
    String.raw`\brelay(?:ing)? (?:access )?(?:is )?(?:denied|prohibited|not (?:permitted|allowed))`,
    // Exchange (5.7.54).
    String.raw`\b(?:unable|not (?:permitted|allowed)) to relay`,
    // qmail (qmail-smtpd.c, err_nogateway).
    String.raw`\bisn.t in my list of allowed rcpthosts`,
    // Haraka (connection.js, rcpt_respond), when no plugin takes the recipient.
    String.raw`^[45]\d\d[ -](?:[45]\.\d+\.\d+ )?I cannot deliver mail for\b`,
  ].join('|'),
  'i',
)
/** Replies that ask for a password (RFC 4954). */
const ABOUT_US =
  /^53[0458]\b|\bauthenticat(?:ion|e) (?:is )?(?:required|first)|\bmust (?:first )?authenticate|\bclient host\b.*\b(?:rejected|blocked)/i

/**
 * Tests whether a reply refuses all that we send. The sender is the same in every email, so a refusal of it is one of
 * them all.
 */
export function shutsUsOut(command: string | undefined, reply: string): boolean {
  if (!REFUSAL.test(reply)) return false
  if (NO_RELAYING.test(reply)) return true
  return reply.startsWith('5') && (ABOUT_US.test(reply) || (command === 'MAIL FROM' && !ABOUT_MESSAGE.test(reply)))
}

/** Codes that say that the address does not exist, has moved or is closed (RFC 3463 §3.2, §3.3; 5.1.10: RFC 7505 §4.2). */
const ADDRESS_IS_WRONG = /^5\.(?:1\.(?:[0-46]|10)|2\.1)$/
/** Microsoft 365 has these words with 5.4.1 for a mailbox that does not exist (its page on the error 550 5.4.1). */
const NO_MAILBOX_AT_MICROSOFT = /\brecipient address rejected: access denied/i
/** Postfix (smtp(8), "Host or domain name not found") reports a domain that does not exist with 5.4.4. */
const NO_DOMAIN = /\b(?:host|domain)(?: or domain)?(?: name)? (?:was )?not found/i
/** Postfix, sendmail, Exim, qmail and Yahoo, where they send no such code. */
const NO_MAILBOX = [
  /\b(?:user|recipient|mailbox|address|account)\b.{0,60}?\b(?:unknown|not found)/i,
  /\b(?:user|recipient|mailbox|address|account)\b.{0,60}?\b(?:does not|doesn.t) (?:exist|have an account)/i,
  /\b(?:no such|unknown) (?:\w+ )?(?:user|recipient|mailbox|address|person|account)\b/i,
  /\bno mailbox\b.{0,20}\bby that name/i,
]
/** Reasons that are not the address: our reputation, what was sent, a rule, or a mailbox that is full. */
const NOT_THE_ADDRESS = [
  /\b(?:spam\w*|junk\w*|unsolicited|bulk|virus\w*|phish\w*)\b/i,
  /\b(?:(?:block|black|deny|grey|gray)[- ]?list\w*|blocked|listed (?:in|on|at|by)|[rd]nsb?l|rbl|reputation)\b/i,
  /\b(?:polic(?:y|ies)|spf|dkim|dmarc)\b/i,
  /\b(?:over ?quota|quota|full|exceed\w*|rate|too many)\b/i,
]

/**
 * Tests whether a refusal for good says that the address is at fault. Only a code right behind the three digits of a line is a
 * status (RFC 2034 §4): an IP address or the number of a version in the text is none.
 * @param reply a reply of SMTP, its lines in any way joined
 * @param status the field Status of a report (RFC 3464 §2.3.4), which counts where the reply has no code
 */
export function isAboutAddress(reply: string, status = ''): boolean {
  if (NOT_THE_ADDRESS.some(reason => reason.test(reply))) return false
  const codes = codesOf(reply)
  const exact = (codes.length > 0 ? codes : [status.trim()]).filter(code => code !== '' && code !== '5.0.0')
  if (exact.length === 0) return NO_MAILBOX.some(words => words.test(reply))
  return exact.some(
    code =>
      ADDRESS_IS_WRONG.test(code) ||
      (code === '5.4.1' && NO_MAILBOX_AT_MICROSOFT.test(reply)) ||
      (code === '5.4.4' && NO_DOMAIN.test(reply)),
  )
}

/** Tests whether a refusal says neither whom it concerns nor why: the address may be wrong, or the relay does nothing for us. */
export function saysNothing(reply: string): boolean {
  return codesOf(reply).length === 0 && !isAboutAddress(reply) && !NOT_THE_ADDRESS.some(reason => reason.test(reply))
}

/** The codes of RFC 3463 in a reply. All its lines begin with the same three digits (RFC 5321 §4.2.1). */
function codesOf(reply: string): string[] {
  const [, digits] = /^\s*([45]\d\d)\b/.exec(reply) ?? []
  if (!digits) return []
  const code = new RegExp(`(?:^|\\s)${digits}[ -]([245]\\.\\d{1,3}\\.\\d{1,3})(?=\\s|$)`, 'g')
  return [...reply.matchAll(code)].map(([, found]) => found!).filter(found => found !== '5.0.0')
}

/**
 * Tests whether a relay breaks the rule on which R2 and R3 rest: it may deliver an email whose final dot never came (RFC 5321
 * §4.1.1.4). msmtpd does, seen with 1.8.23 of Debian 12: it hands an email over line by line, and takes the end of a connection
 * for its end.
 * @param greeting the relay's first line, such as "220 localhost ESMTP msmtpd"
 */
export function deliversWithoutDot(greeting: string): boolean {
  return /\bmsmtpd\b/i.test(greeting)
}

export const WITHOUT_DOT =
  'The relay is msmtpd. It delivers an email whose end Semel has held back, so an email may go to an earlier ' +
  'address, or twice. Use another relay, such as Postfix, Exim or OpenSMTPD.'
