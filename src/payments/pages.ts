/** The pages around a payment: the way to the provider's page, and the way back. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { html } from '../html/html.ts'
import { rowIdIn } from '../http/filters.ts'
import { section } from '../pages/components.ts'
import { doneKey, leaveDone } from '../pages/done.ts'
import { money } from '../pages/format.ts'
import { page } from '../pages/layout.ts'
import { customerOf, isCustomer, sendPage, sendToSignIn, type Visitor } from '../pages/visitor.ts'
import { Problem } from '../problems.ts'
import type { Text } from '../words/text.ts'
import { t } from '../words/words.ts'
import { comeBack, openPage } from './pay.ts'
import { findLivePayment } from './queries.ts'
import type { CancelIfUnpaid } from './standing.ts'
import { refundAccountPages } from './transfers-out/account-page.ts'

const CAME: Text = 'Thank you. We have received your payment.'
const PAYMENT_WAITS: Text = 'Thank you. We wait for your payment to come through, and will email you.'
const MISSED: Text = 'We have not received a payment. You can try again.'

export function paymentPages(app: FastifyInstance, context: AppContext, cancelIfUnpaid: CancelIfUnpaid): void {
  refundAccountPages(app, context)
  for (const text of [CAME, PAYMENT_WAITS, MISSED]) doneKey(text)

  /**
   * A form may lead only to pages of this site, and our policy says so to browsers. So the visitor gets a page of ours first,
   * which goes on to the provider's by itself and has a link.
   */
  app.get('/orders/:id/pay', async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    if (!isCustomer(visitor)) return sendToSignIn(request, reply)
    const orderId = await ownOrder(context, request, visitor)
    const begun = await findLivePayment(context.db, orderId)
    if (begun?.state === 'created') await openPage(context, begun.id, cancelIfUnpaid)
    const live = begun && (await findLivePayment(context.db, orderId))
    if (live?.state !== 'pending' && live?.state !== 'created') return toOrder(reply, orderId)
    const { amount, currency, redirect } = live
    // Counts only on the way there, or Back would lead to the provider again.
    const isOnTheWay = (request.query as { on?: unknown }).on === 'yes'
    if (isOnTheWay) reply.header('refresh', redirect ? `0; url=${redirect}` : '2')
    const way = redirect
      ? html`<p>${t('You pay {total} for order #{id} at the page of our payment provider, and come back here afterwards.', { total: money(amount, currency), id: orderId })}</p>
          <p><a class="button" href="${redirect}">${t('Go to the payment page')}</a></p>`
      : html`<p>${t('We are opening the payment page. This takes a few seconds.')}</p>`
    const main = html`<h1>${t('Payment')}</h1>${section('way', 'On to the payment page', way, { look: 'card' })}
      <p><a href="/orders/${orderId}">${t('Back to your order')}</a></p>`
    return sendPage(reply, page({ title: 'Payment', visitor, main, width: 'narrow' }))
  })

  app.get('/orders/:id/paid', async (request, reply) => {
    const visitor = await app.visitorOf(request, reply)
    if (!isCustomer(visitor)) return sendToSignIn(request, reply)
    const orderId = await ownOrder(context, request, visitor)
    await comeBack(context, orderId, cancelIfUnpaid)
    const live = await findLivePayment(context.db, orderId)
    leaveDone(reply, live === undefined ? MISSED : live.state === 'captured' ? CAME : PAYMENT_WAITS)
    return toOrder(reply, orderId)
  })
}

function toOrder(reply: FastifyReply, orderId: number): FastifyReply {
  return reply.redirect(`/orders/${orderId}`, 303)
}

/** @throws Problem for an order of somebody else, as for one that does not exist */
async function ownOrder({ db }: AppContext, request: FastifyRequest, visitor: Visitor): Promise<number> {
  const id = rowIdIn((request.params as { id: string }).id)
  const order = id && (await db.selectFrom('orders').select('owner_id').where('id', '=', id).executeTakeFirst())
  if (!id || !order || order.owner_id !== customerOf(visitor, id))
    throw new Problem('not_found', "We can't find that order.")
  return id
}
