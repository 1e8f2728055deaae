/**
 * Keeps typed text: while a visitor whose session ended signs in again, while the page is loaded anew after another form, while a
 * customer leaves the checkout to change the cart, and until a reader who left the page comes back to it. Browsers do the last of
 * these by themselves, but Firefox not where a page is sent with `no-store`.
 */
import { element, input } from './dom.js'

/**
 * Hidden fields with what the visitor saw while typing. A page loaded anew has newer ones: with them, a stock typed before a
 * sale would be saved over it, and nobody would be asked.
 */
export const SEEN = ['expectedStock', 'version']

/**
 * The user is part of the key, because somebody else may sign in in this tab. The address of the page is not: a page that is
 * sent anew with a conflict has that of its form.
 *
 * @param {HTMLFormElement} form
 */
const keyOf = form => `draft ${document.documentElement.dataset.user} ${new URL(form.action).pathname} ${form.id}`

/** @param {HTMLFormElement} form */
export function keepDraft(form) {
  keep(form, typedIn(form))
}

/** Keeps the drafts of a page that is left to sign in again. */
export function keepDrafts() {
  for (const form of formsOfPage()) if (unsavedIn(form).length > 0) keepDraft(form)
}

/** @param {HTMLFormElement} sent after which the page is loaded anew, with what is typed in its other forms */
export function keepOtherDrafts(sent) {
  for (const form of formsOfPage()) {
    const typed = unsavedIn(form)
    if (form !== sent && typed.length > 0) keep(form, typed, { endsWithForm: true })
  }
}

/** @type {WeakSet<Element>} Forms that the reader has changed. One that was shown anew has that text as if it were stored. */
const touched = new WeakSet()
document.addEventListener('input', ({ target }) => {
  const form = target instanceof Element && target.closest('form')
  if (form) touched.add(form)
})

/** Keeps what is typed until the reader comes back to this page. Any other way to the page shows it as it is. */
export function keepForBack() {
  for (const form of formsOfPage()) {
    const isAnew = touched.has(form) && form.querySelector('[data-shows]') !== null
    const typed = isAnew ? typedIn(form) : unsavedIn(form)
    if (typed.length === 0 && form.ariaBusy !== 'true') continue
    // A draft for more than the way back stays one, with what is typed now.
    const { endsWithForm = false, forBack = true } = draftOf(form)
    keep(
      form,
      typed.filter(({ autocomplete }) => autocomplete !== 'one-time-code'),
      { endsWithForm, forBack },
    )
  }
}

/**
 * The server renders a refused text as if it were stored.
 *
 * @param {HTMLFormElement} form
 */
export const unsavedIn = form => (form.dataset.problem === undefined ? editedIn(form) : typedIn(form))

/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement[]} controls
 * @param {{ endsWithForm?: boolean, forBack?: boolean }} [until] A product that has left the cart may return with another quantity.
 */
function keep(form, controls, until = {}) {
  const seen = controlsOf(form).filter(({ name }) => SEEN.includes(name))
  // Nobody knows whether this request has arrived. Sent again with its key it counts once.
  const key = form.ariaBusy === 'true' ? input(form, '_key') : null
  if (key) seen.push(key)
  const chosen = controls.filter(({ type, checked }) => type !== 'radio' || checked)
  const typed = [...chosen, ...seen].map(control => [control.name, contentOf(control)])
  // A browser that blocks cookies blocks this too.
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify({ ...until, typed }))
  } catch {}
}

/** Leaves alone what the visitor has typed into the page before its scripts were there. */
export function restoreDraftsAtStart() {
  const [entry] = performance.getEntriesByType('navigation')
  // The browser itself puts old text back after "Back" or a reload, and the draft is newer.
  const isNew = entry instanceof PerformanceNavigationTiming && entry.type === 'navigate'
  const isBack = entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward'
  restoreDrafts({ isBack, ...(isNew && { takes: control => !isChanged(control) }) })
}

/**
 * @param {{ takes?: (control: HTMLInputElement) => boolean, isBack?: boolean }} [way] which fields may be filled, and whether the
 * reader came back to the page
 */
