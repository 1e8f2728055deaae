/** Shows a picture of a product large, in a dialog. Without it, the link leads to the file of the picture. */
import { element } from './dom.js'
import { say } from './page-words.js'

export function zoomPictures() {
  document.addEventListener('click', event => {
    const link = event.target instanceof Element && event.target.closest('a.zoom')
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    show(link.href, link.querySelector('img')?.alt ?? '')
  })
}

/**
 * The browser gives the focus back to the link when the dialog closes.
 *
 * @param {string} address
 * @param {string} alt
 */
function show(address, alt) {
  const dialog = /** @type {HTMLDialogElement} */ (element('dialog', { class: 'zoomed', 'aria-label': alt }))
  const close = element('form', { method: 'dialog', class: 'answers' })
  close.append(element('button', { class: 'button quiet' }, say('Close')))
  // The picture is wider than a phone. Its frame takes the focus, so that arrow keys move it.
  const frame = element('div', { tabindex: '0', role: 'group', 'aria-label': alt })
  frame.append(element('img', { src: address, alt }))
  dialog.append(frame, close)
  dialog.addEventListener('click', event => event.target === dialog && dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
