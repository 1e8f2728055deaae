import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { listCaches } from '../../database/caches.ts'
import { html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { removal } from '../../pages/form-kinds.ts'
import { count } from '../../pages/format.ts'
import { rowFormsOf } from '../../pages/forms-of.ts'
import type { PlainText } from '../../words/text.ts'
import { t } from '../../words/words.ts'
import { consolePage, formsPage } from '../layout.ts'

const MEANINGS: Record<string, PlainText> = {
  'catalogue-lists': 'Page positions of product lists, product counts of each filter, and search results.',
  'catalogue-answers': 'API responses about products.',
}

/** The caches, and a button to clear each one in every process. */
export function cachePages(app: FastifyInstance, { db }: AppContext): void {
  formsPage(app, {
    address: '/admin/caches',
    forms: [clear],
    render: (visitor, _, states) =>
      consolePage({
        title: 'Caches',
        visitor,
        states,
        main: html`<h1>${t('Caches')}</h1>
          <p class="lede">${t('Cached answers are checked against the database before use. User data is never cached.')}</p>
          <ul class="grid roomy">${listCaches(db).map(
            ({ name, entries }) => html`<li class="card">
              <h2><code>${name}</code></h2>
              <p>${MEANINGS[name] && t(MEANINGS[name])}</p>
              <p>${rich('{number} <s>entries in this process</s>', {
                s: words => html`<span class="soft">${words}</span>`,
                number: html`<strong>${count(entries)}</strong>`,
                count: entries,
              })}</p>
              ${rowFormsOf(visitor, states, { name })(clear, {}, name)}
            </li>`,
          )}</ul>`,
      }),
  })
}

const clear = removal({
  at: '/admin/caches/:name/empty',
  api: '/api/admin/caches/:name',
  button: 'Clear everywhere',
  done: 'Cache cleared.',
  look: 'quiet',
})
