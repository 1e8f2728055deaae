/**
 * Regions that keep themselves up to date: the page is fetched again every few seconds, and its region replaces the one
 * shown. A hidden page waits, and so does a region that somebody is using. A region with `data-settled` changes no more.
 */
import { activate } from './activate.js'

/** Milliseconds. */
const EVERY = 4000

export function keepLive() {
  if (document.querySelector('[data-live]:not([data-settled])')) setTimeout(refresh, EVERY)
}

async function refresh() {
  if (!document.hidden) {
    const response = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined)
    // A session that has ended leads to the page to sign in.
    if (response?.ok && !response.redirected) replace(await response.text())
  }
  keepLive()
}

/** @param {string} text */
function replace(text) {
  const page = new DOMParser().parseFromString(text, 'text/html')
  for (const region of document.querySelectorAll('[data-live]')) {
    const name = region.getAttribute('data-live') ?? ''
    const fresh = page.querySelector(`[data-live="${CSS.escape(name)}"]`)
    const inUse = region.contains(document.activeElement) || hasSelection(region)
    if (!fresh) region.removeAttribute('data-live')
    else if (!inUse) show(region, fresh)
  }
}

/**
 * @param {Element} region
 * @param {Element} fresh
 */
function show(region, fresh) {
  const open = [...region.querySelectorAll('details')].map(details => details.open)
  for (const [index, details] of [...fresh.querySelectorAll('details')].entries()) details.open = open[index] ?? false
  region.toggleAttribute('data-settled', fresh.hasAttribute('data-settled'))
  region.replaceChildren(...fresh.childNodes)
  activate(/** @type {HTMLElement} */ (region))
}

/** @param {Element} region */
function hasSelection(region) {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(region, true)
}
