/** The legal pages of the shop: which there are, and for each the draft, its preview, and what was published. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { badge, section, table } from '../../pages/components.ts'
import type { Field } from '../../pages/field.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { edit, step } from '../../pages/form-kinds.ts'
import { time } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { ADDRESSES, LEGAL_NAMES, LEGAL_SLUGS, pageKeyOf } from '../../shop/legal-pages.ts'
import { renderMarkdown } from '../../shop/markdown/kept-markdown.ts'
import { readShop } from '../../shop/settings.ts'
import { outlineOf } from '../../site/legal-outline.ts'
import { type Draft, findDraft, listDrafts, listVersions, type PageKey } from '../../site/write-pages.ts'
import { englishName, type Language, nameOfLanguage } from '../../words/languages.ts'
import { currentLanguage, t } from '../../words/words.ts'
import { confirmation, confirmForm, explainConfirmation } from '../confirm.ts'
import { consolePage, formsPage, staffPage } from '../layout.ts'
import { mainFirst } from '../main-first.ts'

const LEGAL_PAGE = '/admin/pages/:slug/:locale'
const API = '/api/admin/pages/:slug/:locale'

const version: Field = { name: 'version', label: 'Version', type: 'hidden', value: 'integer' }

const save = edit({
  id: 'save',
  at: `${LEGAL_PAGE}/save`,
  method: 'PUT',
  api: API,
  fields: [
    { name: 'title', label: 'Title', type: 'text', required: true },
    {
      name: 'body',
      label: 'Text',
      type: 'textarea',
      rows: 20,
      required: true,
      hint: '## begins a heading, - a list. **bold**, [words](https://…) for a link. A blank line begins a paragraph.',
    },
    version,
  ],
  outdatedBy: ['changed_meanwhile'],
  button: 'Save and preview',
  done: 'Saved. Customers see it when you publish it.',
})

const publish = step({
  at: `${LEGAL_PAGE}/publish`,
  api: `${API}/publish`,
  fields: [version],
  needsSaved: save.id,
  outdatedBy: ['changed_meanwhile', 'reauthentication_required'],
  button: 'Publish',
  confirm: 'Publish this text? Customers read it from now on. It is kept for ever, because orders refer to it.',
  done: 'Published.',
})

const confirm = confirmForm(`${LEGAL_PAGE}/confirm`)

const withdraw = step({
  at: `${LEGAL_PAGE}/withdraw`,
  api: `${API}/withdraw`,
  button: 'Take it off the shop',
  confirm: 'Take this page off the shop? Customers no longer find it. Your text stays here.',
  done: 'Customers no longer find this page.',
  look: 'danger',
})

export function legalPages(app: FastifyInstance, context: AppContext): void {
  const { db } = context
  staffPage(app, '/admin/pages', async visitor =>
    indexPage(visitor, await listDrafts(db), (await readShop(db)).languages),
  )
  formsPage(app, {
    address: LEGAL_PAGE,
    forms: [save, publish, withdraw, confirm],
    async render(visitor, request, states) {
      const key = pageKeyOf(request.params)
      if (!key) throw new Problem('not_found', 'There is no such page.')
      const [draft, versions] = await Promise.all([findDraft(db, key), listVersions(db, key.slug)])
      const texts = versions.filter(({ locale }) => locale === key.locale)
      const shown = draft && preview(draft, await renderMarkdown(draft.body))
      const { title, body } = draft ?? outlineOf(key.slug, key.locale, await readShop(db))
      return editPage(visitor, key, { draft, begun: { title, body }, shown, texts, states })
    },
  })
}

function indexPage(visitor: Visitor, drafts: readonly Draft[], shown: readonly Language[]): Html {
  const languages = mainFirst(shown).filter(
    locale => shown.includes(locale) || drafts.some(one => one.locale === locale),
  )
  const cell = (key: PageKey) => {
    const draft = drafts.find(({ slug, locale }) => slug === key.slug && locale === key.locale)
    const named = { page: t(LEGAL_NAMES[key.slug]), language: nameOfLanguage(key.locale, currentLanguage()) }
    const words = draft ? t('Edit {page} in {language}', named) : t('Write {page} in {language}', named)
    return html`<a href="/admin/pages/${key.slug}/${key.locale}" aria-label="${words}">${
      draft ? t('Edit') : t('Write')
    }</a> ${draftBadge(draft)}`
  }
  return consolePage({
    title: 'Legal pages',
    visitor,
    main: html`<h1>${t('Legal pages')}</h1>
      <p class="lede">${t('Which of them you need, and what they must say, depends on your country.')}</p>
      ${table(
        'Legal pages by language',
        [
          { label: 'Page', cell: slug => t(LEGAL_NAMES[slug]) },
          ...languages.map(locale => ({
            label: englishName(locale),
            cell: (slug: PageKey['slug']) => cell({ slug, locale }),
          })),
          { label: 'Address', cell: slug => html`<code>${ADDRESSES[slug]}</code>` },
        ],
        LEGAL_SLUGS,
      )}`,
  })
}

function draftBadge(draft: Draft | undefined): Html {
  if (!draft) return badge('Missing', 'warn')
  if (draft.published === null) return badge('Draft', 'info')
  return draft.isChanged ? badge('Published, with changes', 'progress') : badge('Published', 'good')
}

type Content = {
  draft: Draft | undefined
  /** The draft, or an outline of it. */
  begun: { title: string; body: string }
  /** The preview. */
  shown: Html | undefined
  texts: Awaited<ReturnType<typeof listVersions>>
  states: FormStates
}

