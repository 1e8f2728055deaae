/** The section of the account page for name, email and password. */
import { badge } from '../../pages/components.ts'
import { type Form, renderForm } from '../../pages/form.ts'
import { type Html, html } from '../../pages/html.ts'
import { newPassword } from '../components.ts'
import { ROLE_SLEEPS } from '../sessions/access.ts'
import type { AccountView } from './account-view.ts'

const profileForm: Form = {
  id: 'profile',
  action: '/account/profile',
  operation: { method: 'PATCH', address: '/api/users/me' },
  fields: [
    { name: 'userName', label: 'Name', type: 'text', required: true, autocomplete: 'name', empty: 'keep' },
    { name: 'phone', label: 'Phone', type: 'tel', value: 'phone', autocomplete: 'tel', empty: 'null' },
  ],
  button: 'Save',
  // The header has the name too, and the list of sessions those that a new password ends.
  success: { go: '/account', done: 'Saved.' },
}

const emailForm: Form = {
  id: 'change-email',
  action: '/account/email',
  operation: { method: 'PATCH', address: '/api/users/me' },
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
  success: { go: '/account', done: 'Email changed. Check your inbox to confirm the new address.' },
  look: 'quiet',
}

const passwordForm: Form = {
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

const verificationForm: Form = {
  id: 'verification',
  action: '/account/verification',
  operation: { method: 'POST', address: '/api/users/me/verification-email' },
  fields: [],
  button: 'Email me a new link',
  success: { say: '{message}', keepForm: true },
  look: 'quiet',
}

export const PROFILE_FORMS = [profileForm, emailForm, verificationForm, passwordForm]

export function profileSection({ user, stateOf, csrfToken }: AccountView): Html {
  const show = (form: Form, stored: Record<string, string>) => {
    const state = stateOf(form)
    return renderForm(form, { ...state, values: { ...stored, ...state.values } }, csrfToken)
  }
  return html`<section class="card" aria-labelledby="profile-title"><h2 id="profile-title">Profile</h2>
    ${show(profileForm, { userName: user.userName, phone: user.phone ?? '' })}
    <h3>Email</h3>
    <p>${user.emailVerified ? badge('confirmed', 'good') : badge('not confirmed yet', 'warn')}</p>
    ${!user.emailVerified && user.role !== 'customer' && html`<p>${ROLE_SLEEPS}</p>`}
    ${!user.emailVerified && show(verificationForm, {})}
    ${show(emailForm, { email: user.email })}
  </section>`
}

export function passwordSection({ stateOf, csrfToken }: AccountView): Html {
  return html`<section class="card" aria-labelledby="password-title"><h2 id="password-title">Password</h2>
    ${renderForm(passwordForm, stateOf(passwordForm), csrfToken)}
  </section>`
}
