/** Steps that can be taken back as long as their email waits, and what came of that. */
import { type Html, html } from '../html/html.ts'
import { toast } from '../pages/components.ts'
import type { Field } from '../pages/field.ts'
import { type ListRequest, queryText } from './filters.ts'

/** Asks the API to let the email wait. */
export const UNDOABLE: Field = { name: 'undoable', label: 'Undo', type: 'hidden', value: 'boolean' }

/** The message of a form that takes a step back. The page says what came of it by `?email=`. */
export const TAKEN_BACK = 'The step was undone.'

/** Says when the email of a step goes out. @param who the beginning, such as "The customer gets an email" */
export function whenTold(who: string, undoSeconds: number): string {
  return undoSeconds === 0 ? `${who} now.` : `${who} in ${undoSeconds} seconds.`
}

/** Reports after an undo whether the email had gone out already, from the address that its form led to. */
export function emailFate(request: ListRequest): Html {
  if (queryText(request, 'email') !== 'sent') return toast(`${TAKEN_BACK} No email went out.`)
  return html`<div class="notice warning" role="status" tabindex="-1" autofocus><p>${TAKEN_BACK} But the email had
    gone already: tell the customer.</p></div>`
}