export function restoreDrafts({ takes = () => true, isBack = false } = {}) {
  try {
    const forms = new Map([...formsOfPage()].map(form => [keyOf(form), form]))
    const { user } = document.documentElement.dataset
    for (const key of keysOfDrafts()) {
      const writer = key.split(' ')[1]
      // Somebody else has signed in since a session ended by itself.
      if (user && writer && writer !== user) sessionStorage.removeItem(key)
      const form = forms.get(key)
      const { endsWithForm, forBack, typed } = JSON.parse(sessionStorage.getItem(key) ?? '{}')
      if (form && (isBack || !forBack)) fill(form, new Map(typed), takes)
      if (form || (endsWithForm && isOfThisPage(key))) sessionStorage.removeItem(key)
    }
  } catch {}
}

/**
 * A form posts to the address of its page, or to one below it. Another form may lead to other pages first.
 *
 * @param {string} key
 */
const isOfThisPage = key => `${key.split(' ')[2]}/`.startsWith(`${location.pathname}/`)

/**
 * @param {HTMLFormElement} form
 * @param {Map<string, any>} typed
 * @param {(control: HTMLInputElement) => boolean} takes
 */
function fill(form, typed, takes) {
  const key = input(form, '_key')
  if (key) key.value = typed.get('_key') ?? key.value
  for (const control of controlsOf(form)) {
    const content = typed.get(control.name)
    if (content === undefined || !takes(control)) continue
    if (control.type === 'checkbox') control.checked = content
    else if (control.type === 'radio') control.checked = control.value === content
    else control.value = content
  }
  // The page with the fields for another country is sent when this form is shown anew.
  if (!form.querySelector('[data-shows]')) return
  for (const [name, value] of typed)
    if (!form.elements.namedItem(name)) form.append(element('input', { type: 'hidden', name, value: String(value) }))
}

/**
 * @param {HTMLFormElement} form
 * @returns {{ endsWithForm?: boolean, forBack?: boolean }}
 */
function draftOf(form) {
  try {
    const draft = sessionStorage.getItem(keyOf(form))
    return draft ? { forBack: false, ...JSON.parse(draft) } : {}
  } catch {
    return {}
  }
}

/** @param {HTMLFormElement} form which has been saved since, after a sign-in in another tab */
export function forgetDraft(form) {
  try {
    sessionStorage.removeItem(keyOf(form))
  } catch {}
}

export function forgetDrafts() {
  try {
    for (const key of keysOfDrafts()) sessionStorage.removeItem(key)
  } catch {}
}

const keysOfDrafts = () => Object.keys(sessionStorage).filter(key => key.startsWith('draft '))

function formsOfPage() {
  return /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-operation]'))
}

/**
 * The fields that the visitor has changed, also where the page shows them as if they were stored. Somebody else may change the
 * others meanwhile.
 *
 * @param {HTMLFormElement} form
 */
function typedIn(form) {
  const was = JSON.parse(input(form, '_was')?.value ?? '{}')
  return controlsOf(form).filter(({ name, value }) => !SEEN.includes(name) && was[name] !== value)
}

/** @param {HTMLFormElement} form */
export function editedIn(form) {
  return controlsOf(form).filter(isChanged)
}

/** @param {HTMLInputElement | HTMLSelectElement} control */
export function isChanged(control) {
  if (control instanceof HTMLInputElement && ['checkbox', 'radio'].includes(control.type))
    return control.checked !== control.defaultChecked
  if (!(control instanceof HTMLSelectElement)) return control.value !== control.defaultValue
  const options = [...control.options]
  return control.value !== (options.find(option => option.defaultSelected) ?? options[0])?.value
}

/** @param {HTMLInputElement} control */
const contentOf = ({ type, checked, value }) => (type === 'checkbox' ? checked : value)

/** @param {HTMLFormElement} form */
function controlsOf(form) {
  const controls = /** @type {HTMLInputElement[]} */ ([...form.elements])
  // A script cannot choose a file, and nobody types into a button.
  const left = ['hidden', 'password', 'file', 'submit', 'button']
  return controls.filter(({ name, type }) => name && (SEEN.includes(name) || !left.includes(type)))
}
