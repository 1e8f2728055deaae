/** The buyer at the checkout: email, address book, and the values with which the form begins. */
import type { FastifyRequest } from 'fastify'
import { findUser } from '../../accounts/users/user.ts'
import type { AppContext } from '../../context.ts'
import { localeOf } from '../../pages/language.ts'
import type { Visitor } from '../../pages/visitor.ts'
import { listBook } from '../address-book/book.ts'
import type { KeptAddress } from '../address-book/kept-address.ts'
import { BILLING, DELIVERY } from './address-fields.ts'
import { OTHER_BILLING, type Values } from './checkout-form.ts'
import { findLastAddresses } from './earlier-orders.ts'
import { asTyped, beginningWith, filledFrom } from './kept-choice.ts'

/** `email`: undefined for a customer without an account. `values`: with which the form begins. */
export type Buyer = { email?: string | undefined; book: readonly KeptAddress[]; values: Values }

/**
 * Each of the two addresses begins as the default of the address book, or else as in the last order. Without either, the delivery begins
 * with the name of the account and the country that the browser hints at, and the invoice goes to the address of the delivery.
 */
export async function readBuyer({ db }: AppContext, { user }: Visitor, request: FastifyRequest): Promise<Buyer> {
  const { region: country } = localeOf(request.headers['accept-language'])
  if (!user) return { book: [], values: beginningWith(DELIVERY, { country }) }
  const [book, last, found] = await Promise.all([
    listBook(db, user.id),
    findLastAddresses(db, user.id),
    findUser(db, user.id),
  ])
  const to = book.find(({ isDeliveryDefault }) => isDeliveryDefault)
  const invoiceTo = book.find(({ isBillingDefault }) => isBillingDefault)
  const delivery = to?.address ?? last?.delivery ?? { name: user.userName, country }
  const billing = invoiceTo?.address ?? last?.billing
  const isOther = billing && (!invoiceTo || invoiceTo !== to)
  return {
    email: found?.email,
    book,
    values: {
      ...beginningWith(DELIVERY, delivery, to?.id),
      ...beginningWith(BILLING, billing ?? { name: user.userName }, invoiceTo?.id),
      [OTHER_BILLING.name]: isOther ? 'other' : 'same',
    },
  }
}

/** Puts what was typed before the values with which the form begins, and what was chosen just now before both. */
export function valuesOf({ user }: Visitor, { book, values }: Buyer, typed: Values | undefined): Values {
  const shown = [DELIVERY, BILLING].filter(({ path }) => typed?.[`${path}.country`] !== undefined)
  const all = { ...values, ...Object.assign({}, ...shown.map(asTyped)), ...typed }
  return filledFrom(BILLING, book, filledFrom(DELIVERY, book, all, user?.userName), user?.userName)
}
