/**
 * Keeps typed text: while a visitor whose session ended signs in again, while the page is loaded anew after another form, and
 * while a customer leaves the checkout to change the cart.
 */
import { input } from './dom.js'

/**
 * Hidden fields with what the visitor saw while typing. A page loaded anew has newer ones: with them, a stock typed before a
 * sale would be saved over it, and nobody would be asked.
 */
const SEEN = ['expectedStock', 'version']

/**
 * The user is part of the key, because somebody else may sign in in this tab.
 *
 * @param {HTMLFormElement} form
 * @param {string} [path] of the page that shows the form next
 */
const keyOf = (form, path = location.pathname) => `draft ${document.documentElement.dataset.user} ${path} ${form.id}`

/** @param {HTMLFormElement} form */
export function keepDraft(form) {
  // Somebody else may change the other fields meanwhile.
  const was = JSON.parse(input(form, '_was')?.value ?? '{}')
  keep(
    form,
    controlsOf(form).filter(({ name, value }) => was[name] !== value),
  )
}

/**
 * @param {HTMLFormElement} sent after which the same page is loaded anew, with what is typed in its other forms
 * @param {string} [path] under which it is loaded
 */
export function keepOtherDrafts(sent, path) {
  for (const form of formsOfPage()) {
    const edited = editedIn(form)
    if (form !== sent && edited.length > 0) keep(form, edited, path)
  }
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement[]} controls
 * @param {string} [path]
 */
function keep(form, controls, path) {
  const seen = controlsOf(form).filter(({ name }) => SEEN.includes(name))
  const typed = [...controls, ...seen].map(control => [control.name, contentOf(control)])
  // A browser that blocks cookies blocks this too.
  try {
    sessionStorage.setItem(keyOf(form, path), JSON.stringify(typed))
  } catch {}
}

export function restoreDrafts() {
  for (const form of formsOfPage()) {
    try {
      const kept = new Map(JSON.parse(sessionStorage.getItem(keyOf(form)) ?? '[]'))
      sessionStorage.removeItem(keyOf(form))
      for (const control of controlsOf(form)) {
        const content = kept.get(control.name)
        if (content === undefined) continue
        if (control.type === 'checkbox') control.checked = content
        else control.value = content
      }
    } catch {}
  }
}

export function forgetDrafts() {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith('draft ')) sessionStorage.removeItem(key)
  } catch {}
}

function formsOfPage() {
  return /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-operation]'))
}

/** @param {HTMLFormElement} form */
export function editedIn(form) {
  return controlsOf(form).filter(isEdited)
}

/** @param {HTMLInputElement | HTMLSelectElement} control */
function isEdited(control) {
  if (control instanceof HTMLInputElement && control.type === 'checkbox')
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
  // A script cannot choose a file.
  return controls.filter(
    ({ name, type }) => name && (SEEN.includes(name) || !['hidden', 'password', 'file'].includes(type)),
  )
}
