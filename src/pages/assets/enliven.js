/** Copy buttons, forms for passkeys, and times in the zone of the reader. */

const localTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

/** @param {Document | DocumentFragment} part of the page that has just come */
export function enliven(part) {
  for (const time of part.querySelectorAll('time[data-local]')) {
    time.textContent = localTime.format(new Date(time.getAttribute('datetime') ?? ''))
  }
  // A passkey belongs to a host name; at an IP address the page says where to go instead.
  const isAtHostName = !/^[\d.]+$|^\[/.test(location.hostname)
  const shown = !isAtHostName ? '[data-passkeys-elsewhere]' : window.PublicKeyCredential ? 'form[data-passkey]' : ''
  if (shown) for (const form of part.querySelectorAll(shown)) form.removeAttribute('hidden')
  // A page from a plain address in the local network has no clipboard; then the text is there to be selected.
  if (!navigator.clipboard) return
  for (const button of part.querySelectorAll('[data-copy]')) {
    button.removeAttribute('hidden')
    button.addEventListener('click', () => void copy(button))
  }
}

/** @param {Element} button */
async function copy(button) {
  try {
    await navigator.clipboard.writeText(button.getAttribute('data-copy') ?? '')
  } catch {
    return tell('Copying was not allowed')
  }
  tell('Copied')
  button.classList.add('done')
  setTimeout(() => button.classList.remove('done'), 2000)
}

/** @param {string} words read out by screen readers, and seen nowhere */
function tell(words) {
  const live = document.getElementById('live')
  if (live) live.textContent = words
}
