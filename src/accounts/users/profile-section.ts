/** The section of the account page for name, email and password. */
import { badge, section } from '../../pages/components.ts'
import type { Form } from '../../pages/form.ts'
import { edit, step } from '../../pages/form-kinds.ts'
import { type Html, html } from '../../pages/html.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { newPassword } from '../components.ts'
import { ROLE_SLEEPS } from '../sessions/access.ts'
import type { AccountView } from './account-view.ts'

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

export const PROFILE_FORMS = [profileForm, emailForm, verificationForm, passwordForm]

export function profileSection({ user, show }: AccountView): Html {
  const body = html`
    ${show(profileForm, { userName: user.userName, phone: user.phone ?? '' })}
    <h3>${t('Email')}</h3>
    <p>${user.emailVerified ? badge(t('confirmed'), 'good') : badge(t('not confirmed yet'), 'warn')}</p>
    ${!user.emailVerified && user.role !== 'customer' && html`<p>${t(ROLE_SLEEPS)}</p>`}
    ${!user.emailVerified && show(verificationForm)}
    ${show(emailForm, { email: user.email })}`
  return section('profile-title', t('Profile'), body, { look: 'card' })
}

export function passwordSection({ show }: AccountView): Html {
  return section('password-title', t('Password'), show(passwordForm), { look: 'card' })
}
