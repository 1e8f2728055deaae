/** One search field for orders, customers, products and messages. */

import type { FastifyInstance } from 'fastify'
import { nameOf } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import { type Html, html, type Renderable } from '../../html/html.ts'
import { rich } from '../../html/rich.ts'
import { labelsOf } from '../../orders/states.ts'
import { empty, section, stateBadge } from '../../pages/components.ts'
import { money, time } from '../../pages/format.ts'
import type { Visitor } from '../../pages/visitor.ts'
import type { PlainText } from '../../words/text.ts'
import { colon, t } from '../../words/words.ts'
import { queryText, withQuery } from '../filters.ts'
import { consolePage, linkFor, mayOpen, staffPage } from '../layout.ts'
import { findAll } from './find.ts'

export function searchPage(app: FastifyInstance, { reader }: AppContext): void {
  staffPage(app, '/admin/search', async (visitor, request) => {
    const typed = queryText(request, 'q')
    const found = typed === undefined ? undefined : await reader.read(db => findAll(db, typed.slice(0, 200)))
    return consolePage({
      title: 'Search',
      visitor,
      searched: typed,
      main: html`<h1>${typed === undefined ? t('Search') : html`${t('Search')}${colon()} ${typed}`}</h1>
        ${found ? results(found, typed!, visitor) : hint()}`,
    })
  })
}

const hint = () =>
  html`<p>${t(
    'Type any part of a name, an email address, a city or an SKU, the number of an order, an invoice or a parcel, what a transfer says, or an amount, like 169.42.',
  )}</p>`

/** Shows only what the visitor may open. */
function results(
  { orders, users, products, messages, papers, pastOrders, meant }: Awaited<ReturnType<typeof findAll>>,
  typed: string,
  visitor: Visitor,
): Html {
  const may = (address: string) => mayOpen(visitor, address)
  const groups = [
    may('/admin/orders') &&
      group('orders', 'Orders', orders, undefined, ({ id, owner, status, delivery, placedAt, total, currency }) => [
        html`<a href="/admin/orders/${id}">#${id}</a> <bdi>${nameOf(owner)}</bdi> ${stateBadge(labelsOf({ delivery })[status], 'staff')}`,
        html`${money(total, currency)}, ${time(placedAt)}`,
      ]),
    may('/admin/documents') &&
      group('papers', 'Invoices and credit notes', papers, undefined, ({ id, kind, label, orderId }) => [
        html`<a href="/documents/${id}">${label}</a>`,
        html`${kind === 'invoice' ? t('Invoice') : t('Credit note')}, ${linkFor(
          visitor,
          `/admin/orders/${orderId}`,
          t('Order #{id}', { id: orderId }),
        )}`,
      ]),
    may('/admin/users') &&
      group(
        'past-orders',
        'Orders of the former shop',
        pastOrders,
        undefined,
        ({ number, ownerId, placedAt, total, currency }) => [
          html`<a href="/admin/users/${ownerId}">${number}</a>`,
          html`${money(total, currency)}, ${time(placedAt)}`,
        ],
      ),
    may('/admin/users') &&
      group('customers', 'Customers', users, withQuery('/admin/users', { q: typed }), ({ id, userName, email }) => [
        html`<a href="/admin/users/${id}"><bdi>${nameOf({ userName, email })}</bdi></a>`,
        email,
      ]),
    may('/admin/products') &&
      group('products', 'Products', products, withQuery('/admin/products', { q: typed }), ({ id, name, sku }) => [
        html`<a href="/admin/products/${id}">${name}</a>`,
        html`<code>${sku}</code>`,
      ]),
    may('/admin/contact-messages') &&
      group('messages', 'Messages', messages, undefined, ({ id, name, email, message, receivedAt }) => [
        html`<a href="/admin/contact-messages/${id}"><bdi>${name ?? email}</bdi></a> ${message.slice(0, 120)}`,
        time(receivedAt),
      ]),
  ].filter(Boolean)
  const other = meant && otherKeyboard(meant)
  if (groups.length > 0) return html`${other}${groups}`
  return html`${other}${empty('Nothing was found', 'Check the spelling, or type fewer letters.')}`
}

function otherKeyboard(meant: string): Html {
  return html`<p class="notice warning">${t(
    'This looks like a scanner that is set to another keyboard than this computer.',
  )} ${rich('Did it mean {meant}?', {
    meant: html`<a href="${withQuery('/admin/search', { q: meant })}">${meant}</a>`,
  })}</p>`
}

function group<Entry>(
  id: string,
  title: PlainText,
  entries: readonly Entry[],
  list: string | undefined,
  show: (entry: Entry) => [main: Renderable, beside: Renderable],
): Html | false {
  if (entries.length === 0) return false
  const rows = entries.map(entry => {
    const [main, beside] = show(entry)
    return html`<li class="row apart"><span>${main}</span> <span class="soft">${beside}</span></li>`
  })
  const more =
    list && html`<p><a href="${list}">${t('All that match')}<span class="unseen">${colon()} ${t(title)}</span></a></p>`
  return section(`found-${id}`, title, html`<ul class="lines">${rows}</ul>${more}`, { look: 'card' })
}
