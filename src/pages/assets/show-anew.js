/**
 * Parts of a form decide about the rest of its page: at the checkout, the country about the address, the delivery and the total.
 * After a change the form goes to `data-shows`, as its "Show" button would send it, and the page that comes renews this one.
 * What is typed stays, also what is typed meanwhile.
 */
import { activate } from './activate.js'
import { focusIn } from './dom.js'
import { UNREACHABLE } from './form-rules.js'
import { showProblem } from './form-show.js'

/** @type {AbortController | undefined} */
let asking

/**
 * @param {HTMLFormElement} form
 * @param {string} address
 * @param {HTMLElement | null} [submitter] the button that was pressed; without one, something was chosen
 */
export async function showAnew(form, address, submitter) {
  asking?.abort()
  const mine = new AbortController()
  asking = mine
  form.querySelector('.form-ending')?.setAttribute('aria-busy', 'true')
  const sent = new Map(textFieldsOf(form).map(({ name, value }) => [name, value]))
  const body = new URLSearchParams(/** @type {any} */ (new FormData(form, submitter)))
  const response = await fetch(address, { method: 'POST', body, signal: mine.signal }).catch(() => undefined)
  const text = await response?.text().catch(() => undefined)
  if (mine !== asking || form.ariaBusy === 'true') return
  const page = new DOMParser().parseFromString(text ?? '', 'text/html')
  const fresh = page.getElementById(form.id)
  if (!(fresh instanceof HTMLFormElement)) {
    form.querySelector('.form-ending')?.removeAttribute('aria-busy')
    return showProblem(form, UNREACHABLE, null)
  }
  replace(form, fresh, page, sent)
  if (submitter || fresh.dataset.problem !== undefined) focusIn(document.getElementById('main'), '.notice[autofocus]')
}

/**
 * Tests whether a change of the field decides about the page. What is typed does so only if it begins or ends to fit
 * `data-shows-if`: the postcode of a place with another VAT.
 *
 * @param {HTMLInputElement} field
 */
export function decides({ dataset, type, value, defaultValue }) {
  if (!dataset.shows || type !== 'text') return Boolean(dataset.shows)
  const fits = new RegExp(dataset.showsIf ?? '^\\b$', 'i')
  const [now, before] = [value, defaultValue].map(text => text.replaceAll(/[^a-z\d]/gi, ''))
  return now !== before && [now, before].some(text => fits.test(text ?? ''))
}

/** The form is being sent for good: its answer decides what is shown. */
export function stopShowing() {
  asking?.abort()
  asking = undefined
}

/**
 * Text that was typed before comes back with the page, unless a choice has filled the field anew, such as that of a kept address.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLFormElement} fresh
 * @param {Document} page
 * @param {Map<string, string>} sent
 */
function replace(form, fresh, page, sent) {
  for (const control of textFieldsOf(form)) {
    if (sent.get(control.name) === control.value) continue
    const same = textFieldsOf(fresh).find(({ name }) => name === control.name)
    if (same) same.value = control.value
  }
  const restore = heldFocus()
  document.title = page.title
  renewAround(form, fresh)
  renewParts(form, fresh)
  const main = document.getElementById('main')
  if (main) activate(main)
  restore()
  const live = document.getElementById('live')
  const total = document.querySelector('[data-says-total]')
  if (live && total) live.textContent = total.textContent
}

/** @returns gives the focus back, and the selection: a key that is pressed meanwhile replaces what was selected for it */
function heldFocus() {
  const focused = /** @type {HTMLInputElement | null} */ (document.activeElement)
  const selection = focused && isTyped(focused) ? [focused.selectionStart, focused.selectionEnd] : []
  return () => {
    const again = /** @type {HTMLInputElement | null} */ (document.getElementById(focused?.id || 'none'))
    if (!again || again === focused) return
    again.focus({ preventScroll: true })
    const [start = null, end = null] = selection
    if (start !== null) again.setSelectionRange(start, end)
  }
}

/**
 * Notices about the cart are before the form.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLFormElement} fresh
 */
function renewAround(form, fresh) {
  const [own, other] = [form.closest('#main > *'), fresh.closest('#main > *')]
  while (own?.previousSibling) own.previousSibling.remove()
  const before = []
  for (let node = other?.previousSibling; node; node = node.previousSibling) before.unshift(node)
  own?.before(...before)
}

/**
 * Renews all parts of the form but its button: a press that has begun would be lost with it.
 *
 * @param {HTMLFormElement} form
 * @param {HTMLFormElement} fresh
 */
function renewParts(form, fresh) {
  const hidden = ':scope > input[type=hidden]'
  for (const field of form.querySelectorAll(hidden)) field.remove()
  form.prepend(...fresh.querySelectorAll(hidden))
  for (const part of ['[data-outcome]', '.form-fields', '.form-ending > section'])
    form.querySelector(part)?.replaceWith(...fresh.querySelectorAll(part))
  const button = '.form-ending > .button'
  form.querySelector(button)?.replaceChildren(...(fresh.querySelector(button)?.childNodes ?? []))
  form.dataset.problem = fresh.dataset.problem ?? ''
  if (fresh.dataset.problem === undefined) delete form.dataset.problem
  form.querySelector('.form-ending')?.removeAttribute('aria-busy')
}

/** @param {HTMLFormElement} form */
function textFieldsOf(form) {
  return /** @type {HTMLInputElement[]} */ ([...form.elements]).filter(isTyped)
}

/** @param {HTMLInputElement} control */
function isTyped({ type }) {
  return type === 'text' || type === 'textarea' || type === 'tel' || type === 'email'
}
