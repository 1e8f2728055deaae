/** Steps that can be taken back as long as their email waits, and what came of that. */
import { type Html, html } from '../html/html.ts'
import { toast } from '../pages/components.ts'
import type { Field } from '../pages/field.ts'
import type { Text } from '../words/text.ts'
import { t } from '../words/words.ts'
import { type ListRequest, queryText } from './filters.ts'

/** Asks the API to let the email wait. */
export const UNDOABLE: Field<Text> = { name: 'undoable', label: 'Undo', type: 'hidden', value: 'boolean' }

/** The message of a form that takes a step back. The page says what came of it by `?email=`. */
export const TAKEN_BACK = 'The step was undone.'

/** Says when the email of a step goes out. */
export function whenTold(
  who: 'The customer gets an email' | 'Each customer gets an email' | 'Your answer goes out',
  undoSeconds: number,
): string {
  return undoSeconds === 0 ? t(`${who} now.`) : t(`${who} in {count} seconds.`, { count: undoSeconds })
}

/** Reports after an undo whether the email had gone out already, from the address that its form led to. */
export function emailFate(request: ListRequest): Html {
  if (queryText(request, 'email') !== 'sent') return toast(t('The step was undone. No email went out.'))
  return html`<div class="notice warning" role="status" tabindex="-1" autofocus><p>${t(
    'The step was undone. But the email had gone already: tell the customer.',
  )}</p></div>`
}
