import { hello, type Letter } from './letter.ts'

export function passwordReset(userName: string, token: string, shop: string): Letter {
  return {
    subject: 'Reset your password',
    preview: 'The link works once, for 30 minutes.',
    heading: 'Reset your password',
    body: [
      { kind: 'paragraph', text: `${hello(userName)}\nwe received a request to reset your password.` },
      { kind: 'button', label: 'Choose a new password', address: `${shop}/reset-password?token=${token}` },
      {
        kind: 'note',
        text: 'The link works once and is valid for 30 minutes. You will still need your second factor to sign in.',
      },
      { kind: 'note', text: "If you didn't ask for this, ignore this email. Your password won't change." },
    ],
    reason: 'You get this email because a password reset was requested for your account.',
  }
}

/** @param token proves, when it comes back, that the user reads this mailbox */
export function registered(userName: string, token: string, shop: string): Letter {
  return {
    subject: 'Welcome to Semel',
    preview: 'Your account is ready.',
    heading: userName ? `Welcome, ${userName}` : 'Welcome',
    body: [
      {
        kind: 'paragraph',
        text: 'Your account is ready, and two-step verification is set up. You can order right away.',
      },
      { kind: 'button', label: 'Confirm this address', address: `${shop}/verify-email?token=${token}` },
      { kind: 'note', text: 'Keep your recovery codes in a safe place. They sign you in if you lose your phone.' },
    ],
    reason: 'You get this email because someone created an account with this address.',
  }
}

export function emailChanged(userName: string, token: string, shop: string): Letter {
  return {
    subject: 'Your email address has been changed',
    preview: 'This is the new email address of your account.',
    heading: 'This is your new address',
    body: [
      {
        kind: 'paragraph',
        text: `${hello(userName)}\nthis is now the email address of your account. Use it to sign in.`,
      },
      { kind: 'button', label: 'Confirm this address', address: `${shop}/verify-email?token=${token}` },
      { kind: 'note', text: "If this wasn't you, reply to this email right away." },
    ],
    reason: 'You get this email because this address was entered for an account.',
  }
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
