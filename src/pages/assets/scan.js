/**
 * Scanners type like a keyboard and end with Enter. In a form for them Enter leads to the next field, and from the last one to the button,
 * so that a scan never sends a form that is half full.
 */
export function leadScans() {
  document.addEventListener('keydown', event => {
    const field = event.target
    if (event.key !== 'Enter' || event.isComposing || !(field instanceof HTMLInputElement)) return
    const form = field.form
    if (!form?.hasAttribute('data-scans') || field.type !== 'text') return
    event.preventDefault()
    const fields = [...form.querySelectorAll('input[type=text]')]
    const next = fields[fields.indexOf(field) + 1]
    if (next instanceof HTMLInputElement) {
      next.focus()
      next.select()
    } else {
      const button = form.querySelector('button[type=submit]:not([disabled])')
      if (button instanceof HTMLElement) button.focus()
    }
  })
}
