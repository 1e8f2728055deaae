import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { listCaches } from '../../database/caches.ts'
import { type Form, type FormState, renderForm } from '../../pages/form.ts'
import { html } from '../../pages/html.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { consolePage, staffAction, staffPage } from '../layout.ts'

const MEANINGS: Record<string, string> = {
  'catalogue-lists': 'Page positions of product lists, product counts of each filter, and search results.',
  'catalogue-answers': 'API responses about products.',
}

/** The caches of the processes, and a button to clear each. */
export function cachePages(app: FastifyInstance, { db }: AppContext): void {
  const show = (visitor: Visitor, state?: FormState) =>
    consolePage({
      title: 'Caches',
      visitor,
      failed: state?.problem !== undefined,
      main: html`<h1>Caches</h1>
        <p class="lede">Cached answers are checked against the database before use. User data is never cached.</p>
        <ul class="grid roomy">${listCaches(db).map(({ name, entries }) => {
          // Each form on the page has an id of its own.
          const form = { ...empty, id: `${empty.id}-${name}`, about: name }
          const own = state?.params?.name === name ? state : {}
          return html`<li class="card">
            <h2>${name}</h2>
            <p>${MEANINGS[name]}</p>
            <p><strong>${entries.toLocaleString('en')}</strong> <span class="soft">${entries === 1 ? 'entry' : 'entries'} in this process</span></p>
            ${renderForm(form, { params: { name }, ...own }, visitor.csrfToken)}
          </li>`
        })}</ul>`,
    })
  staffPage(app, '/admin/caches', visitor => show(visitor))
  staffAction(app, empty, (visitor, state) => show(visitor, state))
}

const empty: Form = {
  id: 'empty',
  action: '/admin/caches/:name/empty',
  operation: { method: 'DELETE', address: '/api/admin/caches/:name' },
  fields: [],
  button: 'Clear everywhere',
  success: { go: '/admin/caches' },
  look: 'quiet',
}
