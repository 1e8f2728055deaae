/** "Set up your shop": what is still missing before the first customer, in seven steps, the language first. Nothing else depends on it. */
import { sql } from 'kysely'
import { one } from '../../database/rows.ts'
import type { Db } from '../../database/schema.ts'
import { type Html, html } from '../../html/html.ts'
import { badge, section } from '../../pages/components.ts'
import type { Form, FormStates } from '../../pages/form.ts'
import { edit } from '../../pages/form-kinds.ts'
import { formsOf } from '../../pages/forms-of.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { missingAccount, missingFacts, missingPages, missingPaperFacts, missingTexts } from '../../shop/missing.ts'
import { loadShop, type Shop, UNSET } from '../../shop/settings.ts'
import { autonymOf, LANGUAGES, type Language } from '../../words/languages.ts'
import { t, translated } from '../../words/words.ts'

type Link = { readonly href: string; readonly label: string }

type Step = {
  readonly title: string
  readonly missing: readonly string[]
  /** Facts that a law may want. Only the seller knows, so the step is done without them. */
  readonly wanted?: readonly string[]
  readonly links: readonly Link[]
  /** A form of the step, until it is done. */
  readonly asks?: Form
}

export const openShop = edit({
  id: 'open-shop',
  at: '/admin/open-shop',
  api: '/api/admin/settings',
  fields: [{ name: 'isOpen', label: 'Open', type: 'hidden', value: 'boolean' }],
  button: 'Open the shop',
  done: 'Your shop is open.',
  go: '/admin',
})

/** Everything that the shopkeeper writes after it is in this language, so it is the first step. */
export const chooseLanguage = edit({
  id: 'choose-language',
  at: '/admin/choose-language',
  api: '/api/admin/settings',
  fields: [
    {
      name: 'languages.0',
      label: 'Main language',
      type: 'select',
      required: true,
      width: 'medium',
      hint: 'The one you write in. Others come under "Languages".',
      options: LANGUAGES.map(value => ({ value, label: autonymOf(value) })),
    },
  ],
  button: 'Choose this language',
  done: 'Your shop speaks this language.',
  go: '/admin',
})

/**
 * @param proposed the language of the browser
 * @returns undefined for those who cannot set the shop up, and once it is open
 */
export async function setUpSection(
  db: Db,
  visitor: Visitor,
  states: FormStates,
  proposed: Language,
): Promise<Html | undefined> {
  if (!visitor.user?.permissions.includes('settings')) return undefined
  const shop = await loadShop(db)
  if (shop.isOpen) return undefined
  const progress = await readProgress(db)
  const steps = stepsOf(shop, progress)
  const orders =
    progress.hasDelivery && progress.hasProduct ? t('Customers can order already') : t('Nobody can order yet')
  const done = steps.filter(({ missing }) => missing.length === 0).length
  const show = formsOf(visitor, states)
  const body = html`<p>${t('{done} of {all} steps are done. {orders}; nobody but you sees this list.', {
    done,
    all: steps.length,
    orders,
  })}</p>
    <ol class="set-up">${steps.map(step => renderStep(step, step.asks && show(step.asks, { 'languages.0': proposed })))}</ol>
    ${show(openShop, { isOpen: 'true' })}`
  return section('set-up', 'Set up your shop', body, { look: 'card' })
}

type Progress = {
  hasLanguage: boolean
  hasProduct: boolean
  hasDelivery: boolean
  hasSent: boolean
  hasFailed: boolean
}

async function readProgress(db: Db): Promise<Progress> {
  const { rows } = await sql<Progress>`
    select (select settings ? 'languages' from shop_settings) as "hasLanguage",
      exists (select from products where status = 'active' and removed_at is null) as "hasProduct",
      exists (select from delivery_methods where active) as "hasDelivery",
      exists (select from deliveries where state = 'sent') as "hasSent",
      exists (select from deliveries where state in ('failed', 'in_doubt')) as "hasFailed"
  `.execute(db)
  return one(rows)
}

function stepsOf(shop: Shop, { hasLanguage, hasProduct, hasDelivery, hasSent, hasFailed }: Progress): Step[] {
  return [
    {
      title: 'Language',
      missing: hasLanguage ? [] : ['The language that you write in'],
      ...(!hasLanguage && { asks: chooseLanguage }),
      links: [settings('languages', 'Languages')],
    },
    {
      title: 'Name and look',
      missing: [
        ...(shop.name === '' ? ['The name of your shop'] : []),
        ...missingTexts(shop.homeTitle, shop, 'The heading of the home page'),
      ],
      links: [settings('look', 'Name and look'), settings('home', 'Home page')],
    },
    {
      title: 'Legal',
      missing: [...missingFacts(shop), ...missingPages(shop)],
      wanted: missingPaperFacts(shop),
      links: [settings('legal', 'Legal facts'), { href: '/admin/pages', label: 'Legal pages' }],
    },
    {
      title: 'Selling',
      missing: [
        ...(shop.timeZone === UNSET.timeZone ? ['Your time zone; check currency and country too'] : []),
        ...(hasDelivery ? [] : ['How orders reach customers: turn a delivery method on, with your price, or add one']),
      ],
      links: [
        settings('selling', 'Selling'),
        settings('countries', 'Countries'),
        { href: '/admin/delivery-methods', label: 'Delivery methods' },
        { href: '/admin/tax-rates', label: 'VAT rates' },
      ],
    },
    { title: 'Payment', missing: missingAccount(shop), links: [settings('payment', 'Bank account')] },
    {
      title: 'First product',
      missing: hasProduct ? [] : ['A product that is for sale'],
      links: [{ href: '/admin/products/new', label: 'New product' }],
    },
    {
      title: 'Emails',
      missing: hasSent ? [] : [hasFailed ? 'No email has arrived: see what went wrong' : NO_EMAIL],
      links: [
        settings('emails', 'Sender and news of orders'),
        { href: '/admin/announcements', label: 'Send a test' },
        { href: '/admin/health', label: 'System status' },
      ],
    },
  ]
}

const NO_EMAIL = 'No email was sent yet: write an announcement and send a test of it to yourself'

function settings(group: string, label: string): Link {
  return { href: `/admin/settings/${group}`, label }
}

function renderStep({ title, missing, wanted = [], links }: Step, form: Html | undefined): Html {
  const isDone = missing.length === 0
  return html`<li><p class="row"><strong>${translated(title)}</strong>
      ${isDone ? badge('Done', 'good') : badge(t('{number} missing', { number: missing.length }), 'warn')}
      ${links.map(({ href, label }) => html`<a href="${href}">${translated(label)}</a> `)}</p>
    ${!isDone && html`<ul>${missing.map(what => html`<li>${translated(what)}</li>`)}</ul>`}
    ${form}
    ${
      wanted.length > 0 &&
      html`<p class="soft">${t('Laws may want on your papers: {facts}.', {
        facts: wanted.map(fact => translated(fact)).join('; '),
      })}</p>`
    }</li>`
}
