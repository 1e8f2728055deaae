/** Discount codes: which there are, how often each was used, and a page to change each. */
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../context.ts'
import { type Html, html } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { badge, empty, section, table } from '../../pages/components.ts'
import type { Field } from '../../pages/field.ts'
import type { Form } from '../../pages/form.ts'
import { edit, removal } from '../../pages/form-kinds.ts'
import { count, date, money, percent, typedAmount, typedNumber } from '../../pages/format.ts'
import { formsOf } from '../../pages/forms-of.ts'
import { foldCode } from '../../pricing/discount-code.ts'
import { type Code, findCode, listCodes } from '../../pricing/discount-codes.ts'
import { Problem } from '../../problems.ts'
import { dayOf } from '../../shop/days.ts'
import { readShop } from '../../shop/settings.ts'
import { after, SECOND } from '../../time.ts'
import { t } from '../../words/words.ts'
import { withQuery } from '../filters.ts'
import { consolePage, formsPage } from '../layout.ts'
import { listPage } from '../list-page.ts'

const LIST = '/admin/discount-codes'
const API = '/api/admin/discount-codes'

const CODE_KINDS = ['percent', 'amount', 'free_delivery'] as const
type Kind = (typeof CODE_KINDS)[number]

const KIND_TEXT: Record<Kind, string> = { percent: 'Percent', amount: 'Amount', free_delivery: 'Free delivery' }

export function discountCodePages(app: FastifyInstance, context: AppContext): void {
  const { db, clock } = context
  listPage(app, context, {
    address: LIST,
    title: 'Discount codes',
    heading: () =>
      html`<div class="row apart head"><h1>${t('Discount codes')}</h1><a class="button" href="${LIST}/new">${t('New code')}</a></div>`,
    read: (db, _, paging) => listCodes(db, paging),
    nouns: ['code', 'codes'],
    none: empty('No discount codes', 'A code makes an order cheaper, as often as you say.'),
    show: codes => codeTable(codes, clock.now()),
  })

  formsPage(app, {
    address: `${LIST}/new`,
    forms: [create],
    async render(visitor, _, states) {
      const { currency } = await readShop(db)
      return consolePage({
        title: 'New discount code',
        visitor,
        states,
        main: html`<p><a href="${LIST}">${t('Discount codes')}</a></p><h1>${t('New discount code')}</h1>
          <div class="card form-card">${formsOf(visitor, states)(create, { kind: 'percent', currency, active: 'true' })}</div>`,
      })
    },
  })

  formsPage(app, {
    address: `${LIST}/:code`,
    forms: [change, remove],
    async render(visitor, request, states) {
      const code = await findCode(db, foldCode((request.params as { code: string }).code))
      if (!code) throw new Problem('not_found', "We can't find that discount code.")
      const { timeZone, currency } = await readShop(db)
      const show = formsOf(visitor, states, { code: code.code })
      return consolePage({
        title: code.code,
        visitor,
        states,
        main: html`<p><a href="${LIST}">${t('Discount codes')}</a></p>
          <div class="row apart head"><h1>${code.code}</h1>${codeBadge(code, clock.now())}</div>
          ${section('use', 'Use', useOf(code), { look: 'card form-card' })}
          <div class="card form-card">${show(change, { currency, ...valuesOf(code, timeZone) })}</div>
          <div class="card form-card">${show(remove)}</div>`,
      })
    },
  })
}

function codeTable(codes: readonly Code[], now: Date): Html {
  return table(
    'Discount codes',
    [
      {
        label: 'Code',
        cell: ({ code }) => html`<a href="${LIST}/${encodeURIComponent(code)}"><code>${code}</code></a>`,
      },
      { label: 'Makes cheaper', cell: termsOf },
      { label: 'Until', cell: ({ validUntil }) => (validUntil === null ? t('Always') : date(lastMoment(validUntil))) },
      { label: 'Status', cell: code => codeBadge(code, now) },
      { label: 'Used', cell: usedOf, number: true },
    ],
    codes,
  )
}

function termsOf({ kind, value, currency, minTotal, productIds, categories }: Code): Html {
  const what =
    kind === 'percent' ? percent(value / 100, 2) : kind === 'amount' ? money(value, currency!) : KIND_TEXT.free_delivery
  const least =
    minTotal !== null && html` <span class="soft">${t('from {amount}', { amount: money(minTotal, currency!) })}</span>`
  return html`${what}${least}${(productIds || categories) && html` <span class="soft">${t('some products')}</span>`}`
}

/** `3 of 10`, with its orders. */
function usedOf({ code, used, maxUses }: Code): Html {
  const text = maxUses === null ? count(used) : t('{used} of {most}', { used: count(used), most: count(maxUses) })
  return used === 0 ? html`${text}` : html`<a href="${withQuery('/admin/orders', { code })}">${text}</a>`
}

