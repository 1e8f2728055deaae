import { type Html, html } from '../html/html.ts'
import { t } from '../words/words.ts'
import { scripted } from './components.ts'
import { doneKey } from './done.ts'
import { type Form, type FormState, type FormStates, renderForm } from './form.ts'
import type { Visitor } from './visitor.ts'

/**
 * Renders a form of a page. What the visitor has typed comes before `values`. `about` tells similar buttons apart.
 */
export type ShowForm = (form: Form, values?: FormState['values'], about?: string) => Html

/** The forms of a page, bound to its visitor and to what was just sent. Those of operations that refuse the visitor are left out. */
export function formsOf(
  { csrfToken, user }: Pick<Visitor, 'csrfToken' | 'user'>,
  states: FormStates,
  params?: FormState['params'],
): ShowForm {
  return (form, values, about) => {
    if (user && !user.may(form.operation)) return html``
    const content = form.changesOnly ? { stored: values } : { values }
    const state = { ...(params && { params }), ...(values && content), ...states[form.id] }
    return renderForm(about ? { ...form, about } : form, state as FormState, csrfToken)
  }
}

/**
 * The forms of one row of a list. Its `params` tell it from the other rows, so it shows only what was sent from it, and
 * its forms have ids of their own.
 */
export function rowFormsOf(
  visitor: Pick<Visitor, 'csrfToken' | 'user'>,
  states: FormStates,
  params: NonNullable<FormState['params']>,
  row = Object.values(params).at(-1),
): ShowForm {
  return (form, ...content) => {
    const sent = states[form.id]
    const isFromHere = Object.entries(params).every(([name, value]) => sent?.params?.[name] === value)
    const own = { ...form, id: `${form.id}-${row}` }
    return formsOf(visitor, isFromHere && sent ? { [own.id]: sent } : {}, params)(own, ...content)
  }
}

const DONE = doneKey('All changes saved.')

/** Ends a page with several forms that save. The script shows it while something is unsaved (assets/save-all.js). */
export function saveAllBar(page: string): Html {
  return scripted(html`<div class="save-all" role="region" aria-label="${t('Unsaved changes')}" data-save-all
    data-page="${page}" data-done="${DONE}" hidden>
    <p class="unsaved" role="status" data-count></p>
    <button type="button" class="button quiet" name="discard">${t('Discard')}</button>
    <button type="button" class="button primary" name="save">${t('Save all')}</button>
  </div>`)
}
