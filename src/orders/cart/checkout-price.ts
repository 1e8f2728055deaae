/** Prices the checkout with the quote of the API, for what was chosen so far. */
import type { FastifyRequest } from 'fastify'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../database/schema.ts'
import { countGuess, foldCode } from '../../pricing/discount-code.ts'
import { findCollection, findDeliveryCountries } from '../../pricing/price-problems.ts'
import { readSeller } from '../../pricing/seller.ts'
import type { CheckedBuyer } from '../../pricing/vies/check.ts'
import { Problem } from '../../problems.ts'
import { checkQuoted, type Quote, quote } from '../quote.ts'
import type { Cart } from './view.ts'

type Chosen = {
  country: string | undefined
  postcode?: string | undefined
  delivery?: string | undefined
  discountCode?: string | undefined
  vatId?: string | undefined
}

export type CheckoutPrice = {
  /** Countries to which the shop delivers what is in the cart. */
  countries: string[]
  /** Country of this order: the chosen country, or else the shop's own. undefined: the customer has to choose. */
  country: string | undefined
  /** A country that was asked for, and where the shop does not deliver. */
  elsewhere: string | undefined
  /** undefined: it has no price now. */
  quote: Quote | undefined
  /** Explains why it has no price. */
  problem: Problem | undefined
}

export async function priceCheckout(
  context: AppContext,
  request: FastifyRequest,
  { items, currency }: Cart,
  chosen: Chosen & { userId: string | undefined },
): Promise<CheckoutPrice> {
  const { db, clock } = context
  const now = clock.now()
  const seller = await readSeller(db, now)
  const countries = await findDeliveryCountries(db, currency, seller)
  const wished = chosen.country
  const country = [wished, seller.country, ...(countries.length === 1 ? countries : [])].find(
    code => code && countries.includes(code),
  )
  const place = { countries, country, elsewhere: wished && !countries.includes(wished) ? wished : undefined }
  const collection = await findCollection(db, currency, seller)
  if (!country && !collection) return { ...place, quote: undefined, problem: undefined }
  const code = await openCode(context, request, chosen.discountCode)
  const base = {
    items: items.map(({ productId, quantity }) => ({ productId, quantity })),
    ...(country && { deliveryAddress: { country, ...(chosen.postcode && { postcode: chosen.postcode }) } }),
    ...(chosen.vatId && { vatId: chosen.vatId }),
  }
  const check = (order: Try['order']) => checkQuoted(context, order, request.ip, seller)
  // Leaves out a choice that does not fit, such as a delivery method of the country before. The order itself is refused
  // with the reason. What nobody delivers can be collected.
  const ways = [chosen.delivery, ...(country ? [undefined] : []), collection].filter(
    (way, n, all) => all.indexOf(way) === n && (way !== undefined || country !== undefined),
  )
  const wishes = ways.map(delivery => (delivery ? { ...base, delivery } : base))
  const tries = [code, null].flatMap(discount => wishes.map(order => ({ order, code: discount })))
  return { ...place, ...(await firstQuote(db, tries, { userId: chosen.userId, now, seller, check })) }
}

type Try = { order: Parameters<typeof quote>[1]; code: string | null }

/** Quotes the first of the orders that has a price, else explains the refusal of the last one. */
async function firstQuote(
  db: Db,
  tries: readonly Try[],
  {
    check,
    ...asking
  }: Omit<Parameters<typeof quote>[2], 'code' | 'checked'> & {
    check: (order: Try['order']) => Promise<CheckedBuyer>
  },
): Promise<Pick<CheckoutPrice, 'quote' | 'problem'>> {
  let problem: Problem | undefined
  for (const { order, code } of tries) {
    // Asks for each way, because collected goods need no answer of VIES. The next way finds an answer that was kept.
    const found = await quote(db, order, { ...asking, code, checked: await check(order) }).catch(error => {
      if (!(error instanceof Problem)) throw error
      return error
    })
    if (!(found instanceof Problem)) return { quote: found, problem: isTooHeavy(problem) ? problem : undefined }
    problem = found
  }
  return { quote: undefined, problem }
}

/** The page says so beside what can be chosen. */
function isTooHeavy(problem: Problem | undefined): boolean {
  return problem?.errors?.some(({ code }) => code === 'too_heavy') ?? false
}

/** The code as it is stored, unless it is a wrong one: a page that shows what a code does would help to guess it. */
async function openCode({ db, clock }: AppContext, { ip }: FastifyRequest, typed = ''): Promise<string | null> {
  const code = foldCode(typed.slice(0, 100))
  if (code === '') return null
  const refusal = await db
    .transaction()
    .execute(tx => countGuess(tx, ip, code, clock.now()))
    .catch(error => {
      if (!(error instanceof Problem)) throw error
      return error
    })
  return refusal ? null : code
}