function useOf(code: Code): Html {
  const { used, maxUses, maxUsesPerCustomer } = code
  return html`<p>${
    maxUses === null
      ? rich('Used {number} times', { number: usedOf(code), count: used })
      : rich('Used {number}', { number: usedOf(code) })
  }${
    maxUsesPerCustomer !== null &&
    html`, ${t('at most {number} by each customer', { number: count(maxUsesPerCustomer) })}`
  }. ${t('A cancelled order gives its use back.')}</p>
  ${used > 0 && html`<p><a href="${withQuery('/admin/orders', { code: code.code })}">${t('The orders that used it')}</a></p>`}`
}

function codeBadge({ active, validFrom, validUntil, maxUses, used }: Code, now: Date): Html {
  if (!active) return badge('Off')
  if (validUntil !== null && new Date(validUntil) <= now) return badge('Ended')
  if (maxUses !== null && used >= maxUses) return badge('Used up', 'warn')
  if (validFrom !== null && new Date(validFrom) > now) return badge('Not begun', 'info')
  return badge('Active', 'good')
}

/** A code ends with the beginning of the day after. */
function lastMoment(validUntil: string): Date {
  return after(new Date(validUntil), -SECOND)
}

const TERMS: Field[] = [
  {
    name: 'kind',
    label: 'Makes cheaper by',
    type: 'select',
    required: true,
    width: 'medium',
    options: CODE_KINDS.map(value => ({ value, label: KIND_TEXT[value] })),
  },
  {
    name: 'value',
    label: 'Percent or amount',
    type: 'number',
    value: 'worth',
    inputmode: 'decimal',
    width: 'short',
    hint: 'Like 10 for 10%, 12.5 for 12.5%, or 5.00 for an amount. Nothing for free delivery.',
  },
  {
    name: 'minTotal',
    label: 'Least value of the items',
    type: 'number',
    value: 'price',
    empty: 'null',
    inputmode: 'decimal',
    width: 'short',
  },
  { name: 'currency', label: 'Currency', type: 'text', empty: 'null', width: 'short', hint: 'Of the amounts.' },
  { name: 'firstDay', label: 'First day', type: 'date', empty: 'null', width: 'medium' },
  { name: 'lastDay', label: 'Last day', type: 'date', empty: 'null', width: 'medium', hint: 'This day included.' },
  {
    name: 'maxUses',
    label: 'Uses in all',
    type: 'number',
    value: 'integer',
    empty: 'null',
    width: 'short',
    hint: 'Leave it empty for no limit.',
  },
  {
    name: 'maxUsesPerCustomer',
    label: 'Uses for each customer',
    type: 'number',
    value: 'integer',
    empty: 'null',
    width: 'short',
  },
  {
    name: 'productIds',
    label: 'Only for products',
    type: 'text',
    value: 'numbers',
    empty: 'null',
    hint: 'Their numbers, like 12, 15. Leave it empty for all products.',
  },
  {
    name: 'categories',
    label: 'Only for categories',
    type: 'textarea',
    rows: 2,
    value: 'lines',
    empty: 'null',
    hint: 'One a line. Each stands for all categories below it, too.',
  },
  { name: 'active', label: 'Customers can use it', type: 'checkbox', value: 'boolean' },
]

const create: Form = {
  id: 'create',
  action: `${LIST}/new`,
  operation: { method: 'POST', address: API },
  fields: [
    {
      name: 'code',
      label: 'Code',
      type: 'text',
      required: true,
      width: 'medium',
      hint: 'Letters, digits, hyphens and underscores. Customers type it in capital letters or not.',
    },
    ...TERMS,
  ],
  button: 'Create code',
  once: true,
  success: { go: `${LIST}/{code}`, done: 'Code created.' },
}

const change = edit({
  at: `${LIST}/:code/change`,
  api: `${API}/:code`,
  fields: TERMS,
  changesOnly: true,
  button: 'Save',
  done: 'Saved, for orders from now on.',
})

const remove = removal({
  at: `${LIST}/:code/remove`,
  api: `${API}/:code`,
  button: 'Delete code',
  confirm: 'Delete this code? Orders that have used it stay as they are.',
  done: 'Code deleted.',
})

function valuesOf(code: Code, zone: string): Record<string, string> {
  const { kind, value, currency, minTotal, validFrom, validUntil, maxUses, maxUsesPerCustomer } = code
  return {
    kind,
    value: kind === 'amount' ? typedAmount(value, currency!) : kind === 'percent' ? typedNumber(value) : '',
    minTotal: minTotal === null ? '' : typedAmount(minTotal, currency!),
    ...(currency && { currency }),
    firstDay: validFrom === null ? '' : dayOf(new Date(validFrom), zone),
    lastDay: validUntil === null ? '' : dayOf(lastMoment(validUntil), zone),
    maxUses: maxUses === null ? '' : String(maxUses),
    maxUsesPerCustomer: maxUsesPerCustomer === null ? '' : String(maxUsesPerCustomer),
    productIds: code.productIds?.join(', ') ?? '',
    categories: code.categories?.join('\n') ?? '',
    active: String(code.active),
  }
}
