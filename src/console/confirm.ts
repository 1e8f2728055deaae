/** Step-up in the console: a form for a second factor, shown where the API refused an action because the last one is too old. */

import { type Form, type FormState, renderForm } from '../pages/form.ts'
import { type Html, html } from '../pages/html.ts'
import type { FormStates } from './layout.ts'

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
        hint: "Confirm it's you. We'll remember for 10 minutes.",
      },
    ],
    button: 'Confirm',
    success: { say: 'Thank you. Now press the button below again.' },
  }
}

/** The form for the code, once an action of the page was refused and needs it. */
export function confirmation(
  form: Form,
  states: FormStates,
  params: FormState['params'],
  csrfToken?: string,
): Html | false {
  const own = states[form.id]
  const isNeeded = own !== undefined || Object.values(states).some(needsConfirmation)
  // Not everybody has codes. The account page takes the other ways, in another tab, so that the typed text stays in this one.
  return (
    isNeeded &&
    html`<div class="confirmation">${renderForm(form, { params, ...own }, csrfToken)}
      <p><a href="/account#confirm-title" target="_blank">Use a passkey, a text message or a recovery code</a></p></div>`
  )
}

/** Replaces the API's description, which is written for programs. */
export function explainConfirmation(state: FormState | undefined): FormState | undefined {
  if (!state?.problem || !needsConfirmation(state)) return state
  const detail = 'Confirm above, then press this button again.'
  return { ...state, problem: { ...state.problem, detail } }
}

function needsConfirmation(state: FormState | undefined): boolean {
  return state?.problem?.code === 'reauthentication_required'
}
