/** Fields that several forms of this feature have. */
import type { Field } from '../pages/field.ts'

export const email: Field = { name: 'email', label: 'Email', type: 'email', required: true, autocomplete: 'username' }

export const code: Field = {
  name: 'code',
  label: 'Code',
  type: 'code',
  required: true,
  hint: 'From your authenticator app.',
}

/** Filled by the browser. */
export const passkey: Field = { name: 'passkey', label: 'Passkey', type: 'hidden', value: 'json' }

export const newPassword: Field = {
  name: 'password',
  label: 'Password',
  type: 'password',
  required: true,
  autocomplete: 'new-password',
  hint: 'At least 8 characters. A few random words work best.',
}
