/** The pages that set up or ask for a second factor: they begin with what this device can do, and send a code by themselves. */

/** Sends a code with its sixth digit. Only the first time: after a form was sent, the visitor presses the button. */
export function sendCodes() {
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('input[data-sends]'))) {
    const { form } = field
    const hint = document.getElementById(`${field.id}-sends`)
    if (hint) hint.textContent = hint.dataset.says ?? ''
    const described = field.getAttribute('aria-describedby') ?? ''
    field.setAttribute('aria-describedby', `${described} ${field.id}-sends`)
    field.addEventListener('input', event => {
      if (field.dataset.sends !== undefined && isComplete(event, field.value)) form?.requestSubmit()
    })
    form?.addEventListener('submit', () => {
      if (field.dataset.sends === undefined) return
      delete field.dataset.sends
      field.setAttribute('aria-describedby', described)
      hint?.remove()
    })
  }
}

/**
 * @param {Event} event without a type of input when the browser fills the field
 * @param {string} code with the spaces that messages and apps put into it
 */
function isComplete(event, code) {
  const isDeletion = event instanceof InputEvent && event.inputType.startsWith('delete')
  return !isDeletion && /^\p{Nd}{6}$/u.test(code.replaceAll(/[\s-]/g, ''))
}

/** Shows the passkey first where the device can keep one, and closes the box of a QR code that nobody can photograph. */
export async function fitToDevice() {
  const code = document.querySelector('.scan')?.closest('.card')?.querySelector('input[name=code]')
  const first = document.querySelector('[data-passkey-first]')
  if (!code && !first) return
  for (const box of document.querySelectorAll('.scan')) {
    if (box.querySelector('summary')?.checkVisibility()) box.removeAttribute('open')
  }
  const isFirst = first instanceof HTMLElement && (await keepsPasskeys(first))
  if (isFirst) {
    first.hidden = false
    const box = document.querySelector('.otherwise')
    box?.querySelector('summary')?.removeAttribute('hidden')
    // A notice of what went wrong stays in sight.
    if (!box?.querySelector('.notice')) box?.removeAttribute('open')
  }
  if (document.querySelector('main .notice')) return
  const start = isFirst ? first.querySelector('button') : code
  if (start instanceof HTMLElement) start.focus({ preventScroll: true })
}

/**
 * The form is hidden where there is no host name.
 *
 * @param {HTMLElement} part
 */
async function keepsPasskeys(part) {
  if (part.querySelector('form')?.hidden !== false) return false
  /** @type {any} TypeScript lacks this function */
  const kinds = window.PublicKeyCredential
  return (await kinds?.isUserVerifyingPlatformAuthenticatorAvailable?.().catch(() => false)) === true
}
