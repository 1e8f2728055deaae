/**
 * Step-up in the console: a form for a second factor, shown where the API refused an action because the last one is too old.
 * After the code, the refused form is sent once more as it was (accounts/second-factors/kept-form.ts).
 */
import { KEPT, keep, needsConfirmation } from '../accounts/second-factors/kept-form.ts'
import { type Html, html } from '../html/html.ts'
import type { Form, FormState, FormStates } from '../pages/form.ts'
import { formsOf } from '../pages/forms-of.ts'
import type { Visitor } from '../pages/visitor.ts'
import type { Text } from '../words/text.ts'
import { t } from '../words/words.ts'

export const REAUTHENTICATE = '/api/auth/reauthenticate'

export function confirmForm(action: string): Form<Text> {
  return {
    id: 'confirm',
    action,
    operation: { method: 'POST', address: REAUTHENTICATE },
    fields: [
      {
        name: 'code',
        label: 'Code',
        type: 'code',
        required: true,
        hint: "Confirm it's you. We'll remember for 10 minutes.",
        sendsItself: true,
      },
    ],
    button: 'Confirm',
    success: { say: "Thank you. We know it's you for the next 10 minutes." },
  }
}

/** The form for the code, once an action of the page was refused and needs it. */
export function confirmation(
  form: Form,
  visitor: Visitor,
  states: FormStates,
  params?: FormState['params'],
): Html | false {
  const own = states[form.id]
  const isNeeded = own !== undefined || Object.values(states).some(needsConfirmation)
  const values = { ...own?.values, _kept: keep(states) }
  // Not everybody has codes. The account page takes the other ways, in another tab, so that the typed text stays in this one.
  return (
    isNeeded &&
    html`<div class="confirmation">${formsOf(
      visitor,
      { [form.id]: { ...own, values } },
      params,
    )({ ...form, fields: [...form.fields, KEPT] })}
      <p><a href="/account#confirm-title" target="_blank">${t('Use a passkey, a text message or a recovery code')}</a></p></div>`
  )
}

/** Replaces the API's description, which is written for programs. */
export function explainConfirmation(states: FormStates): FormStates {
  const explained = Object.entries(states).map(([id, state]) => {
    if (!state?.problem || !needsConfirmation(state)) return [id, state]
    const detail = t('Enter your code above to continue.')
    return [id, { ...state, problem: { ...state.problem, detail } }]
  })
  return Object.fromEntries(explained)
}
