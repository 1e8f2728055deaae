import type { Letter } from './letter.ts'

export function passwordReset(userName: string, token: string, shop: string): Letter {
  return {
    subject: 'Reset your password',
    preview: 'The link works once, for 30 minutes.',
    heading: 'Reset your password',
    body: [
      { kind: 'words', text: `Hello ${userName},\nsomeone, we hope you, asked for a new password for your account.` },
      { kind: 'button', label: 'Choose a new password', address: `${shop}/reset-password?token=${token}` },
      {
        kind: 'note',
        text: 'The link works once and for 30 minutes. To sign in afterwards you still need your second factor.',
      },
      { kind: 'note', text: 'If it was not you, do nothing: your password stays as it is.' },
    ],
    reason: 'You get this e-mail because a password reset was requested for your account.',
  }
}

/** @param token shows that the address is its owner's */
export function registered(userName: string, token: string, shop: string): Letter {
  return {
    subject: 'Welcome to Semel',
    preview: 'Your account is ready.',
    heading: `Welcome, ${userName}`,
    body: [
      { kind: 'words', text: 'Your account is ready, and its second factor is set up. You can order at once.' },
      { kind: 'button', label: 'Confirm this address', address: `${shop}/verify-email?token=${token}` },
      { kind: 'note', text: 'Keep your recovery codes in a safe place. They let you in when your phone is lost.' },
    ],
    reason: 'You get this e-mail because an account was opened with this address.',
  }
}

export function emailChanged(userName: string, token: string, shop: string): Letter {
  return {
    subject: 'Your e-mail address has been changed',
    preview: 'From now on we write to this address.',
    heading: 'This is your new address',
    body: [
      { kind: 'words', text: `Hello ${userName},\nfrom now on we write to this address, and you sign in with it.` },
      { kind: 'button', label: 'Confirm this address', address: `${shop}/verify-email?token=${token}` },
      { kind: 'note', text: 'If you did not change it, answer this e-mail at once.' },
    ],
    reason: 'You get this e-mail because this address was entered for an account.',
  }
}

/** Says nothing that lets anybody in: the code is handed over, not sent. */
export function factorsReset(userName: string, shop: string): Letter {
  return {
    subject: 'Your second factors have been reset',
    preview: 'If you did not ask us for it, tell us at once.',
    heading: 'Your second factors have been reset',
    body: [
      {
        kind: 'words',
        text:
          `Hello ${userName},\nbecause you have lost them, we were asked to let you in without your second factors. They do not ` +
          'work any more. Sign in with your password and the recovery code that you were given, then set up a new one.',
      },
      { kind: 'button', label: 'Sign in', address: `${shop}/login` },
      { kind: 'note', text: 'If you did not ask for it, answer this e-mail at once.' },
    ],
    reason: 'You get this e-mail because the second factors of your account were reset.',
  }
}
