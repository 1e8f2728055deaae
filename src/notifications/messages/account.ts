/** The letters about an account. */
import type { EventPayloads } from '../../events/announce.ts'
import type { Text } from '../../words/text.ts'
import { currentLocale, t } from '../../words/words.ts'
import { type Block, type Fact, formatTime, hello, type Letter, type MailShop, oneLine } from './letter.ts'

/** @param links.release undefined for an address that was verified in a session of the account */
/** @param links.isPending nobody has confirmed the registration with a first code */
export function passwordReset(
  userName: string,
  links: { reset: string; release?: string | undefined; isPending?: boolean | undefined },
): Letter {
  const next = links.isPending
    ? t('Your registration is not finished: when you sign in next, you set up your authenticator app anew.')
    : t('You will still need your passkey or a code to sign in.')
  return {
    subject: t('Reset your password'),
    preview: t('The link works once, for 30 minutes.'),
    heading: t('Reset your password'),
    before: [`${hello(userName)}\n${t('we received a request to reset your password.')}`],
    facts: [{ kind: 'button', label: t('Choose a new password'), address: links.reset }],
    after: [
      { kind: 'note', text: `${t('The link works once and is valid for 30 minutes.')} ${next}` },
      { kind: 'note', text: t("If you didn't ask for this, ignore this email. Your password won't change.") },
    ],
    last: links.release ? notYours(links.release) : [],
    reason: t('You get this email because a password reset was requested for your account.'),
  }
}

/** Invites somebody whom an admin wants as a colleague. */
export function staffInvited(
  { invitedBy, expiresAt, link }: { invitedBy: string | null; expiresAt: Date; link: string },
  shop: MailShop,
): Letter {
  const until = formatTime(expiresAt, shop)
  return {
    subject: t('You are invited to work at {name}', { name: shop.name }),
    preview: t('The link works once, until {time}.', { time: until }),
    heading: t('Join {name}', { name: shop.name }),
    before: [
      invitedBy
        ? t('{person} invites you to work in the shop {name}.', { person: oneLine(invitedBy), name: shop.name })
        : t('You are invited to work in the shop {name}.', { name: shop.name }),
    ],
    facts: [{ kind: 'button', label: t('Accept the invitation'), address: link }],
    after: [
      { kind: 'note', text: t('You choose a password and set up a second factor, and then you can begin.') },
      { kind: 'note', text: t('The link works once, until {time}.', { time: until }) },
      { kind: 'note', text: t("If you don't know what this is about, ignore this email.") },
    ],
    reason: t('You get this email because an admin of this shop entered your address.'),
    values: { 'invitation.by': invitedBy ?? '', 'invitation.until': until },
  }
}

/** Links to pages for the reader of this mailbox, who may be somebody else than the owner of the account. */
type MailboxLinks = { verify: string; release: string }

/** @param links undefined for an address that was verified when the account began */
export function registeredLetter(userName: string, links: MailboxLinks | undefined, { name }: MailShop): Letter {
  return {
    subject: t('Welcome to {name}', { name }),
    preview: t('Your account is ready.'),
    heading: userName ? t('Welcome, {userName}', { userName }) : t('Welcome'),
    before: [t('Your account is ready, and two-step verification is set up. You can order right away.')],
    facts: links ? [confirmButton(links)] : [],
    after: [
      {
        kind: 'note',
        text: t('Keep your recovery codes in a safe place. They sign you in if you lose your phone.'),
      },
    ],
    last: links ? notYours(links.release) : [],
    reason: t('You get this email because someone created an account with this address.'),
  }
}

export function emailChanged(userName: string, links: MailboxLinks): Letter {
  return {
    subject: t('Your email address has been changed'),
    preview: t('This is the new email address of your account.'),
    heading: t('This is your new address'),
    before: [`${hello(userName)}\n${t('this is now the email address of your account. Use it to sign in.')}`],
    facts: [confirmButton(links)],
    after: [],
    last: notYours(links.release),
    reason: t('You get this email because this address was entered for an account.'),
  }
}

export function verificationLetter(userName: string, links: MailboxLinks): Letter {
  return {
    subject: t('Confirm your email address'),
    preview: t('One click, and your address is confirmed.'),
    heading: t('Confirm your address'),
    before: [`${hello(userName)}\n${t('you asked for a new link to confirm this address.')}`],
    facts: [confirmButton(links)],
    after: [],
    last: notYours(links.release),
    reason: t('You get this email because someone asked for it on the account page.'),
  }
}

function confirmButton({ verify }: MailboxLinks): Block {
  return { kind: 'button', label: t('Confirm this address'), address: verify }
}

export function accountDeleted(
  { userName, isVerified }: { userName: string; isVerified: boolean },
  { url }: MailShop,
): Letter {
  const deleted = t(
    'your account and your personal data are deleted, as you asked. We must keep our books: your orders stay without your name and address, but with their country. Your invoices stay as they are for as long as the law asks.',
  )
  return {
    subject: t('Your account was deleted'),
    preview: t('This is the last email about it.'),
    heading: t('Your account was deleted'),
    before: [`${hello(userName)}\n${deleted}`],
    facts: [
      ...(isVerified ? [] : notDeleted()),
      { kind: 'paragraph', text: t('You can create a new account at any time.') },
      { kind: 'button', label: t('Visit the shop'), address: url },
    ],
    after: [{ kind: 'note', text: t("If this wasn't you, reply to this email.") }],
    reason: t('You get this email because your account was deleted. It is the last one.'),
  }
}

/** A stranger may have entered an address that is not confirmed. */
function notDeleted(): Block[] {
  const text = t(
    'This address was not confirmed, so we have kept the messages that were sent to us from it without signing in.',
  )
  return [{ kind: 'paragraph', text }]
}

