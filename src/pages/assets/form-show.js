/** Shows the outcome of a form, with the same markup as the server (form.ts, field.ts). */
import { element } from './dom.js'
import { keepDrafts } from './draft.js'
import { HEADLINE, HEADLINE_WITH, reasonsOf } from './form-errors.js'
import { say } from './page-words.js'

/** @typedef {import('./form-rules.js').Problem} Problem */
/** @typedef {import('./form-errors.js').Reason} Reason */

/**
 * The label of a box is the word beside it, which the page has once.
 * @param {HTMLInputElement} control
 */
function labelOf(control) {
  return control.dataset.label ?? control.labels?.[0]?.textContent ?? undefined
}

/**
 * Labels of what can be chosen.
 *
 * @param {HTMLInputElement | HTMLSelectElement} control
 */
function choicesOf(control) {
  if (control instanceof HTMLSelectElement) return [...control.options].map(({ text }) => text)
  if (control.type !== 'radio') return undefined
  const others = /** @type {NodeListOf<HTMLInputElement>} */ (
    control.form?.querySelectorAll(`[type=radio][name="${CSS.escape(control.name)}"]`) ?? []
  )
  return Array.from(others, ({ labels }) => labels?.[0]?.textContent ?? '')
}

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
  const fields = controls.map(control => ({
    name: control.name,
    label: labelOf(control),
    kind: control.dataset.value,
    value: control.value,
    choices: choicesOf(control),
  }))
  const found = reasonsOf(problem, retryAfter, fields, location.pathname + location.search, say)
  const reasons = found.map(each => ({ ...each, reason: say(each.reason) }))
  if (problem.code === 'unauthenticated') keepDrafts()
  const wrong = controls.filter(
    (control, n) =>
      control.type !== 'hidden' &&
      reasonsFor(control, reasons).length > 0 &&
      controls.findIndex(({ name }) => name === control.name) === n,
  )
  const box = summary(form.id, reasons, wrong)
  form.querySelector('[data-outcome]')?.replaceChildren(box)
  // The newest problem is the alert of the page.
  for (const older of document.querySelectorAll('[role=alert]')) if (older !== box) older.removeAttribute('role')
  for (const control of wrong) markField(control, reasonsFor(control, reasons).join('; '), control === wrong[0])
  for (const control of controls)
    if (control.type === 'password' && problem.code !== 'reauthentication_required') control.value = ''
  // The title of the tab too, as on a page that the server renders.
  document.title = FAILED + document.title
  box.focus()
}

const [FAILED = ''] = say('Error: {title}').split('{title}')

/**
 * @param {{ name: string }} control
 * @param {Reason[]} reasons
 */
function reasonsFor({ name }, reasons) {
  return reasons.filter(({ field }) => field !== undefined && field === name).map(({ reason }) => reason)
}

/**
 * Links to the invalid fields by their labels. Each reason appears once: beside its field, or here if it belongs to no field.
 *
 * @param {string} id of the form
 * @param {Reason[]} reasons
 * @param {HTMLInputElement[]} wrong
 */
function summary(id, reasons, wrong) {
  const [title, list] = [`${id}-problem`, `${id}-wrong`]
  /** @type {Record<string, string>} */
  const part = wrong.length > 0 ? { role: 'group', 'aria-describedby': list } : { role: 'alert' }
  const box = element('div', { class: 'notice problem', ...part, tabindex: '-1', 'aria-labelledby': title })
  box.append(element('h2', { id: title }, say(wrong.length > 0 ? HEADLINE_WITH : HEADLINE)))
  const links = wrong.map(control => element('a', { href: `#${control.id}` }, labelOf(control)))
  if (links.length > 0) box.append(listOf(links, { class: 'wrong', id: list }))
  const others = reasons.filter(({ field }) => !wrong.some(({ name }) => name === field))
  const parts = others.map(({ reason, href }) => (href ? element('a', { href }, reason) : reason))
  if (parts.length > 0) box.append(listOf(parts))
  return box
}

/**
 * @param {(Element | string)[]} parts
 * @param {Record<string, string>} [attributes]
 */
function listOf(parts, attributes) {
  const list = element('ul', attributes)
  for (const part of parts) {
    const item = element('li')
    item.append(part)
    list.append(item)
  }
  return list
}

/**
 * @param {HTMLInputElement} control
 * @param {string} reason
 * @param {boolean} isAlert
 */
function markField(control, reason, isAlert) {
  const error = element('p', { class: 'field-error', ...(isAlert && { role: 'alert' }) })
  const id = `${control.id}-error`
  error.append(element('span', { id }, reason))
  control.closest('.field')?.append(error)
  const described = [control.getAttribute('aria-describedby'), id].filter(Boolean).join(' ')
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
  for (const control of form.querySelectorAll('[aria-invalid=true]')) {
    control.setAttribute('aria-invalid', 'false')
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
