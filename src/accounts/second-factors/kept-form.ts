/**
 * A form that was refused until the visitor confirms who they are. Without scripts its content goes with the form for the code,
 * and after the code it is sent once more as it was (submit.ts). With scripts assets/asked.js does that.
 */
import type { Field } from '../../pages/field.ts'
import type { Form, FormState, FormStates } from '../../pages/form.ts'

/** The content of the refused form, in the form for the code. */
export const KEPT: Field = { name: '_kept', label: '', type: 'hidden' }

/** Returns the value of `KEPT`: the form that was just refused, or the one that was kept before a wrong code. */
export function keep(states: FormStates): string | undefined {
  const refused = Object.entries(states).find(([, state]) => needsConfirmation(state))
  if (refused) return JSON.stringify([refused[0], refused[1]?.values, refused[1]?.params])
  return Object.values(states).find(state => state?.values?._kept)?.values?._kept
}

export function needsConfirmation(state: FormState | undefined): boolean {
  return state?.problem?.code === 'reauthentication_required'
}

/**
 * The form that was refused before the code was sent, with all that was sent with it: its key, so that it is done once, and the
 * answer to its question.
 */
export function askedForm(forms: readonly Form[], kept: string | undefined) {
  const [id, values, params] = readKept(kept)
  const form = forms.find(form => form.id === id)
  const isKnown = form?.action.match(/(?<=:)\w+/g)?.every(name => name in params) ?? true
  return form && values && isKnown ? { form, values, params } : undefined
}

/** The form that was refused before the code was sent, with its content. */
export function keptForm(forms: readonly Form[], { values }: FormState): FormStates {
  const [id, typed, params] = readKept(values?._kept)
  const form = forms.find(form => form.id === id)
  if (!form || !typed) return {}
  const shown = form.fields.flatMap(({ name }) => (typed[name] === undefined ? [] : [[name, typed[name]]]))
  return { [form.id]: { values: Object.fromEntries(shown), params } }
}

type Texts = Readonly<Record<string, string>>

/** A visitor can send anything. */
function readKept(text = '[]'): [id: unknown, values: Texts | undefined, params: Texts] {
  try {
    const kept = JSON.parse(text)
    return Array.isArray(kept) ? [kept[0], textsIn(kept[1]), textsIn(kept[2]) ?? {}] : [undefined, undefined, {}]
  } catch {
    return [undefined, undefined, {}]
  }
}

function textsIn(given: unknown): Texts | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  return Object.fromEntries(Object.entries(given).filter(([, value]) => typeof value === 'string'))
}
