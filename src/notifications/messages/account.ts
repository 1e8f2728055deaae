/** The letters about an account. */
import type { EventPayloads } from '../../events/announce.ts'
import { type Block, formatTime, hello, type Letter } from './letter.ts'

/** @param links.release undefined for a verified address */
/** @param links.isPending nobody has confirmed the registration with a first code */
export function passwordReset(
  userName: string,
  links: { reset: string; release?: string | undefined; isPending?: boolean | undefined },
): Letter {
  return {
    subject: 'Reset your password',
    preview: 'The link works once, for 30 minutes.',
    heading: 'Reset your password',
    body: [
      { kind: 'paragraph', text: `${hello(userName)}\nwe received a request to reset your password.` },
      { kind: 'button', label: 'Choose a new password', address: links.reset },
      {
        kind: 'note',
        text: `The link works once and is valid for 30 minutes. ${
          links.isPending
            ? 'Your registration is not finished: when you sign in next, you set up your authenticator app anew.'
            : 'You will still need your second factor to sign in.'
        }`,
      },
      { kind: 'note', text: "If you didn't ask for this, ignore this email. Your password won't change." },
      ...(links.release ? notYours(links.release) : []),
    ],
    reason: 'You get this email because a password reset was requested for your account.',
  }
}

/** Links to pages for the reader of this mailbox, whoever that is. */
type MailboxLinks = { verify: string; release: string }

export function registeredLetter(userName: string, links: MailboxLinks): Letter {
  return {
    subject: 'Welcome to Semel',
    preview: 'Your account is ready.',
    heading: userName ? `Welcome, ${userName}` : 'Welcome',
    body: [
      {
        kind: 'paragraph',
        text: 'Your account is ready, and two-step verification is set up. You can order right away.',
      },
      { kind: 'button', label: 'Confirm this address', address: links.verify },
      { kind: 'note', text: 'Keep your recovery codes in a safe place. They sign you in if you lose your phone.' },
      ...notYours(links.release),
    ],
    reason: 'You get this email because someone created an account with this address.',
  }
}

export function emailChanged(userName: string, links: MailboxLinks): Letter {
  return {
    subject: 'Your email address has been changed',
    preview: 'This is the new email address of your account.',
    heading: 'This is your new address',
    body: [
      {
        kind: 'paragraph',
        text: `${hello(userName)}\nthis is now the email address of your account. Use it to sign in.`,
      },
      { kind: 'button', label: 'Confirm this address', address: links.verify },
      ...notYours(links.release),
    ],
    reason: 'You get this email because this address was entered for an account.',
  }
}

export function verificationLetter(userName: string, links: MailboxLinks): Letter {
  return {
    subject: 'Confirm your email address',
    preview: 'One click, and your address is confirmed.',
    heading: 'Confirm your address',
    body: [
      { kind: 'paragraph', text: `${hello(userName)}\nyou asked for a new link to confirm this address.` },
      { kind: 'button', label: 'Confirm this address', address: links.verify },
      ...notYours(links.release),
    ],
    reason: 'You get this email because someone asked for it on the account page.',
  }
}

export function accountDeleted(
  { userName, isVerified }: { userName: string; isVerified: boolean },
  shop: string,
): Letter {
  return {
    subject: 'Your account was deleted',
    preview: 'This is the last email about it.',
    heading: 'Your account was deleted',
    body: [
      {
        kind: 'paragraph',
        text: `${hello(userName)}\nyour account and your personal data are deleted, as you asked. We keep your orders without your name and address, because we must keep our books.`,
      },
      ...(isVerified ? [] : notDeleted()),
      { kind: 'paragraph', text: 'You can create a new account at any time.' },
      { kind: 'button', label: 'Visit the shop', address: shop },
      { kind: 'note', text: "If this wasn't you, reply to this email." },
    ],
    reason: 'You get this email because your account was deleted. It is the last one.',
  }
}

/** A stranger may have entered an address that is not confirmed. */
function notDeleted(): Block[] {
  const text =
    'This address was not confirmed, so we have kept the messages that were sent to us from it without signing in.'
  return [{ kind: 'paragraph', text }]
}

/** For somebody whose address a stranger has entered. */
function notYours(address: string): Block[] {
  return [
    { kind: 'note', text: 'You have never had an account with us? Then somebody else has entered your address.' },
    { kind: 'button', label: 'This account is not mine', address },
  ]
}

