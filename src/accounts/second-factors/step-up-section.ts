/** The section of the account page that asks for a second factor again. */
import { type Html, html } from '../../html/html.ts'
import { section } from '../../pages/components.ts'
import type { Form } from '../../pages/form.ts'
import { step } from '../../pages/form-kinds.ts'
import type { Text } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { code, codeOfKinds, passkey } from '../components.ts'
import type { AccountView } from '../users/account-view.ts'
import { KEPT } from './kept-form.ts'

const confirmForm: Form<Text> = {
  id: 'confirm-it-is-you',
  action: '/account/confirm',
  operation: { method: 'POST', address: '/api/auth/reauthenticate' },
  fields: [code],
  button: 'Confirm',
  success: { go: '/account', next: 'follow', done: "Thank you. We know it's you for the next 10 minutes." },
}

const recoveryForm: Form<Text> = {
  ...confirmForm,
  id: 'confirm-by-recovery-code',
  action: '/account/confirm/recovery-code',
  fields: [{ name: 'recoveryCode', label: 'Recovery code', type: 'text', required: true, autocomplete: 'off' }],
}

const smsForm = step<Text>({
  id: 'confirm-by-sms',
  at: '/account/confirm/sms',
  api: '/api/auth/reauthenticate/sms',
  button: 'Text me a code instead',
  success: { say: "We've sent a code to {sentTo}. It's valid for 5 minutes.", keepForm: true },
})

const passkeyForm: Form<Text> = {
  ...confirmForm,
  id: 'confirm-by-passkey',
  action: '/account/confirm/passkey',
  operation: { method: 'POST', address: '/api/auth/reauthenticate/passkey' },
  passkey: { ceremony: 'get', options: '/api/auth/reauthenticate/passkey/options' },
  fields: [passkey],
  button: 'Use a passkey',
  look: 'quiet',
}

export const STEP_UP_FORMS = [passkeyForm, confirmForm, recoveryForm, smsForm]

/** Tests whether the form confirms the user for ten minutes. The form that requests a text message does not. */
export function confirms(form: Form): boolean {
  return form !== smsForm
}

/** Asks for a step-up, unless the user entered a second factor in the last ten minutes. */
export function stepUpSection({
  steppedUp,
  factors,
  kept,
  show: showForm,
  passkeysElsewhere,
  sendsSms,
}: AccountView): Html | undefined {
  if (steppedUp) return undefined
  const kinds = factors.filter(({ disabled_at }) => disabled_at === null).map(({ kind }) => kind)
  const hasPhone = sendsSms && kinds.includes('sms')
  const hasCode = hasPhone || kinds.includes('totp') || kinds.includes('hardware')
  const show = (form: Form) => showForm({ ...form, fields: [...form.fields, KEPT] }, { _kept: kept })
  const body = html`
    <p>${t("You signed in a while ago. To change your email, sign-in methods or recovery codes, to download data, or to delete your account, confirm it's you. We'll remember for 10 minutes.")}</p>
    ${hasCode && show({ ...confirmForm, fields: [codeOfKinds(kinds)] })}
    ${factors.some(({ kind }) => kind === 'passkey') && html`${show(passkeyForm)}${passkeysElsewhere}`}
    ${hasPhone && show(smsForm)}
    <details><summary>${t('Use a recovery code')}</summary>${show(recoveryForm)}</details>`
  return section('confirm-title', t("Confirm it's you"), body, { look: 'card' })
}
