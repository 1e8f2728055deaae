/** The section of the account page that lists, adds and removes second factors. */
import { type Html, html } from '../../html/html.ts'
import { badge, section, table } from '../../pages/components.ts'
import type { Form } from '../../pages/form.ts'
import { removal, step } from '../../pages/form-kinds.ts'
import { date } from '../../pages/format.ts'
import type { Text } from '../../words/text.ts'
import { t, translated } from '../../words/words.ts'
import { passkey } from '../components.ts'
import type { AccountView } from '../users/account-view.ts'
import { recoveryCodeList } from './enrollment-pages.ts'
import { maskedPhone } from './factors.ts'

const add = { method: 'POST', address: '/api/users/me/second-factors' } as const
/** The page then has the field for the code (step-up-section.ts). */
const outdatedBy = ['reauthentication_required']
const kind = { name: 'kind', label: 'Kind', type: 'hidden' } as const

const addAppForm: Form<Text> = {
  id: 'add-app',
  action: '/account/factors/app',
  operation: add,
  fields: [kind, { name: 'name', label: 'Name', type: 'text', hint: 'To tell your devices apart.' }],
  button: 'Add an authenticator app',
  once: true,
  success: { go: '/account/factors/{id}', done: false },
  outdatedBy,
  look: 'quiet',
}

const addPhoneForm: Form<Text> = {
  id: 'add-phone',
  action: '/account/factors/phone',
  operation: add,
  fields: [
    kind,
    {
      name: 'phone',
      label: 'Phone number',
      type: 'tel',
      value: 'phone',
      required: true,
      autocomplete: 'tel',
      hint: 'With the country code, like +49 170 1234567.',
    },
  ],
  button: 'Add a phone',
  once: true,
  success: { go: '/account/factors/{id}', done: false },
  outdatedBy,
  look: 'quiet',
}

const addTokenForm: Form<Text> = {
  id: 'add-token',
  action: '/account/factors/token',
  operation: add,
  fields: [
    kind,
    { name: 'serial', label: 'Serial number', type: 'text', required: true, hint: 'On the back of the token.' },
    { name: 'codes.0', label: 'First code', type: 'code', required: true, autocomplete: 'off' },
    { name: 'codes.1', label: 'Next code', type: 'code', required: true, autocomplete: 'off' },
  ],
  button: 'Add a hardware token',
  once: true,
  success: { go: '/account', done: 'Hardware token added.' },
  outdatedBy,
  look: 'quiet',
}

const addPasskeyForm: Form<Text> = {
  id: 'add-passkey',
  action: '/account/factors/passkey',
  operation: { method: 'POST', address: '/api/users/me/passkeys' },
  passkey: { ceremony: 'create', options: '/api/users/me/passkeys/options' },
  fields: [
    passkey,
    {
      name: 'name',
      label: 'Name',
      type: 'text',
      hint: 'To tell your devices apart. A passkey signs you in without your password.',
    },
  ],
  button: 'Add a passkey',
  once: true,
  success: { go: '/account', done: 'Passkey added.' },
  look: 'quiet',
}

const removeForm = removal<Text>({
  at: '/account/factors/:id/remove',
  api: '/api/users/me/second-factors/:id',
  button: 'Remove',
  confirm: 'Remove this sign-in method? You will no longer be able to use it.',
  done: 'Sign-in method removed.',
  outdatedBy,
  go: '/account',
  look: 'quiet',
})

const recoveryForm = step<Text>({
  at: '/account/recovery-codes',
  api: '/api/users/me/recovery-codes',
  button: 'Generate new codes',
  once: true,
  confirm: 'Generate new recovery codes? Your current ones will stop working.',
  outdatedBy,
  success: { show: ({ recoveryCodes }: { recoveryCodes: string[] }) => recoveryCodeList(recoveryCodes), page: true },
})

export const FACTOR_FORMS = [addAppForm, addPhoneForm, addTokenForm, addPasskeyForm, removeForm, recoveryForm]

const FACTOR_NAMES = {
  totp: 'Authenticator app',
  sms: 'Text message',
  hardware: 'Hardware token',
  passkey: 'Passkey',
} as const

/** A factor that its owner did not name is called by its kind, in English (factors.ts). */
function nameOf({ kind, name, phone }: AccountView['factors'][number]): string {
  if (phone) return maskedPhone(phone)
  return name === FACTOR_NAMES[kind] ? t(FACTOR_NAMES[kind]) : name
}

export function factorSection({
  user,
  factors,
  codesLeft,
  show,
  showIn,
  isRefused,
  passkeysElsewhere,
  sendsSms,
}: AccountView): Html {
  const adding = (form: Form<Text>, kind: string, phone?: string | null) => {
    return html`<details${isRefused(form) && html` open`}><summary>${translated(form.button)}</summary>${show(form, {
      kind,
      ...(phone && { phone }),
    })}${
      form.passkey && html`${passkeysElsewhere}<noscript><p>${t('A passkey needs JavaScript.')}</p></noscript>`
    }</details>`
  }
  // The last one that works stays.
  const isRemovable = ({ id }: { id: string }) => factors.some(other => other.id !== id && other.disabled_at === null)
  const body = html`
    ${
      factors.every(({ disabled_at }) => disabled_at !== null) &&
      html`<div class="notice problem"><p>${t("All of your sign-in methods are disabled. Add a new one now. Without it, or a recovery code, you can't sign in again.")}</p></div>`
    }
    ${table(
      t('Your sign-in methods'),
      [
        {
          label: t('Name'),
          cell: factor =>
            html`${nameOf(factor)} ${
              nameOf(factor) !== t(FACTOR_NAMES[factor.kind]) &&
              html`<span class="soft">${t(FACTOR_NAMES[factor.kind])}</span>`
            } ${factor.disabled_at && badge(t('disabled'), 'bad')}`,
        },
        { label: t('Added'), cell: factor => date(factor.created_at) },
        {
          label: t('Remove'),
          unseen: true,
          cell: factor =>
            (isRemovable(factor) || isRefused(removeForm)) && showIn({ id: factor.id })(removeForm, {}, nameOf(factor)),
        },
      ],
      factors,
    )}
    ${
      !factors.every(isRemovable) &&
      html`<p class="hint">${t('You need at least one sign-in method. To remove this one, add another first.')}</p>`
    }
    ${adding(addPasskeyForm, 'passkey')}
    ${adding(addAppForm, 'totp')}
    ${sendsSms && adding(addPhoneForm, 'sms', factors.some(factor => factor.phone) ? undefined : user.phone)}
    ${adding(addTokenForm, 'hardware')}
    <h3>${t('Recovery codes')}</h3>
    <p>${t('You have {count} unused recovery codes.', { count: codesLeft })}</p>
    ${show(recoveryForm)}`
  return section('factors-title', t('Two-step verification'), body, { look: 'card' })
}
