/**
 * The form that was refused until the visitor confirms who they are: after the code it is sent once more, without another press.
 * Its question is asked again only if something was changed since.
 */

/** The newest of this page. One that the server rendered as refused says so itself. @type {HTMLFormElement | undefined} */
let asked
/** @type {WeakSet<HTMLFormElement>} */
const changed = new WeakSet()

document.addEventListener('input', event => {
  const { form } = /** @type {HTMLInputElement} */ (event.target)
  if (form) changed.add(form)
})

/**
 * @param {HTMLFormElement} form
 * @param {string | undefined} code of its problem
 */
export function noteRefused(form, code) {
  changed.delete(form)
  if (code === 'reauthentication_required') asked = form
  else if (asked === form) asked = undefined
}

/**
 * @param {HTMLFormElement} form that was accepted
 * @returns {{ form: HTMLFormElement, isAgreed: boolean } | undefined} the form that waited for this one
 */
export function takeAsked(form) {
  if (!/\/reauthenticate(\/passkey)?$/.test(form.dataset.operation ?? '')) return undefined
  const waited = asked?.isConnected ? asked : document.querySelector('form[data-problem=reauthentication_required]')
  return waited instanceof HTMLFormElement ? { form: waited, isAgreed: !changed.has(waited) } : undefined
}
