/** Shows the outcome of a form, with the same markup as the server (form.ts, field.ts). */
import { element } from './dom.js'
import { keepDrafts } from './draft.js'
import { HEADLINE, reasonsOf } from './form-errors.js'

/** @typedef {import('./form-rules.js').Problem} Problem */

/**
 * @param {HTMLFormElement} form
 * @param {Problem} problem
 * @param {string | null | undefined} retryAfter
 */
export function showProblem(form, problem, retryAfter) {
  clearProblem(form)
  form.dataset.problem = problem.code ?? ''
  clearMessage()
  const controls = /** @type {HTMLInputElement[]} */ ([...form.elements])
  const fields = controls.map(({ name, value, dataset }) => ({
    name,
    label: dataset.label,
    kind: dataset.value,
    value,
  }))
  const reasons = reasonsOf(problem, retryAfter, fields, location.pathname + location.search)
  if (problem.code === 'unauthenticated') keepDrafts()
  const list = element('ul')
  for (const { field, reason, href } of reasons) {
    const control = field === undefined ? null : document.getElementById(`${form.id}-${field}`)
    const target = control ? `#${control.id}` : href
    const item = element('li')
    if (target) item.append(element('a', { href: target }, reason))
    else item.append(reason)
    list.append(item)
  }
  const labelled = { tabindex: '-1', 'aria-labelledby': `${form.id}-problem` }
  const box = element('div', { class: 'notice problem', role: 'alert', ...labelled })
  box.append(element('h2', { id: `${form.id}-problem` }, HEADLINE), list)
  form.querySelector('[data-outcome]')?.replaceChildren(box)
  for (const control of controls) {
    const own = reasons.filter(({ field }) => field !== undefined && field === control.name)
    if (own.length > 0 && control.type !== 'hidden') markField(control, own.map(({ reason }) => reason).join('; '))
    if (control.type === 'password') control.value = ''
  }
  // The title of the tab too, as on a page that the server renders.
  document.title = FAILED + document.title
  box.focus()
}

const FAILED = 'Error: '

/**
 * @param {HTMLInputElement} control
 * @param {string} reason
 */
function markField(control, reason) {
  const error = element('p', { class: 'field-error', id: `${control.id}-error` }, reason)
  control.closest('.field')?.append(error)
  const described = [control.getAttribute('aria-describedby'), error.id].filter(Boolean).join(' ')
  control.setAttribute('aria-describedby', described)
  control.setAttribute('aria-invalid', 'true')
}

/** The message about the step before would contradict the outcome of this one. */
export function clearMessage() {
  document.querySelector('#main > .notice.success')?.remove()
}

/** @param {HTMLFormElement} form */
export function clearProblem(form) {
  if (document.title.startsWith(FAILED)) document.title = document.title.slice(FAILED.length)
  form.querySelector('[data-outcome]')?.replaceChildren()
  delete form.dataset.problem
  for (const error of form.querySelectorAll('.field-error')) error.remove()
  for (const control of form.querySelectorAll('[aria-invalid]')) {
    control.removeAttribute('aria-invalid')
    const hint = document.getElementById(`${control.id}-hint`)
    if (hint) control.setAttribute('aria-describedby', hint.id)
    else control.removeAttribute('aria-describedby')
  }
}

/** @param {string} text */
export function notice(text) {
  const box = element('div', { class: 'notice success', role: 'status', tabindex: '-1' })
  box.append(element('p', {}, text))
  return box
}
