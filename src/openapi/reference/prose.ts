import { type Html, html } from '../../pages/html.ts'

/** The little Markdown that descriptions use: paragraphs and `code`. */
export function prose(text: string): Html[] {
  return text.split('\n\n').map(paragraph => html`<p>${inline(paragraph)}</p>`)
}

export function inline(text: string): (Html | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}

/** A block of code that scrolls by itself and can be copied. */
export function block(code: string, name: string): Html {
  return html`<div class="code"><pre tabindex="0" role="region" aria-label="${name}"><code>${code}</code></pre>
    <button type="button" class="button quiet copy" data-copy="${code}" hidden>Copy<span class="unseen"> ${name}</span></button></div>`
}
