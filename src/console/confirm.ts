/** What asks for a fresh second factor: the form to enter one, shown where something was refused for want of it. */
import { type Form, type FormState, renderForm } from '../pages/form.ts'
import { type Html, html } from '../pages/html.ts'

export function confirmForm(action: string): Form {
  return {
    id: 'confirm',
    action,
    operation: { method: 'POST', address: '/api/auth/reauthenticate' },
    fields: [
      {
        name: 'code',
        label: 'Code',
        type: 'code',
        required: true,
        hint: 'From your authenticator or token. It is you for the next ten minutes.',
      },
    ],
    button: 'Confirm',
    success: { say: 'Thank you. Now press the button below again.' },
  }
}

/** @param refused the state of the form that needs it */
export function confirmation(
  form: Form,
  state: FormState,
  refused: FormState | undefined,
  csrfToken?: string,
): Html | false {
  const asked = refused?.problem?.code === 'reauthentication_required' || state.problem || state.answer !== undefined
  return asked && html`<div class="confirmation">${renderForm(form, state, csrfToken)}</div>`
}
