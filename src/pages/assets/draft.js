/** Keeps the typed text of a form while a visitor whose session ended signs in again. */

/** @param {HTMLFormElement} form */
const keyOf = form => `draft ${location.pathname} ${form.id}`

/** @param {HTMLFormElement} form */
export function keepDraft(form) {
  const typed = controlsOf(form).map(({ name, type, checked, value }) => [name, type === 'checkbox' ? checked : value])
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
        if (!kept.has(control.name)) continue
        if (control.type === 'checkbox') control.checked = kept.get(control.name)
        else control.value = kept.get(control.name)
      }
    } catch {}
  }
}

/** @param {HTMLFormElement} form */
function controlsOf(form) {
  const controls = /** @type {HTMLInputElement[]} */ ([...form.elements])
  return controls.filter(({ name, type }) => name && type !== 'hidden' && type !== 'password')
}
