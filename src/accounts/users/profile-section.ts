/** The section of the account page for name, email and password. */
import { type Html, html } from '../../html/html.ts'
import { badge, section } from '../../pages/components.ts'
import type { Form } from '../../pages/form.ts'
import { edit, step } from '../../pages/form-kinds.ts'
import { languageOf } from '../../shop/in-words.ts'
import { autonymOf, isLanguage, LANGUAGES } from '../../words/languages.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { accountOf, newPassword } from '../components.ts'
import { ROLE_SLEEPS } from '../sessions/access.ts'
import type { AccountView } from './account-view.ts'
import { languagesFor } from './locale.ts'

const profileForm = edit<Text>({
  at: '/account/profile',
  api: '/api/users/me',
  fields: [
    { name: 'userName', label: 'Name', type: 'text', required: true, autocomplete: 'name', empty: 'keep' },
    { name: 'phone', label: 'Phone', type: 'tel', value: 'phone', autocomplete: 'tel', empty: 'null' },
  ],
  button: 'Save',
  // The header has the name too, and the list of sessions those that a new password ends.
  done: 'Saved.',
})

/** Its own form, because the page that follows is in the language that was chosen. */
const languageForm = edit<Text>({
  at: '/account/language',
  api: '/api/users/me',
  fields: [
    {
      name: 'locale',
      label: 'Language of pages and emails',
      type: 'select',
      required: true,
      options: LANGUAGES.map(value => ({ value, label: autonymOf(value) })),
    },
  ],
  button: 'Change language',
  success: { go: '/{locale}/account', done: 'Saved.' },
  look: 'quiet',
})

const emailForm = edit<Text>({
  id: 'change-email',
  at: '/account/email',
  api: '/api/users/me',
  fields: [
    {
      name: 'email',
      label: 'Email',
      type: 'email',
      required: true,
      autocomplete: 'email',
      empty: 'keep',
      hint: "You sign in with this address. Changes apply immediately; we'll email the new address a confirmation link.",
    },
  ],
  button: 'Change email',
  done: 'Email changed. Check your inbox to confirm the new address.',
  outdatedBy: ['reauthentication_required'],
  look: 'quiet',
})

const passwordForm: Form<Text> = {
  id: 'change-password',
  action: '/account/password',
  operation: { method: 'POST', address: '/api/users/me/password' },
  fields: [
    {
      name: 'currentPassword',
      label: 'Current password',
      type: 'password',
      required: true,
      autocomplete: 'current-password',
    },
    { ...newPassword, label: 'New password' },
  ],
  button: 'Change password',
  success: { go: '/account', done: 'Password changed. You have been signed out everywhere else.' },
}

const verificationForm = step<Text>({
  at: '/account/verification',
  api: '/api/users/me/verification-email',
  button: 'Email me a new link',
  success: { say: '{message}', keepForm: true },
})

export const PROFILE_FORMS = [profileForm, languageForm, emailForm, verificationForm, passwordForm]

export function profileSection({ user, languages, show }: AccountView): Html {
  const body = html`
    ${show(profileForm, { userName: user.userName, phone: user.phone ?? '' })}
    ${languageChoice({ user, languages, show })}
    <h3>${t('Email')}</h3>
    <p>${user.emailVerified ? badge(t('confirmed'), 'good') : badge(t('not confirmed yet'), 'warn')}</p>
    ${!user.emailVerified && user.role !== 'customer' && html`<p>${t(ROLE_SLEEPS)}</p>`}
    ${!user.emailVerified && show(verificationForm)}
    ${show(emailForm, { email: user.email })}
    <h3>${t('Addresses')}</h3>
    <p><a href="/account/addresses">${t('Your addresses')}</a></p>`
  return section('profile-title', t('Profile'), body, { look: 'card' })
}

function languageChoice({ user, languages, show }: Pick<AccountView, 'user' | 'languages' | 'show'>): Html | undefined {
  const { role, locale } = user
  const offered = languagesFor(role, languages)
  if (offered.length < 2) return undefined
  const hint = role === 'customer' ? {} : { hint: 'The console speaks it too, even if the shop does not.' as const }
  const fields = languageForm.fields.map(field => ({
    ...field,
    ...hint,
    options: (field.options ?? []).filter(({ value }) => offered.includes(value)),
  }))
  const chosen = role !== 'customer' && isLanguage(locale) ? locale : languageOf(locale, { languages })
  return show({ ...languageForm, fields }, { locale: chosen })
}

export function passwordSection({ user, show }: AccountView): Html {
  const body = html`${accountOf(passwordForm, user.email)}${show(passwordForm)}`
  return section('password-title', t('Password'), body, { look: 'card' })
}
