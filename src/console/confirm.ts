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
        hint: "Confirm it's you. We'll remember for 10 minutes.",
      },
    ],
    button: 'Confirm',
    success: { say: 'Thank you. Now press the button below again.' },
  }
}

type States = Partial<Record<string, FormState>>

/** The form for the code, above those on the page that may need it; undefined when none of them was refused for want of it. */
export function confirmation(
  form: Form,
  states: States,
  params: FormState['params'],
  csrfToken?: string,
): Html | false {
  const own = states[form.id]
  const isAsked = own !== undefined || Object.values(states).some(wantsConfirmation)
  return isAsked && html`<div class="confirmation">${renderForm(form, { params, ...own }, csrfToken)}</div>`
}

/** The API's own description is for programs. */
export function inPlainWords(state: FormState | undefined): FormState | undefined {
  if (!state?.problem || !wantsConfirmation(state)) return state
  const detail = 'Enter a code above, then press this button again.'
  return { ...state, problem: { ...state.problem, detail } }
}

function wantsConfirmation(state: FormState | undefined): boolean {
  return state?.problem?.code === 'reauthentication_required'
}
