/** Copy buttons, passkey forms, and times in the reader's time zone. */

import { withOrdinal } from '../../words/translate.js'
import { announce } from './dom.js'
import { say } from './page-words.js'
import { countSelected } from './rows.js'

/** Writes them as the server does (format.ts), in the time zone that only the browser knows. */
const locale = `${document.documentElement.dataset.locale ?? 'en-GB'}-u-nu-latn`
const localTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const localDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })

/** @param {Document | DocumentFragment | HTMLElement} part newly added to the page */
export function activate(part) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll('[data-makes]')))
    place.outerHTML = place.dataset.makes ?? ''
  countSelected()
  for (const time of part.querySelectorAll('time[data-local]')) {
    const at = new Date(time.getAttribute('datetime') ?? '')
    const isDay = time.getAttribute('data-local') === 'day'
    if (!isDay) time.setAttribute('title', time.textContent ?? '')
    time.textContent = withOrdinal((isDay ? localDay : localTime).format(at), locale)
  }
  // Passkeys need a host name. At an IP address the page links to a host name instead.
  const isAtHostName = !/^[\d.]+$|^\[/.test(location.hostname)
  const shown = !isAtHostName ? '[data-passkeys-elsewhere]' : window.PublicKeyCredential ? 'form[data-passkey]' : ''
  if (shown) for (const form of part.querySelectorAll(shown)) form.removeAttribute('hidden')
  for (const button of part.querySelectorAll('[data-print]')) button.addEventListener('click', () => print())
  for (const button of part.querySelectorAll('[data-select-all]'))
    button.addEventListener('click', () => selectAll(button.getAttribute('data-select-all') ?? ''))
  for (const button of part.querySelectorAll('[data-reveals]'))
    button.addEventListener('click', () => reveal(button, button.ariaPressed !== 'true'))
  for (const button of part.querySelectorAll('[data-copy]')) {
    // An insecure origin has no clipboard. The text can still be selected.
    if (navigator.clipboard) button.addEventListener('click', () => void copy(button))
    else button.remove()
  }
}

// Hides shown passwords before a form is sent, so that the browser treats them as passwords when it stores or fills them in.
document.addEventListener(
  'submit',
  () => {
    for (const button of document.querySelectorAll('[data-reveals]')) reveal(button, false)
  },
  true,
)

/**
 * Shows a password that is typed.
 *
 * @param {Element} button
 * @param {boolean} isShown
 */
function reveal(button, isShown) {
  const field = document.getElementById(button.getAttribute('data-reveals') ?? '')
  if (field instanceof HTMLInputElement) field.type = isShown ? 'text' : 'password'
  button.ariaPressed = String(isShown)
}

/**
 * Ticks all boxes of a form, or none when all are ticked.
 *
 * @param {string} id
 */
function selectAll(id) {
  const form = /** @type {HTMLFormElement | null} */ (document.getElementById(id))
  const boxes = /** @type {HTMLInputElement[]} */ ([...(form?.elements ?? [])]).filter(
    ({ type }) => type === 'checkbox',
  )
  const rest = boxes.some(({ checked }) => !checked)
  for (const box of boxes) box.checked = rest
  countSelected()
}

/** @param {Element} button */
async function copy(button) {
  try {
    await navigator.clipboard.writeText(button.getAttribute('data-copy') ?? '')
  } catch {
    return announce(say('Your browser did not allow copying.'))
  }
  announce(say('Copied'))
  button.classList.add('done')
  setTimeout(() => button.classList.remove('done'), 2000)
}
