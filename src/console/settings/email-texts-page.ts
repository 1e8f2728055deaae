/** The shop's own words of its emails: which emails have some, and for each its texts, a preview, and a test to oneself. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { allowFrame, mailFrame, sendMailBody } from '../../mail/mail-frame.ts'
import { builtInTexts } from '../../notifications/texts/built-in.ts'
import {
  isTextKind,
  PARTS,
  type Part,
  PLACEHOLDERS,
  placeholdersOf,
  TEXT_KINDS,
  type TextKind,
  type TextName,
} from '../../notifications/texts/placeholders.ts'
import { previewOf } from '../../notifications/texts/preview.ts'
import { BUILT_IN, listTexts, readTexts, type StoredTexts, textsTag } from '../../notifications/texts/texts.ts'
import { badge, facts, section, table } from '../../pages/components.ts'
import type { Field } from '../../pages/field.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { edit, removal, step } from '../../pages/form-kinds.ts'
import { time } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import { sendToSignIn, type Visitor } from '../../pages/visitor.ts'
import { Problem } from '../../problems.ts'
import { readShop, type ShopSettings } from '../../shop/settings.ts'
import { englishName, isLanguage, type Language, nameOfLanguage } from '../../words/languages.ts'
import { currentLanguage, t } from '../../words/words.ts'
import { confirmation, confirmForm, explainConfirmation } from '../confirm.ts'
import { consolePage, formsPage, requireNeed, staffPage } from '../layout.ts'
import { mainFirst } from '../main-first.ts'
import { EMAIL_TEXT } from '../operations/delivery-components.ts'

const LIST = '/admin/settings/email-texts'
const TEXT_PAGE = `${LIST}/:kind/:language`
const API = '/api/admin/email-texts/:kind/:language'

const LABELS: Record<Part, string> = {
  subject: 'Subject',
  heading: 'Heading',
  before: 'Text before the facts',
  after: 'Text after the facts',
  footer: 'Footer',
}

const ROWS: Partial<Record<Part, number>> = { before: 6, after: 5, footer: 3 }

const fields = PARTS.map((name): Field => {
  const rows = ROWS[name]
  const kind = rows ? ({ type: 'textarea', rows } as const) : ({ type: 'text' } as const)
  return { name, label: LABELS[name], empty: 'null', ...kind }
})

const save = edit({
  id: 'save',
  at: `${TEXT_PAGE}/save`,
  method: 'PUT',
  api: API,
  fields: [...fields, { name: 'version', label: 'Version', type: 'hidden' }],
  outdatedBy: ['changed_meanwhile', 'reauthentication_required'],
  button: 'Save and preview',
  done: 'Saved. Emails have these words from now on.',
})

const test = step({
  at: `${TEXT_PAGE}/test`,
  api: `${API}/test`,
  needsSaved: save.id,
  button: 'Send a test to me',
  success: { say: 'A test is on its way to {sentTo}.', keepForm: true },
})

const reset = removal({
  at: `${TEXT_PAGE}/reset`,
  api: API,
  button: 'Back to the built-in text',
  confirm: 'Go back to the built-in text? Your words of this email are deleted.',
  done: 'The email has the built-in text again.',
  outdatedBy: ['reauthentication_required'],
  go: LIST,
})

const confirm = confirmForm(`${TEXT_PAGE}/confirm`)

export function emailTextPages(app: FastifyInstance, { db, baseUrl }: AppContext): void {
  staffPage(app, LIST, async visitor => indexPage(visitor, await listTexts(db), (await readShop(db)).languages))
  formsPage(app, {
    address: TEXT_PAGE,
    forms: [save, test, reset, confirm],
    async render(visitor, request, states, reply) {
      const name = requireName(request.params)
      allowFrame(reply)
      const [stored, shop] = await Promise.all([readTexts(db, name), readShop(db)])
      return editPage(visitor, name, { stored, states, preview: previewOf(name, stored ?? BUILT_IN, shop, baseUrl()) })
    },
  })
  app.get(`${TEXT_PAGE}/preview`, async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    if (!visitor.user) return sendToSignIn(request, reply)
    requireNeed(visitor, 'settings')
    const name = requireName(request.params)
    const [stored = BUILT_IN, shop] = await Promise.all([readTexts(db, name), readShop(db)])
    return sendMailBody(reply, previewOf(name, stored, shop, baseUrl()).html)
  })
}

function requireName(params: unknown): TextName {
  const { kind, language } = params as { kind: string; language: string }
  if (isTextKind(kind) && isLanguage(language)) return { kind, language }
  throw new Problem('not_found', 'There is no such email.')
}

type Own = TextName & StoredTexts

function indexPage(visitor: Visitor, own: readonly Own[], shown: ShopSettings['languages']): Html {
  const languages = mainFirst(shown).filter(
    language => shown.includes(language) || own.some(one => one.language === language),
  )
  const cell = (kind: TextKind, language: Language) => {
    const texts = own.find(one => one.kind === kind && one.language === language)
    const words = t('Edit {email} in {language}', {
      email: t(EMAIL_TEXT[kind]),
      language: nameOfLanguage(language, currentLanguage()),
    })
    return html`<a href="${LIST}/${kind}/${language}" aria-label="${words}">${t('Edit')}</a> ${textsBadge(texts)}`
  }
  return consolePage({
    title: 'Words of emails',
    visitor,
    main: html`<p><a href="/admin/settings">${t('Settings')}</a></p><h1>${t('Words of emails')}</h1>
      <p class="lede">${t('Say it your way. What you leave out has the built-in words.')}
        <a href="/docs/guides/email-texts">${t('How to write them')}</a></p>
      ${table(
        'Emails by language',
        [
          { label: 'Email', cell: (kind: TextKind) => t(EMAIL_TEXT[kind]) },
          ...languages.map(language => ({
            label: englishName(language),
            cell: (kind: TextKind) => cell(kind, language),
          })),
        ],
        TEXT_KINDS,
      )}`,
  })
}

function textsBadge(texts: StoredTexts | undefined): Html {
  if (!texts) return badge('Built-in')
  return texts.failedAt ? badge('Fails', 'bad') : badge('Your words', 'good')
}

type Content = {
  stored: StoredTexts | undefined
  states: FormStates
  preview: ReturnType<typeof previewOf>
}

function editPage(visitor: Visitor, name: TextName, { stored, states, preview }: Content): Html {
  const [email, language] = [t(EMAIL_TEXT[name.kind]), nameOfLanguage(name.language, currentLanguage())]
  const {
    changedAt: _,
    failedAt,
    failure,
    ...texts
  } = stored ?? { ...BUILT_IN, changedAt: 0, failedAt: null, failure: null }
  const explained = explainConfirmation(states)
  const show = (form: Form, values: Record<string, string | undefined> = {}) => {
    const state = explained[form.id]
    const shown = { ...values, ...state?.values, version: textsTag(texts) }
    return formsOf(visitor, { [form.id]: { ...state, values: shown } }, name)(form)
  }
  const values = Object.fromEntries(PARTS.map(part => [part, texts[part] ?? '']))
  return consolePage({
    title: t('Words of the email: {email} ({language})', { email, language }),
    visitor,
    states,
    main: html`<p><a href="${LIST}">${t('Words of emails')}</a></p>
      <div class="row apart head"><h1>${email} <span class="soft">${language}</span></h1>${textsBadge(stored)}</div>
      ${failedAt && failureNotice(failedAt, failure)}
      <div class="split">
        <div>
          ${section('edit', 'Your words', html`${confirmation(confirm, visitor, states, name)}${show(save, values)}`, { look: 'card' })}
          ${section('preview', 'As customers get it', previewSection(name, preview), { look: 'card' })}
        </div>
        <div class="card actions"><h2>${t('Try it')}</h2>
          ${show(test)}
          ${(stored || states[reset.id]) && show(reset)}
          ${section('inserts', 'What you can insert', insertList(name.kind))}
          ${section('built-in', 'The built-in text', builtInList(name))}
        </div>
      </div>`,
  })
}

function failureNotice(failedAt: Date, failure: string | null): Html {
  return html`<p class="notice problem">${rich('These words cannot be filled in since {time}: {failure} Emails go out with the built-in text until you change yours.', { time: time(failedAt), failure })}</p>`
}

function previewSection({ kind, language }: TextName, { subject, text }: Content['preview']): Html {
  return html`<p class="soft">${t('Here with made-up facts.')}</p>
    ${facts([['Subject', html`<span lang="${language}">${subject}</span>`]])}
    ${mailFrame(`${LIST}/${kind}/${language}/preview`)}
    <h3>${t('As plain text')}</h3>
    <pre class="as-written letter" lang="${language}">${text}</pre>`
}

function insertList(kind: TextKind): Html {
  return facts(placeholdersOf(kind).map(name => [`{{ ${name} }}`, t(PLACEHOLDERS[name])]))
}

/** An email that has nothing at a place has no built-in words there. */
function builtInList(name: TextName): Html {
  const words = builtInTexts(name)
  return html`<p class="soft">${t('To begin with: copy what you want to change.')}</p>
    ${facts(
      PARTS.filter(part => words[part]).map(part => [
        LABELS[part],
        html`<span class="as-written" lang="${name.language}">${words[part]}</span>`,
      ]),
    )}`
}
