import { copyable } from '../../pages/components.ts'
import { type Html, html } from '../../pages/html.ts'

/** Shown once, when they are made. */
export function recoveryCodesPart(codes: string[]): Html {
  return html`<div class="notice success" role="status" tabindex="-1" autofocus>
      <h2>Save your recovery codes</h2>
      <p>If you lose your phone, each code signs you in once. We can't show them again.</p>
    </div>
    <ul class="codes">${codes.map(code => html`<li><code>${code}</code></li>`)}</ul>
    ${copyable(codes.join('\n'), 'Copy all')}`
}
