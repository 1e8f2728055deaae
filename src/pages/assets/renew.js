/** Renews parts of the page with what the server shows now, while the rest stays as the visitor has it. */
import { activate } from './activate.js'

export async function pageNow() {
  const response = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => undefined)
  return new DOMParser().parseFromString((await response?.text().catch(() => '')) ?? '', 'text/html')
}

/**
 * @param {Document} page
 * @param {string} part
 * @returns whether the page has it
 */
export function renew(page, part) {
  const [old, fresh] = [document.querySelector(part), page.querySelector(part)]
  if (!(fresh instanceof HTMLElement)) return false
  const focused = document.activeElement?.id
  old?.replaceWith(fresh)
  activate(fresh)
  if (focused && document.activeElement?.id !== focused)
    document.getElementById(focused)?.focus({ preventScroll: true })
  return true
}
