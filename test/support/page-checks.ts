/** Scripts that look at a page as a reader, a keyboard or a small screen meets it. */

/** The bytes of a first visit: the page and all it loads, compressed. */
export const TRANSFERRED = `[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`

/** The elements that overflow a small screen. */
export const TOO_WIDE = `(() => {
  if (document.documentElement.scrollWidth <= innerWidth) return ''
  const wide = [...document.body.querySelectorAll('*')].filter(e => e.getBoundingClientRect().right > innerWidth + 1)
  return document.documentElement.scrollWidth + ' px: ' + wide.slice(0, 5).map(e => e.outerHTML.slice(0, 120)).join(' | ')
})()`

/** More space between lines, words and letters, which readers may choose (WCAG 2.2, 1.4.12). */
export const SPACED = `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }')
  document.adoptedStyleSheets.push(sheet)
})()`

/** Structure for screen readers and keyboards: one h1, no skipped heading levels, distinct names of links and buttons, visible focus. */
export const structureIn = (language: string) => `(() => {
  const wrong = []
  const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map(h => Number(h.tagName[1]))
  if (levels.filter(level => level === 1).length !== 1) wrong.push('there is not one h1: ' + levels)
  levels.forEach((level, place) => {
    if (level > (levels[place - 1] ?? 0) + 1) wrong.push('a heading level is skipped: ' + levels)
  })
  if (document.documentElement.lang !== '${language}') wrong.push('no language')
  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  for (const id of new Set(ids.filter((id, place) => ids.indexOf(id) !== place))) wrong.push('two parts have the id ' + id)
  const main = document.querySelector('main')
  const nameOf = e => (e.getAttribute('aria-label') ?? e.textContent).trim().replace(/\\s+/g, ' ')
  const led = new Map()
  for (const link of main.querySelectorAll('a[href]')) {
    const known = led.get(nameOf(link))
    if (known && known !== link.href) wrong.push('two links are called ' + nameOf(link))
    led.set(nameOf(link), link.href)
  }
  const pressed = new Set()
  for (const button of main.querySelectorAll('button')) {
    const group = button.closest('[role=group]')?.getAttribute('aria-labelledby') ?? ''
    if (pressed.has(group + nameOf(button))) wrong.push('two buttons are called ' + nameOf(button))
    pressed.add(group + nameOf(button))
  }
  for (const e of document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')) {
    if (!e.checkVisibility() || e.closest('[hidden]')) continue
    e.focus({ focusVisible: true, preventScroll: true })
    if (document.activeElement !== e) wrong.push('no focus on ' + e.outerHTML.slice(0, 100))
    const seen = [undefined, '::after'].some(part => {
      const { outlineStyle, outlineWidth } = getComputedStyle(e, part)
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
    })
    if (!seen) wrong.push('no visible focus on ' + e.outerHTML.slice(0, 100))
  }
  document.activeElement.blur()
  return wrong
})()`
