/** Keeps the typed text of a form while a visitor whose session ended signs in again. */
import { input } from './dom.js'

/** @param {HTMLFormElement} form */
const keyOf = form => `draft ${location.pathname} ${form.id}`

/** @param {HTMLFormElement} form */
export function keepDraft(form) {
  // Somebody else may change the other fields meanwhile.
  const was = JSON.parse(input(form, '_was')?.value ?? '{}')
  const changed = controlsOf(form).filter(({ name, value }) => was[name] !== value)
  const typed = changed.map(control => [control.name, contentOf(control)])
  // A browser that blocks cookies blocks this too.
  try {
    sessionStorage.setItem(keyOf(form), JSON.stringify(typed))
  } catch {}
}

export function restoreDrafts() {
  for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-operation]'))) {
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

/** @param {HTMLInputElement} control */
const contentOf = ({ type, checked, value }) => (type === 'checkbox' ? checked : value)

/** @param {HTMLFormElement} form */
function controlsOf(form) {
  const controls = /** @type {HTMLInputElement[]} */ ([...form.elements])
  // A script cannot choose a file.
  return controls.filter(({ name, type }) => name && !['hidden', 'password', 'file'].includes(type))
}
