/**
 * Parts of a form decide about the rest of its page: at the checkout, the country about the address, the delivery and the total.
 * After a change the form goes to `data-shows`, as its "Show" button would send it, and the page that comes replaces this one.
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
  replace(form, fresh, page)
  if (submitter || fresh.dataset.problem !== undefined) focusIn(document.getElementById('main'), '.notice[autofocus]')
}

/** The form is being sent for good: its answer decides what is shown. */
export function stopShowing() {
  asking?.abort()
  asking = undefined
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLFormElement} fresh
 * @param {Document} page
 */
function replace(form, fresh, page) {
  for (const control of textFieldsOf(form)) {
    const same = textFieldsOf(fresh).find(({ name }) => name === control.name)
    if (same) same.value = control.value
  }
  const focused = /** @type {HTMLInputElement | null} */ (document.activeElement)
  const caret = focused?.selectionStart
  document.title = page.title
  const main = document.getElementById('main')
  main?.replaceChildren(...(page.getElementById('main')?.childNodes ?? []))
  if (main) activate(main)
  const again = document.getElementById(focused?.id || 'none')
  again?.focus({ preventScroll: true })
  if (again instanceof HTMLInputElement && typeof caret === 'number') again.setSelectionRange(caret, caret)
  const live = document.getElementById('live')
  const total = document.querySelector('[data-says-total]')
  if (live && total) live.textContent = total.textContent
}

/** @param {HTMLFormElement} form */
function textFieldsOf(form) {
  const controls = /** @type {HTMLInputElement[]} */ ([...form.elements])
  return controls.filter(({ type }) => type === 'text' || type === 'textarea')
}
