/** The letters about a recovery request. Their links are facts, which no text of the shop replaces. */
import type { RecoveryOutcome } from '../../accounts/tables.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { type Block, formatTime, hello, type Letter, type MailShop } from './letter.ts'

export type RecoveryForMail = { askedAt: Date; waitsUntil: Date; needsApproval: boolean; objection: string }

/** Goes to the owner at once, and again before the waiting time ends. */
export function recoveryAsked(
  { askedAt, waitsUntil, needsApproval, objection }: RecoveryForMail,
  { isReminder }: { isReminder: boolean },
  userName: string,
  shop: MailShop,
): Letter {
  const [asked, until] = [formatTime(askedAt, shop), formatTime(waitsUntil, shop)]
  const text = t(
    'on {time} someone entered your password and asked for a new sign-in method, because the former ones are lost.',
    { time: asked },
  )
  return {
    subject: isReminder
      ? t('Reminder: someone wants to get back into your account')
      : t('Someone wants to get back into your account'),
    preview: t("If it wasn't you, stop it now."),
    heading: t('Someone wants to get back into your account'),
    before: [
      `${hello(userName)}\n${text}`,
      needsApproval
        ? t('If it was you: we look at your request. If all is well, we email you a link, at the earliest on {time}.', {
            time: until,
          })
        : t('If it was you: we email you a link on {time}. Until then you need not do anything.', { time: until }),
    ],
    facts: [
      { kind: 'paragraph', text: t("If it wasn't you, stop it now. Nothing has changed yet.") },
      { kind: 'button', label: t('Stop the request'), address: objection },
    ],
    after: [
      { kind: 'note', text: t('You have found your phone or a recovery code? Just sign in. That ends the request.') },
      {
        kind: 'note',
        text: t("If it wasn't you, choose a new password as well, and change it wherever else you use it."),
      },
    ],
    reason: t('You get this email because it is about the security of your account.'),
    values: { time: asked },
  }
}

export function recoveryLinked(
  { recovery, objection }: { recovery: string; objection: string },
  userName: string,
): Letter {
  const text = t(
    'nobody has objected to your request, so you can now choose a new password and set up a new sign-in method.',
  )
  return {
    subject: t('Your way back into your account'),
    preview: t('The link works once, for 24 hours.'),
    heading: t('Your way back into your account'),
    before: [`${hello(userName)}\n${text}`],
    facts: [
      { kind: 'button', label: t('Recover my account'), address: recovery },
      { kind: 'link', label: t('Not you? Stop the request'), address: objection },
    ],
    after: [
      { kind: 'note', text: t('The link works once, for 24 hours.') },
      {
        kind: 'note',
        text: t(
          'All your former sign-in methods and recovery codes stop working, and all your devices are signed out.',
        ),
      },
    ],
    reason: t('You get this email because it is about the security of your account.'),
  }
}

/** Tells the owner of each end. The others follow from what the owner did in a session. */
type ToldOutcome = Exclude<RecoveryOutcome, 'signed_in' | 'email_changed' | 'account_disabled'>

const ENDS = {
  objected: 'someone has stopped the request for a new sign-in method, by the link in our email or in your account.',
  declined:
    'we could not make sure that the request for a new sign-in method came from you. Reply to this email to talk to us.',
  expired:
    'the request for a new sign-in method is too old now. If you still need it, enter your password and ask again.',
  used: 'your account was recovered by a link that we had sent you. All former sign-in methods, recovery codes and devices are gone.',
} as const satisfies Record<ToldOutcome, Text>

/** @returns undefined for an end that no email tells of */
export function recoveryEnded(outcome: RecoveryOutcome, userName: string, shop: MailShop): Letter | undefined {
  if (!isTold(outcome)) return undefined
  const isUsed = outcome === 'used'
  const subject = isUsed ? t('Your account was recovered') : t('The request for your account has ended')
  const action: Block = isUsed
    ? { kind: 'button', label: t('Check your account'), address: `${shop.url}/account` }
    : { kind: 'button', label: t('Sign in'), address: `${shop.url}/login` }
  return {
    subject,
    preview: isUsed ? t("If this wasn't you, tell us right away.") : t('Nothing about your account has changed.'),
    heading: subject,
    before: [
      `${hello(userName)}\n${t(ENDS[outcome])}`,
      ...(isUsed ? [] : [t('Nothing about your account has changed.')]),
    ],
    facts: [action],
    after: isUsed ? [{ kind: 'note', text: t("If this wasn't you, reply to this email right away.") }] : [],
    reason: t('You get this email because it is about the security of your account.'),
  }
}

function isTold(outcome: RecoveryOutcome): outcome is ToldOutcome {
  return Object.hasOwn(ENDS, outcome)
}