/** Contains nothing that opens the account: a person hands over the recovery code. */
export function factorsReset(userName: string, shop: string): Letter {
  return {
    subject: 'Your second factors have been reset',
    preview: "If this wasn't you, tell us right away.",
    heading: 'Your second factors have been reset',
    body: [
      {
        kind: 'paragraph',
        text:
          `${hello(userName)}\nwe were asked to reset your second factors because you lost them. They no longer work. ` +
          'Sign in with your password and the recovery code we gave you, then set up a new one.',
      },
      { kind: 'button', label: 'Sign in', address: `${shop}/login` },
      { kind: 'note', text: "If this wasn't you, reply to this email right away." },
    ],
    reason: 'You get this email because the second factors of your account were reset.',
  }
}

type CredentialChange = EventPayloads['user.credentials_changed']['change']

const CHANGES: Record<CredentialChange, string> = {
  password_changed: 'Your password was changed',
  password_reset: 'Your password was changed',
  factor_added: 'A sign-in method was added',
  factor_removed: 'A sign-in method was removed',
  recovery_codes_renewed: 'New recovery codes were created',
}

export function credentialsChanged(change: CredentialChange, userName: string, shop: string): Letter {
  return toOwner(CHANGES[change], `${CHANGES[change]} in your account.`, userName, shop)
}

export function newDevice(at: Date, userName: string, shop: string): Letter {
  const text = `someone signed in to your account from a new device on ${formatTime(at)}.`
  return toOwner('New sign-in to your account', text, userName, shop)
}

/** The right password came before these codes, so it may be known to somebody else. */
export function codesRefused(at: Date, userName: string, shop: string): Letter {
  return {
    subject: 'Someone may know your password',
    preview: 'Your password was right, but the codes were wrong.',
    heading: 'Someone may know your password',
    body: [
      {
        kind: 'paragraph',
        text: `${hello(userName)}
someone entered your password and then several wrong codes, the last one on ${formatTime(at)}. They didn't get in.`,
      },
      { kind: 'paragraph', text: 'If this was you, you need not do anything.' },
      { kind: 'button', label: 'Choose a new password', address: `${shop}/forgot-password` },
      { kind: 'note', text: "If this wasn't you, choose a new password now, and change it wherever else you use it." },
    ],
    reason: SECURITY_REASON,
  }
}

const DISABLED: Record<EventPayloads['user.factors_disabled']['kinds'][number], string> = {
  totp: 'authenticator app',
  sms: 'phone',
  hardware: 'hardware token',
  passkey: 'passkey',
}

export function factorsDisabled(
  kinds: EventPayloads['user.factors_disabled']['kinds'],
  userName: string,
  shop: string,
): Letter {
  const named = kinds.map(kind => DISABLED[kind]).join(' and ')
  return {
    subject: 'A sign-in method was disabled',
    preview: 'Too many wrong codes were entered in a row.',
    heading: 'A sign-in method was disabled',
    body: [
      {
        kind: 'paragraph',
        text: `${hello(userName)}
100 wrong codes were entered in a row, so the codes of your ${named} no longer sign you in.`,
      },
      {
        kind: 'paragraph',
        text: 'Sign in with another method or a recovery code. Then remove the disabled one and add it again.',
      },
      { kind: 'button', label: 'Check your account', address: `${shop}/account` },
      {
        kind: 'note',
        text: "If you didn't enter these codes, someone may know your password. Choose a new one now. If you can't sign in, reply to this email.",
      },
    ],
    reason: SECURITY_REASON,
  }
}

const SECURITY_REASON = 'You get this email because it is about the security of your account.'

/** Names nothing that a client has sent, such as its browser: that could be the text of a stranger. */
function toOwner(subject: string, text: string, userName: string, shop: string): Letter {
  return {
    subject,
    preview: "If this wasn't you, act now.",
    heading: subject,
    body: [
      { kind: 'paragraph', text: `${hello(userName)}\n${text.charAt(0).toLowerCase()}${text.slice(1)}` },
      { kind: 'paragraph', text: 'If this was you, you need not do anything.' },
      { kind: 'button', label: 'Check your account', address: `${shop}/account` },
      { kind: 'note', text: "If this wasn't you, choose a new password now, and reply to this email." },
    ],
    reason: SECURITY_REASON,
  }
}
