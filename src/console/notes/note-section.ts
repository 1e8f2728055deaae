/** The card with internal notes and tags, on the page of an order and of a customer. */

import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import type { Note } from '../../notes/note.ts'
import { listNotes } from '../../notes/notes.ts'
import type { Subject } from '../../notes/subject.ts'
import { type AuthoredTag, listTags } from '../../notes/tags.ts'
import { section } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { edit, removal, step } from '../../pages/form-kinds.ts'
import { time } from '../../pages/format.ts'
import { formsOf, rowFormsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { t } from '../../words/words.ts'
import { withQuery } from '../filters.ts'
import { mayOpen } from '../layout.ts'

export type Noted = { notes: Note[]; tags: AuthoredTag[] }

export async function findNoted(db: Db, subject: Subject): Promise<Noted> {
  return { notes: await listNotes(db, subject), tags: await listTags(db, subject) }
}

function formsFor(path: 'orders' | 'users', back: string) {
  const page = `/admin/${path}/:id`
  const api = `/api/${path}/:id`
  return {
    list: `/admin/${path}`,
    write: step({
      id: 'write-note',
      at: `${page}/notes`,
      api: `${api}/notes`,
      fields: [{ name: 'text', label: 'Note', type: 'textarea', rows: 3, required: true }],
      button: 'Keep the note',
      once: true,
      done: 'Note kept. No customer reads it.',
      go: back,
    }),
    remove: removal({
      id: 'remove-note',
      at: `${page}/notes/:note/remove`,
      api: `${api}/notes/:note`,
      button: 'Remove',
      confirm: 'Remove this note for good?',
      done: 'Note removed.',
      go: back,
      look: 'text',
    }),
    tag: edit({
      id: 'add-tag',
      at: `${page}/tags`,
      api: `${api}/tags`,
      fields: [{ name: 'add.0', label: 'Tag', type: 'text', required: true, width: 'medium' }],
      button: 'Add the tag',
      done: 'Tag added. No customer reads it.',
      go: back,
      look: 'quiet',
    }),
    untag: edit({
      id: 'remove-tag',
      at: `${page}/tags/remove`,
      api: `${api}/tags`,
      fields: [{ name: 'remove.0', label: 'Tag', type: 'hidden' }],
      button: 'Remove',
      done: 'Tag removed.',
      go: back,
      look: 'text',
    }),
  } as const
}

const FORMS = {
  order: formsFor('orders', '/admin/orders/{orderId}'),
  user: formsFor('users', '/admin/users/{userId}'),
}

export function noteForms(kind: Subject['kind']): readonly Form[] {
  const { write, remove, tag, untag } = FORMS[kind]
  return [write, remove, tag, untag]
}

export function noteSection(
  visitor: Visitor,
  { kind, id }: Subject,
  { notes, tags }: Noted,
  states: FormStates,
): Html | false {
  const { list, write, remove, tag, untag } = FORMS[kind]
  if (!mayOpen(visitor, list)) return false
  const params = { id: String(id) }
  const show = formsOf(visitor, states, params)
  const tagged = tags.map(
    (
      { tag, name, at },
      n,
    ) => html`<li class="row"><a class="badge" href="${withQuery(list, { tag })}"><bdi>${tag}</bdi></a>
      <span class="soft"><bdi>${name ?? t('Somebody who is gone')}</bdi>, ${time(at)}</span>
      ${formsOf(visitor, states, params)({ ...untag, id: `${untag.id}-${n}` }, { 'remove.0': tag }, `: ${tag}`)}</li>`,
  )
  const written = notes.map(
    note => html`<li><p class="as-written">${note.text}</p>
      <div class="row soft"><bdi>${note.author.name ?? t('Somebody who is gone')}</bdi>, ${time(note.at)}
      ${rowFormsOf(visitor, states, { ...params, note: note.id })(remove, {}, ` (${note.author.name ?? ''})`)}</div></li>`,
  )
  return section(
    'notes',
    'Notes and tags',
    html`<p class="soft">${t(
      'Only staff read them here. Customers get them when they ask for a copy of their data.',
    )}</p>
      ${tags.length > 0 && html`<ul class="lines tags">${tagged}</ul>`}
      ${show(tag)}
      ${notes.length > 0 && html`<ul class="lines">${written}</ul>`}
      ${show(write)}`,
    { look: 'card' },
  )
}
