/** The pages that set up a second factor begin with what this device can do. */

/** Shows the passkey first where the device can keep one, and closes the box of a QR code that nobody can photograph. */
export async function fitToDevice() {
  const code = document.querySelector('.scan')?.closest('.card')?.querySelector('input[name=code]')
  if (!(code instanceof HTMLElement)) return
  for (const box of document.querySelectorAll('.scan')) {
    if (box.querySelector('summary')?.checkVisibility()) box.removeAttribute('open')
  }
  const first = document.querySelector('[data-passkey-first]')
  const isFirst = first instanceof HTMLElement && (await keepsPasskeys(first))
  if (isFirst) {
    first.hidden = false
    const box = document.querySelector('.otherwise')
    box?.querySelector('summary')?.removeAttribute('hidden')
    // What went wrong stays in sight.
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
