/** An announcement before it is published: the text as customers get it, how many they are, and a test to oneself. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { countRecipients, draftTag, findDraft, previewOf } from '../../notifications/announcements/drafts.ts'
import { facts, section } from '../../pages/components.ts'
import type { Field } from '../../pages/field.ts'
import type { Form } from '../../pages/form.ts'
import { edit, removal, step } from '../../pages/form-kinds.ts'
import { formsOf } from '../../pages/forms-of.ts'
import { Problem } from '../../problems.ts'
import { dayOf } from '../../shop/days.ts'
import { legalLine } from '../../shop/seller/legal-line.ts'
import { nameOf, readShop } from '../../shop/settings.ts'
import { after, SECOND } from '../../time.ts'
import { englishName, type Language } from '../../words/languages.ts'
import { inLanguage, t, translated } from '../../words/words.ts'
import { confirmation, confirmForm, explainConfirmation } from '../confirm.ts'
import { asUuid } from '../filters.ts'
import { consolePage, formsPage } from '../layout.ts'
import { amount } from '../list-page.ts'
import { audience } from './audience.ts'
import { TEXT_FIELDS, textValues, withLanguages, writtenLanguages } from './texts-by-language.ts'

const MAIN: Field[] = [
  { name: 'subject', label: 'Subject', type: 'text', required: true },
  {
    name: 'message',
    label: 'Message',
    type: 'textarea',
    required: true,
    rows: 9,
    hint: 'Plain text. An empty line starts a new paragraph. Each email begins with the name of the customer.',
  },
]

const RECIPIENTS: Field[] = [
  {
    name: 'kind',
    label: 'What it is',
    type: 'radio',
    options: [
      {
        value: 'service',
        label: 'What every customer must know',
        hint: 'Such as a recall, or new terms. To all customers.',
      },
      {
        value: 'news',
        label: 'News and offers',
        hint: 'Only to customers who asked for news, at confirmed addresses.',
      },
    ],
  },
  {
    name: 'orderedFromDay',
    label: 'Customers who ordered from',
    type: 'date',
    hint: 'Leave both days empty to reach all customers.',
  },
  { name: 'orderedToDay', label: 'To, this day included', type: 'date' },
]

const fields: Field[] = [...MAIN, ...TEXT_FIELDS, ...RECIPIENTS]

export const draft: Form = {
  id: 'draft',
  action: '/admin/announcements',
  operation: { method: 'POST', address: '/api/admin/announcement-drafts' },
  fields,
  button: 'Preview',
  once: true,
  success: { go: '/admin/announcements/drafts/{id}', done: 'Saved as a draft. Nothing is sent yet.' },
}

const DRAFT_PAGE = '/admin/announcements/drafts/:id'
const OPERATION = '/api/admin/announcement-drafts/:id'

/** Customers get the text that the page showed, even if a colleague has changed it meanwhile. */
const version: Field = { name: 'version', label: 'Version', type: 'hidden' }

const change = edit({
  id: 'change',
  at: DRAFT_PAGE,
  method: 'PUT',
  api: OPERATION,
  fields: [...fields, version],
  outdatedBy: ['draft_changed'],
  button: 'Save and preview',
  done: 'Saved.',
  look: 'quiet',
})

const test = step({
  at: `${DRAFT_PAGE}/test`,
  api: `${OPERATION}/test`,
  needsSaved: change.id,
  button: 'Send a test to me',
  success: { say: 'A test is on its way to {sentTo}.', keepForm: true },
})

const publish = step({
  at: `${DRAFT_PAGE}/publish`,
  api: `${OPERATION}/publish`,
  fields: [version],
  needsSaved: change.id,
  outdatedBy: ['draft_changed', 'reauthentication_required'],
  button: 'Publish',
  confirm: "Publish this? We email the customers immediately. This can't be undone.",
  done: 'Published. The emails are on their way.',
  go: '/admin/announcements/{id}',
  look: 'primary',
})

const remove = removal({
  at: `${DRAFT_PAGE}/remove`,
  api: OPERATION,
  button: 'Delete the draft',
  confirm: 'Delete this draft?',
  done: 'Draft deleted.',
  go: '/admin/announcements',
})

const confirm = confirmForm(`${DRAFT_PAGE}/confirm`)

export function draftPage(app: FastifyInstance, { db, baseUrl }: AppContext): void {
  formsPage(app, {
    address: DRAFT_PAGE,
    forms: [change, test, publish, remove, confirm],
    async render(visitor, request, states) {
      const id = asUuid((request.params as { id: string }).id)
      const found = id && (await findDraft(db, id))
      if (!found) throw new Problem('not_found', "We can't find that draft. It was published or deleted.")
      const { subject, message, texts, kind, ordered_from, ordered_before } = found
      const recipients = await countRecipients(db, found)
      const settings = await readShop(db)
      const shop = { name: nameOf(settings, baseUrl()), url: baseUrl(), legal: legalLine(settings) }
      const customers = t('{number} customers', { number: amount(recipients), count: recipients })
      const day = (date: Date | null) => date && dayOf(date, settings.timeZone)
      const days = {
        orderedFromDay: day(ordered_from),
        orderedToDay: day(ordered_before && after(ordered_before, -SECOND)),
      }
      const values = { subject, message, ...textValues(texts), kind, ...days }
      const explained = explainConfirmation(states)
      const show = (form: Form, stored: object = {}) => {
        const state = explained[form.id]
        // The answer to a question is about what the page showed before the question.
        const seen = state?.asks && state.values?.version
        const values = { ...stored, ...state?.values, version: seen || draftTag(found) }
        return formsOf(
          visitor,
          { [form.id]: { ...state, values } },
          { id: found.id },
        )(withLanguages(visitor, form, texts))
      }
      return consolePage({
        title: t('Draft: {subject}', { subject }),
        visitor,
        states,
        main: html`<h1>${t('Draft: {subject}', { subject })}</h1>
          <div class="split">
            <div>
              ${section(
                'preview',
                'As customers get it',
                html`
                <p class="soft">${t('Here for a customer called Ada Lovelace.')}</p>
                <pre class="as-written letter">${previewOf(found, 'Ada Lovelace', shop)}</pre>
                ${writtenLanguages(texts).map(language => previewIn(language, () => previewOf(found, 'Ada Lovelace', shop)))}`,
                { look: 'card' },
              )}
              ${section('edit', 'Change it', show(change, values), { look: 'card' })}
            </div>
            <div class="card actions"><h2>${t('Send it')}</h2>
              ${facts([
                ['To', audience(found)],
                ['Recipients now', html`<strong>${customers}</strong>`],
              ])}
              ${confirmation(confirm, visitor, states, { id: found.id })}
              ${show(test)}
              ${
                recipients > 0
                  ? show({ ...publish, button: t('Publish to {customers}', { customers }) })
                  : html`<p>${t('No customer would get it.')}${(ordered_from || ordered_before) && ` ${t('Change the days.')}`}</p>`
              }
              ${show(remove)}
            </div>
          </div>`,
      })
    },
  })
}

function previewIn(language: Language, preview: () => string): Html {
  return html`<h3>${translated(englishName(language))}</h3>
    <pre class="as-written letter" lang="${language}">${inLanguage(language, preview)}</pre>`
}
