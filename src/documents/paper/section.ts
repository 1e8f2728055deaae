/** The documents of an order, on its page for the customer and on that of the console. */
import { type Html, html } from '../../html/html.ts'
import { section } from '../../pages/components.ts'
import { money } from '../../pages/format.ts'
import { t } from '../../words/words.ts'
import type { StoredDocument } from '../queries.ts'

export function documentSection(documents: readonly StoredDocument[]): Html | undefined {
  if (documents.length === 0) return undefined
  const items = documents.map(({ id, kind, label: number, content }) => {
    const name = kind === 'invoice' ? t('Invoice {number}', { number }) : t('Credit note {number}', { number })
    return html`<li><a href="/documents/${id}">${name}</a>
      <span class="soft">${money(content.total, content.currency)}</span>
      <a href="/api/documents/${id}.pdf" aria-label="${`${name}, PDF`}">PDF</a></li>`
  })
  return section('documents', 'Documents', html`<ul>${items}</ul>`, { look: 'card' })
}
