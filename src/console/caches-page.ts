import type { FastifyInstance } from 'fastify'
import { listCaches } from '../caches.ts'
import type { Ground } from '../ground.ts'
import { type Form, type FormState, renderForm } from '../pages/form.ts'
import { html } from '../pages/html.ts'
import type { Visitor } from '../pages/visitor.ts'
import { consolePage, staffAction, staffPage } from './frame.ts'

const MEANINGS: Record<string, string> = {
  'catalogue-lists':
    'Where the pages of product lists begin, how many products each filter leaves, and what searches found.',
  'catalogue-answers': 'Answers of the API about products, as bytes.',
}

/** What processes remember, and a button each to have it forgotten. */
export function cachePages(app: FastifyInstance, { db }: Ground): void {
  const show = (visitor: Visitor, state?: FormState) =>
    consolePage({
      title: 'Caches',
      visitor,
      failed: state?.problem !== undefined,
      main: html`<h1>Caches</h1>
        <p class="lede">Nothing that is remembered is believed: with every answer the database is asked whether it still
          holds. Nothing is remembered of users; their addresses and rights are read whenever they are needed.</p>
        <ul class="grid roomy">${listCaches(db).map(({ name, entries }) => {
          // Each form on the page has an id of its own.
          const form = { ...empty, id: `${empty.id}-${name}`, about: name }
          const own = state?.params?.name === name ? state : {}
          return html`<li class="card">
            <h2>${name}</h2>
            <p>${MEANINGS[name]}</p>
            <p><strong>${entries.toLocaleString('en')}</strong> <span class="soft">${entries === 1 ? 'entry' : 'entries'} in the process that answers</span></p>
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
  button: 'Empty everywhere',
  success: { go: '/admin/caches' },
  look: 'quiet',
}