/** Blocks for a reader whose address a stranger has entered. */
export function notYours(address: string): Block[] {
  return [
    { kind: 'note', text: t('You have never had an account with us? Then somebody else has entered your address.') },
    { kind: 'link', label: t('This account is not mine'), address },
  ]
}

/** Contains nothing that opens the account: a person hands over the recovery code. */
export function factorsReset(userName: string, { url }: MailShop): Letter {
  const text = t(
    'we were asked to reset your second factors because you lost them. They no longer work. Sign in with your password and the recovery code we gave you, then set up a new one.',
  )
  return {
    subject: t('Your second factors have been reset'),
    preview: t("If this wasn't you, tell us right away."),
    heading: t('Your second factors have been reset'),
    before: [`${hello(userName)}\n${text}`],
    facts: [{ kind: 'button', label: t('Sign in'), address: `${url}/login` }],
    after: [{ kind: 'note', text: t("If this wasn't you, reply to this email right away.") }],
    reason: t('You get this email because the second factors of your account were reset.'),
  }
}

type CredentialChange = EventPayloads['user.credentials_changed']['change']

const CHANGES = {
  password_changed: ['Your password was changed', 'your password was changed.'],
  password_reset: ['Your password was changed', 'your password was changed.'],
  factor_added: ['A sign-in method was added', 'a sign-in method was added to your account.'],
  factor_removed: ['A sign-in method was removed', 'a sign-in method was removed from your account.'],
  recovery_codes_renewed: ['New recovery codes were created', 'new recovery codes were created for your account.'],
} as const satisfies Record<CredentialChange, readonly [Text, Text]>

/** Says which method and when, so that the owner knows a change of their own. */
export function credentialsChanged(
  { change, kind, at }: Pick<EventPayloads['user.credentials_changed'], 'change' | 'kind' | 'at'>,
  userName: string,
  shop: MailShop,
): Letter {
  const [subject, text] = CHANGES[change]
  const letter = toOwner(t(subject), t(text), userName, shop)
  const rows: Fact[] = [
    ...(kind ? [[t('Sign-in method'), t(FACTOR_NAMES[kind])] as Fact] : []),
    ...(at ? [[t('Time'), formatTime(new Date(at), shop)] as Fact] : []),
  ]
  const facts: Block[] = rows.length > 0 ? [{ kind: 'facts', rows }, ...letter.facts] : letter.facts
  return { ...letter, facts, values: { change: t(subject) } }
}

const FACTOR_NAMES = {
  totp: 'Authenticator app',
  sms: 'Text message',
  hardware: 'Hardware token',
  passkey: 'Passkey',
} as const satisfies Record<FactorKind, Text>

export function newDevice(at: Date, userName: string, shop: MailShop): Letter {
  const time = formatTime(at, shop)
  const text = t('someone signed in to your account from a new device on {time}.', { time })
  return { ...toOwner(t('New sign-in to your account'), text, userName, shop), values: { time } }
}

/** The right password came before these codes, so it may be known to somebody else. */
export function codesRefused(at: Date, userName: string, shop: MailShop): Letter {
  const time = formatTime(at, shop)
  const text = t(
    "someone entered your password and then several wrong codes, the last one on {time}. They didn't get in.",
    { time },
  )
  return {
    subject: t('Someone may know your password'),
    preview: t('Your password was right, but the codes were wrong.'),
    heading: t('Someone may know your password'),
    before: [`${hello(userName)}\n${text}`, t('If this was you, you need not do anything.')],
    facts: [{ kind: 'button', label: t('Choose a new password'), address: `${shop.url}/forgot-password` }],
    after: [
      {
        kind: 'note',
        text: t("If this wasn't you, choose a new password now, and change it wherever else you use it."),
      },
    ],
    reason: securityReason(),
    values: { time },
  }
}

type FactorKind = EventPayloads['user.factors_disabled']['kinds'][number]

const DISABLED = {
  totp: 'authenticator app',
  sms: 'phone',
  hardware: 'hardware token',
  passkey: 'passkey',
} as const satisfies Record<FactorKind, Text>

export function factorsDisabled(kinds: FactorKind[], userName: string, { url }: MailShop): Letter {
  const methods = new Intl.ListFormat(currentLocale()).format(kinds.map(kind => t(DISABLED[kind])))
  const text = t(
    '100 wrong codes were entered in a row, so the codes of these methods no longer sign you in: {methods}.',
    { methods },
  )
  return {
    subject: t('A sign-in method was disabled'),
    preview: t('Too many wrong codes were entered in a row.'),
    heading: t('A sign-in method was disabled'),
    before: [
      `${hello(userName)}\n${text}`,
      t('Sign in with another method or a recovery code. Then remove the disabled one and add it again.'),
    ],
    facts: [accountButton(url)],
    after: [
      {
        kind: 'note',
        text: t(
          "If you didn't enter these codes, someone may know your password. Choose a new one now. If you can't sign in, reply to this email.",
        ),
      },
    ],
    reason: securityReason(),
    values: { methods },
  }
}

function securityReason(): string {
  return t('You get this email because it is about the security of your account.')
}

function accountButton(url: string): Block {
  return { kind: 'button', label: t('Check your account'), address: `${url}/account` }
}

/** Names nothing that a client has sent, such as its browser: that could be the text of a stranger. */
function toOwner(subject: string, text: string, userName: string, { url }: MailShop): Letter {
  return {
    subject,
    preview: t("If this wasn't you, act now."),
    heading: subject,
    before: [`${hello(userName)}\n${text}`, t('If this was you, you need not do anything.')],
    facts: [accountButton(url)],
    after: [{ kind: 'note', text: t("If this wasn't you, choose a new password now, and reply to this email.") }],
    reason: securityReason(),
  }
}
