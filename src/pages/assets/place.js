/**
 * Keeps a visitor who chooses another product of a group at the choice: the new page has the scroll position of the one before, and
 * the same link is focused. On a phone the picture above the choice is a screen high.
 * And "Continue shopping" leads back to the list that the visitor came from, with its filters and its page.
 */

const KEY = 'place'
const LIST_KEY = 'list'

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

export function keepList() {
  // Filters have changed the address since the page was loaded.
  addEventListener('pagehide', () => {
    if (!/^(?:\/[a-z]{2})?\/products$/.test(location.pathname)) return
    try {
      sessionStorage.setItem(LIST_KEY, location.pathname + location.search)
    } catch {}
  })
  const link = document.querySelector('a[data-to-list]')
  if (!(link instanceof HTMLAnchorElement)) return
  try {
    const list = sessionStorage.getItem(LIST_KEY) ?? ''
    if (list.split('?')[0] === link.pathname) link.href = list
  } catch {}
}

/** @returns {HTMLAnchorElement[]} */
function choices() {
  return [...document.querySelectorAll('.options a')].filter(link => link instanceof HTMLAnchorElement)
}