function editPage(visitor: Visitor, key: PageKey, { draft, begun, shown, texts, states }: Content): Html {
  const [name, language] = [t(LEGAL_NAMES[key.slug]), nameOfLanguage(key.locale, currentLanguage())]
  const { version = 0 } = draft ?? {}
  const explained = explainConfirmation(states)
  const show = (form: Form, stored: Record<string, string> = {}) => {
    const state = explained[form.id]
    // The answer to a question is about what the page showed before the question.
    const seen = state?.asks && state.values?.version
    const values = { ...stored, ...state?.values, version: seen || String(version) }
    return formsOf(visitor, { [form.id]: { ...state, values } }, key)(form)
  }
  return consolePage({
    title: `${name} (${language})`,
    visitor,
    states,
    main: html`<p><a href="/admin/pages">${t('Legal pages')}</a></p>
      <div class="row apart head"><h1>${name} <span class="soft">${language}</span></h1>${draftBadge(draft)}</div>
      <div class="split">
        <div>
          ${section('edit', 'Your text', show(save, begun), { look: 'card' })}
          ${shown && section('preview', 'As customers read it', shown, { look: 'card' })}
        </div>
        <div class="card actions"><h2>${t('For customers')}</h2>
          ${confirmation(confirm, visitor, states, key)}
          ${
            draft?.published !== undefined && draft.published !== null
              ? html`<p><a href="${ADDRESSES[key.slug]}">${ADDRESSES[key.slug]}</a></p>`
              : html`<p class="soft">${t('Customers do not see this page yet.')}</p>`
          }
          ${draft && (draft.isChanged || states[publish.id]) && show(publish)}
          ${draft && draft.published !== null && show(withdraw)}
          ${texts.length > 0 && section('versions', 'Published texts', versionList(texts))}
        </div>
      </div>`,
  })
}

function preview({ title, locale }: Draft, text: Html): Html {
  return html`<article class="legal" lang="${locale}"><h3>${title}</h3>${text}</article>`
}

function versionList(texts: Content['texts']): Html {
  return html`<ul>${texts.map(
    ({ slug, number, published_at }) =>
      html`<li><a href="${ADDRESSES[slug]}?version=${number}">${t('Text {number}', { number })}</a>, ${time(published_at)}</li>`,
  )}</ul>`
}
