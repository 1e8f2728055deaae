/**
 * Step-up in the console: a form for a second factor, shown where the API refused an action because the last one is too old.
 * After the code, the refused form is sent once more as it was: by the script (assets/asked.js), or by the server (submit.ts).
 */

import type { Field } from '../pages/field.ts'
import type { Form, FormState, FormStates } from '../pages/form.ts'
import { formsOf } from '../pages/forms-of.ts'
import { type Html, html } from '../pages/html.ts'
import type { Visitor } from '../pages/visitor.ts'

export const REAUTHENTICATE = '/api/auth/reauthenticate'

export function confirmForm(action: string): Form {
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
    html`<div class="confirmation">${formsOf(visitor, { [form.id]: { ...own, values } }, params)({ ...form, fields: [...form.fields, KEPT] })}
      <p><a href="/account#confirm-title" target="_blank">Use a passkey, a text message or a recovery code</a></p></div>`
  )
}

/** The content of the refused form. Without JavaScript, the code is sent with it, so that it is there again afterwards. */
const KEPT: Field = { name: '_kept', label: '', type: 'hidden' }

function keep(states: FormStates): string | undefined {
  const refused = Object.entries(states).find(([, state]) => needsConfirmation(state))
  if (refused) return JSON.stringify([refused[0], refused[1]?.values])
  return Object.values(states).find(state => state?.values?._kept)?.values?._kept
}

/**
 * The form that was refused before the code was sent, with all that was sent with it: its key, so that it is done once, and the
 * answer to its question. A form of a row, whose address this page does not know, is shown again instead.
 */
export function askedForm(forms: readonly Form[], kept: string | undefined, params: object) {
  const [id, sent] = readKept(kept)
  const form = forms.find(form => form.id === id)
  const isKnown = form?.action.match(/(?<=:)\w+/g)?.every(name => name in params) ?? true
  if (!form || !isKnown || typeof sent !== 'object' || sent === null) return undefined
  const values = Object.entries(sent).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  return { form, values: Object.fromEntries(values) as Record<string, string> }
}

/** The form that was refused before the code was sent, with its content. */
export function keptForm(forms: readonly Form[], { values }: FormState): FormStates {
  const [id, typed] = readKept(values?._kept)
  const form = forms.find(form => form.id === id)
  if (!form || typeof typed !== 'object') return {}
  const kept = form.fields.map(({ name }) => [name, typed?.[name]]).filter(([, value]) => typeof value === 'string')
  return { [form.id]: { values: Object.fromEntries(kept) } }
}

function readKept(text = '[]'): [id?: unknown, values?: Record<string, unknown> | null] {
  try {
    const kept = JSON.parse(text)
    return Array.isArray(kept) ? [kept[0], kept[1]] : []
  } catch {
    return []
  }
}

/** Replaces the API's description, which is written for programs. */
export function explainConfirmation(states: FormStates): FormStates {
  const explained = Object.entries(states).map(([id, state]) => {
    if (!state?.problem || !needsConfirmation(state)) return [id, state]
    const detail = 'Enter your code above to continue.'
    return [id, { ...state, problem: { ...state.problem, detail } }]
  })
  return Object.fromEntries(explained)
}

function needsConfirmation(state: FormState | undefined): boolean {
  return state?.problem?.code === 'reauthentication_required'
}
