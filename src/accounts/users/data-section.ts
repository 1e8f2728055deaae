/** Sections of the account page: the emails that a user wants, and personal data, which can be copied or deleted. */
import { type Html, html } from '../../html/html.ts'
import { link, rich } from '../../html/rich.ts'
import { section } from '../../pages/components.ts'
import { edit, removal } from '../../pages/form-kinds.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import type { AccountView } from './account-view.ts'

const preferencesForm = edit<Text>({
  id: 'email-preferences',
  at: '/account/notifications',
  method: 'PUT',
  api: '/api/users/me/email-preferences',
  fields: [
    {
      name: 'news',
      label: 'News and offers',
      type: 'checkbox',
      value: 'boolean',
      hint: 'By email, as soon as your address is confirmed. You can stop them here, or with a click in each of them.',
    },
    {
      name: 'announcements',
      label: 'Notices to all customers',
      type: 'checkbox',
      value: 'boolean',
      hint: "If you turn it off, we also don't tell you about products that are back, unless you ask again.",
    },
  ],
  button: 'Save choices',
  success: { say: 'Saved.', keepForm: true },
  look: 'quiet',
})

const deleteForm = removal<Text>({
  id: 'delete-account',
  at: '/account/delete',
  api: '/api/users/me',
  button: 'Delete my account',
  confirm: 'Delete your account? You cannot undo this.',
  done: 'Your account is deleted. We have sent you one last email.',
  outdatedBy: ['reauthentication_required'],
  go: '/',
})

export const DATA_FORMS = [preferencesForm, deleteForm]

export const EXPORT = '/api/users/me/export'
/** The account page that begins the download, after a step-up. */
const DOWNLOAD = '/account?download=yes'

export function notificationSection({ wantsAnnouncements, wantsNews, show }: AccountView): Html {
  const body = html`
    <p>${t('We always email you about your orders and the security of your account. Everything else is up to you.')}</p>
    ${show(preferencesForm, { announcements: String(wantsAnnouncements), news: String(wantsNews) })}`
  return section('notifications-title', t('Notifications'), body, { look: 'card' })
}

export function dataSection({ user, steppedUp, show }: AccountView): Html {
  const body = html`
    <p>${rich('Get a copy of everything we keep about you, as a JSON file. It has the messages that you sent us while signed in, and those from your current address since you confirmed it. For others, <a>write to us</a>.', { a: link('/contact') })}</p>
    ${
      // A stranger may have entered the address, so its messages are not theirs to read or delete.
      !user.emailVerified &&
      html`<p>${t('Your address is not confirmed. Messages that you send us from this address without signing in, before you confirm it, are neither in the copy nor deleted with your account.')}</p>`
    }
    <p>${
      steppedUp
        ? html`<a class="button quiet" href="${EXPORT}" download>${t('Download your data')}</a>`
        : html`<a class="button quiet"
          href="/account?next=${encodeURIComponent(DOWNLOAD)}#confirm-title">${t("Confirm it's you to download your data")}</a>`
    }</p>
    <h3>${t('Delete your account')}</h3>
    <p>${t('We delete your profile, your sign-in methods and those messages. We keep your orders without your name and address, but with their country. We keep your invoices as they are for as long as the law asks. Orders must be delivered and paid, or cancelled, first.')}</p>
    ${show(deleteForm)}`
  return section('data-title', t('Your data'), body, { look: 'card' })
}
