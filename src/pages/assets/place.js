/**
 * Who chooses another product of a group stays at the choice: the page of that product begins where the one before stood, with the
 * same link focused. On a phone the picture is above it, a screen high.
 */

const KEY = 'place'

export function keepPlace() {
  document.addEventListener('click', ({ target, ctrlKey, metaKey, shiftKey }) => {
    const link = target instanceof Element && target.closest('.options a')
    if (!(link instanceof HTMLAnchorElement) || ctrlKey || metaKey || shiftKey) return
    const place = [link.pathname, scrollY, choices().indexOf(link)]
    // A browser that blocks cookies blocks this too.
    try {
      sessionStorage.setItem(KEY, JSON.stringify(place))
    } catch {}
  })
  try {
    const [path, top, index] = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    sessionStorage.removeItem(KEY)
    if (path !== location.pathname) return
    scrollTo(0, top)
    choices()[index]?.focus({ preventScroll: true })
  } catch {}
}

/** @returns {HTMLAnchorElement[]} */
function choices() {
  return [...document.querySelectorAll('.options a')].filter(link => link instanceof HTMLAnchorElement)
}
