/** Writes the email to a guest who has asked for an account. */
import { accountLinkPath } from '../../accounts/guests/account-link.ts'
import { userByEmail } from '../../accounts/users/user.ts'
import { mailboxToken } from '../../accounts/users/verify-email.ts'
import type { AppContext } from '../../context.ts'
import { t } from '../../words/words.ts'
import { notYours } from '../messages/account.ts'
import { hello, type Letter, type MailShop } from '../messages/letter.ts'
import type { Recipient } from '../messages/recipients.ts'

export function guestLetters({ db, clock, serviceKey, baseUrl }: AppContext) {
  return {
    'user.account_requested': async (
      { userId: guestId }: { userId: string },
      { userId, name, address }: Recipient,
      shop: MailShop,
    ): Promise<Letter | undefined> => {
      // An account has taken over the order meanwhile, and this email with it.
      if (userId !== guestId) return undefined
      const now = clock.now()
      const account = await userByEmail(db, address)
        .select(['id', 'email', 'email_verified_in_session as isOwned'])
        .executeTakeFirst()
      if (!account) {
        const path = accountLinkPath(serviceKey, { id: guestId, email: address }, now)
        return accountRequested({ link: baseUrl() + path }, name, shop)
      }
      const release = `${baseUrl()}/release-email?token=${mailboxToken(serviceKey, 'release-email', account, now)}`
      return accountRequested({ isTaken: true, release: account.isOwned ? undefined : release }, name, shop)
    },
  }
}

/**
 * Answers a guest who has asked for an account. Only the reader of the mailbox learns that there is one.
 * @param account.release undefined once the address was verified in a session of the account
 */
export function accountRequested(
  account: { link: string } | { isTaken: true; release: string | undefined },
  userName: string,
  { name, url }: MailShop,
): Letter {
  const isTaken = 'isTaken' in account
  const text = isTaken
    ? t('you asked for an account. There is one with this address: sign in, and add your orders to it.')
    : t('you asked for an account, so that you find your orders in one place. Here you create it with one touch.')
  return {
    subject: t('Your account at {name}', { name }),
    preview: isTaken ? t('There is an account with this address.') : t('The link is valid for a day.'),
    heading: t('Your account'),
    before: [`${hello(userName)}\n${text}`],
    facts: [
      isTaken
        ? { kind: 'button', label: t('Sign in'), address: `${url}/login?next=/orders` }
        : { kind: 'button', label: t('Create my account'), address: account.link },
    ],
    after: [
      ...(isTaken ? [] : [{ kind: 'note' as const, text: t('The link is valid for a day.') }]),
      { kind: 'note', text: t("If you didn't ask for this, ignore this email. Nothing changes.") },
    ],
    last: isTaken && account.release ? notYours(account.release) : [],
    reason: t('You get this email because someone asked for it on the page of an order with this address.'),
  }
}
